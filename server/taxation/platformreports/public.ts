import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf, urgencyOf } from '#/domain/people/obligation.ts'
import { type CentreFiling, stateOfFiling } from '#/domain/taxation/centre-filing.ts'
import { daysOf, reportableQuarters, reportDue } from '#/domain/taxation/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/working-calendar.ts'
import { fillForm, storeFilled } from '#/server/taxation/forms/public.ts'
import { headOf, rowsOf } from '#/server/taxation/platformreports/rows.ts'
import * as store from '#/server/taxation/platformreports/store.ts'

/** The report of a past quarter. */
export interface PastReport {
  readonly centreId: number
  readonly quarter: string
  readonly reportedOn: string
  readonly receiptNo: string
  readonly receiptFileId: string
}

/** Reports a past quarter: fills and stores both forms and registers the receipt. Does nothing without payments. */
export async function reportPast(ctx: Context, { centreId, quarter, ...receipt }: PastReport): Promise<void> {
  const [centre] = await store.centres(ctx, centreId)
  if (!centre || daysOf(quarter).to < centre.since) return
  const id = await store.generate(ctx, { centreId, quarter, edition: 1, reason: '', ...daysOf(quarter) })
  const head = headOf(centre, quarter, receipt.reportedOn)
  for (const kind of ['platform_identity', 'platform_income'] as const) {
    const form = { kind, day: dayOf(ctx.now), head, rows: rowsOf(ctx, kind, await store.rowsFor(ctx, id, kind)) }
    await storeFilled(ctx, form, await fillForm(ctx, form), { centreId, mode: null, period: quarter, reason: '季度报送' })
  }
  await store.changeReport(ctx, id, { state: 'exported' })
  await store.changeReport(ctx, id, {
    state: 'reported',
    reported_on: receipt.reportedOn,
    receipt_no: receipt.receiptNo,
    receipt_file_id: receipt.receiptFileId,
    reported_by: ctx.actor.userId,
    reported_at: ctx.now,
  })
}

/** The platform reports of the centres in scope: of every quarter that is over since a centre began, and of the running one. */
export async function platformFilings(ctx: Context): Promise<CentreFiling[]> {
  const today = dayOf(ctx.now)
  const made = new Map((await store.quarterStates(ctx)).map((row) => [`${row.centre_id} ${row.quarter}`, row.state]))
  const centres = await store.centres(ctx)
  return [quarterOf(today), ...reportableQuarters(today)].flatMap((period) => {
    const { to } = daysOf(period)
    const { dueOn, isProvisional } = reportDue(period, workingCalendar)
    const opensOn = shiftDay(to, 1)
    return centres.flatMap((centre): CentreFiling[] => {
      const state = made.get(`${centre.id} ${period}`)
      if (state === undefined && to < centre.since) return []
      const step = state === 'reported' ? 'done' : 'report'
      const days = { opensOn, dueOn, isProvisional, urgency: urgencyOf({ opensOn, dueOn }, today) }
      const whose = { kind: 'platformReport' as const, centreId: centre.id, centreName: centre.name, period, amount: null, declarationId: null }
      return [{ ...whose, ...days, step, state: stateOfFiling(step, dueOn, today) }]
    })
  })
}
