import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Language } from '#/domain/base/text.ts'
import type { AppealState, ApplicationKind, ApplicationState } from '#/domain/onboarding/application.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { countOf, type Listing, pageOf } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The holder of an identity, with exactly one of the four ids set. */
export type AppealHolder = Row<'registration_appeal', 'operator_id' | 'unit_id' | 'partner_id' | 'other_application_id' | 'centre_id'>

/** Returns the record with this identity, or else the earlier application; undefined when there is neither. */
export async function findHolder(
  db: Db,
  of: { readonly subjectIndex: string; readonly idIndex: string | null; readonly creditCode: string | null; readonly side: 'operator' | 'unit' | 'partner' },
  besides: number,
): Promise<AppealHolder | undefined> {
  // For a unit with several centres the platform decides.
  const result = await sql<AppealHolder>`
    select id as operator_id, null::bigint as unit_id, null::bigint as partner_id, null::bigint as other_application_id, centre_id, 1 as turn
      from operator where ${of.side === 'operator'} and id_number_index = ${of.idIndex}
    union all select null, id, null, null,
        (select case when count(distinct setting.centre_id) = 1 then min(setting.centre_id) end from unit_setting setting where setting.unit_id = unit.id), 1
      from unit where ${of.side === 'unit'} and credit_code = ${of.creditCode}
    union all select null, null, id, null, null, 1 from partner where ${of.side === 'partner'} and (credit_code = ${of.creditCode} or id_number_index = ${of.idIndex})
    union all select null, null, case when partner_id is not null then partner_id end, case when partner_id is null then id end, centre_id, 2
      from application where subject_index = ${of.subjectIndex} and id <> ${besides} and state in ('pending', 'approved', 'signing', 'active')
    order by turn limit 1`.execute(db)
  const row = result.rows[0]
  return (
    row && {
      operator_id: row.operator_id,
      unit_id: row.unit_id,
      partner_id: row.partner_id,
      other_application_id: row.other_application_id,
      centre_id: row.centre_id,
    }
  )
}

interface NewAppeal extends AppealHolder {
  application_id: number
  name: string
  id_number_sealed: string
  credit_code: string
  mobile_sealed: string
  language: Language
  statement: string
  file_id: string | null
  created_at: Date
}

export async function insert(db: Db, appeal: NewAppeal): Promise<number> {
  const { id } = await db.insertInto('registration_appeal').values(appeal).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Counts the application's appeals and returns the latest state, or undefined if there is none. */
export async function latestAppealOf(
  db: Db,
  applicationId: number,
): Promise<{ count: number; state: AppealState; created_at: Date; resolution: string } | undefined> {
  const result = await sql<Row<'registration_appeal', 'state' | 'created_at' | 'resolution'> & { count: number; state: AppealState }>`
    select state, created_at, resolution, count(*) over () as count from registration_appeal where application_id = ${applicationId} order by id desc limit 1`.execute(
    db,
  )
  return result.rows[0]
}

/** Limits appeals to the caller's scope: all for the platform, those about its records for a centre. */
function visibleCondition(ctx: Context): Expression<SqlBool> {
  const { actor, scope } = ctx
  if (actor.usertype === userType.platform && scope.all) return sql<SqlBool>`true`
  if (actor.usertype !== userType.centre || scope.centreId === null || scope.centreIds.length === 0) return sql<SqlBool>`false`
  return sql<SqlBool>`appeal.centre_id = ${scope.centreId}`
}

export interface AppealRow
  extends Row<
      'registration_appeal',
      | 'id'
      | 'application_id'
      | 'name'
      | 'id_number_sealed'
      | 'credit_code'
      | 'mobile_sealed'
      | 'language'
      | 'statement'
      | 'file_id'
      | 'created_at'
      | 'state'
      | 'resolution'
      | 'user_id'
      | 'resolved_at'
      | 'upheld_at'
      | 'upheld_reason'
    >,
    Row<'application', 'no' | 'kind'>,
    AppealHolder {
  kind: ApplicationKind
  language: Language
  centre_name: string | null
  state: AppealState
  resolved_by: string | null
  upheld_by: Row<'app_user'>['name'] | null
  /** Whether the caller and the person who upheld the appeal count as one person. */
  is_same_hand: boolean
}

const appealColumns = sql`appeal.id, appeal.application_id, asked.no, asked.kind, appeal.name, appeal.id_number_sealed, appeal.credit_code, appeal.mobile_sealed,
  appeal.language, appeal.operator_id, appeal.unit_id, appeal.partner_id, appeal.other_application_id, appeal.centre_id, centre.name as centre_name, appeal.statement,
  appeal.file_id, appeal.created_at, appeal.state, appeal.resolution, appeal.user_id, resolver.name as resolved_by, appeal.resolved_at,
  upholder.name as upheld_by, appeal.upheld_at, appeal.upheld_reason`
const appealTables = sql`registration_appeal appeal join application asked on asked.id = appeal.application_id left join centre on centre.id = appeal.centre_id
  left join app_user resolver on resolver.id = appeal.resolved_by left join app_user upholder on upholder.id = appeal.upheld_by`

const viewerColumns = (ctx: Context) => sql`${appealColumns}, coalesce(appeal.upheld_by = any (app.hands_of(${ctx.actor.userId})), false) as is_same_hand`

/** Returns appeals in the caller's scope, open ones first. */
export async function list(
  ctx: Context,
  filter: { state?: AppealState | undefined },
  page: PageRequest,
): Promise<{ rows: AppealRow[]; count: number; next: number | null; open: number }> {
  const isOpen = sql<SqlBool>`(appeal.state = 'open')`
  const listing: Listing = {
    table: sql`registration_appeal appeal`,
    where: filter.state === undefined ? visibleCondition(ctx) : sql<SqlBool>`${visibleCondition(ctx)} and appeal.state = ${filter.state}`,
    id: sql`appeal.id`,
    order: filter.state === undefined ? { by: [isOpen] } : undefined,
  }
  const found = await pageOf(ctx, listing, page, sql<AppealRow>`select ${viewerColumns(ctx)} from ${appealTables}`)
  return { ...found, open: await countOf(ctx, { ...listing, where: sql<SqlBool>`${visibleCondition(ctx)} and ${isOpen}` }) }
}

export const find = (ctx: Context, id: number): Promise<AppealRow | undefined> =>
  ctx.row<AppealRow>`select ${viewerColumns(ctx)} from ${appealTables} where appeal.id = ${id} and ${visibleCondition(ctx)}`

/** Returns an appeal in the caller's scope, locked. */
export async function lock(ctx: Context, id: number): Promise<AppealRow | undefined> {
  await ctx.run`select id from registration_appeal where id = ${id} for no key update`
  return find(ctx, id)
}

/** Returns an appeal with the transferred account, for its messages. */
export async function findForMessage(db: Db, id: number): Promise<(Omit<AppealRow, 'is_same_hand'> & { username: string | null }) | undefined> {
  const result = await sql<Omit<AppealRow, 'is_same_hand'> & { username: string | null }>`select ${appealColumns}, given.username from ${appealTables}
    left join app_user given on given.id = appeal.user_id where appeal.id = ${id}`.execute(db)
  return result.rows[0]
}

export async function closeAppeal(
  ctx: Context,
  id: number,
  to: { state: 'handed' | 'freed' | 'rejected'; resolution: string; userId: number | null },
): Promise<void> {
  await ctx.db
    .updateTable('registration_appeal')
    .set({ state: to.state, resolution: to.resolution, user_id: to.userId, resolved_by: ctx.actor.userId, resolved_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Records that the caller upholds an appeal, which another person then executes. */
export async function upholdAppeal(ctx: Context, id: number, reason: string): Promise<void> {
  await ctx.db.updateTable('registration_appeal').set({ upheld_by: ctx.actor.userId, upheld_at: ctx.now, upheld_reason: reason }).where('id', '=', id).execute()
}

/** Withdraws the open appeal of a withdrawn application. */
export async function withdrawAppeal(ctx: Context, applicationId: number): Promise<void> {
  await ctx.db
    .updateTable('registration_appeal')
    .set({ state: 'withdrawn', resolved_at: ctx.now })
    .where('application_id', '=', applicationId)
    .where('state', '=', 'open')
    .execute()
}

export interface HolderRecord {
  no: string
  name: string
  status: number
  application_state: ApplicationState | null
  mobile: string | null
  mobile_sealed: string | null
  since: Date
}

/** Returns the record or application that has the identity. */
export async function findHolderRecord(db: Db, of: AppealHolder): Promise<HolderRecord | undefined> {
  const result = await sql<HolderRecord>`
    select code as no, name, status, null as application_state, null as mobile, mobile_sealed, created_at as since from operator where id = ${of.operator_id}
    union all select code, name, status, null, contact_mobile, null, created_at from unit where id = ${of.unit_id}
    union all select code, name, case when is_active then 8 else 5 end, null, contact_mobile, null, created_at from partner where id = ${of.partner_id}
    union all select no, subject_name, 0, state, null, mobile_sealed, created_at from application where id = ${of.other_application_id}`.execute(db)
  return result.rows[0]
}

export type AccountRow = Row<'app_user', 'id' | 'username' | 'last_login_at'>

/**
 * Returns the open accounts of a record, first the account to transfer. For a unit, an administrator's account comes
 * first.
 */
export async function accountsOf(db: Db, of: AppealHolder): Promise<AccountRow[]> {
  const result = await sql<AccountRow>`select account.id, account.username, account.last_login_at from app_user account
    where account.status <> ${accountStatus.closed} and ((account.usertype = ${userType.operator} and account.operator_id = ${of.operator_id})
      or (account.usertype = ${userType.unit} and account.unit_id = ${of.unit_id})
      or (account.usertype = ${userType.partner} and account.partner_id = ${of.partner_id})
      or account.id = (select user_id from application where application.id = ${of.other_application_id}))
    order by exists (select from user_role join role_permission using (role_id) where user_id = account.id and permission = 'employeeDw') desc, account.id`.execute(
    db,
  )
  return result.rows
}

/** Updates the mobile number of the account's unfinished application. */
export async function setApplicationMobile(db: Db, userId: number, mobile: { sealed: string; index: string }): Promise<void> {
  await db
    .updateTable('application')
    .set({ mobile_sealed: mobile.sealed, mobile_index: mobile.index })
    .where('user_id', '=', userId)
    .where('state', 'in', ['approved', 'signing', 'active'])
    .execute()
}

/** Returns the numbers of an appeal as the application role, within the caller's scope. */
export async function sealedNumbersOf(
  ctx: Context,
  id: number,
): Promise<{ name: string; id_number_sealed: string; mobile_sealed: string; centre_id: number | null } | undefined> {
  return ctx.db
    .selectFrom('registration_appeal')
    .select(['name', 'id_number_sealed', 'mobile_sealed', 'centre_id'])
    .where('id', '=', id)
    .where(({ eb, val }) => (ctx.scope.all ? val(true) : eb('centre_id', '=', ctx.scope.centreIds.length > 0 ? ctx.scope.centreId : null)))
    .executeTakeFirst()
}
