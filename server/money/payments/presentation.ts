import type { z } from 'zod'
import type { Batch } from '#/api/money/batch-rows.ts'
import { batchActionNames, batchDutyNames, batchReasons, batchStateNames, paymentRefusals } from '#/api/money/payments.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { add, fen, formatYuan } from '#/domain/base/money.ts'
import { shortDateTimeOf } from '#/domain/base/period.ts'
import type { Text } from '#/domain/base/text.ts'
import { type BatchMove, canMoveBatch } from '#/domain/money/batch.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'

type Duty = 'edit' | 'submit' | 'withdraw' | 'check' | 'audit' | 'pay' | 'cancel' | 'resend' | 'register' | 'halt' | 'release' | 'reroute' | 'copy'

type Right = 'zf:make' | 'zf:check' | 'zf:audit' | 'zf:pay' | 'zf:offline' | 'zf:halt'

const duties: Readonly<Record<Duty, { move: BatchMove; unit?: Right; centre?: Right }>> = {
  edit: { move: 'edit', unit: 'zf:make' },
  submit: { move: 'submit', unit: 'zf:make' },
  withdraw: { move: 'withdraw', unit: 'zf:make' },
  check: { move: 'check', unit: 'zf:check' },
  audit: { move: 'audit', centre: 'zf:audit' },
  pay: { move: 'pay', unit: 'zf:pay' },
  cancel: { move: 'cancel', unit: 'zf:make', centre: 'zf:audit' },
  resend: { move: 'resend', unit: 'zf:make' },
  register: { move: 'finish', centre: 'zf:offline' },
  halt: { move: 'halt', centre: 'zf:halt' },
  release: { move: 'release', centre: 'zf:halt' },
  reroute: { move: 'reroute', centre: 'zf:halt' },
  copy: { move: 'copy', unit: 'zf:make' },
}

/**
 * Returns whether the caller may perform the duty at all. Only a unit's own users prepare, check and pay its batches.
 */
function canPerformDuty(ctx: Context, batch: BatchRow, { unit, centre }: (typeof duties)[Duty]): boolean {
  if (unit !== undefined && ctx.actor.unitId === batch.unit_id && ctx.actor.may(unit)) return true
  return centre !== undefined && (ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre) && ctx.actor.may(centre)
}

// While a unit is frozen its batches can still be corrected or cancelled, which moves no money. Results of money that
// already left can be registered.
const dutiesWhileUnitFrozen: readonly Duty[] = ['edit', 'withdraw', 'cancel', 'register', 'halt', 'release', 'reroute']

interface Blocker {
  readonly name: keyof typeof paymentRefusals
  readonly text: Text
  readonly values: Values
}

/**
 * Returns the caller's earlier action on the batch that forbids this duty (INV-10). Makers cannot check, audit or pay.
 * Checkers cannot audit.
 */
function earlierActionOf(ctx: Context, batch: BatchRow, duty: Duty): { deed: keyof typeof batchActionNames; at: Date } | null {
  if (!Object.hasOwn(batchDutyNames, duty)) return null
  if (batch.own_deed !== null) return { deed: batch.own_deed, at: batch.own_deed_at ?? batch.created_at }
  return duty === 'audit' && batch.checker_id === ctx.actor.userId ? { deed: 'check', at: batch.checked_at ?? batch.created_at } : null
}

function separationBlocker(ctx: Context, batch: BatchRow, duty: Duty): Blocker | null {
  const earlier = earlierActionOf(ctx, batch, duty)
  if (earlier === null) return null
  const name = batchDutyNames[duty as keyof typeof batchDutyNames]
  const values = { deed: translate(batchActionNames[earlier.deed], ctx.language), at: shortDateTimeOf(earlier.at), duty: translate(name, ctx.language) }
  return { name: 'ownWork', text: paymentRefusals.ownWork, values }
}

/**
 * Returns why the caller cannot perform this duty now; null when possible. The page and the operations use the same
 * reason.
 */
export function batchBlocker(ctx: Context, batch: BatchRow, duty: Duty): Blocker | null {
  const values = {
    state: translate(batchStateNames[batch.state], ctx.language),
    count: batch.error_count,
    limit: formatYuan(fen(batch.evidence_limit_fen)),
    reason: batch.halt_reason,
  }
  const blockerOf = (name: keyof typeof paymentRefusals) => ({ name, text: paymentRefusals[name], values })
  if (!canPerformDuty(ctx, batch, duties[duty])) return blockerOf('notYourDuty')
  if (duty === 'withdraw' && batch.submitter_id !== ctx.actor.userId) return blockerOf('notYourDuty')
  if (!canMoveBatch(batch.state, duties[duty].move) || (duty === 'withdraw' && batch.checker_id !== null)) return blockerOf('wrongState')
  // The centre can only cancel batches that reached it. Earlier ones belong to the unit.
  if (duty === 'cancel' && ctx.actor.unitId !== batch.unit_id && !['auditing', 'payable'].includes(batch.state)) return blockerOf('wrongState')
  if (batch.unit_status === accountStatus.frozen && !dutiesWhileUnitFrozen.includes(duty)) return blockerOf('unitFrozen')
  if (batch.unit_status !== accountStatus.active && (duty === 'resend' || duty === 'copy')) return blockerOf('unitStopped')
  if (duty === 'halt' && batch.halted_at !== null) return blockerOf('alreadyHalted')
  if (duty === 'release' && batch.halted_at === null) return blockerOf('notHalted')
  if (duty === 'release' && batch.halted_by === ctx.actor.userId) return blockerOf('ownHalt')
  if ((duty === 'audit' || duty === 'pay') && batch.halted_at !== null) return blockerOf('halted')
  if (duty === 'pay' && batch.is_stopped) return blockerOf('payoutsStopped')
  if (duty === 'pay' && batch.all_stopped) return blockerOf('allPayoutsStopped')
  if (duty === 'submit' && batch.error_count > 0) return blockerOf('hasErrors')
  if (duty === 'submit' && batch.line_count === 0) return blockerOf('empty')
  if (duty === 'submit' && batch.lacks_papers) return blockerOf('papersNeeded')
  if (duty === 'register' && (!channelKinds[batch.channel_kind].isManual || batch.line_count === batch.failed_count + batch.returned_count))
    return blockerOf('wrongState')
  if (duty === 'resend' && batch.failed_count + batch.returned_count === 0) return blockerOf('wrongState')
  if (duty === 'resend' && batch.failed_count <= batch.failed_resent_count && batch.returned_count <= batch.returned_resent_count)
    return blockerOf('nothingToResend')
  return separationBlocker(ctx, batch, duty)
}

/** With these obstacles the button is hidden instead of disabled. */
const hiddenBlockerNames: readonly Blocker['name'][] = ['notYourDuty', 'nothingToResend', 'alreadyHalted', 'notHalted']

function refusalsByDuty(ctx: Context, batch: BatchRow): Partial<Record<Duty, string>> {
  const refusalByDuty: Partial<Record<Duty, string>> = {}
  for (const duty of Object.keys(duties) as Duty[]) {
    const problem = batchBlocker(ctx, batch, duty)
    if (problem && hiddenBlockerNames.includes(problem.name)) continue
    if (problem?.name === 'wrongState' && duty !== 'pay') continue
    if (problem?.name === 'wrongState' && !['checking', 'auditing'].includes(batch.state)) continue
    refusalByDuty[duty] = problem ? translate(problem.text, ctx.language, problem.values) : ''
  }
  return refusalByDuty
}

function stateReasonOf(ctx: Context, batch: BatchRow): string {
  const oldFigures = batch.recalculated_from
  if (oldFigures !== null && batch.state_reason === 'recalculated') {
    const currentAmounts = { cost: batch.cost_fen, net: batch.net_fen, tax: batch.vat_fen + batch.surcharge_fen + batch.iit_fen, fee: batch.fee_fen }
    const earlierAmounts = { costBefore: oldFigures.cost, netBefore: oldFigures.net, taxBefore: oldFigures.tax, feeBefore: oldFigures.fee }
    const values = Object.fromEntries(Object.entries({ ...currentAmounts, ...earlierAmounts }).map(([name, amount]) => [name, formatYuan(fen(amount))]))
    return translate(batchReasons.recalculatedFrom, ctx.language, values)
  }
  const reasonText = batchReasons[batch.state_reason as keyof typeof batchReasons] as Text | undefined
  return reasonText ? translate(reasonText, ctx.language) : batch.state_reason
}

export function presentBatch(ctx: Context, batch: BatchRow): z.input<typeof Batch> {
  const endedCount = batch.success_count + batch.failed_count + batch.returned_count
  return {
    ...fieldsOf(batch, 'id', 'no', 'unit_id', 'unit_name', 'centre_id', 'centre_name', 'mode', 'order_id', 'order_title'),
    ...fieldsOf(batch, 'channel_kind', 'amount_basis', 'remark', 'source_platform', 'state', 'is_insufficient', 'is_frozen', 'version'),
    ...fieldsOf(batch, 'line_count', 'error_count', 'warning_count', 'success_count', 'failed_count', 'returned_count'),
    ...fieldsOf(batch, 'gross_fen', 'vat_fen', 'surcharge_fen', 'iit_fen', 'fee_fen', 'net_fen', 'cost_fen', 'success_cost_fen'),
    ...fieldsOf(batch, 'maker_name', 'checker_name', 'auditor_name', 'payer_name', 'retry_of_no'),
    ...fieldsOf(batch, 'created_at', 'submitted_at', 'paid_at', 'finished_at'),
    channelName: presetName(batch.channel_name, ctx.language),
    stateReason: stateReasonOf(ctx, batch),
    openCount: Math.max(0, batch.payable_count - endedCount),
    tax: add(fen(batch.vat_fen), fen(batch.surcharge_fen), fen(batch.iit_fen)),
    retryOfId: batch.retry_of_batch_id,
    copyOf: batch.copy_of_batch_id === null || batch.copy_of_no === null ? null : { id: batch.copy_of_batch_id, no: batch.copy_of_no },
    halt: batch.halted_at && { at: batch.halted_at.toISOString(), by: batch.halted_by_name ?? '', reason: batch.halt_reason },
    resentAs: batch.resent_as ?? [],
    invoice: batch.invoice_state,
    may: refusalsByDuty(ctx, batch) as z.input<typeof Batch>['may'],
  }
}
