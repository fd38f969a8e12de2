import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { maxCountedRows, type PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { freshPlan } from '#/server/lib/database/prepared-plans.ts'

/** A list of rows of one table under conditions, in an order that an index provides. */
export interface Listing {
  /** The listed table with its alias, such as `account_application asked`. */
  readonly table: RawBuilder<unknown>
  /** Further joined tables that the conditions need. */
  readonly joins?: RawBuilder<unknown>
  readonly where: Expression<SqlBool>
  /**
   * Disjoint conditions, each with its own index. Each condition is queried separately, because "or" would use no
   * index.
   */
  readonly alternatives?: readonly Expression<SqlBool>[] | undefined
  /** Id column of the listed table. */
  readonly id: RawBuilder<number>
  /** Sort order before the id. By default the newest id comes first. */
  readonly order?: ListOrder | undefined
  /** How rows of several places are read. Omitted for tables whose indexes do not begin with a place. */
  readonly places?: Places | null
}

/**
 * Non-null columns or expressions of the listed table. All of them sort in the same direction, and so does the id after
 * them.
 */
export interface ListOrder {
  readonly by: readonly RawBuilder<unknown>[]
  readonly isRising?: boolean
  /** Whether a descending index is read backwards. */
  readonly isReversed?: boolean
}

/** The places that a caller sees, and the condition that a row belongs to one of them. */
export interface Places {
  readonly from: RawBuilder<unknown>
  readonly holds: RawBuilder<SqlBool>
  /**
   * Columns of the place. The rows of each place are also sorted by them, which restricts the planner to indexes that
   * begin with them.
   */
  readonly by: readonly RawBuilder<unknown>[]
  /**
   * Column values that are queried separately. Counts cover all of them in one query, which the planner can estimate.
   */
  readonly each?: { readonly places: Places | null; readonly isAny: RawBuilder<SqlBool> }
}

/** Ids of a page, and the id after which the next page begins. */
export interface PageKeys {
  readonly ids: number[]
  readonly next: number | null
}

/**
 * Returns the places of the caller's scope, for tables whose indexes begin with `centre_id` (and `mode`) or `unit_id`.
 * Each visible centre or unit is read through its index, and the results are merged. An index on the sort order alone
 * would scan all rows that a filter excludes. Returns null when there is only one place.
 */
export function placesInScope({ scope }: Context, table: string, has: { mode?: boolean; unit?: boolean } = {}): Places | null {
  const [centre, unit] = [sql.ref(`${table}.centre_id`), sql.ref(`${table}.unit_id`)]
  if (scope.all) {
    // `any` of one element instead of `=`: with an equation, the planner would infer the sort order and might choose
    // any index.
    const isCentre = sql<SqlBool>`${centre} = any(array[place.centre_id])`
    if (!has.mode) return { from: sql`(select centre.id as centre_id from centre offset 0) place`, holds: isCentre, by: [centre] }
    return {
      from: sql`(select centre.id as centre_id, mode from centre cross join unnest('{1,2}'::smallint[]) mode offset 0) place`,
      holds: sql<SqlBool>`${isCentre} and ${sql.ref(`${table}.mode`)} = place.mode`,
      by: [centre],
    }
  }
  if (!has.unit || scope.unitIds.length < 2) return null
  return { from: sql`unnest(${[...scope.unitIds]}::bigint[]) place(unit_id)`, holds: sql<SqlBool>`${unit} = any(array[place.unit_id])`, by: [unit] }
}

/**
 * Combines the places with these column values, so that each value is read separately, through an index that has the
 * column after the place. The other conditions must not repeat the values.
 */
export function placesPer(places: Places | null, name: string, values: readonly string[] | undefined): Places | null {
  if (!values || values.length === 0) return places
  const [column, requested] = [sql.ref(name), sql.ref(name.replace('.', '_'))]
  const from = sql`unnest(${[...values]}::text[]) ${requested}`
  const isInRange = sql<SqlBool>`${column} >= ${requested}.${requested} and ${column} <= ${requested}.${requested}`
  return {
    from: places ? sql`${places.from} cross join ${from}` : from,
    holds: places ? sql<SqlBool>`${places.holds} and ${isInRange}` : isInRange,
    by: [...(places?.by ?? []), column],
    each: { places, isAny: sql<SqlBool>`${column} = any(${[...values]}::text[])` },
  }
}

function cursorPredicate({ table, id, order }: Listing, at: number, sign: RawBuilder<unknown>): Expression<SqlBool> {
  // The values come from scalar subqueries, because only then can the row comparison use an index.
  const cursorValues = (order?.by ?? []).map((each) => sql`(select ${each} from ${table} where ${id} = ${at})`)
  return sql<SqlBool>`(${sql.join([...(order?.by ?? []), id])}) ${sign} (${sql.join([...cursorValues, sql`${at}::bigint`])})`
}

/**
 * Returns the ids of a page. Details are read only for these rows, so a page costs one index scan. Pages are addressed
 * by number, or as the rows after `after` or before `before`.
 */
export async function pageKeys(ctx: Context, listing: Listing, { page, size, after, before }: PageRequest): Promise<PageKeys> {
  const { table, joins = sql``, where, alternatives: either = [sql<SqlBool>`true`], id, order, places } = listing
  const isBackward = after === undefined && before !== undefined
  const isAscending = (order?.isRising ?? false) !== isBackward
  const at = after ?? before
  const cursorCondition = at === undefined ? sql<SqlBool>`true` : cursorPredicate(listing, at, isAscending ? sql`>` : sql`<`)
  const rowsToSkip = at === undefined ? (page - 1) * size : 0
  const columns = [...(order?.by ?? []), id]
  const foundColumns = columns.map((_, index) => sql.ref(`found.c${index}`))
  const orderTerms = (by: readonly RawBuilder<unknown>[], rises: boolean) => by.map((each) => sql`${each} ${sql.raw(rises ? 'asc' : 'desc')}`)
  const isForward = isAscending === ((order?.isRising ?? false) && !order?.isReversed)
  const orderInPlace = sql.join([...orderTerms(places?.by ?? [], isForward), ...orderTerms(columns, isAscending)])
  const columnList = sql.join(columns.map((column, index) => sql`${column} as ${sql.ref(`c${index}`)}`))
  const scopedRows = (here: RawBuilder<SqlBool>, most: number) =>
    sql.join(
      either.map(
        (one) =>
          sql`(select ${columnList} from ${table} ${joins} where ${where} and ${one} and ${cursorCondition} and ${here} order by ${orderInPlace} limit ${most})`,
      ),
      sql` union all `,
    )
  const source = places
    ? sql`${places.from} cross join lateral (${scopedRows(places.holds, rowsToSkip + size + 1)}) found`
    : sql`(${scopedRows(sql<SqlBool>`true`, rowsToSkip + size + 1)}) found`
  const rows = await ctx.rows<{ id: number }>`${freshPlan} select ${sql.ref(`found.c${columns.length - 1}`)} as id from ${source}
    order by ${sql.join(orderTerms(foundColumns, isAscending))} limit ${size + 1} offset ${rowsToSkip}`
  const ids = rows.slice(0, size).map((row) => row.id)
  if (isBackward) ids.reverse()
  return { ids, next: rows.length > size || isBackward ? (ids.at(-1) ?? null) : null }
}

type CountedListing = Pick<Listing, 'table' | 'joins' | 'where' | 'alternatives' | 'places'>

function filteredRows(
  { table, joins = sql``, where, alternatives: either = [sql<SqlBool>`true`], places: requestedPlaces }: CountedListing,
  columns: RawBuilder<unknown>,
  most: number | null,
) {
  const places = requestedPlaces?.each ? requestedPlaces.each.places : requestedPlaces
  const limit = most === null ? sql`` : sql`limit ${most}`
  const placeOrder = places && most !== null ? sql`order by ${sql.join(places.by)}` : sql``
  const allConditions = sql`${where} and ${requestedPlaces?.each?.isAny ?? sql`true`} and ${places?.holds ?? sql`true`}`
  const limitedRows = sql.join(
    either.map((one) => sql`(select ${columns} from ${table} ${joins} where ${allConditions} and ${one} ${placeOrder} ${limit})`),
    sql` union all `,
  )
  return places
    ? sql`select found.* from ${places.from} cross join lateral (${limitedRows}) found ${limit}`
    : sql`select found.* from (${limitedRows}) found ${limit}`
}

/** Counts the rows of a list, up to one more than the count limit of lists. */
export async function countOf(ctx: Context, listing: CountedListing): Promise<number> {
  const rows = await ctx.rows<{
    count: number
  }>`${freshPlan} select count(*) as count from (${filteredRows(listing, sql``, maxCountedRows + 1)}) fitting`
  return rows[0]?.count ?? 0
}

/** Counts several lists in one statement, each up to the same limit. */
export async function countsOf<K extends string>(ctx: Context, listings: Readonly<Record<K, CountedListing>>): Promise<Record<K, number>> {
  const counts = Object.entries<CountedListing>(listings).map(
    ([name, listing]) => sql`(select count(*) from (${filteredRows(listing, sql``, maxCountedRows + 1)}) fitting) as ${sql.id(name)}`,
  )
  const rows = await ctx.rows<Record<K, number>>`${freshPlan} select ${sql.join(counts)}`
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

/** Counts and sums the rows of a list. Sums are null beyond the count limit, unless `isWhole` is set. */
export async function totalsOf<T extends object>(
  ctx: Context,
  listing: CountedListing,
  { columns, sums, isWhole }: { columns: RawBuilder<unknown>; sums: RawBuilder<unknown>; isWhole: boolean },
): Promise<{ count: number; sums: T | null }> {
  const rows = await ctx.rows<
    T & { count: number }
  >`${freshPlan} select count(*) as count, ${sums} from (${filteredRows(listing, columns, isWhole ? null : maxCountedRows + 1)}) fitting`
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return { count: Math.min(row.count, maxCountedRows + 1), sums: row.count > maxCountedRows && !isWhole ? null : row }
}

/** Sorts rows in the order of the ids. Omits deleted rows. */
export function sortByIds<Row extends { readonly id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Returns the rows of a page without their count, for lists that are counted together with their sums. `selection` has
 * the listed id, and ends before its condition.
 */
export async function pageRows<Row extends { readonly id: number }>(
  ctx: Context,
  listing: Listing,
  page: PageRequest,
  selection: RawBuilder<Row>,
): Promise<{ rows: Row[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing, page)
  const rows = await ctx.rows<Row>`${selection} where ${listing.id} = any(${ids}::bigint[])`
  return { rows: sortByIds(ids, rows), next }
}

/** Returns the rows of a page, like `pageRows`, and the count of the list. */
export async function pageOf<Row extends { readonly id: number }>(
  ctx: Context,
  listing: Listing,
  page: PageRequest,
  selection: RawBuilder<Row>,
): Promise<{ rows: Row[]; count: number; next: number | null }> {
  return { ...(await pageRows(ctx, listing, page, selection)), count: await countOf(ctx, listing) }
}
