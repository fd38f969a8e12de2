import { z } from 'zod'
import { signingMessages } from '#/api/agreements/signing.texts.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import * as store from '#/server/agreements/signing/store.ts'
import { signerContact, ticketStateOf } from '#/server/agreements/signing/ticket.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { newCodeFor } from '#/server/kernel/session/passwords.ts'

const codeMinutes = 10

export const codeJob = job('signing.code', z.object({ ticket: z.hex(), ref: z.string(), language: z.enum(languages).optional() }))

/** Creates the code in the job, so that the queue never holds it. */
async function draftCodeMessage(ctx: Context, hash: Buffer, ref: string, language: Language): Promise<TextMessage | null> {
  const ticket = await store.ticketOf(ctx.db, hash, true)
  if (!ticket || ticketStateOf(ctx, ticket) !== 'good' || ticket.code_ref !== ref || (ticket.code_expires_at ?? ctx.real) <= ctx.real) return null
  const { mobile } = await signerContact(ctx, ticket)
  if (!mobile) return null
  const newCode = await newCodeFor(ctx, ref)
  await store.updateTicket(ctx.db, hash, { code_hash: newCode.hash })
  return {
    to: mobile,
    about: `sign-code:${ticket.task_id}`,
    ...toSmsTemplate('signCode', signingMessages.code, language, { code: newCode.code, name: ticket.name, minutes: codeMinutes }),
  }
}

async function sendCode(job: JobContext, { ticket, ref, language = 'zh' }: DataOf<typeof codeJob>): Promise<void> {
  const hash = Buffer.from(ticket, 'hex')
  const message = await job.runAsOwner('signing.code', (ctx) => draftCodeMessage(ctx, hash, ref, language))
  if (message) await job.courier.sms(message)
}

export const jobs: Jobs = { handlers: [handleJob(codeJob, sendCode)] }
