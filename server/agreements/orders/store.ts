import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { AssignmentState, OrderKind, OrderState, PriceMode } from '#/domain/agreements/order.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { usableCategories } from '#/server/agreements/orders/store-fragments.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageRows, placesInScope, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** An order with the names of its parties and the amounts used. */
export interface OrderRow extends Row<'service_order'> {
  mode: Mode
  kind: OrderKind
  state: OrderState
  price_mode: PriceMode | null
  centre_name: string
  unit_name: string
  contract_no: string
  contract_cap: number | null
  salesman_name: string | null
  created_name: string | null
  settled: number
  underway: number
  batches: number
  taken: number
  papers: number
  own: AssignmentState | null
}

export type OrderFilter = FilterOf<Modules['orders']['list']>

/**
 * Runs an operator's query with a widened scope. The query must use `visibleCondition`, which excludes other orders.
 */
export function withOperatorScope<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  return ctx.actor.operatorId === null ? work() : ctx.widen('orders that an operator was asked to take on', work)
}

const assignmentOf = (operatorId: number) =>
  sql`from order_operator asked where asked.order_id = orders.id and asked.operator_id = ${operatorId} and asked.state <> 'withdrawn'`

/** Limits orders to the caller's scope; operators see published orders assigned to them. */
function visibleCondition(ctx: Context): Expression<SqlBool> {
  const { operatorId } = ctx.actor
  return operatorId === null
    ? inScope(ctx.scope, 'orders', { mode: true })
    : sql<SqlBool>`(orders.state <> 'draft' and exists (select ${assignmentOf(operatorId)}))`
}

function stateCondition(states: readonly (OrderState | 'paused')[]): Expression<SqlBool> {
  const unpausedCondition = sql<SqlBool>`(orders.paused_at is null and orders.state = any(${states.filter((state) => state !== 'paused')}::text[]))`
  return states.includes('paused') ? sql<SqlBool>`(orders.paused_at is not null or ${unpausedCondition})` : unpausedCondition
}

function filterCondition(ctx: Context, filter: OrderFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [visibleCondition(ctx)]
  const { keyword, states, from, to, salesmanId } = filter
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(
      sql<SqlBool>`app.name_parts(orders.no || ' ' || orders.title) @> app.word_parts(${keyword}) and orders.no || ' ' || orders.title ilike ${likePattern}`,
    )
  }
  if (states && states.length > 0) conditions.push(stateCondition(states))
  if (salesmanId !== undefined) conditions.push(sql<SqlBool>`orders.unit_id in (select unit.id from unit where unit.salesman_id = ${salesmanId})`)
  if (from) conditions.push(sql<SqlBool>`orders.valid_to >= ${from}::date`)
  if (to) conditions.push(sql<SqlBool>`orders.valid_from < ${shiftDay(to, 1)}::date`)
  if (filter.isOffered) {
    conditions.push(sql<SqlBool>`(orders.state in ('published', 'accepted', 'doing') and orders.paused_at is null
      and exists (select ${assignmentOf(ctx.actor.operatorId ?? 0)} and asked.state = 'offered'))`)
  }
  const valueByColumn = { kind: filter.kind, category: filter.category, mode: filter.mode, unit_id: filter.unitId, contract_id: filter.contractId }
  for (const [column, value] of Object.entries(valueByColumn)) if (value !== undefined) conditions.push(sql<SqlBool>`${sql.ref(`orders.${column}`)} = ${value}`)
  return allOf(conditions)
}

function listing(ctx: Context, filter: OrderFilter): Listing {
  return {
    table: sql`service_order orders`,
    where: filterCondition(ctx, filter),
    id: sql<number>`orders.id`,
    places: ctx.actor.operatorId === null ? placesInScope(ctx, 'orders', { mode: true, unit: true }) : null,
  }
}

const selection = (ctx: Context) => sql`
  select orders.*, centre.name as centre_name, unit.name as unit_name, contract.no as contract_no, contract.amount_cap_fen as contract_cap,
    salesman.name as salesman_name, author.name as created_name, used.settled, used.underway, used.batches,
    (select count(*) from order_operator taken where taken.order_id = orders.id and taken.state = 'accepted') as taken,
    (select count(*) from order_paper paper where paper.order_id = orders.id and paper.removed_at is null) as papers,
    (select asked.state ${assignmentOf(ctx.actor.operatorId ?? 0)}) as own
  from service_order orders join centre on centre.id = orders.centre_id join unit on unit.id = orders.unit_id join contract on contract.id = orders.contract_id
    left join app_user salesman on salesman.id = unit.salesman_id left join app_user author on author.id = orders.created_by
    cross join lateral app.order_use(orders.id) used`

/** Returns a page of orders, newest first. */
export function list(ctx: Context, filter: OrderFilter, page: PageRequest): Promise<{ rows: OrderRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<OrderRow>`${selection(ctx)}`)
}

export interface OrderTotals {
  budget: number
  settled: number
  underway: number
}

/** Counts and sums the matching orders; cancelled ones count, but their budget does not. */
export function totals(ctx: Context, filter: OrderFilter, isWhole: boolean): Promise<{ count: number; sums: OrderTotals | null }> {
  return totalsOf<OrderTotals>(ctx, listing(ctx, filter), {
    columns: sql`case when orders.state = 'cancelled' then 0 else orders.budget_fen end as budget, (select array[used.settled, used.underway] from app.order_use(orders.id) used) as used`,
    sums: sql`coalesce(sum(budget), 0)::bigint as budget, coalesce(sum(used[1]), 0)::bigint as settled, coalesce(sum(used[2]), 0)::bigint as underway`,
    isWhole,
  })
}

export const find = (ctx: Context, id: number): Promise<OrderRow | undefined> =>
  ctx.row<OrderRow>`${selection(ctx)} where orders.id = ${id} and ${visibleCondition(ctx)}`

/**
 * Locks and returns an order. Until the transaction ends, batches of the order cannot be submitted, audited or paid.
 */
export async function lock(ctx: Context, id: number): Promise<OrderRow | undefined> {
  await ctx.run`select orders.id from service_order orders where orders.id = ${id} and ${visibleCondition(ctx)} for no key update`
  return find(ctx, id)
}

/** The columns that a user fills in. */
export interface OrderColumns {
  readonly contract_id: number
  readonly kind: OrderKind
  readonly title: string
  readonly category: string
  readonly description: string
  readonly price_mode: PriceMode | null
  readonly unit_price_fen: number | null
  readonly highest_price_fen: number | null
  readonly quantity: number | null
  readonly budget_fen: number
  readonly valid_from: string
  readonly valid_to: string
  readonly province: string
  readonly place: string
  readonly people_wanted: number
  readonly criteria: string
  readonly source_platform: string
}

/** Inserts drafts in one statement; returns their ids by number. */
export async function insert(
  ctx: Context,
  orders: readonly (OrderColumns & { no: string; centre_id: number; unit_id: number; mode: Mode })[],
): Promise<Map<string, number>> {
  if (orders.length === 0) return new Map()
  const creationColumns = { state: 'draft', created_by: ctx.actor.userId, created_at: ctx.now }
  const rows = await ctx.db
    .insertInto('service_order')
    .values(orders.map((order) => ({ ...order, ...creationColumns })))
    .returning(['id', 'no'])
    .execute()
  return new Map(rows.map((row) => [row.no, row.id]))
}

export interface OrderChange extends Partial<OrderColumns> {
  readonly state?: OrderState
  readonly paused_at?: Date | null
  readonly published_at?: Date
  readonly ended_at?: Date
  readonly reason?: string
}

/** Updates an order locked by `lock`. */
export async function update(ctx: Context, id: number, to: OrderChange): Promise<void> {
  await ctx.db
    .updateTable('service_order')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** A contract in force with its limits and use. */
export interface ContractRow extends Row<'contract', 'id' | 'no' | 'name' | 'centre_id' | 'unit_id' | 'mode' | 'valid_from' | 'valid_to' | 'amount_cap_fen'> {
  unit_id: number
  mode: Mode
  unit_name: string
  centre_name: string
  /** Amount used by its orders in fen, except the order being edited. */
  used: number
  orders: number
  categories: string[]
}

/**
 * Returns unit contracts in force on this day, with their invoice categories: those agreed in the terms, otherwise the
 * centre's, otherwise all active ones.
 */
export async function contracts(
  ctx: Context,
  of: {
    id?: number | undefined
    nos?: readonly string[]
    keyword?: string
    today: string
    butOrderId?: number
    most?: number
    scope?: Scope
    isUnordered?: boolean
  },
): Promise<ContractRow[]> {
  const { id, nos, keyword = '', today, butOrderId = 0, most = nos?.length ?? 20, scope = ctx.scope, isUnordered = false } = of
  const likePattern = containsPattern(keyword)
  const idCondition = id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`contract.id = ${id}`
  const numberCondition = nos === undefined ? sql<SqlBool>`true` : sql<SqlBool>`contract.no = any(${[...nos]}::text[])`
  const keywordCondition =
    keyword === ''
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(contract.no ilike ${likePattern} or contract.name ilike ${likePattern} or unit.name ilike ${likePattern})`
  return ctx.rows<ContractRow>`
    select contract.id, contract.no, contract.name, contract.centre_id, contract.mode, contract.unit_id, contract.valid_from, contract.valid_to, contract.amount_cap_fen,
      unit.name as unit_name, centre.name as centre_name, spent.fen as used, spent.orders,
      ${usableCategories(sql`agreed.names`)} as categories
    from contract join unit on unit.id = contract.unit_id join centre on centre.id = contract.centre_id
      left join app.unit_terms(${ctx.now}::timestamptz) terms on terms.unit_id = contract.unit_id and terms.centre_id = contract.centre_id and terms.mode = contract.mode
      cross join lateral (select case when cardinality(terms.invoice_categories) > 0 then terms.invoice_categories else centre.invoice_categories end as names) agreed
      cross join lateral (select coalesce(sum(used.settled + used.underway) filter (where orders.id <> ${butOrderId}), 0)::bigint as fen,
          count(*) filter (where orders.state <> 'cancelled') as orders
        from service_order orders cross join lateral app.order_use(orders.id) used where orders.contract_id = contract.id) spent
    where contract.kind in ('unit_service', 'general_contract') and contract.sign_state = 'done' and ${today}::date between contract.valid_from and contract.valid_to
      and ${idCondition} and ${numberCondition} and ${keywordCondition} and ${isUnordered ? sql<SqlBool>`spent.orders = 0` : sql<SqlBool>`true`} and ${inScope(scope, 'contract', { mode: true })}
    order by contract.id desc limit ${most}`
}
