import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { policyWithoutSuccessor } from '#/server/money/tax/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'
import { usersToRemind } from '#/server/taxation/policies/store.ts'
import { readCalendar } from '#/server/taxation/policies/store-years.ts'

/** Reloads the working calendar after the publication of a year. */
export const calendarJob = job('policies.calendar', noPayload)
const watchJob = job('policies.watch', noPayload)
const hour = 3600

/**
 * Reminds eight, four and one week before the last policy ends, and once after its end. The recipients are the users
 * who draft policies, and the centres, which cannot pay without a policy.
 */
async function warnOfEndingLaw(ctx: Context): Promise<void> {
  const law = await policyWithoutSuccessor(ctx)
  if (law === null) return
  const values = { isOver: law.lastDay < dayOf(ctx.now) ? 'yes' : 'no', day: law.lastDay } as const
  const message = { kind: 'lawEnding', values, refType: 'tax_policy', refId: law.version } as const
  const { drafters, centres } = await usersToRemind(ctx, law)
  await sendNotification(ctx, { ...message, to: drafters, path: pages.taxPolicies.path })
  await sendNotification(ctx, { ...message, to: centres, path: null })
}

export const jobs: Jobs = {
  handlers: [
    handleJob(calendarJob, (work) => work.run(calendarJob.name, (ctx) => readCalendar(ctx.db))),
    handleJob(watchJob, (work) => work.run(watchJob.name, warnOfEndingLaw)),
  ],
  every: { [watchJob.name]: hour },
}
