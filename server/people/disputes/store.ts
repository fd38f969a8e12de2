import { type SqlBool, sql } from 'kysely'
import type { DisputeState } from '#/api/people/disputes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { countOf, type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { contractsWithUnit, paidByUnit } from '#/server/people/disputes/questions.ts'
import { unitsOfOperator } from '#/server/people/operators/public.ts'

export interface UsageRow {
  unit_id: Row<'unit'>['id']
  unit_name: Row<'unit'>['name']
  is_active: Row<'unit_operator'>['is_active']
  since: Row<'unit_operator'>['created_at'] | null
  year_count: number
  year_paid: number
  last_paid_at: Row<'payment_line'>['finished_at']
  contracts: (Row<'contract', 'no' | 'name'> & { state: Row<'contract'>['sign_state'] })[]
  dispute_id: Row<'identity_dispute'>['id'] | null
  dispute_state: DisputeState | null
  dispute_at: Row<'identity_dispute'>['created_at'] | null
  resolution: Row<'identity_dispute'>['resolution'] | null
}

/** Returns units that a person works or worked with, or that paid the person this year. */
export async function unitsOfPerson(ctx: Context, operatorId: number): Promise<UsageRow[]> {
  const firstMonth = `${dayOf(ctx.now).slice(0, 4)}-01`
  return ctx.rows<UsageRow>`
    with paid as (${ask(ctx, paidByUnit, operatorId, firstMonth)}),
      tie as ${unitsOfOperator(operatorId)}
    select unit.id as unit_id, unit.name as unit_name, coalesce(tie.is_active, false) as is_active, tie.created_at as since,
      coalesce(paid.year_count, 0) as year_count, coalesce(paid.year_paid, 0)::bigint as year_paid, paid.last_paid_at,
      ${ask(ctx, contractsWithUnit, operatorId)} as contracts,
      dispute.id as dispute_id, dispute.state as dispute_state, dispute.created_at as dispute_at, dispute.resolution
    from unit left join tie on tie.unit_id = unit.id left join paid on paid.unit_id = unit.id
      left join lateral (select * from identity_dispute where operator_id = ${operatorId} and unit_id = unit.id order by id desc limit 1) dispute on true
    where tie.unit_id is not null or paid.unit_id is not null
    order by coalesce(tie.is_active, false) desc, paid.last_paid_at desc nulls last, unit.id`
}

/** Locks the operator, so that two disputes are not opened concurrently. Returns the operator's centre. */
export async function lockOperator(ctx: Context, operatorId: number): Promise<number | undefined> {
  const row = await ctx.db.selectFrom('operator').select('centre_id').where('id', '=', operatorId).forNoKeyUpdate().executeTakeFirst()
  return row?.centre_id
}

export async function insert(ctx: Context, row: { operatorId: number; unitId: number; centreId: number; statement: string }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('identity_dispute')
    .values({
      operator_id: row.operatorId,
      unit_id: row.unitId,
      centre_id: row.centreId,
      statement: row.statement,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface DisputeRow
  extends Row<
    'identity_dispute',
    'id' | 'state' | 'operator_id' | 'centre_id' | 'unit_id' | 'statement' | 'created_at' | 'resolution' | 'resolved_at' | 'kept_at' | 'kept_reason'
  > {
  state: DisputeState
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  unit_name: Row<'unit'>['name']
  resolved_by: Row<'app_user'>['name'] | null
  kept_by: Row<'app_user'>['name'] | null
  /** Whether the caller and the person who found the use genuine count as one person. */
  is_same_hand: boolean
}

const sameHandColumn = (ctx: Context) => sql`coalesce(dispute.kept_by = any (app.hands_of(${ctx.actor.userId})), false) as is_same_hand`
const columns = sql`dispute.id, dispute.state, dispute.operator_id, operator.name as operator_name, operator.code as operator_code, dispute.centre_id, dispute.unit_id,
  unit.name as unit_name, dispute.statement, dispute.created_at, dispute.resolution, resolver.name as resolved_by, dispute.resolved_at,
  finder.name as kept_by, dispute.kept_at, dispute.kept_reason`
const joinedTables = sql`identity_dispute dispute join operator on operator.id = dispute.operator_id join unit on unit.id = dispute.unit_id
  left join app_user resolver on resolver.id = dispute.resolved_by left join app_user finder on finder.id = dispute.kept_by`

/** Returns disputes in the caller's scope, open ones first. */
export async function list(
  ctx: Context,
  filter: { state?: DisputeState | undefined; operatorId?: number | undefined },
  page: PageRequest,
): Promise<{ rows: DisputeRow[]; count: number; next: number | null; open: number }> {
  const personCondition = filter.operatorId === undefined ? sql`true` : sql`dispute.operator_id = ${filter.operatorId}`
  const visibleDisputes = sql<SqlBool>`${inScope(ctx.scope, 'dispute')} and ${personCondition}`
  const isOpen = sql<SqlBool>`(dispute.state = 'open')`
  const listing: Listing = {
    table: sql`identity_dispute dispute`,
    where: filter.state === undefined ? visibleDisputes : sql<SqlBool>`${visibleDisputes} and dispute.state = ${filter.state}`,
    id: sql`dispute.id`,
    order: filter.state === undefined ? { by: [isOpen] } : undefined,
    places: placesInScope(ctx, 'dispute', { unit: true }),
  }
  const found = await pageOf(ctx, listing, page, sql<DisputeRow>`select ${columns}, ${sameHandColumn(ctx)} from ${joinedTables}`)
  return { ...found, open: await countOf(ctx, { ...listing, where: sql<SqlBool>`${visibleDisputes} and ${isOpen}` }) }
}

type LockedDispute = Pick<DisputeRow, 'id' | 'state' | 'operator_id' | 'unit_id' | 'centre_id' | 'is_same_hand'> &
  Row<'identity_dispute', 'kept_by' | 'file_id'>

/** Locks and returns a dispute in the caller's scope or of the caller. */
export async function lock(ctx: Context, id: number): Promise<LockedDispute | undefined> {
  const { operatorId } = ctx.scope
  const scopeCondition = operatorId === null ? inScope(ctx.scope, 'dispute') : sql<boolean>`dispute.operator_id = ${operatorId}`
  return ctx.row<LockedDispute>`
    select id, state, operator_id, unit_id, centre_id, kept_by, file_id, ${sameHandColumn(ctx)} from identity_dispute dispute where id = ${id} and ${scopeCondition} for no key update`
}

/** Records that the caller found the use genuine, with the evidence. Another person confirms it. */
export async function recordGenuineUse(ctx: Context, id: number, of: { resolution: string; fileId: string }): Promise<void> {
  await ctx.db
    .updateTable('identity_dispute')
    .set({ kept_by: ctx.actor.userId, kept_at: ctx.now, kept_reason: of.resolution, file_id: of.fileId })
    .where('id', '=', id)
    .execute()
}

export async function closeDispute(
  ctx: Context,
  id: number,
  change: { state: 'kept' | 'ended' | 'withdrawn'; resolution: string; fileId: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('identity_dispute')
    .set({ state: change.state, resolution: change.resolution, file_id: change.fileId, resolved_by: ctx.actor.userId, resolved_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

export async function isOpen(ctx: Context, id: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('identity_dispute').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'open'
}
