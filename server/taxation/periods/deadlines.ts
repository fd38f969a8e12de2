import { fen } from '#/domain/base/money.ts'
import { dayOf, dueDay, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { isPublished } from '#/domain/base/working-days.ts'
import { urgencyOf } from '#/domain/people/obligation.ts'
import { type CentreFiling, type CentreFilingKind, filingKindByReturn, filingStepOfMonth, stateOfFiling } from '#/domain/taxation/centre-filing.ts'
import { type VatReturn, vatReturns, vatReturnsUnder } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { policyInForce } from '#/server/money/tax/public.ts'
import * as store from '#/server/taxation/periods/store-deadlines.ts'

const dayMs = 86_400_000

/** Returns the last day to declare a month. A closed month keeps the day set at closing. */
export const declarationDueOn = ({ month, due_on }: Pick<store.DeadlineColumns, 'month' | 'due_on'>): string =>
  due_on ?? dueDay('IIT_WITHHOLDING', month, workingCalendar)

/** Returns the days from today until a day; negative for a past day. */
export const daysUntil = (day: string, now: Date): number => Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / dayMs)

/**
 * Returns the last day to correct a declared month. This is the due day of the return for the month in which the cause
 * arose, because that return continues the corrected cumulative figures (decision 0084).
 */
const correctionDueOn = ({ correct_since }: store.DeadlineColumns, now: Date) => dueDay('IIT_WITHHOLDING', monthOf(correct_since ?? now), workingCalendar)

/** The next step of a month and its last day. */
export interface Deadline {
  readonly step: 'declare' | 'pay' | 'correct'
  readonly day: string
}

/**
 * Returns the next deadline of a month. A declared month without unpaid tax is `paid`, so `declared` always waits for a
 * payment.
 */
export function deadlineOf(row: store.DeadlineColumns, now: Date): Deadline | null {
  const step = filingStepOfMonth({ state: row.state, toCorrect: row.to_correct }, row.state === 'declared' ? fen(1) : 0)
  if (step === 'correct') return { step, day: correctionDueOn(row, now) }
  return step === 'declare' || step === 'pay' ? { step, day: declarationDueOn(row) } : null
}

/** A monthly return with its declared and unpaid tax. */
interface MonthlyReturn {
  readonly kind: CentreFilingKind
  readonly due: number
  readonly left: number
}

type ReturnDueColumns = Pick<store.ReturnRow, 'edition' | 'agent_people' | 'withholding_people' | 'has_vat_no' | 'has_withholding_no'>

/** Returns the VAT returns of a closed month: those with people, or declared by an earlier edition. */
export function dueReturns(row: ReturnDueColumns): VatReturn[] {
  if (row.edition === 0) return []
  const isDue = { vat_agent: row.agent_people > 0 || row.has_vat_no, vat_withholding: row.withholding_people > 0 || row.has_withholding_no }
  return vatReturns.filter((vatReturn) => isDue[vatReturn])
}

/** Returns the VAT returns of a month: those that are due, or those that the policy may require. */
async function vatReturnsOf(ctx: Context, row: store.ReturnRow): Promise<VatReturn[]> {
  const returnsDue = dueReturns(row)
  if (returnsDue.length > 0) return returnsDue
  const policy = await policyInForce(ctx, shiftDay(monthStart(shiftMonth(row.month, 1)), -1))
  const possibleReturns: readonly VatReturn[] = policy ? vatReturnsUnder(policy.params.vat) : ['vat_agent']
  return row.edition > 0 ? possibleReturns.slice(0, 1) : vatReturns.filter((vatReturn) => possibleReturns.includes(vatReturn))
}

async function returnsOfMonth(ctx: Context, row: store.ReturnRow): Promise<MonthlyReturn[]> {
  const withheldTax = row.withholding_vat_fen + row.withholding_surcharge_fen
  const paidWithheld = row.paid_withholding_vat_fen + row.paid_withholding_surcharge_fen
  const agentTax = row.vat_fen + row.surcharge_fen - withheldTax
  const figures = {
    vat_agent: { due: agentTax, left: agentTax - (row.paid_vat_fen + row.paid_surcharge_fen - paidWithheld) },
    vat_withholding: { due: withheldTax, left: withheldTax - paidWithheld },
  }
  const vatFilings = (await vatReturnsOf(ctx, row)).map((vatReturn) => ({ kind: filingKindByReturn[vatReturn], ...figures[vatReturn] }))
  return [{ kind: 'withholding', due: row.iit_fen, left: row.iit_fen - row.paid_iit_fen }, ...vatFilings]
}

function filingOf(ctx: Context, row: store.ReturnRow, { kind, due, left }: MonthlyReturn): CentreFiling {
  const step = filingStepOfMonth({ state: row.state, toCorrect: row.to_correct }, fen(left))
  const dueOn = step === 'correct' ? correctionDueOn(row, ctx.now) : declarationDueOn(row)
  const opensOn = monthStart(shiftMonth(row.month, 1))
  const today = dayOf(ctx.now)
  return {
    kind,
    centreId: row.centre_id,
    centreName: row.centre_name,
    period: row.month,
    opensOn,
    dueOn,
    isProvisional: !isPublished(dueOn, workingCalendar),
    step,
    state: stateOfFiling(step, dueOn, today),
    urgency: urgencyOf({ opensOn, dueOn }, today),
    amount: row.edition === 0 ? null : fen(step === 'pay' ? left : due),
    declarationId: row.id,
  }
}

/**
 * Returns the monthly returns of the centres in scope: those of this many months, and unfinished ones of earlier
 * months.
 */
export async function monthlyReturns(ctx: Context, months: number): Promise<CentreFiling[]> {
  const filings: CentreFiling[] = []
  for (const row of await store.monthsSince(ctx, shiftMonth(monthOf(ctx.now), -months)))
    filings.push(...(await returnsOfMonth(ctx, row)).map((each) => filingOf(ctx, row, each)))
  return filings
}

/** Counts the unfinished months in scope, and the days until the first deadline. */
export async function taxCountdown(ctx: Context): Promise<{ count: number; days: number | null }> {
  const months = await store.listOutstandingMonths(ctx)
  const deadlineDays = months.flatMap((row) => deadlineOf(row, ctx.now)?.day ?? []).sort()
  return { count: months.length, days: deadlineDays[0] === undefined ? null : daysUntil(deadlineDays[0], ctx.now) }
}
