import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { policyWithoutSuccessor } from '#/server/money/tax/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'
import { usersToRemind } from '#/server/taxation/policies/store.ts'
import { readCalendar } from '#/server/taxation/policies/store-years.ts'

/** Reloads the working calendar after the publication of a year. */
export const reloadCalendarJob = job('policies.calendar', noPayload)
const watchJob = job('policies.watch', noPayload)
const hourSeconds = 3600

/**
 * Reminds eight, four and one week before the last policy ends, and once after its end. The recipients are the users
 * who draft policies, and the centres, which cannot pay without a policy.
 */
async function remindOfEndingPolicy(ctx: Context): Promise<void> {
  const endingPolicy = await policyWithoutSuccessor(ctx)
  if (endingPolicy === null) return
  const values = { isOver: endingPolicy.lastDay < dayOf(ctx.now) ? 'yes' : 'no', day: endingPolicy.lastDay } as const
  const message = { kind: 'lawEnding', values, refType: 'tax_policy', refId: endingPolicy.version } as const
  const { drafters, centres } = await usersToRemind(ctx, endingPolicy)
  await sendNotification(ctx, { ...message, to: drafters, path: pages.taxPolicies.path })
  await sendNotification(ctx, { ...message, to: centres, path: null })
}

export const jobs: Jobs = {
  handlers: [
    handleJob(reloadCalendarJob, (work) => work.run(reloadCalendarJob.name, (ctx) => readCalendar(ctx.db))),
    handleJob(watchJob, (work) => work.run(watchJob.name, remindOfEndingPolicy)),
  ],
  every: { [watchJob.name]: hourSeconds },
}
