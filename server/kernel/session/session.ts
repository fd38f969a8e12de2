import { createHash, randomBytes } from 'node:crypto'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { needsFactor } from '#/domain/access/factor.ts'
import { accountStatus, type PostStatus, postStatus, type UserType, userType } from '#/domain/base/codes.ts'
import { type Language, truncateUnits } from '#/domain/base/text.ts'
import type { Actor, Mode, Scope } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

const maxIdleMs = 30 * 60 * 1000
const maxAgeMs = 12 * 60 * 60 * 1000
// Minimum interval between updates of "last seen". An update on every request would turn every read into a write.
const lastSeenUpdateMs = 60 * 1000
// Milliseconds for which the former token works, for requests sent before the browser received the new token.
const formerTokenMs = 10 * 1000
// More devices than a person uses at the same time. Beyond this number, the least recently used session is ended with a
// notice.
const maxSessions = 10

/** A centre where an employee may work, with the permitted modes. */
export type SessionPost = Row<'centre', 'id' | 'name'> & Row<'user_centre', 'modes'>

/** An actor with the account data that the application frame needs. */
export interface SignedInUser {
  readonly actor: Actor
  readonly mustChangePassword: boolean
  /** Whether the account belongs to the platform, a centre or a payer and has no second factor. */
  readonly lacksFactor: boolean
  readonly posts: readonly SessionPost[]
  readonly ownUnits: readonly number[]
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Returns 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Opens a session and returns its token: 256 random bits and the account. The database stores only a hash of the token.
 */
export async function openSession(owner: Kysely<Tables>, userId: number, from: { ip: string; agent: string; language?: Language; now: Date }): Promise<string> {
  // The token contains the account, so that the browser always knows whose session it would use.
  const token = `${newToken()}.${userId}`
  await owner
    .insertInto('session')
    .values({
      user_id: userId,
      token_hash: tokenHash(token),
      ip: from.ip,
      agent: truncateUnits(from.agent, 200),
      ...(from.language && { language: from.language }),
      created_at: from.now,
      seen_at: from.now,
      expires_at: new Date(from.now.getTime() + maxAgeMs),
    })
    .execute()
  return token
}

/**
 * Replaces the token of a session and returns the new one. The former token works for a few more seconds, for pending
 * requests of other tabs.
 */
export async function renewToken(owner: Kysely<Tables>, { sessionId, userId }: Pick<Actor, 'sessionId' | 'userId'>, now: Date): Promise<string> {
  const token = `${newToken()}.${userId}`
  await owner
    .updateTable('session')
    .set(({ ref }) => ({ former_hash: ref('token_hash'), former_until: new Date(now.getTime() + formerTokenMs), token_hash: tokenHash(token) }))
    .where('id', '=', sessionId)
    .execute()
  return token
}

/** Ends a user's sessions beyond the limit, least recently used first. */
export async function endSurplusSessions(owner: Kysely<Tables>, userId: number, now: Date): Promise<void> {
  const newestSessions = owner
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSessions)
  await owner
    .updateTable('session')
    .set({ revoked_at: now, revoked_for: 'elsewhere' })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('id', 'not in', newestSessions)
    .execute()
}

/** Returns the time after which a session must have been used to be open. */
export function sessionCutoff(now: Date): Date {
  return new Date(now.getTime() - maxIdleMs)
}

/** Ends a user's open sessions and returns their number: `only` this one, all `except` one, or all. */
export async function endSessions(
  owner: Kysely<Tables>,
  which: { userId: number; only?: number; except?: number; why: 'logout' | 'password' | 'elsewhere' | 'disabled'; now: Date },
): Promise<number> {
  let update = owner
    .updateTable('session')
    .set({ revoked_at: which.now, revoked_for: which.why })
    .where('user_id', '=', which.userId)
    .where('revoked_at', 'is', null)
  if (which.only !== undefined) update = update.where('id', '=', which.only)
  if (which.except !== undefined) update = update.where('id', '<>', which.except)
  const [result] = await update.execute()
  return Number(result?.numUpdatedRows ?? 0)
}

interface AccountRow
  extends Row<
    'app_user',
    'username' | 'name' | 'usertype' | 'poststatus' | 'status' | 'must_change_password' | 'unit_id' | 'operator_id' | 'partner_id' | 'islr'
  > {
  user_id: Row<'app_user'>['id']
  usertype: UserType
  poststatus: PostStatus
  permissions: string[]
  has_factor: boolean
  posts: SessionPost[]
  own_units: number[]
}

interface SessionRow extends AccountRow, Row<'session', 'seen_at' | 'expires_at' | 'revoked_for'> {
  session_id: Row<'session'>['id']
}

const accountColumns = sql`app_user.id as user_id, username, app_user.name,
      usertype, poststatus, app_user.status, must_change_password, unit_id, operator_id, app_user.partner_id, islr,
      array(select distinct permission from user_role join role_permission using (role_id) where user_id = app_user.id) as permissions,
      app.has_factor(app_user.id) as has_factor,
      case when usertype = ${userType.centre}
        then (select coalesce(jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', user_centre.modes) order by centre.id), '[]')
        from user_centre join centre on centre.id = centre_id where user_id = app_user.id) else '[]' end as posts,
      case when usertype = ${userType.centre} and poststatus in (${postStatus.marketer}, ${postStatus.salesman}) then array(select id from unit
        where marketer_id = app_user.id or salesman_id = app_user.id)
        else '{}'::bigint[] end as own_units`

async function findSession(owner: Kysely<Tables>, token: string, now: Date): Promise<SessionRow | undefined> {
  const findBy = async (condition: Expression<SqlBool>) =>
    (
      await sql<SessionRow>`
    select session.id as session_id, session.seen_at, session.expires_at, session.revoked_for, ${accountColumns}
    from session join app_user on app_user.id = session.user_id where ${condition}`.execute(owner)
    ).rows[0]
  const hash = tokenHash(token)
  return (await findBy(sql`session.token_hash = ${hash}`)) ?? findBy(sql`session.former_hash = ${hash} and session.former_until > ${now}`)
}

/**
 * Returns the centres that the user may choose: all posts for directors and cross-centre staff, the first post for all
 * others.
 */
function selectablePosts(poststatus: PostStatus, posts: readonly SessionPost[]): readonly SessionPost[] {
  return poststatus === postStatus.director || poststatus === postStatus.crossCentre ? posts : posts.slice(0, 1)
}

function toSignedInUser(row: AccountRow, sessionId: number): SignedInUser {
  const permissions = new Set(row.permissions)
  const actor: Actor = {
    userId: row.user_id,
    sessionId,
    username: row.username,
    name: row.name,
    usertype: row.usertype,
    poststatus: row.poststatus,
    unitId: row.unit_id,
    operatorId: row.operator_id,
    partnerId: row.partner_id,
    keysIn: row.islr === 1 || permissions.has(superKey),
    places: selectablePosts(row.poststatus, row.posts).flatMap(({ id, modes }) => modes.map((mode) => ({ centreId: id, mode: mode as Mode }))),
    permissions,
    may: (permission) => permissions.has(superKey) || permissions.has(permission),
  }
  const lacksFactor = !row.has_factor && needsFactor(row.usertype, permissions)
  return { actor, mustChangePassword: row.must_change_password, lacksFactor, posts: row.posts, ownUnits: row.own_units }
}

/** Returns a user by id, for work that continues after the request. Throws when the account may not sign in. */
export async function signedInUserById(owner: Kysely<Tables>, userId: number): Promise<SignedInUser> {
  const row = (await sql<AccountRow>`select ${accountColumns} from app_user where app_user.id = ${userId}`.execute(owner)).rows[0]
  if (row?.status !== accountStatus.active) throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50008 })
  return toSignedInUser(row, 0)
}

/** The session token of a request, and the account of the page that sent it. */
export interface Credentials {
  readonly token: string
  /**
   * The account for which the caller's page was rendered (`X-Account`). Absent from clients that implement only the
   * specification.
   */
  readonly account: string | undefined
}

/**
 * Returns the user of a token. Refuses with the specification's codes: 50008 unknown or ended, 50012 signed in
 * elsewhere, 50014 expired. Refuses with `other_account` when the page was rendered for another account.
 */
export async function authenticate(owner: Kysely<Tables>, { token, account }: Credentials, now: Date): Promise<SignedInUser> {
  const row = await findSession(owner, token, now)
  if (row && account !== undefined && account !== String(row.user_id)) throw new Refusal('other_account', kernelRefusals.otherAccount)
  if (row?.status !== accountStatus.active) throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50008 })
  if (row.revoked_for === 'elsewhere') throw new Refusal('elsewhere', kernelRefusals.elsewhere, {}, { code: 50012 })
  if (row.revoked_for !== null) throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50008 })
  const idleTimeMs = now.getTime() - row.seen_at.getTime()
  if (row.expires_at <= now || idleTimeMs > maxIdleMs) throw new Refusal('expired', kernelRefusals.expired, {}, { code: 50014 })
  if (idleTimeMs > lastSeenUpdateMs) await owner.updateTable('session').set({ seen_at: now }).where('id', '=', row.session_id).execute()
  return toSignedInUser(row, row.session_id)
}

/** Returns the given sessions that are still open. This check does not count as use. */
export async function openSessionsOf(owner: Kysely<Tables>, sessionIds: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  const rows = await owner
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.id')
    .where('session.id', 'in', [...sessionIds])
    .where('app_user.status', '=', accountStatus.active)
    .where('session.revoked_for', 'is', null)
    .where('session.expires_at', '>', now)
    .where('session.seen_at', '>=', new Date(now.getTime() - maxIdleMs))
    .execute()
  return new Set(rows.map((row) => row.id))
}

function requestedMode(header: string | undefined): number | null {
  if (!header) return null
  try {
    const parsed: unknown = JSON.parse(header)
    const value = typeof parsed === 'object' && parsed !== null && 'id' in parsed ? parsed.id : parsed
    return Number.isInteger(Number(value)) ? Number(value) : null
  } catch {
    return null
  }
}

/**
 * Returns the caller's scope: that of the session, narrowed by the headers, which are preferences and grant nothing.
 * Directors and cross-centre staff must name one of their centres. If the requested mode is unavailable, the first mode
 * of the centre applies.
 */
export function scopeOf(signedIn: SignedInUser, headers: { centre: string | undefined; mode: string | undefined }): Scope {
  const { actor, posts } = signedIn
  const emptyScope = { all: false, centreIds: [], unitIds: [], operatorId: null, centreId: null, mode: null }
  if (actor.usertype === userType.platform) return { ...emptyScope, all: true }
  if (actor.usertype === userType.unit) return { ...emptyScope, unitIds: actor.unitId === null ? [] : [actor.unitId] }
  if (actor.usertype === userType.operator) return { ...emptyScope, operatorId: actor.operatorId }
  if (actor.usertype !== userType.centre) return emptyScope
  const canChooseCentre = actor.poststatus === postStatus.director || actor.poststatus === postStatus.crossCentre
  const requestedCentre = /^\d{1,15}$/.test(headers.centre ?? '') ? Number(headers.centre) : null
  const post = canChooseCentre ? posts.find((each) => each.id === requestedCentre) : posts[0]
  if (!post) throw new Refusal('choose_centre', kernelRefusals.chooseCentre)
  const requiredMode = requestedMode(headers.mode)
  const mode = (post.modes.find((each) => each === requiredMode) ?? post.modes[0] ?? 1) as Mode
  const isSalesStaff = actor.poststatus === postStatus.marketer || actor.poststatus === postStatus.salesman
  // A salesperson without units sees no rows, because no unit has the id 0.
  if (isSalesStaff) return { ...emptyScope, unitIds: signedIn.ownUnits.length > 0 ? signedIn.ownUnits : [0], centreId: post.id, mode }
  return { ...emptyScope, centreIds: [post.id], centreId: post.id, mode }
}

/** Returns the transaction-local settings that row-level security reads. */
export function scopeSettings(actor: Actor, scope: Scope, now: Date): Record<string, string> {
  return {
    'app.user': String(actor.userId),
    'app.now': now.toISOString(),
    'app.all': scope.all ? 'on' : '',
    'app.centres': `{${scope.centreIds.join(',')}}`,
    'app.units': `{${scope.unitIds.join(',')}}`,
    'app.operator': scope.operatorId === null ? '' : String(scope.operatorId),
    'app.partner': actor.usertype === userType.partner && actor.partnerId !== null ? String(actor.partnerId) : '',
  }
}
