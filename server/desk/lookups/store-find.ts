import { type Expression, type SqlBool, sql } from 'kysely'
import { unitInScope } from '#/server/desk/lookups/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import { nameContains } from '#/server/kernel/rows/names.ts'
import { inScope, scopeOfAllPlaces } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { operatorsWorkingWith } from '#/server/people/operators/public.ts'

// With more matches than this, reading the list in its order is faster.
const maxNamedBatches = 200

export interface BatchMatch extends Row<'payment_batch', 'id' | 'no' | 'centre_id' | 'mode' | 'state'> {
  unit_name: Row<'unit'>['name']
}

/** Returns the latest batches whose number contains the text, across all the caller's places. */
export async function batches(ctx: Context, text: string, limit: number): Promise<BatchMatch[]> {
  const scope = scopeOfAllPlaces(ctx)
  const rows = await ctx.rows<{ ids: number[] | null }>`select app.batches_named(${text}, ${maxNamedBatches}) as ids`
  const ids = rows[0]?.ids ?? null
  const nameCondition = ids === null ? sql<SqlBool>`true` : sql<SqlBool>`batch.id = any(${ids}::bigint[])`
  const find = async () =>
    await sql<BatchMatch>`select batch.id, batch.no, batch.centre_id, batch.mode, batch.state, unit.name as unit_name
      from ${batchHeads} batch join unit on unit.id = batch.unit_id
      where ${nameCondition} and batch.no ilike ${containsPattern(text)} and ${inScope(scope, 'batch', { mode: true })} order by batch.id desc limit ${limit}`.execute(
      ctx.db,
    )
  return (scope.centreIds.length > 1 ? await ctx.widen('batches at the caller’s other centres', find) : await find()).rows
}

/** Limits operators to the scope: the centre's, or those linked to the caller's units. */
function operatorInScope({ scope }: Context): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  if (scope.centreIds.length > 0) return sql<SqlBool>`operator.centre_id = any(${[...scope.centreIds]}::bigint[])`
  // Selects the unit's operators first, because they are few.
  return sql<SqlBool>`operator.id = any(array${operatorsWorkingWith(scope.unitIds)})`
}

export type OperatorMatch = Row<'operator', 'id' | 'name' | 'code' | 'mobile_sealed' | 'kind'>

/** Returns operators by part of the name, or by exact mobile, identity or operator number. */
export async function operators(ctx: Context, text: string, limit: number): Promise<OperatorMatch[]> {
  const matchCondition = /\d/.test(text)
    ? sql<SqlBool>`operator.id in (select id from operator where code = ${text.toUpperCase()} union all select id from operator where mobile_index = ${ctx.vault.index('mobile', text)}
        union all select id from operator where id_number_index = ${ctx.vault.index('id_number', text.toUpperCase())})`
    : await nameContains(ctx, 'operator', { id: 'operator.id', columns: ['operator.name'] }, text)
  return ctx.rows<OperatorMatch>`select operator.id, operator.name, operator.code, operator.mobile_sealed, operator.kind from operator
    where ${matchCondition} and ${operatorInScope(ctx)} order by operator.id desc limit ${limit}`
}

/** Returns units by part of the name, or by exact number, credit code or mobile number. */
export async function units(ctx: Context, text: string, limit: number): Promise<Row<'unit', 'id' | 'name' | 'code'>[]> {
  const code = text.toUpperCase()
  const unitNameCondition = await nameContains(ctx, 'unit', { id: 'unit.id', columns: ['unit.name'] }, text)
  return ctx.rows<Row<'unit', 'id' | 'name' | 'code'>>`select unit.id, unit.name, unit.code from unit
    where (${unitNameCondition} or unit.code = ${code} or unit.credit_code = ${code} or unit.contact_mobile = ${text}) and ${unitInScope(ctx, sql`unit.id`)}
    order by unit.id desc limit ${limit}`
}
