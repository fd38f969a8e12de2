import { z } from 'zod'
import { profileMessages } from '#/api/desk/profile.texts.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import * as store from '#/server/desk/profile/store-mobile.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { newCodeFor } from '#/server/kernel/session/passwords.ts'

const codeMinutes = 10

/** Sends a code to the new or the old number of an account. */
export const codeJob = job('profile.mobileCode', z.object({ ask: z.uuid(), to: z.enum(['new', 'old']) }))

/** Creates the code in the job, so that the queue never holds it. */
async function draftCode(ctx: Context, id: string, isOld: boolean): Promise<TextMessage | null> {
  const ask = await store.lockRequest(ctx.db, id)
  if (!ask || ask.ended_at !== null || ask.expires_at <= ctx.real) return null
  const { code, hash } = await newCodeFor(ctx, id)
  await store.updateRequest(ctx.db, id, isOld ? { old_code_hash: hash } : { code_hash: hash })
  const mobile = ctx.vault.open('mobile', ask.mobile_sealed)
  const values = { code, minutes: codeMinutes, mobile: maskMobile(mobile) }
  const smsContent =
    ask.purpose === 'closing'
      ? toSmsTemplate('closingCode', profileMessages.closing, ask.language, { code, minutes: codeMinutes })
      : ask.purpose === 'proof'
        ? toSmsTemplate('proofCode', profileMessages.proof, ask.language, { code, minutes: codeMinutes })
        : isOld
          ? toSmsTemplate('oldMobileCode', profileMessages.oldMobile, ask.language, values)
          : toSmsTemplate('newMobileCode', profileMessages.newMobile, ask.language, values)
  return { to: isOld ? ctx.vault.open('mobile', ask.old_mobile_sealed) : mobile, about: `mobile:${id}`, ...smsContent }
}

/** Sends one code. A retry sends a new code, so that the last message received is valid. */
async function sendCode(job: JobContext, { ask, to }: DataOf<typeof codeJob>): Promise<void> {
  const message = await job.runAsOwner('profile.mobileCode', (ctx) => draftCode(ctx, ask, to === 'old'))
  if (message) await job.courier.sms(message)
}

export const jobs: Jobs = { handlers: [handleJob(codeJob, sendCode)] }
