import { type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface RuleRow extends Row<'recon_rule'> {
  readonly centre_name: string
  readonly asker: string | null
}
export type RuleValues = Pick<RuleRow, 'stop_above_fen' | 'needs_bank'>

const rules = sql`select centre.id as centre_id, case when rule.centre_id is null then 0 else rule.stop_above_fen end as stop_above_fen,
    coalesce(rule.needs_bank, true) as needs_bank, coalesce(rule.version, 0) as version, rule.asked_by, rule.asked_at, rule.asked_stop_above_fen,
    rule.asked_needs_bank, rule.confirmed_by, rule.confirmed_at, centre.name as centre_name, asker.name as asker
  from centre left join recon_rule rule on rule.centre_id = centre.id left join app_user asker on asker.id = rule.asked_by`

/** Returns the rules of a centre. Without a stored row, these are the strict ones, with version 0. */
export const rulesOf = (ctx: Context, centreId: number): Promise<RuleRow | undefined> => ctx.row<RuleRow>`${rules} where centre.id = ${centreId}`

/** SQL for rules for which looser ones await another person. */
export const isRequested = sql<SqlBool>`rule.asked_by is not null and rule.confirmed_by is null`

/** Returns the rules with a request at the caller's centres, oldest request first. A unit has none. */
export async function askedRules(ctx: Context): Promise<RuleRow[]> {
  const { all, centreId, centreIds, unitIds } = ctx.scope
  if (!all && unitIds.length > 0) return []
  const centres = centreId === null ? centreIds : [centreId]
  const inCentres = all ? sql<SqlBool>`true` : sql<SqlBool>`rule.centre_id = any(${[...centres]}::bigint[])`
  return ctx.rows<RuleRow>`${rules} where ${isRequested} and ${inCentres} order by rule.asked_at, centre.id`
}

/** Changes the rules of a centre, or the request for looser ones. Returns false if the version is stale. */
export async function changeRules(ctx: Context, { centre_id: centreId, version }: RuleRow, change: Partial<Row<'recon_rule'>>): Promise<boolean> {
  if (version === 0) await ctx.run`insert into recon_rule (centre_id, version) values (${centreId}, 0) on conflict do nothing`
  const result = await ctx.db
    .updateTable('recon_rule')
    .set({ ...change, version: version + 1 })
    .where('centre_id', '=', centreId)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns the days of a centre that are not closed. */
export async function openDaysOf(ctx: Context, centreId: number): Promise<Row<'recon_day', 'channel_id' | 'day'>[]> {
  return ctx.rows<Row<'recon_day', 'channel_id' | 'day'>>`select channel_id, day::text as day from recon_day
    where centre_id = ${centreId} and state <> 'closed' order by day, channel_id`
}
