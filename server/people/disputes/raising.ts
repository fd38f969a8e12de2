import { pages } from '#/api/pages.ts'
import { disputeRefusals } from '#/api/people/disputes.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/people/disputes/store.ts'
import { recheckBatches } from '#/server/people/operators/public.ts'
import { holdersAt, holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

/** Returns the caller's operator. Refuses other accounts. */
export function callerOperatorId(ctx: Context): number {
  const { operatorId } = ctx.actor
  return ctx.actor.usertype === userType.operator && operatorId !== null ? operatorId : refuse(disputeRefusals, 'notOperator')
}

/**
 * Opens a dispute over a unit's use of the caller's identity. The unit's payments to them stop until the centre
 * decides. Refuses an unknown unit, and a unit against which a dispute is open or ended the cooperation.
 */
export async function raiseDispute(ctx: Context, { unitId, statement }: { readonly unitId: number; readonly statement: string }): Promise<{ id: number }> {
  const operatorId = callerOperatorId(ctx)
  const centreId = (await ctx.widen('one objection at a time', () => store.lockOperator(ctx, operatorId))) ?? refuse(disputeRefusals, 'notOperator')
  const rows = await ctx.widen('units that use an identity, for its owner', () => store.unitsOfPerson(ctx, operatorId))
  const row = rows.find((each) => each.unit_id === unitId) ?? refuse(disputeRefusals, 'unitUnknown')
  if (row.dispute_state === 'open') refuse(disputeRefusals, 'openAlready')
  if (row.dispute_state === 'ended') refuse(disputeRefusals, 'endedAlready')
  const id = await store.insert(ctx, { operatorId, unitId, centreId, statement })
  await recheckBatches(ctx, operatorId, unitId)
  const disputeRef = { refType: 'dispute', refId: id } as const
  await sendNotification(ctx, {
    to: await holdersInUnit(ctx, unitId, 'zf:make'),
    kind: 'disputeRaised',
    values: { name: ctx.actor.name },
    path: null,
    ...disputeRef,
  })
  await sendNotification(ctx, {
    to: await holdersAt(ctx, centreId, 'user:audit'),
    kind: 'disputeToResolve',
    values: { name: ctx.actor.name, unit: row.unit_name },
    path: `${pages.userYzPtList.path}?disputes=1`,
    ...disputeRef,
  })
  ctx.note({ refType: 'operator', refId: operatorId, unitId, centreId, detail: { words: row.unit_name, reason: statement } })
  return { id }
}

/** Returns the dispute that stops a unit's payments to the caller, opening one if needed. */
export async function openDispute(ctx: Context, of: { readonly unitId: number; readonly statement: string }): Promise<number> {
  const operatorId = callerOperatorId(ctx)
  const rows = await ctx.widen('units that use an identity, for its owner', () => store.unitsOfPerson(ctx, operatorId))
  const row = rows.find((each) => each.unit_id === of.unitId)
  const isStopped = row?.dispute_state === 'open' || row?.dispute_state === 'ended'
  return isStopped && row.dispute_id !== null ? row.dispute_id : (await raiseDispute(ctx, of)).id
}

/** Withdraws an undecided dispute of the caller. */
export async function withdrawDispute(ctx: Context, { disputeId }: { readonly disputeId: number }): Promise<Record<string, never>> {
  const operatorId = callerOperatorId(ctx)
  const row = await store.lock(ctx, disputeId)
  if (!row || row.operator_id !== operatorId) refuse(disputeRefusals, 'notFound')
  if (row.state !== 'open') refuse(disputeRefusals, 'decided')
  await store.closeDispute(ctx, row.id, { state: 'withdrawn', resolution: '', fileId: null })
  await recheckBatches(ctx, operatorId, row.unit_id)
  ctx.note({ refType: 'operator', refId: operatorId, unitId: row.unit_id, centreId: row.centre_id })
  return {}
}
