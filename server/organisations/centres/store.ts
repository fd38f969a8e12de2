import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus, postStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ChannelKindName } from '#/domain/organisations/payout-channel.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { paidNet, unitBalances } from '#/server/organisations/units/public.ts'

export interface CentreRow extends Row<'centre'> {
  modes: Mode[]
  invoice_kinds: ('special' | 'ordinary')[]
  sign_way: 'sms' | 'face' | 'handwriting'
  /** The rate of the city maintenance tax today. */
  city_rate_now: number
  units: number
  month_net: number
  balance: number
  directors: string[]
}

export type CentreFilter = FilterOf<Modules['centres']['list']>

/** Selects centres by the filter and the caller's scope: all for the platform, the current one for centre staff. */
function filterCondition(ctx: Context, { keyword, mode, isActive }: CentreFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`centre.id = any(${[...ctx.scope.centreIds]}::bigint[])`]
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(
      sql<SqlBool>`(centre.name ilike ${likePattern} or centre.legal_name ilike ${likePattern} or centre.code = ${keyword.toUpperCase()} or centre.credit_code = ${keyword.toUpperCase()})`,
    )
  }
  if (mode !== undefined) conditions.push(sql<SqlBool>`${mode} = any(centre.modes)`)
  if (isActive !== undefined) conditions.push(sql<SqlBool>`centre.is_active = ${isActive}`)
  return allOf(conditions)
}

const columns = (ctx: Context) => sql`centre.*, app.city_rate(centre, ${dayOf(ctx.now)}::date) as city_rate_now,
  coalesce((select count(distinct setting.unit_id) from unit_setting setting where setting.centre_id = centre.id), 0) as units,
  ${ask(ctx, paidNet, sql<SqlBool>`voucher.centre_id = centre.id`)} as month_net,
  coalesce((select sum(balance_fen) from ${ask(ctx, unitBalances)} account where account.centre_id = centre.id), 0)::bigint as balance,
  array(select person.name from app_user person join user_centre post on post.user_id = person.id where post.centre_id = centre.id
    and person.poststatus = ${postStatus.director} and person.status = ${accountStatus.active} order by person.id) as directors`

/** Returns a page of centres with their figures. */
export async function list(ctx: Context, filter: CentreFilter, page: { page: number; size: number }): Promise<{ rows: CentreRow[]; count: number }> {
  const rows = await ctx.rows<CentreRow>`select ${columns(ctx)} from centre where ${filterCondition(ctx, filter)} order by centre.id
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from centre where ${filterCondition(ctx, filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

export const find = (ctx: Context, id: number): Promise<CentreRow | undefined> =>
  ctx.row<CentreRow>`select ${columns(ctx)} from centre where centre.id = ${id} and ${filterCondition(ctx, {})}`

/** Finds a centre and locks it until the transaction ends. Closing waits for transactions that keep the centre open. */
export async function lock(ctx: Context, id: number, isClosing: boolean): Promise<CentreRow | undefined> {
  await ctx.run`select id from centre where id = ${id} and ${filterCondition(ctx, {})} ${isClosing ? sql.raw('for update') : sql.raw('for no key update')}`
  return find(ctx, id)
}

export interface ChannelRow
  extends Row<
    'channel',
    'id' | 'name' | 'kind' | 'is_active' | 'is_paused' | 'paused_reason' | 'paused_by' | 'single_limit_fen' | 'daily_limit_fen' | 'settings_sealed'
  > {
  kind: ChannelKindName
}

export const channels = (ctx: Context, centreId: number): Promise<ChannelRow[]> =>
  ctx.rows<ChannelRow>`select id, name, kind, is_active, is_paused, paused_reason, paused_by, single_limit_fen, daily_limit_fen, settings_sealed from channel where centre_id = ${centreId} order by id`

export interface PersonRow extends Row<'app_user', 'id' | 'name' | 'poststatus' | 'status'>, Row<'user_centre', 'modes'> {
  modes: Mode[]
}

/** Returns the staff of a centre. */
export async function people(ctx: Context, centreId: number): Promise<PersonRow[]> {
  return ctx.rows<PersonRow>`select person.id, person.name, person.poststatus, post.modes, person.status from user_centre post
    join app_user person on person.id = post.user_id where post.centre_id = ${centreId} order by person.poststatus, person.id`
}

export interface CityRateRow extends Row<'centre_city_rate', 'rate_ppm' | 'valid_from'> {
  made_by_name: string
}

/** Returns the city rates of a centre, newest month first. Of several for one month, the last one stored applies. */
export async function cityRates(ctx: Context, centreId: number): Promise<CityRateRow[]> {
  return ctx.rows<CityRateRow>`select distinct on (rate.valid_from) rate.rate_ppm, rate.valid_from::text as valid_from, person.name as made_by_name
    from centre_city_rate rate join app_user person on person.id = rate.made_by where rate.centre_id = ${centreId} order by rate.valid_from desc, rate.id desc`
}

export async function addCityRate(ctx: Context, centreId: number, ratePpm: number, from: string): Promise<void> {
  await ctx.db
    .insertInto('centre_city_rate')
    .values({ centre_id: centreId, rate_ppm: ratePpm, valid_from: from, made_by: ctx.actor.userId, made_at: ctx.now })
    .execute()
}

export async function findByCreditCode(ctx: Context, creditCode: string): Promise<{ name: string } | undefined> {
  return ctx.db.selectFrom('centre').select('name').where('credit_code', '=', creditCode).executeTakeFirst()
}

export type CentreColumns = Omit<
  CentreRow,
  | 'id'
  | 'code'
  | 'credit_code'
  | 'business_contracts_from'
  | 'is_active'
  | 'status_reason'
  | 'version'
  | 'created_at'
  | 'city_rate_ppm'
  | 'city_rate_now'
  | 'units'
  | 'month_net'
  | 'balance'
  | 'directors'
>

/** Adds an inactive centre. The centre's number is derived from the id. */
export async function insert(ctx: Context, facts: CentreColumns & { readonly credit_code: string; readonly city_rate_ppm: number }): Promise<number> {
  const nextIdResult = await ctx.row<Row<'centre', 'id'>>`select nextval(pg_get_serial_sequence('centre', 'id')) as id`
  const id = Number(nextIdResult?.id)
  await ctx.db
    .insertInto('centre')
    .values({ ...facts, id, code: `YY${String(id).padStart(2, '0')}`, created_at: ctx.now, is_active: false })
    .execute()
  return id
}

/** Updates a centre that `lock` has locked, and increments its version. */
export async function update(
  ctx: Context,
  id: number,
  to: Partial<CentreColumns> & { readonly is_active?: boolean; readonly status_reason?: string },
): Promise<void> {
  await ctx.db
    .updateTable('centre')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Returns the modes that units use at a centre. */
export async function modesInUse(ctx: Context, id: number): Promise<Mode[]> {
  const rows = await ctx.db
    .selectFrom('unit_setting')
    .select('mode')
    .distinct()
    .where('centre_id', '=', id)
    .where('is_active', '=', true)
    .$narrowType<{ mode: Mode }>()
    .execute()
  return rows.map((row) => row.mode)
}

/** Adds an inactive channel; a second person's approval activates it. */
export async function addChannel(
  ctx: Context,
  channel: { centreId: number; name: string; kind: ChannelKindName; sealed: string; singleLimit: number | null; dailyLimit: number | null },
): Promise<number> {
  const row = await ctx.db
    .insertInto('channel')
    .values({
      centre_id: channel.centreId,
      name: channel.name,
      kind: channel.kind,
      single_limit_fen: channel.singleLimit,
      daily_limit_fen: channel.dailyLimit,
      settings_sealed: channel.sealed,
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns a channel within the caller's scope, with its centre. */
export async function channel(ctx: Context, id: number): Promise<(ChannelRow & Row<'channel', 'centre_id'>) | undefined> {
  const centreCondition = ctx.scope.all ? sql`true` : sql`centre_id = any(${[...ctx.scope.centreIds]}::bigint[])`
  return ctx.row<ChannelRow & Row<'channel', 'centre_id'>>`select * from channel where id = ${id} and ${centreCondition} for no key update`
}

/** Updates the name and the pause of a channel, recording who paused it first, and deactivates it. Activation needs an approval. */
export async function setChannel(ctx: Context, id: number, to: { name: string; isActive: boolean; isPaused: boolean; reason: string }): Promise<void> {
  await ctx.db
    .updateTable('channel')
    .set({
      name: to.name,
      is_active: to.isActive,
      is_paused: to.isPaused,
      paused_reason: to.isPaused ? to.reason : '',
      ...(to.isPaused && { paused_by: sql`case when is_paused then paused_by else ${ctx.actor.userId}::bigint end` }),
    })
    .where('id', '=', id)
    .execute()
}

/** The amount in fen up to which all centres together may pay a person in a month; null for no limit. */
export const personMonthLimit = sql<number | null>`(select person_month_limit_fen from platform_setting)`

export type PlatformSetting = Row<'platform_setting', 'person_month_limit_fen' | 'version'>

/** Returns the settings that apply to all centres together. */
export async function platformSetting(ctx: Context): Promise<PlatformSetting> {
  return ctx.db.selectFrom('platform_setting').select(['person_month_limit_fen', 'version']).executeTakeFirstOrThrow()
}
