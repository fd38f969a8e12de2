import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageRows, placesInScope, placesPer, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type TopupState = 'submitted' | 'matched' | 'confirmed' | 'rejected' | 'withdrawn'

export interface TopupRow extends Row<'topup'> {
  unit_name: string
  centre_name: string
  mode: Mode
  state: TopupState
  submitter: string
  decider: string | null
  credited_at: Date | null
  is_own_name: boolean
  /** Whether the bank, or a person other than the caller, confirms the matched credit. */
  is_vouched: boolean
}

/** Compares the payer's name with the joined unit's by `app.comparable_name`. */
export function comparableNameMatches(column: 'topup.comparable_payer' | 'credit.comparable_payer'): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = unit.comparable_name`
}

const selectTopups = (
  ctx: Context,
) => sql`select topup.*, unit.name as unit_name, centre.name as centre_name, submitter.name as submitter, decider.name as decider, credit.credited_at,
    ${comparableNameMatches('topup.comparable_payer')} as is_own_name,
    topup.state <> 'matched' or app.is_credit_vouched(topup.bank_credit_id, ${ctx.actor.userId}) as is_vouched
  from topup join unit on unit.id = topup.unit_id join centre on centre.id = topup.centre_id join app_user submitter on submitter.id = topup.submitted_by
    left join app_user decider on decider.id = topup.decided_by left join bank_credit credit on credit.id = topup.bank_credit_id`

/** Returns a top-up in the caller's scope. */
export const find = (ctx: Context, id: number): Promise<TopupRow | undefined> =>
  ctx.row<TopupRow>`${selectTopups(ctx)} where topup.id = ${id} and ${inScope(ctx.scope, 'topup', { mode: true })}`

/** Locks and returns a top-up in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<TopupRow | undefined> {
  await ctx.run`select id from topup where id = ${id} and ${inScope(ctx.scope, 'topup', { mode: true })} for no key update`
  return find(ctx, id)
}

export type TopupFilter = FilterOf<Modules['prepayments']['list']>

function filterCondition(ctx: Context, filter: TopupFilter): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'topup', { mode: true })]
  if (filter.unitId) parts.push(sql<SqlBool>`topup.unit_id = ${filter.unitId}`)
  parts.push(...withinDays(sql`topup.submitted_at`, filter))
  if (filter.keyword) {
    const pattern = containsPattern(filter.keyword)
    parts.push(sql<SqlBool>`(topup.no ilike ${pattern} or topup.bank_serial = ${filter.keyword} or topup.payer_name ilike ${pattern})`)
  }
  return allOf(parts)
}

function listing(ctx: Context, filter: TopupFilter): Listing {
  const { states, from, to, unitId } = filter
  const places = unitId === undefined ? placesInScope(ctx, 'topup', { mode: true, unit: true }) : null
  const isByTime = from !== undefined || to !== undefined
  const statesCondition = isByTime && states && states.length > 0 ? sql<SqlBool>`topup.state = any(${[...states]}::text[])` : sql<SqlBool>`true`
  return {
    table: sql`topup`,
    where: sql<SqlBool>`${filterCondition(ctx, filter)} and ${statesCondition}`,
    id: sql`topup.id`,
    // A date filter uses the index on time, so the rows are ordered by time.
    order: isByTime ? { by: [sql`topup.submitted_at`] } : undefined,
    places: isByTime ? places : placesPer(places, 'topup.state', states),
  }
}

/** Returns a page of top-ups, newest first. */
export function list(ctx: Context, filter: TopupFilter, page: PageRequest): Promise<{ rows: TopupRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<TopupRow>`${selectTopups(ctx)}`)
}

export function totals(ctx: Context, filter: TopupFilter, isWhole: boolean): Promise<{ count: number; sums: { amount: number } | null }> {
  return totalsOf(ctx, listing(ctx, filter), { columns: sql`amount_fen`, sums: sql`coalesce(sum(amount_fen), 0)::bigint as amount`, isWhole })
}

/** Returns whether the unit is frozen, so that its funds cannot move. */
export async function isFrozen(ctx: Context, unitId: number): Promise<boolean> {
  const unit = ctx.db.selectFrom('unit').select('id').where('id', '=', unitId).where('status', '=', accountStatus.frozen)
  return (await unit.executeTakeFirst()) !== undefined
}

/** Returns whether the unit has an account at this centre in this mode. */
export async function hasSetting(ctx: Context, of: { unitId: number; centreId: number; mode: Mode }): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('unit_setting')
    .select('id')
    .where('unit_id', '=', of.unitId)
    .where('centre_id', '=', of.centreId)
    .where('mode', '=', of.mode)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewTopup {
  readonly no: string
  readonly centreId: number
  readonly unitId: number
  readonly mode: Mode
  readonly amount: number
  readonly payerName: string
  readonly payerAccount: string
  readonly bankSerial: string
  readonly slipFileId: string | null
}

/** Inserts an application. Returns null if its bank serial was submitted before. */
export async function insert(ctx: Context, topup: NewTopup): Promise<number | null> {
  const row = await ctx.row<
    Row<'topup', 'id'>
  >`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, slip_file_id, state, submitted_by, submitted_at)
    values (${topup.no}, ${topup.centreId}, ${topup.unitId}, ${topup.mode}, ${topup.amount}, ${topup.payerName}, ${topup.payerAccount}, ${topup.bankSerial}, ${topup.slipFileId}, 'submitted',
      ${ctx.actor.userId}, ${ctx.now}) on conflict do nothing returning id`
  return row?.id ?? null
}

/** Updates a top-up at the given version. Returns false when the version has changed. */
export async function updateTopup(
  ctx: Context,
  from: Pick<TopupRow, 'id' | 'version'>,
  change: { state: TopupState; reason?: string; bank_credit_id?: null; isDecision?: boolean },
): Promise<boolean> {
  const { isDecision, ...rest } = change
  const result = await ctx.db
    .updateTable('topup')
    .set({ ...rest, version: sql`version + 1`, ...(isDecision && { decided_by: ctx.actor.userId, decided_at: ctx.now }) })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
