import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { canMoveContract, contractRemindersPerDay, hasContractRules } from '#/domain/agreements/contract.ts'
import type { Fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type ContractDraft, drawContract, expectOpenPlace } from '#/server/agreements/contracts/drawing.ts'
import { notifySignersJob } from '#/server/agreements/contracts/notifications.ts'
import { sendContract } from '#/server/agreements/contracts/sending.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { countReminder, openTask, tasksOf, voidTasks } from '#/server/agreements/contracts/store-tasks.ts'
import { defaultTemplate, usableTemplate } from '#/server/agreements/templates/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const dayMs = 86_400_000

/** Records a contract's state change in the trail. */
export function recordMove(ctx: Context, row: store.ContractRow, state: store.ContractRow['sign_state'], detail: Readonly<Record<string, unknown>> = {}): void {
  const trailReference = { refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id }
  ctx.note({ ...trailReference, before: { state: row.sign_state }, after: { state }, detail: { no: row.no, ...detail } })
}

/** Puts the contract that this termination agreement was to end back in force. Does nothing for other contracts. */
export async function restorePreviousContract(ctx: Context, row: Pick<store.ContractRow, 'relation' | 'previous_id'>): Promise<void> {
  if (row.relation !== 'termination' || row.previous_id === null) return
  const previousContract = await store.findOutsideScope(ctx, row.previous_id)
  if (!previousContract || !canMoveContract(previousContract.sign_state, 'keep')) return
  await changes.update(ctx.db, previousContract, { sign_state: 'done', end_reason: '' })
  recordMove(ctx, previousContract, 'done')
}

/** Discards or revokes a contract that is not fully signed. */
export async function withdrawContract(ctx: Context, row: store.ContractRow, move: 'discard' | 'revoke', reason: string): Promise<void> {
  if (!canMoveContract(row.sign_state, move)) refuse(contractRefusals, 'wrongState')
  if (!(await changes.update(ctx.db, row, { sign_state: 'revoked', ended_at: ctx.now, end_reason: reason }))) refuse(contractRefusals, 'changed')
  await voidTasks(ctx.db, row.id)
  await restorePreviousContract(ctx, row)
  recordMove(ctx, row, 'revoked', { reason })
}

/** Extends the signing deadline; reopens an expired contract. */
export async function extendDeadline(ctx: Context, row: store.ContractRow, days: number): Promise<void> {
  if (!canMoveContract(row.sign_state, 'extend')) refuse(contractRefusals, 'wrongState')
  const from = Math.max(ctx.now.getTime(), row.sign_deadline?.getTime() ?? 0)
  const deadline = new Date(from + days * dayMs)
  const isReopened = row.sign_state === 'expired'
  if (isReopened && row.relation !== 'termination') await expectOpenPlace(ctx, { unitId: row.unit_id, centreId: row.centre_id })
  if (!(await changes.update(ctx.db, row, { sign_state: 'signing', sign_deadline: deadline, ...(isReopened && { ended_at: null, end_reason: '' }) })))
    refuse(contractRefusals, 'changed')
  const openTaskRow = (await tasksOf(ctx.db, row.id)).find((task) => task.state === 'open' || (task.state === 'waiting' && task.way === 'hand'))
  if (isReopened && openTaskRow) {
    await openTask(ctx.db, openTaskRow.id, ctx.now)
    await ctx.enqueue(notifySignersJob, { signTaskId: openTaskRow.id, why: 'open', language: ctx.language })
  }
  recordMove(ctx, row, 'signing', { deadline: deadline.toISOString() })
}

/** Reminds the current signer. Returns why that is not possible, or an empty text. */
export async function remindSigner(ctx: Context, row: store.ContractRow): Promise<string> {
  const refusalText = (name: keyof typeof contractRefusals, values = {}) => translate(contractRefusals[name], ctx.language, values)
  if (!canMoveContract(row.sign_state, 'remind') || row.open_task_id === null) return refusalText('wrongState')
  if (!(await countReminder(ctx.db, row.open_task_id, dayOf(ctx.now), contractRemindersPerDay)))
    return refusalText('remindedOften', { most: contractRemindersPerDay })
  await ctx.enqueue(notifySignersJob, { signTaskId: row.open_task_id, why: 'remind', language: ctx.language })
  ctx.note({ refType: 'contract', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, signTask: row.open_task_id } })
  return ''
}

function subjectsOfContract(row: store.ContractRow): Pick<ContractDraft, 'centreId' | 'mode' | 'unitId' | 'operatorId' | 'partnerId'> {
  return {
    centreId: row.centre_id,
    mode: row.mode,
    unitId: row.unit_id ?? undefined,
    operatorId: row.operator_id ?? undefined,
    partnerId: row.partner_id ?? undefined,
  }
}

/** Sends a termination agreement to everyone who signed the contract. */
export async function terminateContract(ctx: Context, row: store.ContractRow, reason: string): Promise<void> {
  if (!canMoveContract(row.sign_state, 'terminate')) refuse(contractRefusals, 'wrongState')
  if (row.parties.length === 0) refuse(contractRefusals, 'wrongSubject')
  const template = (await defaultTemplate(ctx, { kind: 'termination', centreId: row.centre_id, mode: row.mode })) ?? refuse(contractRefusals, 'noTemplate')
  if (!(await changes.update(ctx.db, row, { sign_state: 'terminating', end_reason: reason }))) refuse(contractRefusals, 'changed')
  const today = dayOf(ctx.now)
  const follows = { contract: row, relation: 'termination', reason } as const
  const id = await drawContract(ctx, { template, ...subjectsOfContract(row), from: today, to: today, cap: null, fields: {}, follows })
  const contract = await store.findOutsideScope(ctx, id)
  if (contract) await sendContract(ctx, contract, template.sign_days)
  recordMove(ctx, row, 'terminating', { reason })
}

/**
 * Draws up a renewal with other days and another limit, from the contract's template or the default one; returns its
 * id.
 */
export async function renewContract(ctx: Context, row: store.ContractRow, terms: { from: string; to: string; cap: Fen | null }): Promise<number> {
  if (!canMoveContract(row.sign_state, 'renew') || !hasContractRules(row.kind)) refuse(contractRefusals, 'wrongState')
  const contractPlace = { centreId: row.centre_id, mode: row.mode }
  const currentTemplate = row.template_id === null ? null : await usableTemplate(ctx, { id: row.template_id, ...contractPlace })
  const template = currentTemplate ?? (await defaultTemplate(ctx, { kind: row.kind, ...contractPlace })) ?? refuse(contractRefusals, 'noTemplate')
  return drawContract(ctx, { template, ...subjectsOfContract(row), ...terms, fields: row.fields, follows: { contract: row, relation: 'renewal' } })
}

/** Draws up a supplement between the same parties; returns its id. */
export async function supplementContract(ctx: Context, row: store.ContractRow, fields: Readonly<Record<string, string>>): Promise<number> {
  if (!canMoveContract(row.sign_state, 'supplement') || row.parties.length === 0) refuse(contractRefusals, 'wrongState')
  const template = (await defaultTemplate(ctx, { kind: 'supplement', centreId: row.centre_id, mode: row.mode })) ?? refuse(contractRefusals, 'noTemplate')
  const follows = { contract: row, relation: 'supplement' } as const
  return drawContract(ctx, {
    template,
    ...subjectsOfContract(row),
    from: dayOf(ctx.now),
    to: row.valid_to < dayOf(ctx.now) ? dayOf(ctx.now) : row.valid_to,
    cap: null,
    fields,
    follows,
  })
}
