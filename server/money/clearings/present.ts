import { clearingRefusals, clearingStateNames, clearingTexts } from '#/api/money/clearings.texts.ts'
import { add, fen } from '#/domain/base/money.ts'
import { type ClearingAction, isClearingActionAllowed } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { isStaff } from '#/server/kernel/session/scope.ts'
import type { ClearingRow, PaymentJson } from '#/server/money/clearings/store.ts'

export const clearingNumberOf = (id: number) => `QS${String(id).padStart(6, '0')}`

const rightByAction: Partial<Record<ClearingAction, 'tax:edit' | 'tax:check'>> = {
  offer: 'tax:edit',
  withdraw: 'tax:edit',
  start: 'tax:edit',
  cancel: 'tax:edit',
  pay: 'tax:edit',
  recover: 'tax:edit',
  bounce: 'tax:edit',
  enter: 'tax:edit',
  confirm: 'tax:check',
  adopt: 'tax:check',
  dismiss: 'tax:check',
  approve: 'tax:check',
  reject: 'tax:check',
}

/** Returns whether the bank may still send this transfer back. */
export const isReturnable = ({ kind, isReturned }: Pick<PaymentJson, 'kind' | 'isReturned'>) => kind === 'refund' && !isReturned

type Obstacle = BlockerOf<typeof clearingRefusals>

/** Returns why the caller cannot take a step now. The page and the operations use the same reason. */
export function actionObstacle(ctx: Context, row: ClearingRow, requestedAction: ClearingAction): Obstacle {
  const action = requestedAction === 'confirm' && row.pending?.kind === 'choice' ? 'adopt' : requestedAction
  const isPersonAction = action === 'choose' || action === 'refuse'
  if (isPersonAction && ctx.actor.operatorId !== row.operator_id) return 'notPerson'
  if (!isPersonAction && !isStaff(ctx)) return 'noPlace'
  if (!isClearingActionAllowed(action, row.state)) return ['wrongState', { state: translate(clearingStateNames[row.state], ctx.language) }]
  const right = rightByAction[action]
  if (right && !ctx.actor.may(right)) return 'noRight'
  const isChoice = action === 'choose' || action === 'enter' || action === 'adopt'
  if (isChoice && row.state === 'approved' && row.choice === 'refund') return 'isRefund'
  if ((action === 'approve' || action === 'reject') && row.is_own_offer) return 'ownOffer'
  if ((action === 'approve' || action === 'reject') && (row.is_own_choice || row.is_own_money)) return 'ownChoice'
  // The review of the month waits for the payment under way, so the search would find the same excess again.
  if (action === 'approve' && row.decided_at === null && row.is_under_way) return 'paymentUnderWay'
  return obstacleOfEntry(row, action) ?? obstacleOfTransfer(row, action)
}

/** Returns why the caller cannot confirm the pending entry. Another user, who is not the payee, must confirm it. */
function obstacleOfEntry(row: ClearingRow, action: ClearingAction): Obstacle {
  const { pending, version, has_owed, has_account, is_own_money } = row
  if (action === 'recover' && !has_owed) return 'nothingOwed'
  if (action === 'bounce' && !row.payments.some(isReturnable)) return 'nothingSent'
  if ((action === 'enter' || action === 'adopt') && has_account) return 'hasAccount'
  if ((action === 'recover' || action === 'bounce' || action === 'enter') && pending !== null) return 'entryPending'
  if (action !== 'confirm' && action !== 'adopt' && action !== 'dismiss') return null
  if (pending === null) return 'nothingPending'
  if (pending.isOwn) return 'ownEntry'
  if (is_own_money) return 'ownMoney'
  return action === 'adopt' && pending.clearingVersion !== version ? 'paperOutdated' : null
}

/**
 * Returns why the caller cannot take a step of the transfer. A started transfer can always be registered, because the
 * money may have left the bank.
 */
function obstacleOfTransfer(row: ClearingRow, action: ClearingAction): Obstacle {
  const hasTransfer = row.transfer_fen > 0
  if ((action === 'start' || action === 'pay') && row.choice !== 'refund') return 'isCredit'
  if ((action === 'start' || action === 'recover' || action === 'bounce' || action === 'confirm') && hasTransfer) return 'transferOpen'
  if ((action === 'pay' || action === 'cancel') && !hasTransfer) return 'noTransfer'
  if (action === 'start' && row.left_fen === 0) return 'nothingLeft'
  if ((action === 'start' || action === 'pay') && row.is_own_approval) return 'ownApproval'
  if (action === 'cancel' && row.is_own_transfer) return 'ownTransfer'
  if (action === 'cancel' && row.is_own_money) return 'ownMoney'
  // After a return the month may owe this money again, which is known only when the payment under way ends.
  if (action === 'start' && row.is_under_way) return 'payAfterPayment'
  return null
}

const presentPayment = (payment: PaymentJson, isOwn: boolean) => ({ ...payment, amount: fen(payment.amount), paidBy: isOwn ? '' : payment.paidBy })

function presentPending({ pending }: ClearingRow, isOwn: boolean, obstacle: string) {
  if (pending === null || isOwn) return null
  const { isOwn: _, clearingVersion: _version, amount, serial, enteredAt, ...entry } = pending
  return { ...entry, obstacle, serial: serial ?? '', amount: amount === null ? null : fen(amount), enteredAt: new Date(enteredAt).toISOString() }
}

/**
 * Returns how the person chose: in an account, or on a paper that two people entered and confirmed. The payee sees no
 * names.
 */
export function describeChoice(
  { choice, state, paper }: Pick<ClearingRow, 'choice' | 'state' | 'paper'>,
  language: Context['language'],
  isOwn = false,
): string {
  if (paper === null) return choice === null && state !== 'refused' ? '' : translate(clearingTexts.online, language)
  if (isOwn) return translate(clearingTexts.ownPaper, language, { day: paper.day })
  return translate(clearingTexts.paper, language, { enterer: paper.enteredBy, confirmer: paper.confirmedBy })
}

/**
 * Returns why a clearing ended: the reason of the person's refusal, or withdrawal by the search after the excess
 * changed.
 */
export function endReasonOf({ is_outdated, reason }: Pick<ClearingRow, 'is_outdated' | 'reason'>, language: Context['language']): string {
  if (!is_outdated) return reason
  return reason === '' ? translate(clearingTexts.outdated, language) : translate(clearingTexts.outdatedRefusal, language, { reason })
}

export function presentClearing(ctx: Context, row: ClearingRow) {
  const obstacleText = (action: ClearingAction) => blockerText(ctx, clearingRefusals, actionObstacle(ctx, row, action))
  const isOwn = ctx.actor.operatorId !== null
  // A payment under way prevents an approval, not a rejection: `reject` has the obstacles of both.
  return {
    ...fieldsOf(row, 'id', 'operator_id', 'operator_name', 'operator_code', 'centre_name', 'month', 'choice', 'state', 'version'),
    no: clearingNumberOf(row.id),
    vat: fen(row.vat_fen),
    surcharge: add(fen(row.city_fen), fen(row.education_fen), fen(row.local_education_fen)),
    iit: fen(row.withheld_fen),
    amount: fen(row.amount_fen),
    used: fen(row.used_fen),
    reversed: fen(row.reversed_fen),
    refunded: fen(row.refunded_fen),
    transferring: fen(row.transfer_fen),
    recovered: fen(row.recovered_fen),
    left: fen(row.left_fen),
    owed: fen(row.owed_fen),
    foundAt: row.found_at.toISOString(),
    lastDay: row.last_day,
    offeredBy: isOwn ? '' : (row.offerer ?? ''),
    chosenAt: row.chosen_at?.toISOString() ?? null,
    decidedBy: isOwn ? '' : (row.decider ?? ''),
    decidedAt: row.decided_at?.toISOString() ?? null,
    transferBy: isOwn || row.transfer_fen === 0 ? '' : (row.transferrer ?? ''),
    transferAt: row.transfer_fen === 0 ? null : (row.transfer_at?.toISOString() ?? null),
    payments: row.payments.map((payment) => presentPayment(payment, isOwn)),
    pending: presentPending(row, isOwn, obstacleText('confirm')),
    path: describeChoice(row, ctx.language, isOwn),
    paper: row.paper === null ? null : { day: row.paper.day, fileId: row.paper.fileId },
    reason: endReasonOf(row, ctx.language),
    card: row.card_tail === null ? '' : `${row.bank_name ?? ''} ****${row.card_tail}`,
    may: {
      offer: obstacleText('offer'),
      choose: obstacleText('choose'),
      decide: obstacleText('reject'),
      start: obstacleText('start'),
      cancel: obstacleText('cancel'),
      pay: obstacleText('pay'),
      recover: obstacleText('recover'),
      bounce: obstacleText('bounce'),
      enter: obstacleText('enter'),
      confirm: obstacleText('dismiss'),
      withdraw: obstacleText('withdraw'),
    },
  }
}
