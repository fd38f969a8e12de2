import { periodRefusals, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { add, type Fen, fen, subtract, ZERO } from '#/domain/base/money.ts'
import { dayOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { type AmountsByTax, isPeriodActionAllowed, type PeriodAction, periodActions } from '#/domain/taxation/tax-declaration.ts'
import type { PayableTax, ReturnTax, VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { daysUntil, deadlineOf, declarationDueOn, dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { presentEntries } from '#/server/taxation/periods/entries.ts'
import { rulesOf } from '#/server/taxation/periods/line-computation.ts'
import * as store from '#/server/taxation/periods/store.ts'
import { countCertificates } from '#/server/taxation/periods/store-certificates.ts'
import * as receipts from '#/server/taxation/periods/store-receipts.ts'
import { surchargesOf } from '#/server/taxation/periods/store-surcharges.ts'

type Blocker = BlockerOf<typeof periodRefusals>

export const accruedTaxes = (row: store.PeriodRow): AmountsByTax => ({ vat: fen(row.vat_fen), surcharge: fen(row.surcharge_fen), iit: fen(row.iit_fen) })

const amountsByTax = (vat: number, surcharge: number) => ({ vat: fen(vat), surcharge: fen(surcharge) })

/** Returns the declared and the paid taxes of each VAT return, as of when the row was read. */
export function vatReturnsOf(row: store.PeriodRow) {
  const withheldTaxes = amountsByTax(row.withholding_vat_fen, row.withholding_surcharge_fen)
  const paidWithheld = amountsByTax(row.paid_withholding_vat_fen, row.paid_withholding_surcharge_fen)
  const sums = (accrued: Record<ReturnTax, Fen>, done: Record<ReturnTax, Fen>) => ({
    accrued,
    paid: done,
    left: amountsByTax(accrued.vat - done.vat, accrued.surcharge - done.surcharge),
  })
  return {
    vat_agent: {
      people: row.agent_people,
      gross: subtract(fen(row.gross_fen), fen(row.withholding_gross_fen)),
      ...sums(
        amountsByTax(row.vat_fen - withheldTaxes.vat, row.surcharge_fen - withheldTaxes.surcharge),
        amountsByTax(row.paid_vat_fen - paidWithheld.vat, row.paid_surcharge_fen - paidWithheld.surcharge),
      ),
    },
    vat_withholding: { people: row.withholding_people, gross: fen(row.withholding_gross_fen), ...sums(withheldTaxes, paidWithheld) },
  } as const satisfies Readonly<Record<VatReturn, unknown>>
}

/** Returns the unpaid amount of a tax on its return. */
export function unpaidAmount(row: store.PeriodRow, { kind, vatReturn }: PayableTax): Fen {
  return kind === 'iit' ? paidAndDue(row).left.iit : vatReturnsOf(row)[vatReturn].left[kind]
}

/** Returns the paid and the unpaid amount of each tax, as of when the row was read. */
export function paidAndDue(row: store.PeriodRow): { paid: AmountsByTax; left: AmountsByTax } {
  const paidTaxes = { vat: fen(row.paid_vat_fen), surcharge: fen(row.paid_surcharge_fen), iit: fen(row.paid_iit_fen) }
  const taxesAccrued = accruedTaxes(row)
  return {
    paid: paidTaxes,
    left: {
      vat: subtract(taxesAccrued.vat, paidTaxes.vat),
      surcharge: subtract(taxesAccrued.surcharge, paidTaxes.surcharge),
      iit: subtract(taxesAccrued.iit, paidTaxes.iit),
    },
  }
}

/** Refuses a future day, and a day before the end of the month. */
export function expectDay(ctx: Context, row: store.PeriodRow, day: string): void {
  if (day > dayOf(ctx.now)) refuse(periodRefusals, 'dayAhead')
  if (day < monthStart(shiftMonth(row.month, 1))) refuse(periodRefusals, 'dayTooEarly', { month: row.month })
}

/** Returns why the caller cannot apply this action to the period now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: store.PeriodRow, action: PeriodAction): Blocker {
  if (!isPeriodActionAllowed(action, row.state)) return ['wrongPeriodState', { month: row.month, state: translate(periodStateNames[row.state], ctx.language) }]
  if (row.is_computing) return ['computing', { done: row.done_count, total: row.total_count }]
  if (action === 'close' && row.month >= dayOf(ctx.now).slice(0, 7)) return ['monthNotOver', { month: row.month }]
  if (action === 'confirm' && row.closed_by === ctx.actor.userId) return 'ownClosing'
  return null
}

/** Locks the period. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(ctx: Context, target: { declarationId: number; version: number }, action: PeriodAction): Promise<store.PeriodRow> {
  const row = (await store.find(ctx, target.declarationId, true)) ?? refuse(periodRefusals, 'periodNotFound')
  refuseIf(periodRefusals, blocker(ctx, row, action))
  if (row.version !== target.version) refuse(periodRefusals, 'periodChanged')
  return row
}

export function presentPeriod(ctx: Context, row: store.PeriodRow) {
  const accruedAmounts = accruedTaxes(row)
  const total = add(accruedAmounts.vat, accruedAmounts.surcharge, accruedAmounts.iit)
  const deadline = deadlineOf(row, ctx.now)
  const isWaiting = ['open', 'closing', 'closed', 'confirmed'].includes(row.state)
  return {
    ...fieldsOf(row, 'id', 'month', 'centre_name', 'state', 'edition', 'people', 'gross_fen'),
    ...accruedAmounts,
    total,
    paid: fen(row.paid_fen),
    left: isWaiting ? ZERO : subtract(total, fen(row.paid_fen)),
    leftByTax: paidAndDue(row).left,
    returns: dueReturns(row).map((vatReturn) => ({ vatReturn, ...vatReturnsOf(row)[vatReturn] })),
    difference: fen(row.difference_fen),
    toCorrect: row.to_correct,
    dueOn: deadline?.day ?? declarationDueOn(row),
    daysLeft: deadline && daysUntil(deadline.day, ctx.now),
    dueStep: deadline?.step ?? null,
    isZero: row.people === 0 && row.month < dayOf(ctx.now).slice(0, 7) && !row.is_computing,
    closedBy: row.closed_by_name ?? '',
    progress: row.is_computing ? { done: row.done_count, total: row.total_count } : null,
    version: row.version,
  }
}

/** Returns each surcharge of a period with its paid and its unpaid part. */
export async function presentSurcharges(ctx: Context, row: store.PeriodRow) {
  const surcharges = await surchargesOf(ctx, row)
  const paidPart = (accrued: number, paid: number) => ({ accrued: fen(accrued), paid: fen(paid), left: fen(accrued - paid) })
  return {
    city: paidPart(surcharges.city_fen, surcharges.paid_city_fen),
    education: paidPart(surcharges.education_fen, surcharges.paid_education_fen),
    localEducation: paidPart(surcharges.local_education_fen, surcharges.paid_local_education_fen),
  }
}

/** Returns a period with its full history and the actions open to the caller. */
export async function periodDetails(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? refuse(periodRefusals, 'periodNotFound')
  const payments = await receipts.paymentsOf(ctx, id)
  const { paid } = paidAndDue(row)
  const refusalText = (action: PeriodAction) => blockerText(ctx, periodRefusals, blocker(ctx, row, action))
  return {
    ...presentPeriod(ctx, row),
    rules: await rulesOf(ctx, row),
    accrued: accruedTaxes(row),
    paidByTax: paid,
    surcharges: await presentSurcharges(ctx, row),
    steps: (await store.stepsOf(ctx, id)).map(({ kind, edition, at, by_name, amount_fen, reason }) => ({
      kind,
      edition,
      at: at.toISOString(),
      byName: by_name ?? '',
      amount: amount_fen === null ? null : fen(amount_fen),
      reason,
    })),
    receipts: (await receipts.receiptsOf(ctx, id)).map((receipt) => ({
      ...fieldsOf(receipt, 'edition', 'no', 'declared_on', 'people', 'gross_fen', 'vat_fen', 'surcharge_fen', 'iit_fen'),
      ...fieldsOf(receipt, 'file_id', 'vat_no', 'vat_declared_on', 'vat_file_id', 'by_name'),
      ...fieldsOf(receipt, 'withholding_no', 'withholding_declared_on', 'withholding_file_id', 'withholding_vat_fen', 'withholding_surcharge_fen'),
    })),
    payDueOn: declarationDueOn(row),
    entries: await presentEntries(ctx, row),
    payments: payments.map((payment) => ({
      ...fieldsOf(payment, 'id', 'kind', 'amount_fen', 'paid_on', 'serial'),
      isCredit: payment.credit_id !== null,
      isReversal: payment.reverses_id !== null,
      vatReturn: payment.kind === 'iit' ? null : payment.vat_return,
      fileId: payment.file_id,
      byName: payment.by_name,
    })),
    certificates: await countCertificates(ctx, row),
    may: Object.fromEntries(periodActions.map((action) => [action, refusalText(action)])) as Record<PeriodAction, string>,
  }
}
