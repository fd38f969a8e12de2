import { pages } from '#/api/pages.ts'
import { dayOf } from '#/domain/base/period.ts'
import { reportableQuarters, reportDeadline } from '#/domain/taxation/platform-report.ts'
import type { Context, Jobs } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { holdersAt, holdersOfPlatform, sendNotification } from '#/server/services/messages/public.ts'
import * as store from '#/server/taxation/platformreports/store.ts'

const remindJob = job('platformreports.remind', noPayload)
const hourSeconds = 3600
const dayMs = 86_400_000

const daysBetween = (from: string, to: string) => Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)

/**
 * Reminds the users who report of every unreported quarter: on the 10th, the 13th, the due day and each later day, once
 * a day.
 */
async function remind(ctx: Context): Promise<void> {
  for (const quarter of reportableQuarters(dayOf(ctx.now))) await remindOfQuarter(ctx, quarter)
}

async function remindOfQuarter(ctx: Context, quarter: string): Promise<void> {
  const today = dayOf(ctx.now)
  const { dueOn } = reportDeadline(quarter, workingCalendar)
  if (today < dueOn && !['10', '13'].includes(today.slice(8))) return
  const remainingDays = daysBetween(today, dueOn)
  const kind = remainingDays < 0 ? ('platformOverdue' as const) : ('platformDue' as const)
  const values = { quarter, day: dueOn, days: Math.abs(remainingDays) }
  await remindPlatform(ctx, quarter, today, { kind, values })
  for (const centre of await store.centresToRemind(ctx, quarter, today)) {
    const recipients = await holdersAt(ctx, centre.id, 'report:edit', { mode: 2 })
    await sendNotification(ctx, {
      to: recipients,
      kind,
      values: { ...values, centre: centre.name },
      path: pages.platformReports.path,
      refType: 'centre',
      refId: centre.id,
    })
  }
}

/** Reminds the platform's users of the quarter that it reports for centres. */
async function remindPlatform(
  ctx: Context,
  quarter: string,
  today: string,
  {
    kind,
    values,
  }: { readonly kind: 'platformDue' | 'platformOverdue'; readonly values: { readonly quarter: string; readonly day: string; readonly days: number } },
): Promise<void> {
  const holder = await store.holderToRemind(ctx, quarter, today)
  if (holder === null) return
  const platformRecipients = await holdersOfPlatform(ctx, 'report:edit')
  await sendNotification(ctx, {
    to: platformRecipients,
    kind,
    values: { ...values, centre: holder },
    path: pages.platformReports.path,
    refType: 'platform_report',
    refId: quarter,
  })
}

export const jobs: Jobs = { handlers: [handleJob(remindJob, (work) => work.run(remindJob.name, remind))], every: { [remindJob.name]: hourSeconds } }
