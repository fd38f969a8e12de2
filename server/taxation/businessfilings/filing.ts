import { filingRefusals, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { add, type Fen, fen, subtract, sumOf, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import {
  type AmountsByFilingTax,
  daysOfPeriod,
  type FilingAction,
  type FilingKind,
  type FilingTax,
  filingActions,
  isFilingActionAllowed,
  isPeriodOfKind,
} from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { policyByVersion } from '#/server/money/tax/public.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as receipts from '#/server/taxation/businessfilings/store-receipts.ts'
import { daysUntil } from '#/server/taxation/periods/public.ts'

type Blocker = readonly [keyof typeof filingRefusals, Values] | null

/** Returns the declared amount of each tax. */
export const declaredTaxes = (
  row: Pick<store.FilingRow, 'vat_fen' | 'city_fen' | 'education_fen' | 'local_education_fen' | 'iit_fen'>,
): AmountsByFilingTax => ({
  vat: fen(row.vat_fen),
  surcharge: fen(row.city_fen + row.education_fen + row.local_education_fen),
  iit: fen(row.iit_fen),
})

/** Returns the unpaid amount of each tax. */
export function unpaidTaxes(row: store.FilingRow, payments: readonly receipts.PaymentRow[]): AmountsByFilingTax {
  const dueTaxes = declaredTaxes(row)
  const unpaidFor = (tax: FilingTax): Fen =>
    subtract(
      dueTaxes[tax],
      sumOf(
        payments.filter((payment) => payment.kind === tax),
        (each) => fen(each.amount_fen),
      ),
    )
  return { vat: unpaidFor('vat'), surcharge: unpaidFor('surcharge'), iit: unpaidFor('iit') }
}

/** Returns the centre of the caller. Refuses a period of another kind or one that has not begun. */
export function centreOfCaller(ctx: Context, { kind, period }: { kind: FilingKind; period: string }): number {
  if (!isPeriodOfKind(kind, period)) refuse(filingRefusals, 'wrongPeriod', { period })
  if (daysOfPeriod(period).from > dayOf(ctx.now)) refuse(filingRefusals, 'periodAhead', { period })
  return ctx.scope.centreId ?? refuse(filingRefusals, 'chooseCentre')
}

/** Returns why this action cannot be applied to the filing now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: store.FilingRow, action: FilingAction): Blocker {
  const { name, period } = row
  if (!isFilingActionAllowed(action, row.state)) return ['wrongFilingState', { name, period, state: translate(filingStateNames[row.state], ctx.language) }]
  const taxesDue = declaredTaxes(row)
  const owesTax = taxesDue.vat !== 0 || taxesDue.surcharge !== 0 || taxesDue.iit !== 0
  if (action === 'archive' && row.state === 'paid' && owesTax) return ['noCertificate', {}]
  if (action === 'attach' && row.paper_id !== null) return ['hasCertificate', { name, period }]
  if (action === 'remind' && row.told_on === dayOf(ctx.now)) return ['remindedToday', {}]
  return null
}

/** Returns a filing in the caller's scope. Refuses unknown filings and filings outside the scope. */
export async function requireFiling(ctx: Context, id: number): Promise<store.FilingRow> {
  return (await store.find(ctx, id)) ?? refuse(filingRefusals, 'filingNotFound')
}

/** Locks the filing. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(ctx: Context, target: { businessFilingId: number; version: number }, action: FilingAction): Promise<store.FilingRow> {
  const row = (await store.find(ctx, target.businessFilingId, true)) ?? refuse(filingRefusals, 'filingNotFound')
  const problem = blocker(ctx, row, action)
  if (problem) refuse(filingRefusals, ...problem)
  if (row.version !== target.version) refuse(filingRefusals, 'filingChanged')
  return row
}

/** Returns the sales to declare, after deducting returns. If negative, the filing declares zero. */
export const declaredSales = (row: store.FilingRow): Fen => fen(row.gross_fen + row.other_fen + row.carried_fen)

/** Returns the sales of the period itself, before deducting returned payments of earlier quarters. */
export const ownSales = (row: Pick<store.FilingRow, 'gross_fen' | 'returned_fen' | 'other_fen'>): Fen => fen(row.gross_fen + row.returned_fen + row.other_fen)

/** Returns the day on which a business was deregistered within the period of its filing; null otherwise. */
export const clearanceDayOf = (row: store.FilingRow): string | null =>
  row.ends_at !== null && (row.entity_state === 'cancelling' || row.entity_state === 'cancelled') ? dayOf(row.ends_at) : null

export function recordFilingStep(ctx: Context, row: store.FilingRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'business_filing', refId: row.id, centreId: row.centre_id, detail: { name: row.name, kind: row.kind, period: row.period, ...detail } })
}

export function presentFiling(ctx: Context, row: store.FilingRow) {
  const taxAmounts = declaredTaxes(row)
  const total = add(taxAmounts.vat, taxAmounts.surcharge, taxAmounts.iit)
  const isWaiting = row.state === 'open' || row.state === 'closed' || row.state === 'correcting'
  const salesAmount = fen(row.gross_fen + row.other_fen)
  return {
    ...fieldsOf(row, 'id', 'kind', 'period', 'centre_name', 'entity_id', 'name'),
    creditCode: row.credit_code ?? '',
    ...fieldsOf(row, 'operator_id', 'operator_name', 'state', 'edition'),
    taxKind: row.tax_kind === 'general' ? ('general' as const) : ('small' as const),
    basis: row.basis,
    isConfirmed: row.is_confirmed,
    isOutdated: row.outdated_since !== null,
    unusedCredit: row.is_credit_unused ? fen(row.credit_after_fen) : null,
    income: salesAmount,
    exempt: fen(row.exempt_fen),
    vat: taxAmounts.vat,
    surcharge: taxAmounts.surcharge,
    iit: taxAmounts.iit,
    total,
    paid: fen(row.paid_fen),
    left: row.state === 'open' || row.state === 'closed' ? ZERO : subtract(total, fen(row.paid_fen)),
    isZero: row.kind !== 'annualReport' && declaredSales(row) <= 0 && total === 0,
    way: row.declared_way,
    level: row.level,
    clearedOn: clearanceDayOf(row),
    dueOn: row.due_on,
    daysLeft: isWaiting ? daysUntil(row.due_on, ctx.now) : null,
    certificateId: row.paper_id,
    version: row.version,
  }
}

function presentFigures(row: store.FigureRow) {
  return {
    ...fieldsOf(row, 'edition', 'policy_version', 'payments', 'gross_fen', 'other_fen', 'carried_fen', 'invoiced_fen'),
    ...fieldsOf(row, 'returned_fen', 'late_special_fen', 'return_vat_fen', 'credit_before_fen', 'credit_after_fen'),
    ...fieldsOf(row, 'special_fen', 'issued_fen', 'issued_special_fen', 'entered_invoiced_fen', 'entered_special_fen', 'cost_fen'),
    ...fieldsOf(row, 'sales_fen', 'exempt_fen', 'taxable_fen', 'vat_ppm', 'vat_fen'),
    ...fieldsOf(row, 'city_fen', 'education_fen', 'local_education_fen', 'income_fen', 'basis', 'levy_ppm'),
    ...fieldsOf(row, 'levy_source', 'is_confirmed', 'before_fen', 'iit_fen', 'advance_fen', 'level', 'reason', 'at'),
    byName: row.by_name ?? '',
  }
}

/**
 * Returns the rules behind a filing's figures: first day, VAT threshold, treatment of a sum exactly at the threshold,
 * and sources.
 */
async function rulesOf(ctx: Context, version: string) {
  const policy = await policyByVersion(ctx, version)
  if (!policy) return null
  const { vat, surcharge, business } = policy.params
  return {
    from: policy.effectiveFrom,
    threshold: { amount: vat.quarterThresholdFen, isInclusive: vat.isThresholdItselfExempt, source: vat.source },
    surcharge: { source: surcharge.source, educationFree: surcharge.educationExemptQuarterFen },
    business: `${business.source}; ${business.halvingSource}`,
  }
}

/** Returns a filing with its full history and the actions open to the caller. */
export async function filingDetail(ctx: Context, id: number) {
  const row = await requireFiling(ctx, id)
  const payments = await receipts.paymentsOf(ctx, id)
  const editions = await store.figuresOf(ctx, id)
  const current = editions.at(-1)
  if (!current) throw new Error('a filing without figures')
  const blockerText = (action: FilingAction) => {
    const problem = blocker(ctx, row, action)
    return problem ? translate(filingRefusals[problem[0]], ctx.language, problem[1]) : ''
  }
  return {
    ...presentFiling(ctx, row),
    figures: presentFigures(current),
    editions: editions.map(presentFigures),
    rules: await rulesOf(ctx, current.policy_version),
    leftByTax: unpaidTaxes(row, payments),
    steps: (await store.stepsOf(ctx, id)).map(({ kind, edition, at, by_name, amount_fen, reason }) => ({
      kind,
      edition,
      at: at.toISOString(),
      byName: by_name ?? '',
      amount: amount_fen === null ? null : fen(amount_fen),
      reason,
    })),
    receipts: (await receipts.receiptsOf(ctx, id)).map((receipt) => ({
      ...fieldsOf(receipt, 'edition', 'no', 'way', 'declared_on', 'vat_fen', 'surcharge_fen', 'iit_fen', 'file_id'),
      ...fieldsOf(receipt, 'by_name'),
    })),
    payments: payments.map((payment) => ({
      ...fieldsOf(payment, 'id', 'kind', 'amount_fen', 'paid_on', 'way', 'serial', 'file_id', 'by_name'),
    })),
    may: Object.fromEntries(filingActions.map((action) => [action, blockerText(action)])) as Record<FilingAction, string>,
  }
}
