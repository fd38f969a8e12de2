import type { Upload } from '#/api/operation.ts'
import { entityRefusals, entityStateNames } from '#/api/people/entities.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { canMoveEntity, type EntityMove, type EntityState, nextEntityState, requiredEvidence } from '#/domain/people/entity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { notifyOperator } from '#/server/people/entities/calendar.ts'
import { callerBlocker, presentEntityDetails } from '#/server/people/entities/presentation.ts'
import * as store from '#/server/people/entities/store.ts'
import { addStep, type StepFact } from '#/server/people/entities/store-steps.ts'
import { storeDocument } from '#/server/services/files/public.ts'

/** Locks and returns the business. Refuses when its version differs or the caller may not perform the move. */
export async function lockForUpdate(ctx: Context, { entityId, version }: { entityId: number; version: number }, move: EntityMove): Promise<store.EntityRow> {
  const row = (await store.lock(ctx, entityId)) ?? refuse(entityRefusals, 'notFound')
  refuseIf(entityRefusals, callerBlocker(ctx))
  if (row.version !== version) refuse(entityRefusals, 'changed')
  return canMoveEntity(row.state, move) ? row : refuse(entityRefusals, 'wrongState', { state: translate(entityStateNames[row.state], ctx.language) })
}

/** Refuses a future day. */
export function expectPastDay(ctx: Context, day: string): void {
  if (day > dayOf(ctx.now)) refuse(entityRefusals, 'future')
}

/** A step's changes to the business, its facts and its document. */
interface StepInput {
  readonly patch?: store.EntityPatch
  readonly facts?: readonly StepFact[]
  readonly reason?: string
  readonly file?: Upload
  /** A document that is stored already. */
  readonly storedFileId?: string
}

export async function storeStepDocument(
  ctx: Context,
  row: Pick<store.EntityRow, 'centre_id' | 'operator_id'>,
  file: Upload,
): Promise<{ fileId: string; sha256: string }> {
  return storeDocument(ctx, { upload: file, pictures: true, centreId: row.centre_id, operatorId: row.operator_id, purpose: 'entity' })
}

/** Performs a step: document, facts, state, history and trail. Notifies the operator when the state changes. */
export async function performStep(
  ctx: Context,
  row: store.EntityRow,
  move: EntityMove,
  { patch = {}, facts = [], reason = '', file, storedFileId }: StepInput,
): Promise<{ state: EntityState; fileId: string | null }> {
  const state = nextEntityState(row.state, move) as EntityState
  const kind = requiredEvidence(move)
  const document = file && kind ? await storeStepDocument(ctx, row, file) : null
  const licence = document && move === 'license' ? { licence_file_id: document.fileId } : {}
  await store.update(ctx, row.id, { ...patch, ...licence, ...(state !== row.state && { state }) })
  const fileId = document?.fileId ?? storedFileId
  const papers = fileId && kind ? [{ kind, fileId }] : []
  await addStep(ctx, { entity: row, move, from: row.state, to: state, reason, facts, papers })
  if (state !== row.state) await notifyOperator(ctx, row, { kind: 'entityMoved', values: { name: patch.name ?? row.name, state } })
  ctx.note({
    refType: 'entity',
    refId: row.id,
    centreId: row.centre_id,
    before: { state: row.state, ...Object.fromEntries(facts.map((fact) => [fact.fact, fact.before])) },
    after: { state, ...Object.fromEntries(facts.map((fact) => [fact.fact, fact.after])) },
    detail: { no: row.operator_code, name: patch.name ?? row.name, ...(reason && { reason }), ...(document && { sha256: document.sha256 }) },
  })
  return { state, fileId: document?.fileId ?? null }
}

/** Returns a business in its API form. */
export async function entityResponse(ctx: Context, entityId: number) {
  const row = (await store.find(ctx, entityId)) ?? refuse(entityRefusals, 'notFound')
  const [entity] = await presentEntityDetails(ctx, [row])
  return entity ?? refuse(entityRefusals, 'notFound')
}

/** Returns facts whose previous value was empty. */
export function newFacts(facts: Readonly<Record<string, string>>): StepFact[] {
  return Object.entries(facts).map(([fact, after]) => ({ fact, before: '', after }))
}
