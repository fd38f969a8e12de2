import type { Kysely } from 'kysely'
import { authRefusals } from '#/api/access/auth.texts.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import type { PasswordRule } from '#/domain/base/password-rule.ts'
import { expectPlainExport, expectProof } from '#/server/access/auth/fresh-proof.ts'
import { passkeyOptions, passkeySiteOf as passkeySite, tryPasskey } from '#/server/access/auth/passkeys.ts'
import { expectPassword, limitProof } from '#/server/access/auth/proof.ts'
import { beginFactor, replaceRecoveryCodes, tryFirstCode, verifyFactor } from '#/server/access/auth/second-factor.ts'
import { findRecoverableAccount, lockAccountById, recordOwnerControl, setLoginState, setMobile, setPassword } from '#/server/access/auth/store.ts'
import * as store from '#/server/access/auth/store-accounts.ts'
import { deleteAllFactors, deleteFactor, deleteTickets, hasActiveFactor } from '#/server/access/auth/store-factor.ts'
import { expectStrongPassword } from '#/server/access/auth/strength.ts'
import type { Context, Db, TrailNote } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { hashPassword, newPasswordFor, passwordHashFor, passwordMatches } from '#/server/kernel/session/passwords.ts'
import { endSessions } from '#/server/kernel/session/session.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

export { addOwnPasskey, beginOwnPasskey, passkeysOfCaller, removeOwnPasskey, renameOwnPasskey } from '#/server/access/auth/own-passkeys.ts'
export { businessIdOf } from '#/server/access/auth/questions.ts'
export { factorSince, unusedRecoveryCodes } from '#/server/access/auth/store-factor.ts'
export { expectPlainExport, expectProof, passkeySite }

/** Work of `npm run admin`, run as the database owner. The caller writes the returned note to the log. */
export interface AdminWork {
  readonly trx: Kysely<Tables>
  readonly now: Date
  readonly username: string
}

const usernamePattern = /^[A-Za-z][A-Za-z0-9._-]{2,29}$/

async function requireAccount({ trx, username }: AdminWork): Promise<store.StoredAccount> {
  return (await store.lockStoredAccount(trx, username)) ?? refuse(authRefusals, 'noSuchAccount', { username })
}

const noteOf = (account: store.StoredAccount): TrailNote => ({ refType: 'user', refId: account.id, unitId: account.unit_id })

/** Hashes a password that the administrator chose for a new account; refuses a weak one. */
export function hashChosenPassword(password: string, rule: PasswordRule = 'specification'): Promise<string> {
  expectStrongPassword(password, rule)
  return hashPassword(password)
}

/** Creates an active platform account with all permissions; refuses an invalid or existing name. */
export async function createPlatformAccount(work: AdminWork, hash: string): Promise<TrailNote> {
  if (!usernamePattern.test(work.username)) refuse(authRefusals, 'nameForm')
  if (await store.lockStoredAccount(work.trx, work.username)) refuse(authRefusals, 'nameTaken', { username: work.username })
  const account = { username: work.username, hash, roleId: await store.superRoleId(work.trx), now: work.now }
  const id = await store.insertPlatformAccount(work.trx, account)
  return { refType: 'user', refId: id, detail: { username: work.username } }
}

/** Clears the failed attempts that lock an account. */
export async function unlockAccount(work: AdminWork): Promise<TrailNote> {
  const account = await requireAccount(work)
  await store.clearLocks(work.trx, account.id)
  return noteOf(account)
}

/** Sets a one-time password from its hash, ends all sessions and clears all locks. */
export async function resetAccount(work: AdminWork, hash: string): Promise<TrailNote> {
  const account = await requireAccount(work)
  await store.setOneTimePassword(work.trx, account.id, hash)
  // The administrator hands the password to the owner, so the account no longer counts as controlled by its creator.
  await store.transferAccount(work.trx, account.id, work.now)
  await store.clearLocks(work.trx, account.id)
  await endSessions(work.trx, { userId: account.id, why: 'password', now: work.now })
  return noteOf(account)
}

/** Removes the second factor of an account whose owner lost phone and recovery codes, and ends its sessions. */
export async function dropSecondFactor(work: AdminWork): Promise<TrailNote> {
  const account = await requireAccount(work)
  await deleteAllFactors(work.trx, account.id)
  await endSessions(work.trx, { userId: account.id, why: 'disabled', now: work.now })
  return noteOf(account)
}

/** Removes the second factor and the recovery codes of an account after two people have decided on the removal. */
export async function deleteFactorsOfUser(ctx: Context, userId: number): Promise<void> {
  await deleteAllFactors(ctx.db, userId)
  await deleteTickets(ctx.db, userId)
}

/** The account fields that password recovery reads. */
export interface RecoverableAccount {
  readonly id: number
  readonly username: string
  readonly status: number
  readonly unitId: number | null
  readonly mobile: string | null
  readonly email: string | null
  readonly passwordHash: string
}

/** Finds an account by user name; undefined for an unknown name. */
export function findAccount(db: Db, username: string): Promise<RecoverableAccount | undefined> {
  return findRecoverableAccount(db, 'username', username)
}

/** Finds an account by id; undefined for an unknown id. */
export function accountById(db: Db, id: number): Promise<RecoverableAccount | undefined> {
  return findRecoverableAccount(db, 'id', id)
}

/**
 * Sets the login password that a verified owner chose, clears the sign-in lock and ends all sessions. Refuses weak
 * passwords. The refusal of a password that is already in use is committed, so that the caller can count the attempt.
 */
export async function resetLoginPassword(ctx: Context, userId: number, requested: string): Promise<void> {
  const account = await lockAccountById(ctx.db, userId)
  if (!account) throw new Error('a ticket without an account')
  expectStrongPassword(requested, ctx.site.passwordRule)
  if (await passwordMatches(ctx, account.password_hash, requested)) throw new Refusal('same_as_old', authRefusals.sameAsOld, {}, { keepsWrites: true })
  if (await passwordMatches(ctx, account.payment_password_hash, requested))
    throw new Refusal('same_as_other', authRefusals.sameAsOther, {}, { keepsWrites: true })
  await setPassword(ctx.db, account.id, await passwordHashFor(ctx, `user ${userId}`, requested), ctx.now)
  await recordOwnerControl(ctx.db, account.id, ctx.now)
  await deleteTickets(ctx.db, account.id)
  await setLoginState(ctx.db, account.id, { failures: 0, failedAt: null, lockedUntil: null })
  await endSessions(ctx.db, { userId: account.id, why: 'password', now: ctx.real })
}

/** Sets an account's mobile number; the caller has verified that number. */
export function setAccountMobile(ctx: Context, userId: number, mobile: string): Promise<void> {
  return setMobile(ctx.db, userId, mobile)
}

/**
 * Hands an account over after a reviewer accepted the claim to it: sets the mobile number, removes the mail address
 * and second factor, sets an unknown password, clears locks and ends sessions.
 * The caller issues the password for the first sign-in.
 */
export async function handOverAccount(ctx: Context, userId: number, mobile: string): Promise<{ note: TrailNote; sessions: number }> {
  const account = await lockAccountById(ctx.db, userId)
  if (!account) throw new Error('an appeal about no account')
  await setMobile(ctx.db, userId, mobile)
  await store.clearEmail(ctx.db, userId)
  const { hash } = await newPasswordFor(ctx, `user ${userId}`)
  await store.setOneTimePassword(ctx.db, userId, hash)
  await store.clearLocks(ctx.db, userId)
  await deleteAllFactors(ctx.db, userId)
  await deleteTickets(ctx.db, userId)
  const sessions = await endSessions(ctx.db, { userId, why: 'password', now: ctx.real })
  return { note: { refType: 'user', refId: userId }, sessions }
}

/** Returns whether the caller may pay, and therefore may set a payment password (spec §4, Selectors). */
export function mayHavePaymentPassword(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.unit || ctx.actor.poststatus === postStatus.director) && ctx.actor.may('payZfPt')
}

/** Refuses a wrong login password of the caller and counts the failure. */
export async function expectOwnPassword(ctx: Context, password: string): Promise<void> {
  const account = await lockAccountById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
}

/**
 * Starts setting up the caller's second factor after checking the login password. Sign-in requires the factor only
 * after a first code has confirmed it.
 */
export async function beginOwnFactor(ctx: Context, password: string): Promise<{ secret: string; uri: string }> {
  const account = await lockAccountById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
  return (await beginFactor(ctx, { id: ctx.actor.userId, username: ctx.actor.username })) ?? refuse(authRefusals, 'factorOn')
}

// Code failures are counted separately from password failures. Otherwise a known password would allow unlimited guesses
// at the code.
const codeSubjectOf = (ctx: Context) => `code:${ctx.actor.userId}`

/** Activates the second factor with its first code; returns the recovery codes, which are shown only once. */
export async function confirmOwnFactor(ctx: Context, code: string): Promise<string[]> {
  await limitProof(ctx, codeSubjectOf(ctx), () => tryFirstCode(ctx, ctx.actor.userId, code))
  return replaceRecoveryCodes(ctx, ctx.actor.userId)
}

/** Returns whether the caller has an active second factor. */
export function hasOwnFactor(ctx: Context): Promise<boolean> {
  return hasActiveFactor(ctx.db, ctx.actor.userId)
}

/** Checks a current code or a recovery code of the caller, and counts a wrong one. */
export async function expectOwnFactor(ctx: Context, code: string): Promise<void> {
  const isSixDigits = /^\d{6}$/.test(code.normalize('NFKC').replace(/\s/g, ''))
  await limitProof(ctx, codeSubjectOf(ctx), () => verifyFactor(ctx, ctx.actor.userId, isSixDigits ? { code } : { recoveryCode: code }))
}

/**
 * Returns the options, as JSON, with which the caller's browser uses a passkey; an empty text for a caller without
 * passkeys.
 */
export function passkeyOptionsOfCaller(ctx: Context): Promise<string> {
  return passkeyOptions(ctx, ctx.actor.userId)
}

/** Checks an answer of one of the caller's passkeys, and counts a wrong one. */
export async function expectOwnPasskey(ctx: Context, response: string): Promise<void> {
  await limitProof(ctx, codeSubjectOf(ctx), () => tryPasskey(ctx, ctx.actor.userId, response))
}

/** Checks both factors of the caller: the login password, and a current code or a recovery code. */
async function expectBothFactors(ctx: Context, password: string, code: string): Promise<void> {
  const account = await lockAccountById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
  await expectOwnFactor(ctx, code)
}

/** Removes the caller's second factor after checking both factors. */
export async function dropOwnFactor(ctx: Context, password: string, code: string): Promise<void> {
  await expectBothFactors(ctx, password, code)
  await deleteFactor(ctx.db, ctx.actor.userId)
}

/** Replaces the caller's recovery codes after checking both factors; earlier codes become invalid. */
export async function renewOwnCodes(ctx: Context, password: string, code: string): Promise<string[]> {
  await expectBothFactors(ctx, password, code)
  return replaceRecoveryCodes(ctx, ctx.actor.userId)
}

/** Closes an account permanently: sets an unknown password, removes the second factor and ends all sessions. */
export async function closeAccount(ctx: Context, userId: number): Promise<{ note: TrailNote }> {
  const account = await lockAccountById(ctx.db, userId)
  if (!account) throw new Error('a closing of no account')
  const { hash } = await newPasswordFor(ctx, `closed ${userId}`)
  await store.setOneTimePassword(ctx.db, userId, hash)
  await store.setStatus(ctx.db, userId, accountStatus.closed)
  await deleteAllFactors(ctx.db, userId)
  await deleteTickets(ctx.db, userId)
  await endSessions(ctx.db, { userId, why: 'disabled', now: ctx.real })
  return { note: { refType: 'user', refId: userId, before: { status: account.status }, after: { status: accountStatus.closed } } }
}

/** Deletes mobile number, mail address and picture of an operator's closed accounts. */
export function eraseContacts(ctx: Context, operatorId: number): Promise<void> {
  return store.forgetContacts(ctx.db, operatorId)
}
