import { z } from 'zod'
import { closingMessages } from '#/api/desk/closings.texts.ts'
import { Id } from '#/api/operation.ts'
import { languages } from '#/domain/base/text.ts'
import { eraseContacts } from '#/server/access/auth/public.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { contactOfClosedOperator, eraseOperator } from '#/server/people/operators/public.ts'

/** Notifies the owner of a closed account, then deletes the data that need not be kept by law. */
export const finishJob = job('closings.finish', z.object({ operatorId: Id, language: z.enum(languages) }))

/**
 * Notifies the owner and then deletes the data. After a failure the notice may be sent twice. Once the number is
 * deleted, no message can be sent.
 */
async function finishClosing(job: JobContext, { operatorId, language }: DataOf<typeof finishJob>): Promise<void> {
  const mobile = await job.runAsOwner('closings.finish', (ctx) => contactOfClosedOperator(ctx, operatorId))
  if (mobile === null) return
  if (mobile !== '' && job.courier.ways.sms) {
    await job.courier.sms({ to: mobile, about: `closing:${operatorId}`, ...toSmsTemplate('accountClosed', closingMessages.closed, language, {}) })
  }
  await job.runAsOwner('closings.finish', async (ctx) => {
    if (!(await eraseOperator(ctx, operatorId))) return
    await eraseContacts(ctx, operatorId)
    ctx.note({ refType: 'operator', refId: operatorId, detail: { forgotten: true } })
  })
}

export const jobs: Jobs = { handlers: [handleJob(finishJob, finishClosing)] }
