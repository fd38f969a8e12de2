import { type Expression, type SqlBool, sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, pageKeys, sortByIds } from '#/server/kernel/rows/page.ts'
import { type OperatorOfUnit, operatorCount, operatorsOfUnit, unitSeen } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(operatorCount, () => sql<number>`(select count(*) from unit_operator link where link.unit_id = unit.id and link.is_active)`),

  answer(operatorsOfUnit, async (ctx, unitId, keyword, turn) => {
    const { scope } = ctx
    const conditions: Expression<SqlBool>[] = [sql<SqlBool>`link.unit_id = ${unitId} and link.is_active`]
    conditions.push(sql<SqlBool>`exists (select from unit where unit.id = link.unit_id and ${unitSeen(ctx)})`)
    if (!scope.all && scope.centreIds.length > 0) conditions.push(sql<SqlBool>`operator.centre_id = any(${[...scope.centreIds]}::bigint[])`)
    if (keyword) conditions.push(sql<SqlBool>`(operator.name ilike ${containsPattern(keyword)} or operator.code = ${keyword.toUpperCase()})`)
    const operatorJoin = sql`join operator on operator.id = link.operator_id`
    const listing = {
      table: sql`unit_operator link`,
      joins: operatorJoin,
      where: allOf(conditions),
      id: sql<number>`link.operator_id`,
    }
    const { ids, next } = await pageKeys(ctx, listing, turn)
    const rows = await ctx.rows<OperatorOfUnit>`select operator.id, operator.code, operator.name, operator.mobile_sealed, operator.yztype, operator.status,
        operator.is_identity_verified, link.created_at as since
      from unit_operator link ${operatorJoin} where link.unit_id = ${unitId} and operator.id = any(${ids}::bigint[])`
    return { rows: sortByIds(ids, rows), count: await countOf(ctx, listing), next }
  }),
]
