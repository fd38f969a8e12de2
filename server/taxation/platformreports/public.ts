import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf, urgencyOf } from '#/domain/people/obligation.ts'
import { type CentreFiling, stateOfFiling } from '#/domain/taxation/centre-filing.ts'
import { quarterBounds, reportableQuarters, reportDeadline } from '#/domain/taxation/platform-report.ts'
import { planInForce } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { fillForm, storeFilledForm } from '#/server/taxation/forms/public.ts'
import { reporterOf } from '#/server/taxation/platformreports/reporters.ts'
import { formHead, formRows } from '#/server/taxation/platformreports/rows.ts'
import * as store from '#/server/taxation/platformreports/store.ts'
import { generateReport } from '#/server/taxation/platformreports/store-generate.ts'
import { incomeOf } from '#/server/taxation/platformreports/store-parts.ts'
import { addPlan, decidePlan, type NewPlan, nameOf, planOn, plans, rulesOf } from '#/server/taxation/platformreports/store-plans.ts'

/** The report of a past quarter. */
export interface PastReport {
  /** Null for the platform. */
  readonly centreId: number | null
  readonly quarter: string
  readonly reportedOn: string
  readonly receiptNo: string
  readonly receiptFileId: string
  /** The second person who confirms a report of the platform. */
  readonly confirmedBy?: number
}

/** Adds reporting settings, proposed by the actor of the first context and confirmed by that of the second. */
export async function addConfirmedPlan(proposing: Context, confirming: Context, plan: NewPlan): Promise<void> {
  await decidePlan(confirming, await addPlan(proposing, plan), { state: 'confirmed', answer: '' })
}

/** Returns the name of this platform on forms of a month or quarter. */
export async function platformNameIn(ctx: Context, day: string): Promise<string> {
  return nameOf(await planOn(ctx, quarterOf(day)))
}

/** Reports a past quarter: fills and stores both forms and registers the receipt. Does nothing without payments. */
export async function reportPastQuarter(ctx: Context, { centreId, quarter, ...receipt }: PastReport): Promise<void> {
  const [centre] = centreId === null ? [] : await store.centres(ctx, centreId)
  if (centreId !== null && (!centre || quarterBounds(quarter).to < centre.since)) return
  const plan = await planOn(ctx, quarter)
  if (centre && plan?.centre_ids.includes(centre.id)) return
  const quarterReporter = await reporterOf(ctx, centre ?? null, quarter)
  const reportInput = { centreId, centreIds: quarterReporter.centreIds, planId: plan?.id ?? null, rules: rulesOf(plan), quarter, edition: 1, reason: '' }
  const id = await generateReport(ctx, { ...reportInput, ...quarterBounds(quarter) })
  const head = formHead(quarterReporter, quarter, receipt.reportedOn)
  const income = await incomeOf(ctx, id)
  for (const kind of ['platform_identity', 'platform_income'] as const) {
    const form = { kind, day: dayOf(ctx.now), head, rows: formRows(ctx, kind, { by: quarterReporter, people: await store.rowsFor(ctx, id, kind), income }) }
    await storeFilledForm(ctx, form, await fillForm(ctx, form), { centreId, mode: null, period: quarter, reason: '季度报送' })
  }
  if (receipt.confirmedBy !== undefined) await store.changeReport(ctx, id, { state: 'confirmed', confirmed_by: receipt.confirmedBy, confirmed_at: ctx.now })
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

/**
 * Returns the platform reports in scope: those of every quarter that has ended since the centre's first day, and that
 * of the current quarter.
 */
export async function platformFilings(ctx: Context): Promise<CentreFiling[]> {
  const today = dayOf(ctx.now)
  const stateByQuarter = new Map((await store.quarterStates(ctx)).map((row) => [`${row.centre_id} ${row.quarter}`, row.state]))
  const [centres, confirmed] = [await store.centres(ctx), (await plans(ctx)).filter(({ state }) => state === 'confirmed')]
  return [quarterOf(today), ...reportableQuarters(today)].flatMap((period) => {
    const { to } = quarterBounds(period)
    const { dueOn, isProvisional } = reportDeadline(period, workingCalendar)
    const opensOn = shiftDay(to, 1)
    const plan = planInForce(confirmed, period)
    const filingOf = (centreId: number | null, centreName: string): CentreFiling => {
      const step = stateByQuarter.get(`${centreId} ${period}`) === 'reported' ? 'done' : 'report'
      const filingDays = { opensOn, dueOn, isProvisional, urgency: urgencyOf({ opensOn, dueOn }, today) }
      const filingFields = { kind: 'platformReport' as const, centreId, centreName, period, amount: null, declarationId: null }
      return { ...filingFields, ...filingDays, step, state: stateOfFiling(step, dueOn, today) }
    }
    const reportedCentres = centres.filter(({ id, since }) => !plan?.centre_ids.includes(id) && (to >= since || stateByQuarter.has(`${id} ${period}`)))
    const filingsOfPlatform = ctx.scope.all && plan && plan.centre_ids.length > 0 ? [filingOf(null, plan.holder_name)] : []
    return [...filingsOfPlatform, ...reportedCentres.map(({ id, name }) => filingOf(id, name))]
  })
}
