import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Db, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface CentreRow {
  id: number
  name: string
  modes: Mode[]
  age_min: number
  age_max: number
}

export async function centres(db: Db): Promise<CentreRow[]> {
  const rows = await db.selectFrom('centre').select(['id', 'name', 'modes', 'age_min', 'age_max']).where('is_active', '=', true).orderBy('id').execute()
  return rows as CentreRow[]
}

export interface PlanRow extends Row<'fee_plan', 'id' | 'name' | 'mode'> {
  mode: Mode
}

/** Returns the fee plans in force on this day. */
export async function plans(db: Db, day: string): Promise<PlanRow[]> {
  const result = await sql<PlanRow>`select id, name, mode from app.fee_plans(${day}::date) order by id`.execute(db)
  return result.rows
}

export interface SalesStaffRow extends Row<'app_user', 'id' | 'name'>, Row<'user_centre', 'centre_id'> {
  post: number
}

/** Returns sales staff (posts 2 and 3) of these centres. */
export async function salesStaff(db: Db, centreIds: readonly number[]): Promise<SalesStaffRow[]> {
  const result =
    await sql<SalesStaffRow>`select app_user.id, app_user.name, app_user.poststatus as post, post.centre_id from app_user join user_centre post on post.user_id = app_user.id
    where app_user.usertype = ${userType.centre} and app_user.poststatus in (${postStatus.marketer}, ${postStatus.salesman})
      and app_user.status = ${accountStatus.active} and post.centre_id = any(${[...centreIds]}::bigint[]) order by app_user.id`.execute(db)
  return result.rows
}

export interface InviteRow extends Row<'invite', 'code' | 'user_id' | 'centre_id' | 'unit_id' | 'partner_id'>, Row<'app_user', 'usertype' | 'poststatus'> {
  name: string
}

const isPartnerReady = (ctx: Context, id: Expression<unknown>) =>
  sql<SqlBool>`exists (select from partner at_work where at_work.id = ${id} and at_work.is_active and app.partner_ready(at_work.id, ${dayOf(ctx.now)}::date))`

/** Returns whether this partner may invite: active, with its agreement in effect. */
export const mayInvite = async (ctx: Context, partnerId: number): Promise<boolean> =>
  (await ctx.rows`select where ${isPartnerReady(ctx, sql`${partnerId}`)}`).length > 0

/** Returns the invitation of a code while its account is active and its partner, if any, may invite. */
export async function inviteOf(ctx: Context, code: string): Promise<InviteRow | undefined> {
  return ctx.row<InviteRow>`select invite.code, invite.user_id, app_user.usertype, app_user.poststatus, coalesce(unit.name, partner.name, app_user.name) as name,
      invite.centre_id, invite.unit_id, invite.partner_id
    from invite join app_user on app_user.id = invite.user_id left join unit on unit.id = invite.unit_id left join partner on partner.id = invite.partner_id
    where invite.code = ${code} and app_user.status = ${accountStatus.active} and (invite.partner_id is null
      or ${isPartnerReady(ctx, sql.ref('invite.partner_id'))})`
}

/** Returns whether a partner's account created this code. */
export async function isPartnersInvite(db: Db, code: string): Promise<boolean> {
  return (await db.selectFrom('invite').select('code').where('code', '=', code).where('partner_id', 'is not', null).executeTakeFirst()) !== undefined
}

/** Returns the caller's invitation code, or stores and returns `fresh` if the caller has none. */
export async function ensureInviteCode(ctx: Context, fresh: string): Promise<string> {
  await ctx.db
    .insertInto('invite')
    .values({
      code: fresh,
      user_id: ctx.actor.userId,
      centre_id: ctx.scope.centreId,
      unit_id: ctx.actor.unitId,
      partner_id: ctx.actor.partnerId,
      created_at: ctx.now,
    })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
  const row = await ctx.db.selectFrom('invite').select('code').where('user_id', '=', ctx.actor.userId).executeTakeFirstOrThrow()
  return row.code
}

/** Counts the pending applications of each reviewer. */
export async function countOpenByReviewer(db: Db, userIds: readonly number[]): Promise<Map<number, number>> {
  const result = await sql<{ id: number; count: number }>`select reviewer_id as id, count(*) as count from application
    where reviewer_id = any(${[...userIds]}::bigint[]) and state = 'pending' group by reviewer_id`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row.count]))
}

/** Returns the account data that messages need. */
export async function accountOf(db: Db, userId: number): Promise<{ username: string; status: number } | undefined> {
  return db.selectFrom('app_user').select(['username', 'status']).where('id', '=', userId).executeTakeFirst()
}
