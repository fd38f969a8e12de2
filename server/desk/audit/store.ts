import { type Expression, type SqlBool, sql } from 'kysely'
import { secondFactorStatus } from '#/api/access/auth.texts.ts'
import type { signInKinds } from '#/api/desk/audit.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Places, pageKeys, placesPer, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A trail entry with the names behind its ids. */
export interface TrailRow
  extends Row<
    'audit_log',
    'id' | 'at' | 'action' | 'user_id' | 'usertype' | 'mode' | 'ip' | 'agent' | 'ref_type' | 'ref_id' | 'outcome' | 'detail' | 'request_id' | 'chain' | 'seq'
  > {
  username: string | null
  name: string | null
  centre_name: string | null
  unit_name: string | null
  mode: Mode | null
  ref_no: string | null
  detail: Readonly<Record<string, unknown>>
  hash: string
}

export type SignInKind = (typeof signInKinds)[number]

/** A sign-in event in the trail. The account is that of the attempt, not the acting user. */
export interface SignInRow extends Row<'audit_log', 'id' | 'at' | 'action' | 'outcome' | 'ip' | 'agent'> {
  kind: SignInKind
  said: unknown
  account_id: number | null
  username: string | null
  name: string | null
  usertype: number | null
  centre_name: string | null
  unit_name: string | null
}

/** The filters of both lists; `kind` applies only to sign-ins. */
export interface TrailFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly who?: string | undefined
  readonly module?: string | undefined
  readonly action?: string | undefined
  readonly outcome?: 'done' | 'refused' | 'denied' | undefined
  readonly refType?: string | undefined
  readonly ref?: string | undefined
  readonly unit?: string | undefined
  readonly centreId?: number | undefined
  readonly ip?: string | undefined
  readonly requestId?: string | undefined
  readonly kind?: SignInKind | undefined
}

type Condition = Expression<SqlBool>

const peopleQuery = (who: string) => sql`select id from app_user where username ilike ${containsPattern(who)} or name ilike ${containsPattern(who)}`
/** For more people than this, the rows are not read person by person. */
const maxPeople = 200

const outcomeConditions: Readonly<Record<NonNullable<TrailFilter['outcome']>, Condition>> = {
  done: sql<SqlBool>`log.outcome = 'done'`,
  denied: sql<SqlBool>`log.outcome = 'denied'`,
  refused: sql<SqlBool>`log.outcome not in ('done', 'denied')`,
}

/** Returns the conditions of both lists: scope, period and address. */
function commonConditions(ctx: Context, filter: TrailFilter): Condition[] {
  const clauses: Condition[] = [inScope(ctx.scope, 'log')]
  clauses.push(...withinDays(sql`log.at`, filter))
  if (filter.ip) clauses.push(sql<SqlBool>`log.ip = ${filter.ip}`)
  return clauses
}

function matchCondition(ctx: Context, filter: TrailFilter): Condition {
  const clauses = commonConditions(ctx, filter)
  if (filter.module) clauses.push(sql<SqlBool>`split_part(log.action, '.', 1) = ${filter.module}`)
  if (filter.action) clauses.push(sql<SqlBool>`log.action = ${filter.action}`)
  if (filter.outcome) clauses.push(outcomeConditions[filter.outcome])
  if (filter.refType) clauses.push(sql<SqlBool>`log.ref_type = ${filter.refType}`)
  if (filter.ref) clauses.push(sql<SqlBool>`(log.ref_id = ${filter.ref} or log.id = any(array(select app.audit_of_no(${filter.ref}))))`)
  if (filter.unit)
    clauses.push(sql<SqlBool>`log.unit_id = any(array(select id from unit where name ilike ${containsPattern(filter.unit)} or code = ${filter.unit}))`)
  if (filter.centreId) clauses.push(sql<SqlBool>`log.centre_id = ${filter.centreId}`)
  if (filter.requestId) clauses.push(sql<SqlBool>`log.request_id = ${filter.requestId}`)
  return allOf(clauses)
}

// The ids of other kinds of reference may not be numbers.
const accountIdColumn = sql<number>`case when log.ref_type = 'user' and log.ref_id ~ '^[0-9]{1,15}$' then log.ref_id::bigint end`
const signInActions = {
  in: ['auth.login', 'auth.secondFactor'],
  out: ['auth.logout'],
  password: ['auth.changePassword', 'recovery.reset', 'users.resetPassword'],
  device: ['profile.signOutDevice', 'profile.signOutOthers', 'users.signOut'],
} as const
const actionIn = (actions: readonly string[]) => sql`log.action in (${sql.join(actions.map((action) => sql.lit(action)))})`
const signInKind = sql<SignInKind>`case when ${actionIn(signInActions.out)} then 'out' when ${actionIn(signInActions.password)} then 'password' when ${actionIn(signInActions.device)} then 'device'
  when log.outcome = 'locked' or log.detail ->> 'lockedSeconds' is not null then 'locked' when log.outcome <> 'done' then 'failed'
  when log.detail ->> 'status' = '8' then 'in' when log.detail ->> 'status' = ${String(secondFactorStatus)} then 'step' else 'closed' end`

/** Returns the actions of one kind of sign-in event, or of all kinds. */
function signInActionsOf(kind: SignInKind | undefined): readonly string[] {
  if (kind === undefined) return Object.values(signInActions).flat()
  return kind === 'out' || kind === 'password' || kind === 'device' ? signInActions[kind] : signInActions.in
}

function signInCondition(ctx: Context, filter: TrailFilter): Condition {
  const clauses = commonConditions(ctx, filter)
  if (filter.who) clauses.push(sql<SqlBool>`${actionIn(signInActionsOf(filter.kind))}`)
  if (filter.who) clauses.push(sql<SqlBool>`log.ref_type = 'user' and log.ref_id = any(array(select found.id::text from (${peopleQuery(filter.who)}) found))`)
  if (filter.kind) clauses.push(sql<SqlBool>`${signInKind} = ${filter.kind}`)
  return allOf(clauses)
}

const trailQuery = sql`select log.id, log.at, log.action, log.user_id, person.username, person.name, log.usertype, centre.name as centre_name, unit.name as unit_name, log.mode, log.ip,
    log.agent, log.ref_type, log.ref_id, coalesce(log.detail ->> 'no', log.detail ->> 'name', log.detail ->> 'username', account.username) as ref_no, log.outcome, log.detail, log.request_id,
    log.chain, log.seq, encode(log.hash, 'hex') as hash
  from audit_log log left join app_user person on person.id = log.user_id left join centre on centre.id = log.centre_id left join unit on unit.id = log.unit_id
    left join app_user account on account.id = ${accountIdColumn}`

interface TrailPageRequest {
  readonly after?: number | undefined
  readonly size: number
}

const pageIds = (ctx: Context, where: Condition, places: Places | null, { after, size }: TrailPageRequest) =>
  pageKeys(ctx, { table: sql`audit_log log`, where, id: sql`log.id`, order: { by: [sql`log.at`] }, places }, { page: 1, size, after })

const peopleCondition = (who: string) => sql<SqlBool>`log.user_id = any(array(${peopleQuery(who)}))`

/** Returns the conditions, and the people or actions whose rows are read one by one, newest first. */
async function readConditions(ctx: Context, filter: TrailFilter): Promise<{ where: Condition; places: Places | null }> {
  const where = matchCondition(ctx, filter)
  if (filter.who) {
    const rows = await ctx.rows<Row<'app_user', 'id'>>`${peopleQuery(filter.who)} limit ${maxPeople + 1}`
    if (rows.length > maxPeople) return { where: sql<SqlBool>`${where} and ${peopleCondition(filter.who)}`, places: null }
    const userColumn = sql.ref('log.user_id')
    return {
      where,
      places: { from: sql`unnest(${rows.map((row) => row.id)}::bigint[]) who(id)`, holds: sql<SqlBool>`${userColumn} = any(array[who.id])`, by: [userColumn] },
    }
  }
  if (!filter.module || filter.action) return { where, places: null }
  // Reads the distinct actions by skipping along the index. Under row-level security an index on the module's
  // expression cannot be used.
  const rows = await ctx.rows<{ action: string }>`with recursive known(action) as (
      (select action from audit_log order by action limit 1)
      union all select (select later.action from audit_log later where later.action > known.action order by later.action limit 1) from known where known.action is not null)
    select action from known where split_part(action, '.', 1) = ${filter.module}`
  return { where, places: placesPer(null, 'log.action', rows.length === 0 ? [''] : rows.map((row) => row.action)) }
}

/** Returns entries after the row `after`, newest first. */
export async function list(ctx: Context, filter: TrailFilter, piece: TrailPageRequest): Promise<{ rows: TrailRow[]; next: number | null }> {
  const { where, places } = await readConditions(ctx, filter)
  const { ids, next } = await pageIds(ctx, where, places, piece)
  const rows = await ctx.rows<TrailRow>`${trailQuery} where log.id = any(${ids}::bigint[])`
  return { rows: sortByIds(ids, rows), next }
}

/** Returns sign-in events, newest first. */
export async function signIns(ctx: Context, filter: TrailFilter, piece: TrailPageRequest): Promise<{ rows: SignInRow[]; next: number | null }> {
  const { ids, next } = await pageIds(ctx, signInCondition(ctx, filter), filter.who ? null : placesPer(null, 'log.action', signInActionsOf(filter.kind)), piece)
  const rows =
    await ctx.rows<SignInRow>`select log.id, log.at, ${signInKind} as kind, log.action, log.outcome, log.detail -> 'said' as said, account.id as account_id,
      coalesce(account.username, log.detail ->> 'username') as username, account.name, account.usertype, centre.name as centre_name, unit.name as unit_name, log.ip, log.agent
    from audit_log log left join app_user account on account.id = ${accountIdColumn} left join centre on centre.id = log.centre_id left join unit on unit.id = log.unit_id
    where log.id = any(${ids}::bigint[])`
  return { rows: sortByIds(ids, rows), next }
}

/** Counts the matching rows up to `limit`. */
export async function count(ctx: Context, which: 'operations' | 'signIns', filter: TrailFilter, limit: number): Promise<number> {
  const whoCondition = which === 'operations' && filter.who ? peopleCondition(filter.who) : sql<SqlBool>`true`
  const filterCondition =
    which === 'operations' ? matchCondition(ctx, filter) : sql<SqlBool>`${actionIn(signInActionsOf(filter.kind))} and ${signInCondition(ctx, filter)}`
  const condition = sql<SqlBool>`${filterCondition} and ${whoCondition}`
  return (await ctx.row<{ count: number }>`select count(*) as count from (select from audit_log log where ${condition} limit ${limit}) fitting`)?.count ?? 0
}

export const find = (ctx: Context, id: number): Promise<TrailRow | undefined> =>
  ctx.row<TrailRow>`${trailQuery} where log.id = ${id} and ${inScope(ctx.scope, 'log')}`

/** Returns the other entries of the same request that the caller may see. */
export const entriesOfRequest = (ctx: Context, row: TrailRow, limit: number): Promise<TrailRow[]> =>
  ctx.rows<TrailRow>`${trailQuery} where log.request_id = ${row.request_id} and log.id <> ${row.id} and ${inScope(ctx.scope, 'log')} order by log.id limit ${limit}`

/** Returns all centres for platform users; none for other users. */
export function centres(ctx: Context): Promise<{ id: number; name: string }[]> {
  return ctx.scope.all ? ctx.db.selectFrom('centre').select(['id', 'name']).orderBy('id').execute() : Promise.resolve([])
}
