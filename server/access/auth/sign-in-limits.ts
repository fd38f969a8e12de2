import { createHash } from 'node:crypto'
import type { authRefusals } from '#/api/access/auth.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { refuseAndCommit } from '#/server/access/auth/proof.ts'
import * as store from '#/server/access/auth/store.ts'
import * as addresses from '#/server/access/auth/store-addresses.ts'
import type { Context } from '#/server/kernel/context.ts'
import { clearCount, incrementCount, readCount, reduceCount, setCount } from '#/server/kernel/request/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

// Rate limits failed sign-ins per address and per user name, whether or not the name exists. From an address where
// the account has signed in before, only failures at that address count.

const failuresBeforeLock = 5
const lockMs = 60_000
const maxLockMs = 15 * 60_000
/** A single failure expires after this time, so that occasional guesses by others do not lock the owner out. */
const failureLifeMs = 3 * 60_000
const addressWindowMs = 10 * 60_000
const maxFailuresPerAddress = 30
/** Counters older than this are ignored. */
const counterLifeMs = 60 * 60_000

/** The user name of a sign-in, and its account if there is one. */
export interface SignInAttempt {
  readonly account: store.Account | undefined
  /** The user name as entered; empty when a ticket continues a sign-in. */
  readonly typed: string
}

interface Bucket {
  readonly failures: number
  readonly failedAt: Date | null
  readonly lockedUntil: Date | null
}

const emptyBucket: Bucket = { failures: 0, failedAt: null, lockedUntil: null }

/** Adds one failure. Requests may be counted out of order, so the stored time never moves back. */
function withOneFailure({ failures, failedAt }: Bucket, arrivedAt: Date): Bucket & { readonly failedAt: Date } {
  const countedTime = failedAt !== null && failedAt > arrivedAt ? failedAt : arrivedAt
  const expiredFailures = failedAt === null ? 0 : Math.floor((countedTime.getTime() - failedAt.getTime()) / failureLifeMs)
  const count = Math.max(0, failures - expiredFailures) + 1
  const lock = count < failuresBeforeLock ? 0 : Math.min(lockMs * 2 ** (count - failuresBeforeLock), maxLockMs)
  return { failures: count, failedAt: countedTime, lockedUntil: lock > 0 ? new Date(countedTime.getTime() + lock) : null }
}

// The entered name may be a password in the wrong field. So only a digest of the name is stored, for a short time.
const subjectOf = (typed: string) => `login-name:${createHash('sha256').update(typed.toLowerCase()).digest('base64url')}`
const pairSubjectOf = (ctx: Context, { account, typed }: SignInAttempt) => `login-from:${networkOf(ctx.ip)}:${account?.id ?? subjectOf(typed)}`
const addressOf = (ctx: Context) => `login:${networkOf(ctx.ip)}`
const windowStart = (ctx: Context) => new Date(ctx.real.getTime() - addressWindowMs)

async function bucketOf(ctx: Context, { account, typed }: SignInAttempt): Promise<Bucket> {
  if (account) return { failures: account.failed_logins, failedAt: account.failed_at, lockedUntil: account.locked_until }
  const nameCount = await readCount(ctx.db, subjectOf(typed), new Date(ctx.real.getTime() - counterLifeMs))
  return nameCount ? { failures: nameCount.count, failedAt: nameCount.since, lockedUntil: nameCount.blockedUntil } : emptyBucket
}

/**
 * Logs a sign-in attempt. For an unknown name it stores only the first two characters, because the name may be a
 * password.
 */
export async function recordAttempt(ctx: Context, account: store.Account | undefined, detail: Readonly<Record<string, unknown>>, typed = ''): Promise<void> {
  const centreId = account?.usertype === userType.centre ? await store.firstCentreId(ctx.db, account.id) : null
  const who = account || !typed ? {} : { username: `${truncateUnits(typed, 2)}***` }
  ctx.note({ refType: 'user', refId: account?.id ?? 0, unitId: account?.unit_id ?? null, centreId, detail: { ...who, ...detail } })
}

/** Refuses any sign-in from an address with too many failures. */
export async function expectFewFailures(ctx: Context): Promise<void> {
  const address = await readCount(ctx.db, addressOf(ctx), windowStart(ctx))
  if (!address || address.count < maxFailuresPerAddress) return
  const seconds = addressWindowMs / 1000
  await recordAttempt(ctx, undefined, { failures: address.count, lockedSeconds: seconds })
  refuseAndCommit('locked', { seconds })
}

/** Locks the name, existing or not, so that concurrent guesses are counted one after another. */
export async function lockSignInName(ctx: Context, typed: string): Promise<void> {
  await addresses.lockAddressSubject(ctx.db, subjectOf(typed))
}

/** Refuses while a name is locked. At a known address only the failures there count. */
export async function expectUnlocked(ctx: Context, attempt: SignInAttempt): Promise<void> {
  const knownAddress = attempt.account && (await addresses.findAddress(ctx.db, attempt.account.id, networkOf(ctx.ip)))
  const { failures, lockedUntil } = knownAddress ? { failures: knownAddress.failures, lockedUntil: knownAddress.locked_until } : await bucketOf(ctx, attempt)
  if (lockedUntil === null || lockedUntil <= ctx.real) return
  const seconds = Math.max(1, Math.ceil((lockedUntil.getTime() - ctx.real.getTime()) / 1000))
  await recordAttempt(ctx, attempt.account, { failed: true, failures, lockedSeconds: seconds }, attempt.typed)
  refuseAndCommit('locked', { seconds })
}

/**
 * Counts a failed step for the address and the name, then refuses. The fifth failure locks the name, and each further
 * one doubles the lock.
 */
export async function refuseSignIn(ctx: Context, attempt: SignInAttempt, refusal: keyof typeof authRefusals): Promise<never> {
  const { account, typed } = attempt
  const countWindow = { now: ctx.real, windowStart: windowStart(ctx) }
  await incrementCount(ctx.db, addressOf(ctx), countWindow)
  await incrementCount(ctx.db, pairSubjectOf(ctx, attempt), countWindow)
  const newBucket = withOneFailure(await bucketOf(ctx, attempt), ctx.real)
  if (account) {
    await store.setLoginState(ctx.db, account.id, { failures: newBucket.failures, failedAt: newBucket.failedAt, lockedUntil: newBucket.lockedUntil })
    const address = await addresses.findAddress(ctx.db, account.id, networkOf(ctx.ip))
    const addressBucket = address && withOneFailure({ failures: address.failures, failedAt: address.failed_at, lockedUntil: address.locked_until }, ctx.real)
    if (addressBucket) await addresses.setFailures(ctx.db, account.id, networkOf(ctx.ip), addressBucket)
  } else await setCount(ctx.db, subjectOf(typed), { count: newBucket.failures, since: newBucket.failedAt, blockedUntil: newBucket.lockedUntil })
  const lockedSeconds = newBucket.lockedUntil === null ? 0 : (newBucket.lockedUntil.getTime() - ctx.real.getTime()) / 1000
  const detail = { failed: true, ...(account && { failures: newBucket.failures }), ...(account && lockedSeconds > 0 && { lockedSeconds }) }
  await recordAttempt(ctx, account, detail, typed)
  return refuseAndCommit(refusal)
}

/** Clears this account's failures after a complete sign-in. The address's failures at other names stay counted. */
export async function clearOwnFailures(ctx: Context, account: store.Account): Promise<void> {
  const pairSubject = pairSubjectOf(ctx, { account, typed: '' })
  const failures = await readCount(ctx.db, pairSubject, windowStart(ctx))
  if (failures) await reduceCount(ctx.db, addressOf(ctx), failures.count)
  await clearCount(ctx.db, pairSubject)
  await store.setLoginState(ctx.db, account.id, { failures: 0, failedAt: null, lockedUntil: null, at: ctx.real })
  await addresses.rememberAddress(ctx.db, account.id, networkOf(ctx.ip), ctx.real)
}
