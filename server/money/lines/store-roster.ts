import { type Expression, type SqlBool, sql } from 'kysely'
import type { AccountStatus } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { countOf, pageKeys } from '#/server/kernel/rows/page.ts'
import { beginsWith } from '#/server/lib/database/prefix.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { operatingBusinesses } from '#/server/people/entities/public.ts'
import { operatorsWorkingWith } from '#/server/people/operators/public.ts'

interface RosterRow extends Row<'operator', 'id' | 'name' | 'id_number_index'> {
  readonly status: AccountStatus
  readonly idNumber: string
  readonly mobile: string
}

/** Limits a unit's links to people whose name begins with the keyword, or whose number equals it. */
function matchesKeyword(ctx: Context, keyword: string): Expression<SqlBool> {
  if (keyword === '') return sql<SqlBool>`true`
  return sql<SqlBool>`link.operator_id in (
    select named.id from operator named where ${beginsWith('named.name', keyword)}
    union all select reached.id from operator reached where reached.mobile_index = ${ctx.vault.index('mobile', keyword)}
    union all select known.id from operator known where known.id_number_index = ${ctx.vault.index('id_number', keyword.toUpperCase())})`
}

/** Returns a page of the people who work with a unit, newest first, and their total number. */
export async function rosterOf(ctx: Context, unitId: number, { keyword, ...turn }: PageRequest & { readonly keyword: string }) {
  const listing = { table: sql`${operatorsWorkingWith([unitId])} link`, where: matchesKeyword(ctx, keyword), id: sql<number>`link.operator_id` }
  const { ids, next } = await pageKeys(ctx, listing, turn)
  return { ids, next, count: await countOf(ctx, listing) }
}

/** Returns these people in the order of their ids. */
export async function rosterRowsByIds(ctx: Context, ids: readonly number[]): Promise<RosterRow[]> {
  const rows = await ctx.rows<
    Row<'operator', 'id' | 'name' | 'status' | 'id_number_sealed' | 'id_number_index' | 'mobile_sealed' | 'mobile_index'>
  >`select id, name, status, id_number_sealed, id_number_index, mobile_sealed, mobile_index from operator
    where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`
  const { open } = cachedVaultOf(ctx)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    id_number_index: row.id_number_index,
    status: row.status as AccountStatus,
    idNumber: open('id_number', row.id_number_sealed, row.id_number_index),
    mobile: open('mobile', row.mobile_sealed, row.mobile_index),
  }))
}

/** Returns the latest operating business of each of these people. */
export async function businessIdsOf(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.rows<Row<'operator_entity', 'id' | 'operator_id'>>`select distinct on (operator_id) id, operator_id
    from ${operatingBusinesses} business where operator_id = any(${[...ids]}::bigint[]) order by operator_id, id desc`
  return new Map(rows.map((row) => [row.operator_id, row.id]))
}

/** Returns which of these people work with the unit. */
export async function findLinkedOperators(ctx: Context, unitId: number, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.rows<Row<'unit_operator', 'operator_id'>>`select operator_id from ${operatorsWorkingWith([unitId])} link
    where operator_id = any(${[...ids]}::bigint[])`
  return new Set(rows.map((row) => row.operator_id))
}

/** Returns the ID number indexes among these for which the batch already has lines. */
export async function findListedIdIndexes(
  ctx: Context,
  batch: { readonly id: number; readonly month: string },
  indexes: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'payment_line', 'id_number_index'>>`select id_number_index from payment_line
    where month = ${batch.month}::date and batch_id = ${batch.id} and id_number_index = any(${[...indexes]}::text[])`
  return new Set(rows.map((row) => row.id_number_index))
}
