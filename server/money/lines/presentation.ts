import type { z } from 'zod'
import type { Line } from '#/api/money/lines.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { fen, subtract } from '#/domain/base/money.ts'
import { type BatchState, canMoveBatch } from '#/domain/money/batch.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import { issueForUnit, stepsForUnit } from '#/domain/money/payer-view.ts'
import type { SettlementSteps } from '#/domain/money/settlement.ts'
import { surchargeRelief } from '#/domain/money/surcharge-relief.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { translateReason } from '#/server/money/lines/reasons.ts'
import type { ListedLine } from '#/server/money/lines/store-list.ts'

function isoText(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

/**
 * Returns whether the caller may see full numbers: only the unit's own maker while the batch is editable, to repair
 * them.
 */
export function canSeeUnmasked(ctx: Context, line: { unit_id: number; batch_state: string }): boolean {
  return ctx.actor.unitId === line.unit_id && ctx.actor.may('zf:make') && canMoveBatch(line.batch_state as BatchState, 'edit')
}

/**
 * Returns whether the caller may see a payer's total payments to a person. Users limited to units see only their own
 * payments.
 */
function canSeePayerTotals({ scope }: Context): boolean {
  return scope.all || (scope.centreId !== null && scope.unitIds.length === 0)
}

/** Returns the issues of a line without the details that the caller may not see. */
export function issuesFor(ctx: Context, issues: readonly LineIssue[]): readonly LineIssue[] {
  return canSeePayerTotals(ctx) ? issues : issues.map(issueForUnit)
}

/**
 * Returns the calculation of a line without the figures that the caller may not see, plus the relief on the surcharges.
 */
export function calculationFor(ctx: Context, calculation: Readonly<Record<string, unknown>>, policy: TaxPolicy | null): Record<string, unknown> {
  const steps = calculation as unknown as SettlementSteps
  const visibleSteps = canSeePayerTotals(ctx) ? steps : stepsForUnit(steps)
  return { ...visibleSteps, relief: policy && surchargeRelief(steps, policy.params.surcharge, !('isShared' in visibleSteps)) }
}

/** Returns who pays the tax and the fee of a line, and the rate of a plan without tiers. */
export function sharesOf(row: ListedLine, plan: Readonly<Record<string, unknown>> | null) {
  const tiers = (plan?.tiers ?? []) as readonly { readonly ratePpm: number }[]
  const tax = fen(row.vat_fen + row.surcharge_fen + row.iit_fen)
  return {
    taxUnit: fen(row.tax_unit_fen),
    taxOperator: subtract(tax, fen(row.tax_unit_fen)),
    feeUnit: fen(row.fee_unit_fen),
    feeOperator: fen(row.fee_operator_fen),
    feeRatePpm: tiers.length === 1 ? (tiers[0]?.ratePpm ?? null) : null,
    feeBasis: plan?.basis === 'net' ? ('net' as const) : ('gross' as const),
  }
}

/** States in which the file's cells are still being corrected, so a bank is shown as typed. */
const preparationStates: ReadonlySet<string> = new Set(['invalid', 'warned', 'ready', 'excluded'])

export function presentLine(ctx: Context, row: ListedLine): z.output<typeof Line> {
  const isUnmasked = canSeeUnmasked(ctx, row)
  return {
    ...fieldsOf(row, 'id', 'batch_id', 'batch_no', 'seq', 'no', 'name'),
    idNumber: isUnmasked ? row.id_number : maskIdNumber(row.id_number),
    mobile: isUnmasked ? row.mobile : maskMobile(row.mobile),
    bankName: preparationStates.has(row.state) ? row.bank_name : presetName(row.bank_name, ctx.language),
    cardNo: isUnmasked ? row.card_no : maskCard(row.card_no),
    ...fieldsOf(row, 'entity_name', 'entity_credit_code', 'service', 'remark', 'nickname', 'user_no', 'amount_text', 'gross_fen', 'vat_fen'),
    ...fieldsOf(row, 'surcharge_fen', 'iit_fen', 'fee_fen', 'net_fen', 'cost_fen', 'state'),
    issues: issuesFor(ctx, row.issues).map((issue: LineIssue) => ({ ...issue, values: { ...issue.values } })),
    failCode: row.fail_code,
    failReason: translateReason(row.fail_reason, ctx.language),
    requestNo: row.request_no,
    channelRef: row.channel_ref,
    finishedAt: isoText(row.finished_at),
    returnedAt: isoText(row.returned_at),
    releasedAt: isoText(row.released_at),
    ...fieldsOf(row, 'queries', 'retry_of_no', 'claim_no', 'has_receipt', 'unit_name', 'version'),
  }
}
