import { claimStateNames, collectionRefusals } from '#/api/money/collections.texts.ts'
import { type ClaimAction, canMoveClaim, claimActions } from '#/domain/money/collection.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/money/collections/store.ts'

const authorActions: readonly ClaimAction[] = ['edit', 'submit', 'withdraw', 'cancel']

/** Returns whether the caller is centre staff who may enter claims for operators (`islr`). */
export function canEnterForOthers({ actor, scope }: Context): boolean {
  return scope.centreId !== null && actor.operatorId === null && actor.unitId === null && actor.may('zfSkList') && actor.keysIn
}

function authorBlocker(ctx: Context, row: store.ClaimRow): keyof typeof collectionRefusals | null {
  if (ctx.actor.operatorId !== null) return row.is_entered ? 'claimEntered' : null
  if (!row.is_entered) return 'claimOwn'
  return canEnterForOthers(ctx) ? null : 'keysIn'
}

/** Returns why the caller cannot apply this action to a claim now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: store.ClaimRow, action: ClaimAction): BlockerOf<typeof collectionRefusals> {
  const { actor } = ctx
  if (action === 'object' && (actor.operatorId === null || !row.is_entered)) return 'claimNoRight'
  if ((action === 'confirm' || action === 'giveBack') && !(actor.unitId !== null && actor.may('sk:confirm'))) return 'claimNoRight'
  if (action === 'merge' && !(actor.unitId !== null && actor.may('zf:make'))) return 'claimNoRight'
  const authorRefusal = authorActions.includes(action) ? authorBlocker(ctx, row) : null
  if (authorRefusal) return authorRefusal
  return canMoveClaim(row.state, action) ? null : ['claimWrongState', { state: translate(claimStateNames[row.state], ctx.language) }]
}

/** Locks the claim. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(ctx: Context, target: { claimId: number; version: number }, action: ClaimAction): Promise<store.ClaimRow> {
  const row = (await store.find(ctx, target.claimId, true)) ?? refuse(collectionRefusals, 'claimNotFound')
  refuseIf(collectionRefusals, blocker(ctx, row, action))
  if (row.version !== target.version) refuse(collectionRefusals, 'claimChanged')
  return row
}

export function presentClaim(ctx: Context, row: store.ClaimRow) {
  const isOwn = ctx.actor.operatorId !== null
  return {
    ...fieldsOf(row, 'id', 'no', 'state', 'reason', 'is_entered', 'came_back', 'operator_name'),
    entityName: row.business_name ?? '',
    ...fieldsOf(row, 'unit_id', 'unit_name', 'centre_name', 'mode', 'order_id', 'order_no', 'order_title'),
    ...fieldsOf(row, 'amount_fen', 'content'),
    from: row.from_day,
    to: row.to_day,
    papers: row.papers,
    batch: isOwn || row.batch_id === null ? null : { id: row.batch_id, no: row.batch_no ?? '' },
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    invoice: row.invoice_state,
    version: row.version,
  }
}

/** Returns a claim with its result files and the caller's possible actions. */
export async function claimDetail(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? refuse(collectionRefusals, 'claimNotFound')
  const papers = await store.documentsOf(ctx, id)
  const isOwn = ctx.actor.operatorId !== null
  const refusalText = (action: ClaimAction) => blockerText(ctx, collectionRefusals, blocker(ctx, row, action))
  return {
    ...presentClaim(ctx, row),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: isOwn ? '' : (row.confirmed_name ?? ''),
    createdBy: isOwn && row.is_entered ? '' : row.created_name,
    lineId: isOwn ? row.line_id : null,
    files: papers.map(({ id: collectionPaperId, file_id: fileId, name, size_bytes: size, created_at: at }) => ({
      collectionPaperId,
      fileId,
      name,
      size,
      at: at.toISOString(),
    })),
    may: Object.fromEntries(claimActions.map((action) => [action, refusalText(action)])) as Record<ClaimAction, string>,
  }
}
