import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { type ContractMove, canMoveContract, contractPhaseOf } from '#/domain/agreements/contract.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { isSentByUnit } from '#/server/agreements/contracts/sending.ts'
import type { ContractRow } from '#/server/agreements/contracts/store.ts'
import type { TaskRow } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

const dayMs = 86_400_000
const iso = (at: Date | null) => at?.toISOString() ?? null

/** Returns whether the caller is the signer or acts for it. */
export function isSigner(ctx: Context, type: string | null, id: number | null): boolean {
  const { unitId, operatorId, partnerId } = ctx.actor
  return (type === 'unit' && id === unitId) || (type === 'operator' && id === operatorId) || (type === 'partner' && id === partnerId)
}

/** Returns a contract in the API form of lists. */
export function presentContract(ctx: Context, row: ContractRow) {
  const today = dayOf(ctx.now)
  const effect = contractPhaseOf({ state: row.sign_state, from: row.valid_from, to: row.valid_to }, today)
  const daysLeft = effect === 'current' ? Math.round((Date.parse(row.valid_to) - Date.parse(today)) / dayMs) : null
  return {
    ...fieldsOf(row, 'id', 'no', 'name', 'kind', 'mode', 'centre_id', 'centre_name'),
    parties: row.parties.map(({ party, type, id, name }) => ({ party, type, id, name })),
    state: row.sign_state,
    effect,
    ...fieldsOf(row, 'source', 'origin_no', 'signed_on'),
    from: row.valid_from,
    to: row.valid_to,
    daysLeft,
    cap: row.amount_cap_fen === null ? null : fen(row.amount_cap_fen),
    used: fen(row.used_fen),
    waitingFor: row.open_name,
    ownTaskId: isSigner(ctx, row.open_type, row.open_signer) ? row.open_task_id : null,
    openTaskId: row.open_task_id,
    reminders: row.reminders,
    sentAt: iso(row.sent_at),
    deadline: iso(row.sign_deadline),
    doneAt: iso(row.done_at),
    endReason: row.end_reason,
    sealFault: row.seal_fault,
    sealFaultAt: iso(row.seal_fault_at),
    hasFile: row.file_id !== null,
    previousId: row.previous_id,
    createdBy: row.created_name,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

export function presentTask(task: TaskRow) {
  return {
    id: task.id,
    position: task.position,
    party: task.party,
    way: task.way,
    name: task.signer_name,
    state: task.state,
    reminders: task.reminders,
    openedAt: iso(task.opened_at),
    readAt: iso(task.read_at),
    provedAt: iso(task.proved_at),
    signedAt: iso(task.signed_at),
    sealedAt: iso(task.sealed_at),
    reason: task.reason,
    evidence: task.evidence,
  }
}

/** Returns why the caller may not perform each action; empty when allowed. */
export function reasonsFor(ctx: Context, row: ContractRow, noSeal: keyof typeof contractRefusals | null) {
  const refusalText = (name: keyof typeof contractRefusals) => translate(contractRefusals[name], ctx.language)
  const generalBlocker = ctx.actor.may('ht:make') ? '' : refusalText('noRight')
  const moveBlocker = (move: ContractMove) => generalBlocker || (canMoveContract(row.sign_state, move) ? '' : refusalText('wrongState'))
  const paper = row.source !== 'electronic'
  return {
    send:
      moveBlocker('send') ||
      (paper ? refusalText('wrongState') : '') ||
      (noSeal ? refusalText(noSeal) : '') ||
      (isSentByUnit(row) && row.unit_id !== ctx.actor.unitId ? refusalText('unitSends') : ''),
    remind: moveBlocker('remind'),
    extend: moveBlocker('extend'),
    revoke: moveBlocker('revoke'),
    discard: moveBlocker('discard'),
    terminate: moveBlocker('terminate'),
    renew: moveBlocker('renew'),
    supplement: moveBlocker('supplement'),
    check: row.source !== 'paper' || row.sign_state !== 'draft' ? refusalText('wrongState') : row.created_by === ctx.actor.userId ? refusalText('toSelf') : '',
  }
}
