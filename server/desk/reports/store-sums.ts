import { type RawBuilder, sql } from 'kysely'
import type { ReportGroup, ReportMovementKind, ReportSpan } from '#/domain/desk/report.ts'
import { conditionOfStoredSums, dayColumnOf, liveCondition, type MovementFilter } from '#/server/desk/reports/store-filter.ts'
import { loadFirstLiveDay } from '#/server/desk/reports/store-live.ts'
import { type FigureName, figureNames, type MovementFigures, sumByDay } from '#/server/desk/reports/store-movements.ts'
import type { Context } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'

/** The sums of one group and kind of movement. */
export interface SumRow extends MovementFigures {
  key: string
  kind: ReportMovementKind
}

/** Returns the grouping expression. */
export const groupExpression = (group: ReportGroup | null, span: ReportSpan): RawBuilder<string> => {
  if (group === 'unit') return sql<string>`kept.unit_id::text`
  if (group === 'centre') return sql<string>`kept.centre_id::text`
  if (group === 'time') return sql<string>`to_char(kept.day, ${span.step === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'})`
  return sql<string>`''`
}

/** Sums the movements of a span by group and kind. Past months come from stored sums, later days from the lines. */
export async function reportSums(ctx: Context, filter: MovementFilter, span: ReportSpan, group: ReportGroup | null, withParts = true): Promise<SumRow[]> {
  const firstLiveDay = filter.operatorId ? '1970-01-01' : await loadFirstLiveDay(ctx)
  const figures = sql.join(figureNames.map((name) => sql`kept.${sql.ref(name)}`))
  const sums = sql.join(figureNames.map((name: FigureName) => sql`sum(kept.${sql.ref(name)})::bigint as ${sql.ref(name)}`))
  const figuresQuery = (from: RawBuilder<unknown>) =>
    sql`select kept.kind, kept.unit_id, kept.centre_id, ${dayColumnOf(filter.basis)} as day, ${figures} from ${from}`
  return ctx.rows<SumRow>`select ${groupExpression(group, span)} as key, kept.kind, ${sums} from (
      ${figuresQuery(sql`report_day kept where ${conditionOfStoredSums(ctx, filter, span)}`)}
      union all
      ${figuresQuery(sql`(${sumByDay((kind) => liveCondition(ctx, filter, kind, span, firstLiveDay), withParts)}) kept`)}) kept
    group by 1, 2`
}

/** Returns the names of units or centres. The caller must have read the ids within its scope. */
export async function groupNames(ctx: Context, group: ReportGroup, keys: readonly string[]): Promise<Map<string, string>> {
  if (group === 'time' || keys.length === 0) return new Map()
  const table = sql.ref(group)
  const rows = await ctx.rows<{ id: number; name: string }>`select id, name from ${table} where id = any(${keys.map(Number)}::bigint[])`
  return new Map(rows.map((row) => [String(row.id), row.name]))
}

/** Returns units, centres or partners in the caller's scope whose names contain the word, or the one with this id. */
export async function filterChoices(
  ctx: Context,
  of: 'unit' | 'centre' | 'partner',
  { keyword, id }: { keyword?: string | undefined; id?: number | undefined },
) {
  // Only the platform filters by centre or partner.
  if (of !== 'unit' && !ctx.scope.all) return []
  const choiceCondition = id ? sql`id = ${id}` : sql`name ilike ${containsPattern(keyword ?? '')}`
  return ctx.rows<{ id: number; name: string }>`select id, name from ${sql.ref(of)} where ${choiceCondition} order by name limit 20`
}
