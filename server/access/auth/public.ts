import type { Kysely } from 'kysely'
import { authRefusals } from '#/api/access/auth.texts.ts'
import { accountStatus, postStatus, userType } from '#/domain/codes.ts'
import { expectPlainExport, expectProof } from '#/server/access/auth/fresh-proof.ts'
import { countedProof, expectPassword } from '#/server/access/auth/proof.ts'
import { beginFactor, giveRecoveryCodes, tryFirstCode, tryShown } from '#/server/access/auth/second-factor.ts'
import { findRecoverable, lockById, setLoginState, setMobile, setOwned, setPassword } from '#/server/access/auth/store.ts'
import * as store from '#/server/access/auth/store-accounts.ts'
import { deleteFactor, deleteTickets } from '#/server/access/auth/store-factor.ts'
import { expectStrong } from '#/server/access/auth/strength.ts'
import type { Context, Db, TrailNote } from '#/server/kernel/context.ts'
import { fitsPassword, hashFor, hashPassword, newPasswordFor } from '#/server/kernel/passwords.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { endSessions } from '#/server/kernel/session.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

export { expectPlainExport, expectProof }

/** Work of the keeper of the machine, as the owner of the database: what it did is for the caller to put on record. */
export interface KeeperWork {
  readonly trx: Kysely<Tables>
  readonly now: Date
  readonly username: string
}

const nameForm = /^[A-Za-z][A-Za-z0-9._-]{2,29}$/

async function known({ trx, username }: KeeperWork): Promise<store.KeptAccount> {
  return (await store.lockKept(trx, username)) ?? refuse(authRefusals, 'noSuchAccount', { username })
}

const noteOf = (account: store.KeptAccount): TrailNote => ({ refType: 'user', refId: account.id, unitId: account.unit_id })

/** The hash of a password that the keeper chose for a new account; refuses a weak one. */
export function hashChosen(password: string): Promise<string> {
  expectStrong(password)
  return hashPassword(password)
}

/** Makes an account of the platform that holds every key; refuses a name that is taken. */
export async function createPlatformAccount(work: KeeperWork, hash: string): Promise<TrailNote> {
  if (!nameForm.test(work.username)) refuse(authRefusals, 'nameForm')
  if (await store.lockKept(work.trx, work.username)) refuse(authRefusals, 'nameTaken', { username: work.username })
  const account = { username: work.username, hash, roleId: await store.superRole(work.trx), now: work.now }
  const id = await store.insertPlatformAccount(work.trx, account)
  return { refType: 'user', refId: id, detail: { username: work.username } }
}

/** Forgets the wrong passwords that keep an account closed. */
export async function unlockAccount(work: KeeperWork): Promise<TrailNote> {
  const account = await known(work)
  await store.openLocks(work.trx, account.id)
  return noteOf(account)
}

/** Gives an account the password of this hash, to be changed at the next sign-in, ends its sessions and opens its locks. */
export async function resetAccount(work: KeeperWork, hash: string): Promise<TrailNote> {
  const account = await known(work)
  await store.setOneTimePassword(work.trx, account.id, hash)
  await store.openLocks(work.trx, account.id)
  await endSessions(work.trx, { userId: account.id, why: 'password', now: work.now })
  return noteOf(account)
}

/** Takes the second factor of an account away whose owner lost the phone and the recovery codes, and ends its sessions. */
export async function dropSecondFactor(work: KeeperWork): Promise<TrailNote> {
  const account = await known(work)
  await deleteFactor(work.trx, account.id)
  await endSessions(work.trx, { userId: account.id, why: 'disabled', now: work.now })
  return noteOf(account)
}

/** An account as recovery sees it. */
export interface Recoverable {
  readonly id: number
  readonly username: string
  readonly status: number
  readonly unitId: number | null
  readonly mobile: string | null
  readonly email: string | null
  readonly passwordHash: string
}

/** The account of this user name; undefined when there is none. */
export function findAccount(db: Db, username: string): Promise<Recoverable | undefined> {
  return findRecoverable(db, 'username', username)
}

/** The account with this id; undefined when there is none. */
export function accountById(db: Db, id: number): Promise<Recoverable | undefined> {
  return findRecoverable(db, 'id', id)
}

/**
 * Gives an account a new login password that its owner chose: the rules of every new password, the lock of failed sign-ins ends, and so do all sessions. A refusal
 * that compares with a password in use is kept, so that its caller can count it. For a caller that has proved to be the owner.
 */
export async function resetLoginPassword(ctx: Context, userId: number, wanted: string): Promise<void> {
  const account = await lockById(ctx.db, userId)
  if (!account) throw new Error('a ticket without an account')
  expectStrong(wanted)
  if (await fitsPassword(ctx, account.password_hash, wanted)) throw new Refusal('same_as_old', authRefusals.sameAsOld, {}, { keeps: true })
  if (await fitsPassword(ctx, account.payment_password_hash, wanted)) throw new Refusal('same_as_other', authRefusals.sameAsOther, {}, { keeps: true })
  await setPassword(ctx.db, account.id, await hashFor(ctx, `user ${userId}`, wanted), ctx.now)
  await setOwned(ctx.db, account.id, ctx.now)
  await deleteTickets(ctx.db, account.id)
  await setLoginState(ctx.db, account.id, { failures: 0, failedAt: null, lockedUntil: null })
  await endSessions(ctx.db, { userId: account.id, why: 'password', now: ctx.real })
}

/** Writes down where an account is reached from now on; for a caller that has proved the number. */
export function setAccountMobile(ctx: Context, userId: number, mobile: string): Promise<void> {
  return setMobile(ctx.db, userId, mobile)
}

/**
 * Gives an account to somebody whose right to it a person has examined: reached at this number and at no mail address, with a password that nobody knows, no
 * second factor, no lock and no session. The password for the first sign-in is for the caller to give.
 */
export async function handOverAccount(ctx: Context, userId: number, mobile: string): Promise<{ note: TrailNote; sessions: number }> {
  const account = await lockById(ctx.db, userId)
  if (!account) throw new Error('an appeal about no account')
  await setMobile(ctx.db, userId, mobile)
  await store.dropMail(ctx.db, userId)
  const { hash } = await newPasswordFor(ctx, `user ${userId}`)
  await store.setOneTimePassword(ctx.db, userId, hash)
  await store.openLocks(ctx.db, userId)
  await deleteFactor(ctx.db, userId)
  await deleteTickets(ctx.db, userId)
  const sessions = await endSessions(ctx.db, { userId, why: 'password', now: ctx.real })
  return { note: { refType: 'user', refId: userId }, sessions }
}

/** Whether the caller pays, and so has a payment password (spec §4, Selectors). */
export function mayHavePaymentPassword(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.unit || ctx.actor.poststatus === postStatus.director) && ctx.actor.may('payZfPt')
}

/** Refuses when this is not the caller's login password; wrong ones are counted. */
export async function expectOwnPassword(ctx: Context, password: string): Promise<void> {
  const account = await lockById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
}

/** Begins a second factor for the caller, who shows the login password; nothing is asked for until a code confirms it. */
export async function beginOwnFactor(ctx: Context, password: string): Promise<{ secret: string; uri: string }> {
  const account = await lockById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
  return (await beginFactor(ctx, { id: ctx.actor.userId, username: ctx.actor.username })) ?? refuse(authRefusals, 'factorOn')
}

// Counted apart from passwords: a known password would else buy any number of guesses.
const codesOf = (ctx: Context) => `code:${ctx.actor.userId}`

/** The first code puts the second factor in force; answers the recovery codes, which nobody sees again. */
export async function confirmOwnFactor(ctx: Context, code: string): Promise<string[]> {
  await countedProof(ctx, codesOf(ctx), () => tryFirstCode(ctx, ctx.actor.userId, code))
  return giveRecoveryCodes(ctx, ctx.actor.userId)
}

/** Both factors of the caller: the login password, and a code of the moment or a recovery code. */
async function expectBoth(ctx: Context, password: string, code: string): Promise<void> {
  const account = await lockById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
  const isCode = /^\d{6}$/.test(code.normalize('NFKC').replace(/\s/g, ''))
  await countedProof(ctx, codesOf(ctx), () => tryShown(ctx, ctx.actor.userId, isCode ? { code } : { recoveryCode: code }))
}

/** Takes the caller's second factor away; asks for both. */
export async function dropOwnFactor(ctx: Context, password: string, code: string): Promise<void> {
  await expectBoth(ctx, password, code)
  await deleteFactor(ctx.db, ctx.actor.userId)
}

/** New recovery codes for the caller; the earlier ones are worth nothing any more. Asks for both. */
export async function renewOwnCodes(ctx: Context, password: string, code: string): Promise<string[]> {
  await expectBoth(ctx, password, code)
  return giveRecoveryCodes(ctx, ctx.actor.userId)
}

/** Closes an account for good: nobody knows its password, it has no second factor and no session. */
export async function closeAccount(ctx: Context, userId: number): Promise<{ note: TrailNote }> {
  const account = await lockById(ctx.db, userId)
  if (!account) throw new Error('a closing of no account')
  const { hash } = await newPasswordFor(ctx, `closed ${userId}`)
  await store.setOneTimePassword(ctx.db, userId, hash)
  await store.setStatus(ctx.db, userId, accountStatus.closed)
  await deleteFactor(ctx.db, userId)
  await deleteTickets(ctx.db, userId)
  await endSessions(ctx.db, { userId, why: 'disabled', now: ctx.real })
  return { note: { refType: 'user', refId: userId, before: { status: account.status }, after: { status: accountStatus.closed } } }
}

/** Removes how the closed accounts of an operator were reached. */
export function forgetContacts(ctx: Context, operatorId: number): Promise<void> {
  return store.forgetContacts(ctx.db, operatorId)
}
