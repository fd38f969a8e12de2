import { createHash } from 'node:crypto'
import type { authRefusals } from '#/api/access/auth.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { refuseAndCommit } from '#/server/access/auth/proof.ts'
import * as store from '#/server/access/auth/store.ts'
import * as addresses from '#/server/access/auth/store-addresses.ts'
import type { Context } from '#/server/kernel/context.ts'
import { clearThrottleCount, incrementThrottleCount, readThrottleCount, reduceThrottleCount, setThrottleCount } from '#/server/kernel/request/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

// Rate limits failed sign-ins per address and per user name, whether or not the name exists. From an address where
// the account has signed in before, only failures at that address count.

const failuresBeforeLock = 5
const lockMs = 60_000
const maxLockMs = 15 * 60_000
/**
 * One counted failure expires each time this interval passes, so that occasional guesses by others do not lock the
 * owner out.
 */
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

interface FailureCounter {
  readonly failures: number
  readonly failedAt: Date | null
  readonly lockedUntil: Date | null
}

const emptyCounter: FailureCounter = { failures: 0, failedAt: null, lockedUntil: null }

/** Adds one failure. Requests may be counted out of order, so the stored time never moves back. */
function addFailure({ failures, failedAt }: FailureCounter, arrivedAt: Date): FailureCounter & { readonly failedAt: Date } {
  const failureTime = failedAt !== null && failedAt > arrivedAt ? failedAt : arrivedAt
  const expiredFailures = failedAt === null ? 0 : Math.floor((failureTime.getTime() - failedAt.getTime()) / failureLifeMs)
  const count = Math.max(0, failures - expiredFailures) + 1
  const lockDurationMs = count < failuresBeforeLock ? 0 : Math.min(lockMs * 2 ** (count - failuresBeforeLock), maxLockMs)
  return { failures: count, failedAt: failureTime, lockedUntil: lockDurationMs > 0 ? new Date(failureTime.getTime() + lockDurationMs) : null }
}

// The entered name may be a password in the wrong field. So only a digest of the name is stored, for a short time.
const nameSubjectOf = (typed: string) => `login-name:${createHash('sha256').update(typed.toLowerCase()).digest('base64url')}`
const pairSubjectOf = (ctx: Context, { account, typed }: SignInAttempt) => `login-from:${networkOf(ctx.ip)}:${account?.id ?? nameSubjectOf(typed)}`
const addressSubjectOf = (ctx: Context) => `login:${networkOf(ctx.ip)}`
const windowStart = (ctx: Context) => new Date(ctx.real.getTime() - addressWindowMs)

async function failureCounterOf(ctx: Context, { account, typed }: SignInAttempt): Promise<FailureCounter> {
  if (account) return { failures: account.failed_logins, failedAt: account.failed_at, lockedUntil: account.locked_until }
  const nameCount = await readThrottleCount(ctx.db, nameSubjectOf(typed), new Date(ctx.real.getTime() - counterLifeMs))
  return nameCount ? { failures: nameCount.count, failedAt: nameCount.since, lockedUntil: nameCount.blockedUntil } : emptyCounter
}

/**
 * Logs a sign-in attempt. For an unknown name it stores only the first two characters, because the name may be a
 * password.
 */
export async function recordAttempt(ctx: Context, account: store.Account | undefined, detail: Readonly<Record<string, unknown>>, typed = ''): Promise<void> {
  const centreId = account?.usertype === userType.centre ? await store.firstCentreId(ctx.db, account.id) : null
  const usernameHint = account || !typed ? {} : { username: `${truncateUnits(typed, 2)}***` }
  ctx.note({ refType: 'user', refId: account?.id ?? 0, unitId: account?.unit_id ?? null, centreId, detail: { ...usernameHint, ...detail } })
}

/** Refuses any sign-in from an address with too many failures. */
export async function expectFewFailures(ctx: Context): Promise<void> {
  const address = await readThrottleCount(ctx.db, addressSubjectOf(ctx), windowStart(ctx))
  if (!address || address.count < maxFailuresPerAddress) return
  const seconds = addressWindowMs / 1000
  await recordAttempt(ctx, undefined, { failures: address.count, lockedSeconds: seconds })
  refuseAndCommit('locked', { seconds })
}

/** Locks the name, existing or not, so that concurrent guesses are counted one after another. */
export async function lockSignInName(ctx: Context, typed: string): Promise<void> {
  await addresses.lockSubject(ctx.db, nameSubjectOf(typed))
}

/** Refuses while a name is locked. At a known address only the failures there count. */
export async function expectUnlocked(ctx: Context, attempt: SignInAttempt): Promise<void> {
  const knownAddress = attempt.account && (await addresses.findAddress(ctx.db, attempt.account.id, networkOf(ctx.ip)))
  const { failures, lockedUntil } = knownAddress
    ? { failures: knownAddress.failures, lockedUntil: knownAddress.locked_until }
    : await failureCounterOf(ctx, attempt)
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
  await incrementThrottleCount(ctx.db, addressSubjectOf(ctx), countWindow)
  await incrementThrottleCount(ctx.db, pairSubjectOf(ctx, attempt), countWindow)
  const newCounter = addFailure(await failureCounterOf(ctx, attempt), ctx.real)
  if (account) {
    await store.setLoginState(ctx.db, account.id, { failures: newCounter.failures, failedAt: newCounter.failedAt, lockedUntil: newCounter.lockedUntil })
    const address = await addresses.findAddress(ctx.db, account.id, networkOf(ctx.ip))
    const addressCounter = address && addFailure({ failures: address.failures, failedAt: address.failed_at, lockedUntil: address.locked_until }, ctx.real)
    if (addressCounter) await addresses.setAddressFailures(ctx.db, account.id, networkOf(ctx.ip), addressCounter)
  } else await setThrottleCount(ctx.db, nameSubjectOf(typed), { count: newCounter.failures, since: newCounter.failedAt, blockedUntil: newCounter.lockedUntil })
  const lockedSeconds = newCounter.lockedUntil === null ? 0 : (newCounter.lockedUntil.getTime() - ctx.real.getTime()) / 1000
  const detail = { failed: true, ...(account && { failures: newCounter.failures }), ...(account && lockedSeconds > 0 && { lockedSeconds }) }
  await recordAttempt(ctx, account, detail, typed)
  return refuseAndCommit(refusal)
}

/** Clears this account's failures after a complete sign-in. The address's failures at other names stay counted. */
export async function clearOwnFailures(ctx: Context, account: store.Account): Promise<void> {
  const pairSubject = pairSubjectOf(ctx, { account, typed: '' })
  const failures = await readThrottleCount(ctx.db, pairSubject, windowStart(ctx))
  if (failures) await reduceThrottleCount(ctx.db, addressSubjectOf(ctx), failures.count)
  await clearThrottleCount(ctx.db, pairSubject)
  await store.setLoginState(ctx.db, account.id, { failures: 0, failedAt: null, lockedUntil: null, at: ctx.real })
  await addresses.rememberAddress(ctx.db, account.id, networkOf(ctx.ip), ctx.real)
}
