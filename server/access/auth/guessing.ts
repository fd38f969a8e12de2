import { createHash } from 'node:crypto'
import type { authRefusals } from '#/api/access/auth.texts.ts'
import { userType } from '#/domain/codes.ts'
import { cut } from '#/domain/text.ts'
import { refuseKept } from '#/server/access/auth/proof.ts'
import * as store from '#/server/access/auth/store.ts'
import * as addresses from '#/server/access/auth/store-addresses.ts'
import type { Context } from '#/server/kernel/context.ts'
import { addCount, clearCount, lessCount, putCount, readCount } from '#/server/kernel/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

// How failed sign-ins are counted. An address may fail so often against whatever names; a name, whether anybody has it or not, so often from anywhere; and where
// somebody has signed in before, only what fails there keeps them out.

const lockAfter = 5
const lockMs = 60_000
const lockMostMs = 15 * 60_000
/** One failure is forgotten after so long: whoever guesses now and then keeps nobody out. */
const fadeMs = 3 * 60_000
const addressWindowMs = 10 * 60_000
const addressMost = 30
/** After so long a count means nothing any more. */
const countsKeptMs = 60 * 60_000

/** The name that somebody wants to sign in by, and whose it is. */
export interface Wanted {
  readonly account: store.Account | undefined
  /** As it was typed; empty where a ticket continues a sign-in. */
  readonly typed: string
}

interface Bucket {
  readonly failures: number
  readonly failedAt: Date | null
  readonly lockedUntil: Date | null
}

const empty: Bucket = { failures: 0, failedAt: null, lockedUntil: null }

/** One failure more. A request may have arrived before the one that was counted last: time never runs backwards here. */
function oneMore({ failures, failedAt }: Bucket, arrivedAt: Date): Bucket & { readonly failedAt: Date } {
  const now = failedAt !== null && failedAt > arrivedAt ? failedAt : arrivedAt
  const faded = failedAt === null ? 0 : Math.floor((now.getTime() - failedAt.getTime()) / fadeMs)
  const count = Math.max(0, failures - faded) + 1
  const lock = count < lockAfter ? 0 : Math.min(lockMs * 2 ** (count - lockAfter), lockMostMs)
  return { failures: count, failedAt: now, lockedUntil: lock > 0 ? new Date(now.getTime() + lock) : null }
}

// A name that nobody has may be a password in the wrong field: of what was typed only a digest is kept, and not for long.
const subjectOf = (typed: string) => `login-name:${createHash('sha256').update(typed.toLowerCase()).digest('base64url')}`
const pairOf = (ctx: Context, { account, typed }: Wanted) => `login-from:${networkOf(ctx.ip)}:${account?.id ?? subjectOf(typed)}`
const addressOf = (ctx: Context) => `login:${networkOf(ctx.ip)}`
const windowStart = (ctx: Context) => new Date(ctx.real.getTime() - addressWindowMs)

async function bucketOf(ctx: Context, { account, typed }: Wanted): Promise<Bucket> {
  if (account) return { failures: account.failed_logins, failedAt: account.failed_at, lockedUntil: account.locked_until }
  const counted = await readCount(ctx.db, subjectOf(typed), new Date(ctx.real.getTime() - countsKeptMs))
  return counted ? { failures: counted.count, failedAt: counted.since, lockedUntil: counted.blockedUntil } : empty
}

/** What the trail says of a sign-in. Somebody may have typed the password where the name belongs: of a name that nobody has, only the beginning is kept. */
export async function noteTry(ctx: Context, account: store.Account | undefined, detail: Readonly<Record<string, unknown>>, typed = ''): Promise<void> {
  const centreId = account?.usertype === userType.centre ? await store.firstCentre(ctx.db, account.id) : null
  const who = account || !typed ? {} : { username: `${cut(typed, 2)}***` }
  ctx.note({ refType: 'user', refId: account?.id ?? 0, unitId: account?.unit_id ?? null, centreId, detail: { ...who, ...detail } })
}

/** Refuses an address with too many failures, whatever it comes with now. */
export async function expectCalm(ctx: Context): Promise<void> {
  const address = await readCount(ctx.db, addressOf(ctx), windowStart(ctx))
  if (!address || address.count < addressMost) return
  const seconds = addressWindowMs / 1000
  await noteTry(ctx, undefined, { failures: address.count, lockedSeconds: seconds })
  refuseKept('locked', { seconds })
}

/** Tries at one name wait for one another, whether anybody has it or not, so that guesses at once are counted one by one. */
export async function inTurn(ctx: Context, typed: string): Promise<void> {
  await addresses.lockName(ctx.db, subjectOf(typed))
}

/** Refuses while a name is locked: at a known address only by what failed there. */
export async function expectUnlocked(ctx: Context, wanted: Wanted): Promise<void> {
  const known = wanted.account && (await addresses.findAddress(ctx.db, wanted.account.id, networkOf(ctx.ip)))
  const { failures, lockedUntil } = known ? { failures: known.failures, lockedUntil: known.locked_until } : await bucketOf(ctx, wanted)
  if (lockedUntil === null || lockedUntil <= ctx.real) return
  const seconds = Math.max(1, Math.ceil((lockedUntil.getTime() - ctx.real.getTime()) / 1000))
  await noteTry(ctx, wanted.account, { failed: true, failures, lockedSeconds: seconds }, wanted.typed)
  refuseKept('locked', { seconds })
}

/** Every failed step of a sign-in is counted for the address and for the name: five lock it, each further one for longer, until they fade. */
export async function refuseSignIn(ctx: Context, wanted: Wanted, refusal: keyof typeof authRefusals): Promise<never> {
  const { account, typed } = wanted
  const counted = { now: ctx.real, windowStart: windowStart(ctx) }
  await addCount(ctx.db, addressOf(ctx), counted)
  await addCount(ctx.db, pairOf(ctx, wanted), counted)
  const now = oneMore(await bucketOf(ctx, wanted), ctx.real)
  if (account) {
    await store.setLoginState(ctx.db, account.id, { failures: now.failures, failedAt: now.failedAt, lockedUntil: now.lockedUntil })
    const known = await addresses.findAddress(ctx.db, account.id, networkOf(ctx.ip))
    const there = known && oneMore({ failures: known.failures, failedAt: known.failed_at, lockedUntil: known.locked_until }, ctx.real)
    if (there) await addresses.setFailures(ctx.db, account.id, networkOf(ctx.ip), there)
  } else await putCount(ctx.db, subjectOf(typed), { count: now.failures, since: now.failedAt, blockedUntil: now.lockedUntil })
  const lockedSeconds = now.lockedUntil === null ? 0 : (now.lockedUntil.getTime() - ctx.real.getTime()) / 1000
  const detail = { failed: true, ...(account && { failures: now.failures }), ...(account && lockedSeconds > 0 && { lockedSeconds }) }
  await noteTry(ctx, account, detail, typed)
  return refuseKept(refusal)
}

/** A sign-in that is complete forgets the failures of this account, and nobody else's: what this address tried at other names stays counted. */
export async function forgiveOwn(ctx: Context, account: store.Account): Promise<void> {
  const pair = pairOf(ctx, { account, typed: '' })
  const own = await readCount(ctx.db, pair, windowStart(ctx))
  if (own) await lessCount(ctx.db, addressOf(ctx), own.count)
  await clearCount(ctx.db, pair)
  await store.setLoginState(ctx.db, account.id, { failures: 0, failedAt: null, lockedUntil: null, at: ctx.real })
  await addresses.rememberAddress(ctx.db, account.id, networkOf(ctx.ip), ctx.real)
}
