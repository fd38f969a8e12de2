import { sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import type { MessageKind } from '#/api/services/messages.texts.ts'
import { accountStatus, userType } from '#/domain/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface MessageRow extends Row<'message', 'id' | 'kind' | 'values' | 'path' | 'created_at' | 'read_at'> {
  kind: MessageKind
  values: Values
}

export interface NewMessage {
  readonly kind: string
  readonly values: Values
  readonly path: string | null
  readonly refType: string
  readonly refId: number | string
}

/** One message for each of these people; answers which is whose. */
export async function insert(ctx: Context, userIds: readonly number[], message: NewMessage): Promise<Row<'message', 'id' | 'user_id'>[]> {
  const result = await sql<Row<'message', 'id' | 'user_id'>>`insert into message (user_id, kind, "values", path, ref_type, ref_id, created_at)
    select unnest(${[...userIds]}::bigint[]), ${message.kind}, ${JSON.stringify(message.values)}::jsonb, ${message.path}, ${message.refType},
      ${String(message.refId)}, ${ctx.now} returning id, user_id`.execute(ctx.db)
  return result.rows
}

/** The people of a unit who may sign in and hold this key. */
export async function holders(ctx: Context, unitId: number, permission: Permission): Promise<number[]> {
  const result = await sql<Row<'app_user', 'id'>>`select id from app_user
    where unit_id = ${unitId} and usertype = ${userType.unit} and status = ${accountStatus.active}
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission = ${permission}) order by id`.execute(
    ctx.db,
  )
  return result.rows.map((row) => row.id)
}

/** The people of a centre and of the platform who may sign in and hold this key themselves. */
export async function holdersAtCentre(ctx: Context, centreId: number, permission: Permission): Promise<number[]> {
  const result = await sql<Row<'app_user', 'id'>>`select id from app_user where status = ${accountStatus.active}
    and (usertype = ${userType.platform} or (usertype = ${userType.centre} and exists (select from user_centre post where post.user_id = app_user.id
      and post.centre_id = ${centreId})))
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission = ${permission}) order by id`.execute(
    ctx.db,
  )
  return result.rows.map((row) => row.id)
}

export async function ofOperators(ctx: Context, operatorIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('operator_id', 'in', [...operatorIds, 0])
    .where('status', '=', accountStatus.active)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The caller's own messages, newest first. */
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

export async function unread(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from message where user_id = ${ctx.actor.userId} and read_at is null`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Which of these messages are the caller's. */
export async function among(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('message')
    .select('id')
    .where('user_id', '=', ctx.actor.userId)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map((row) => row.id)
}

/** Marks the caller's own messages; null marks all. */
export async function markRead(ctx: Context, ids: readonly number[] | null): Promise<number> {
  let update = ctx.db.updateTable('message').set({ read_at: ctx.now }).where('user_id', '=', ctx.actor.userId).where('read_at', 'is', null)
  if (ids !== null) update = update.where('id', 'in', [...ids])
  return Number((await update.executeTakeFirst()).numUpdatedRows)
}

/** The telephones that the terms of a unit name for notices. */
export async function noticeMobiles(ctx: Context, at: { unitId: number; centreId: number; mode: number }): Promise<string[]> {
  const result = await sql<{
    mobiles: Row<'unit_setting_version'>['notice_mobiles']
  }>`select terms.notice_mobiles as mobiles from app.unit_terms(${ctx.now}::timestamptz) terms
    where terms.unit_id = ${at.unitId} and terms.centre_id = ${at.centreId} and terms.mode = ${at.mode}`.execute(ctx.db)
  return result.rows[0]?.mobiles ?? []
}
