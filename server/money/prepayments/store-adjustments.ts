import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type AdjustmentState = 'proposed' | 'approved' | 'rejected' | 'withdrawn'

export interface AdjustmentRow extends Row<'balance_adjustment'> {
  mode: Mode
  state: AdjustmentState
  unit_name: string
  proposer: string
  decider: string | null
}

export type AdjustmentFilter = FilterOf<Modules['prepayments']['adjustments']>

function listing(ctx: Context, { states, isForMe }: AdjustmentFilter): Listing {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'adjustment', { mode: true })]
  if (states?.length) parts.push(sql<SqlBool>`adjustment.state = any(${[...states]}::text[])`)
  if (isForMe) parts.push(sql<SqlBool>`(adjustment.state = 'proposed' and adjustment.proposed_by <> ${ctx.actor.userId})`)
  return {
    table: sql`balance_adjustment adjustment`,
    where: allOf(parts),
    id: sql`adjustment.id`,
    places: placesInScope(ctx, 'adjustment', { mode: true, unit: true }),
  }
}

const selectAdjustments = sql`select adjustment.*, unit.name as unit_name, proposer.name as proposer, decider.name as decider
  from balance_adjustment adjustment join unit on unit.id = adjustment.unit_id join app_user proposer on proposer.id = adjustment.proposed_by
    left join app_user decider on decider.id = adjustment.decided_by`

/** Returns a page of adjustments, newest first. */
export async function list(ctx: Context, filter: AdjustmentFilter, page: PageRequest): Promise<{ rows: AdjustmentRow[]; count: number; next: number | null }> {
  const filteredListing = listing(ctx, filter)
  return pageOf(ctx, filteredListing, page, sql<AdjustmentRow>`${selectAdjustments}`)
}

/** Returns an adjustment in the caller's scope. */
export async function find(ctx: Context, id: number): Promise<AdjustmentRow | undefined> {
  const scopeCondition = inScope(ctx.scope, 'adjustment', { mode: true })
  return await ctx.row<AdjustmentRow>`${selectAdjustments} where adjustment.id = ${id} and ${scopeCondition}`
}

/** Locks and returns an adjustment in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<AdjustmentRow | undefined> {
  await ctx.run`select id from balance_adjustment where id = ${id} for no key update`
  return find(ctx, id)
}

export async function insert(
  ctx: Context,
  newAdjustment: { no: string; centreId: number; unitId: number; mode: Mode; amount: number; reason: string; fileId: string },
): Promise<number> {
  const result = await ctx.db
    .insertInto('balance_adjustment')
    .values({
      no: newAdjustment.no,
      centre_id: newAdjustment.centreId,
      unit_id: newAdjustment.unitId,
      mode: newAdjustment.mode,
      amount_fen: newAdjustment.amount,
      reason: newAdjustment.reason,
      file_id: newAdjustment.fileId,
      proposed_by: ctx.actor.userId,
      proposed_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return result.id
}

/** Ends a proposal. The caller has locked its row. */
export async function endProposal(ctx: Context, id: number, state: Exclude<AdjustmentState, 'proposed'>, answer = ''): Promise<void> {
  const decision = state === 'withdrawn' ? {} : { decided_by: ctx.actor.userId, decided_at: ctx.now }
  await ctx.db
    .updateTable('balance_adjustment')
    .set({ state, answer, ...decision, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
