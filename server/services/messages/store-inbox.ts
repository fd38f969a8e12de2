import { sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import type { MessageKind } from '#/api/services/messages.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface MessageRow extends Row<'message', 'id' | 'kind' | 'values' | 'path' | 'created_at' | 'read_at'> {
  kind: MessageKind
  values: Values
}

export interface NewMessage {
  readonly values: Values
  readonly path: string | null
  readonly refType: string
  readonly refId: number | string
}

type AddedMessage = Row<'message', 'id' | 'user_id'>

const recordColumns = sql`as asked(at int, whom bigint, "values" jsonb, path text, ref_type text, ref_id text)`

function recordset(rows: readonly (NewMessage & { readonly whom: number })[]): string {
  return JSON.stringify(rows.map((row, at) => ({ at, whom: row.whom, values: row.values, path: row.path, ref_type: row.refType, ref_id: String(row.refId) })))
}

/** Inserts messages and returns their recipients; can skip those with an unread message about the same subject and page. */
export async function insert(
  ctx: Context,
  kind: string,
  rows: readonly (NewMessage & { readonly whom: number })[],
  unlessUnread: boolean,
): Promise<AddedMessage[]> {
  const isNewMessage = unlessUnread
    ? sql`not exists (select from message sent where sent.user_id = asked.whom and sent.read_at is null and sent.kind = ${kind}
        and sent.ref_type = asked.ref_type and sent.ref_id = asked.ref_id and sent.path = asked.path)`
    : sql`true`
  return ctx.rows<AddedMessage>`insert into message (user_id, kind, "values", path, ref_type, ref_id, created_at)
    select asked.whom, ${kind}, asked."values", asked.path, asked.ref_type, asked.ref_id, ${ctx.now}
    from jsonb_to_recordset(${recordset(rows)}::jsonb) ${recordColumns} where ${isNewMessage} order by asked.at returning id, user_id`
}

/** Inserts messages for the accounts of operators. */
export async function insertForOperators(ctx: Context, kind: string, rows: readonly (NewMessage & { readonly whom: number })[]): Promise<AddedMessage[]> {
  return ctx.rows<AddedMessage>`insert into message (user_id, kind, "values", path, ref_type, ref_id, created_at)
    select person.id, ${kind}, asked."values", asked.path, asked.ref_type, asked.ref_id, ${ctx.now}
    from jsonb_to_recordset(${recordset(rows)}::jsonb) ${recordColumns} join app_user person on person.operator_id = asked.whom and person.status = ${accountStatus.active}
    order by asked.at, person.id returning id, user_id`
}

/** Returns the operators with a mobile number but no account, at centres that enable text messages to them. */
export async function operatorsReachedByText(ctx: Context, requested: readonly { operatorId: number; centreId: number }[]): Promise<Set<string>> {
  const rows = JSON.stringify(requested.map((each) => ({ operator_id: each.operatorId, centre_id: each.centreId })))
  const result = await ctx.rows<Row<'payment_line', 'operator_id' | 'centre_id'>>`select distinct asked.operator_id, asked.centre_id
    from jsonb_to_recordset(${rows}::jsonb) as asked(operator_id bigint, centre_id bigint)
      join centre on centre.id = asked.centre_id and centre.texts_payees
      join operator on operator.id = asked.operator_id and operator.mobile_sealed <> ''
    where not exists (select from app_user person where person.operator_id = asked.operator_id and person.status = ${accountStatus.active})`
  return new Set(result.map((row) => `${row.operator_id} ${row.centre_id}`))
}

export async function sealedMobile(ctx: Context, operatorId: number): Promise<string> {
  const row = await ctx.db.selectFrom('operator').select('mobile_sealed').where('id', '=', operatorId).executeTakeFirst()
  return row?.mobile_sealed ?? ''
}

export interface HolderRow extends Row<'app_user', 'id'> {
  unit_id: Row<'unit'>['id']
}

/** Returns the active people of these units who hold a permission. */
export async function holders(ctx: Context, unitIds: readonly number[], permission: Permission): Promise<HolderRow[]> {
  return ctx.rows<HolderRow>`select id, unit_id from app_user
    where unit_id = any(${[...unitIds]}::bigint[]) and usertype = ${userType.unit} and status = ${accountStatus.active}
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission = ${permission}) order by id`
}

/**
 * Returns the active staff of a centre (of one mode, if given) who hold a permission, and the platform's too unless
 * `alone`.
 */
export async function holdersAtCentre(
  ctx: Context,
  { centreId, mode, alone }: { centreId: number; mode: number | null; alone: boolean },
  permission: Permission,
): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select id from app_user where status = ${accountStatus.active}
    and ((usertype = ${userType.platform} and not ${alone}) or (usertype = ${userType.centre} and exists (select from user_centre post where post.user_id = app_user.id
      and post.centre_id = ${centreId} and (${mode}::smallint is null or ${mode}::smallint = any(post.modes)))))
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission = ${permission}) order by id`
  return rows.map((row) => row.id)
}

/** Returns the active people of the platform who hold a permission. */
export async function holdersAtPlatform(ctx: Context, permission: Permission): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select id from app_user where status = ${accountStatus.active} and usertype = ${userType.platform}
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission = ${permission}) order by id`
  return rows.map((row) => row.id)
}

export async function usersOfOperators(ctx: Context, operatorIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('operator_id', 'in', [...operatorIds, 0])
    .where('status', '=', accountStatus.active)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Returns the caller's messages, newest first. */
export async function list(ctx: Context, { unread, after, size }: { unread: boolean; after: number | undefined; size: number }): Promise<MessageRow[]> {
  let query = ctx.db
    .selectFrom('message')
    .select(['id', 'kind', 'values', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', ctx.actor.userId)
    .orderBy('id', 'desc')
    .limit(size)
  if (unread) query = query.where('read_at', 'is', null)
  if (after !== undefined) query = query.where('id', '<', after)
  return (await query.execute()) as MessageRow[]
}

export const countUnread = async (ctx: Context): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from message where user_id = ${ctx.actor.userId} and read_at is null`)?.count ?? 0

/** Returns which of these messages belong to the caller. */
export async function ownIds(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('message')
    .select('id')
    .where('user_id', '=', ctx.actor.userId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

/** Marks the caller's messages as read. Null marks all. */
export async function markRead(ctx: Context, ids: readonly number[] | null): Promise<number> {
  let update = ctx.db.updateTable('message').set({ read_at: ctx.now }).where('user_id', '=', ctx.actor.userId).where('read_at', 'is', null)
  if (ids !== null) update = update.where('id', 'in', [...ids])
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** Returns the notification numbers in a unit's terms. */
export async function notificationNumbers(ctx: Context, at: { unitId: number; centreId: number; mode: number }): Promise<string[]> {
  const row = await ctx.row<{
    mobiles: Row<'unit_setting_version'>['notice_mobiles']
  }>`select terms.notice_mobiles as mobiles from app.unit_terms(${ctx.now}::timestamptz) terms
    where terms.unit_id = ${at.unitId} and terms.centre_id = ${at.centreId} and terms.mode = ${at.mode}`
  return row?.mobiles ?? []
}
