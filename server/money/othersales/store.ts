import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { OtherSaleState } from '#/domain/money/other-sales.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type SaleFilter = FilterOf<Modules['othersales']['list']>

type Columns =
  | 'id'
  | 'operator_id'
  | 'centre_id'
  | 'month'
  | 'version'
  | 'gross_fen'
  | 'payers'
  | 'file_id'
  | 'is_entered'
  | 'reason'
  | 'created_at'
  | 'decided_at'
  | 'answer'

export interface SaleRow extends Row<'other_sale', Columns | 'state'> {
  state: OtherSaleState
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  centre_name: Row<'centre'>['name']
  created_by: Row<'app_user'>['name']
  decided_by: Row<'app_user'>['name'] | null
  /** Whether the caller entered the declaration, with this or another account. */
  is_same_hand: boolean
  /** Whether a version of the month is confirmed. */
  has_confirmed: boolean
}

/** Restricts rows to the caller's own, or to those of the caller's centres. Units see none. */
function saleScopeCondition({ scope }: Context): Expression<SqlBool> {
  if (scope.operatorId !== null) return sql<SqlBool>`sale.operator_id = ${scope.operatorId}`
  return scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(scope, 'sale')
}

const isEnteredByCaller = (ctx: Context) => sql`coalesce(sale.created_by = any (app.hands_of(${ctx.actor.userId})), false)`

/** The condition of declarations that the caller may decide. */
export const isForCaller = (ctx: Context) => sql<SqlBool>`sale.state = 'pending' and not ${isEnteredByCaller(ctx)}`

const selectSales = (ctx: Context) => sql`select sale.id, sale.operator_id, sale.centre_id, sale.month, sale.version, sale.gross_fen, sale.payers, sale.file_id,
    sale.is_entered, sale.reason, sale.state, sale.created_at, sale.decided_at, sale.answer, operator.name as operator_name, operator.code as operator_code,
    centre.name as centre_name, maker.name as created_by, decider.name as decided_by, ${isEnteredByCaller(ctx)} as is_same_hand,
    exists (select from other_sale known where known.operator_id = sale.operator_id and known.month = sale.month and known.state = 'confirmed') as has_confirmed
  from other_sale sale join operator on operator.id = sale.operator_id join centre on centre.id = sale.centre_id join app_user maker on maker.id = sale.created_by
    left join app_user decider on decider.id = sale.decided_by`

function listingOf(ctx: Context, { states, month, isForMe, keyword }: SaleFilter): Listing {
  const parts: Expression<SqlBool>[] = [saleScopeCondition(ctx)]
  if (states && states.length > 0) parts.push(sql<SqlBool>`sale.state = any(${[...states]}::text[])`)
  if (month !== undefined) parts.push(sql<SqlBool>`sale.month = ${month}`)
  if (isForMe) parts.push(isForCaller(ctx))
  if (keyword) parts.push(sql<SqlBool>`sale.operator_id in (select id from operator where name ilike ${containsPattern(keyword)} or code = ${keyword})`)
  return { table: sql`other_sale sale`, where: allOf(parts), id: sql`sale.id`, places: placesInScope(ctx, 'sale') }
}

/** Returns a page of the declarations in the caller's scope, newest first. */
export async function list(ctx: Context, filter: SaleFilter, page: PageRequest): Promise<{ rows: SaleRow[]; count: number; next: number | null }> {
  const listing = listingOf(ctx, filter)
  return pageOf(ctx, listing, page, sql<SaleRow>`${selectSales(ctx)}`)
}

/** Returns a declaration in the caller's scope. With `lock`, it is locked until the transaction ends. */
export async function find(ctx: Context, id: number, lock = false): Promise<SaleRow | undefined> {
  const lockClause = lock ? sql`for no key update of sale` : sql``
  return ctx.row<SaleRow>`${selectSales(ctx)} where sale.id = ${id} and ${saleScopeCondition(ctx)} ${lockClause}`
}

/** Returns the last version of each month of an operator since `from`. */
export async function latestSales(ctx: Context, operatorId: number, from: string): Promise<SaleRow[]> {
  return ctx.rows<SaleRow>`${selectSales(ctx)} where sale.id in (select distinct on (month) id from other_sale
    where operator_id = ${operatorId} and month >= ${from} order by month, version desc) order by sale.month desc`
}

/** Returns the centre of an operator in the caller's scope, or of the caller. */
export async function centreIdOf(ctx: Context, operatorId: number): Promise<number | undefined> {
  const scopeCondition =
    ctx.scope.operatorId === operatorId ? sql`true` : sql`${ctx.scope.all}::boolean or centre_id = any(${[...ctx.scope.centreIds]}::bigint[])`
  return (await ctx.row<Row<'operator', 'centre_id'>>`select centre_id from operator where id = ${operatorId} and (${scopeCondition})`)?.centre_id
}

/** Returns an operator's answer at registration about sales on other platforms; null if it was not requested. */
export const answerAtRegistration = async (ctx: Context, operatorId: number): Promise<boolean | null> =>
  (await ctx.row<Row<'operator', 'sells_elsewhere'>>`select sells_elsewhere from operator where id = ${operatorId}`)?.sells_elsewhere ?? null

export const declaresOtherSales = async (ctx: Context, operatorId: number): Promise<boolean> => (await answerAtRegistration(ctx, operatorId)) === true

interface NewSale {
  readonly operatorId: number
  readonly centreId: number
  readonly month: string
  readonly gross: number
  readonly payers: string
  readonly fileId: string | null
  readonly isEntered: boolean
  readonly reason: string
}

/** Adds the next version of a month and replaces a pending one. The caller has locked the person. */
export async function insert(ctx: Context, of: NewSale): Promise<{ id: number; version: number }> {
  await ctx.run`update other_sale set state = 'replaced', decided_at = ${ctx.now} where operator_id = ${of.operatorId} and month = ${of.month}
    and state = 'pending'`
  const [row] = await ctx.rows<Row<'other_sale', 'id' | 'version'>>`
    insert into other_sale (operator_id, centre_id, month, version, gross_fen, payers, file_id, is_entered, reason, created_by, created_at)
    select ${of.operatorId}, ${of.centreId}, ${of.month}, coalesce(max(version), 0) + 1, ${of.gross}, ${of.payers}, ${of.fileId}::uuid, ${of.isEntered}, ${of.reason},
      ${ctx.actor.userId}, ${ctx.now} from other_sale where operator_id = ${of.operatorId} and month = ${of.month}
    returning id, version`
  if (!row) throw new Error('an insert answers one row')
  return row
}

export async function decideSale(ctx: Context, id: number, { state, answer }: { state: 'confirmed' | 'rejected'; answer: string }): Promise<void> {
  await ctx.db.updateTable('other_sale').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}
