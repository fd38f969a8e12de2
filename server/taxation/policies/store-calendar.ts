import { sql } from 'kysely'
import type { PublishedYear } from '#/domain/base/working-days.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type YearState = 'draft' | 'published' | 'dropped'

export interface YearRecord
  extends Row<'calendar_year', 'id' | 'year' | 'edition' | 'state' | 'source' | 'off' | 'working' | 'hands' | 'published_at' | 'version'> {
  state: YearState
  off: [string, string][]
  working: string[]
  maker: string
  publisher: string | null
}

const yearSelection = sql`select calendar.id, calendar.year, calendar.edition, calendar.state, calendar.source, calendar.off, calendar.working, calendar.hands, calendar.published_at,
  calendar.version, maker.name as maker, publisher.name as publisher
  from calendar_year calendar join app_user maker on maker.id = calendar.made_by left join app_user publisher on publisher.id = calendar.published_by`

/** Returns every edition of every year, newest first. */
export const years = (ctx: Context): Promise<YearRecord[]> =>
  ctx.rows<YearRecord>`${yearSelection} where calendar.state <> 'dropped' order by calendar.year desc, calendar.edition desc`

export const findYear = (ctx: Context, id: number, isLocked = false): Promise<YearRecord | undefined> =>
  ctx.row<YearRecord>`${yearSelection} where calendar.id = ${id} ${isLocked ? sql`for no key update of calendar` : sql``}`

/** Adds the next edition of a year. */
export async function addYear(ctx: Context, { year, source, off, working }: PublishedYear): Promise<number> {
  await ctx.run`select pg_advisory_xact_lock(7120261, 212)`
  const editorId = ctx.actor.userId
  const rows = await ctx.rows<Row<'calendar_year', 'id'>>`insert into calendar_year (year, edition, source, off, working, hands, made_by, made_at)
    values (${year}, (select coalesce(max(edition), 0) + 1 from calendar_year where year = ${year}), ${source}, ${JSON.stringify(off)}::jsonb, ${JSON.stringify(working)}::jsonb,
      array[${editorId}::bigint], ${editorId}, ${ctx.now}) returning id`
  return rows[0]?.id as number
}

export async function editYear(ctx: Context, id: number, { source, off, working }: PublishedYear): Promise<void> {
  const ownUserId = ctx.actor.userId
  await ctx.run`update calendar_year set source = ${source}, off = ${JSON.stringify(off)}::jsonb, working = ${JSON.stringify(working)}::jsonb, version = version + 1,
    hands = case when ${ownUserId}::bigint = any(hands) then hands else hands || ${ownUserId}::bigint end where id = ${id}`
}

export async function endYear(ctx: Context, id: number, to: { state: YearState; published_by?: number; published_at?: Date }): Promise<void> {
  await ctx.db
    .updateTable('calendar_year')
    .set({ ...to, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}
