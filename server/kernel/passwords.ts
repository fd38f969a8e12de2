import { randomInt } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Context, Db } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'
import { lanes } from '#/server/lib/lanes.ts'

// OWASP and ASVS appendix C; a login costs about 14 ms of one core.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lane = lanes(2, 200, () => {
  throw new Refusal('busy', kernelRefusals.busy)
})

function inLane<T>(work: () => Promise<T>): Promise<T> {
  refuseWithin('the hash of a password')
  return lane(work)
}

/**
 * Returns an argon2id hash (PHC string). At most two run at once, because each takes a core and 19 MB. Not inside a
 * transaction.
 */
export function hashPassword(password: string): Promise<string> {
  return inLane(() => argon2.hash(password, cost))
}

// Compared for unknown users, so that the answer takes equally long.
let decoy: Promise<string> | undefined

async function compare(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const against = stored ?? (await decoy)
  const fits = await inLane(() => argon2.verify(against, password))
  return fits && stored !== null
}

/** Returns whether the password matches exactly; a null hash is compared with a decoy and never matches. */
export function fitsPassword(ctx: Context, stored: string | null, password: string): Promise<boolean> {
  return ctx.outside('password', [stored, password], () => compare(stored, password))
}

/** Returns the hash of a password to be stored for this subject. */
export function hashFor(ctx: Context, subject: string, password: string): Promise<string> {
  return ctx.outside('hash', [subject, password], () => hashPassword(password))
}

/** Returns a random one-time password for this subject, with its hash. */
export function newPasswordFor(ctx: Context, subject: string): Promise<{ password: string; hash: string }> {
  return ctx.outside('new password', subject, async () => {
    const password = newPassword()
    return { password, hash: await hashPassword(password) }
  })
}

function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Returns a random six-digit code for this subject, with its hash. */
export function newCodeFor(ctx: Context, subject: string): Promise<{ code: string; hash: string }> {
  return ctx.outside('code', subject, async () => {
    const code = newCode()
    return { code, hash: await hashPassword(code) }
  })
}

// Omits characters that look alike when read out or copied by hand.
const signs = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#$%&*+-=?@'] as const
const newLength = 14

/** Returns a random one-time password that satisfies the rules of the specification. */
export function newPassword(): string {
  const pick = (from: string) => from[randomInt(from.length)] ?? ''
  const picked = [...signs.map(pick), ...Array.from({ length: newLength - signs.length }, () => pick(signs.slice(0, 3).join('')))]
  for (let at = picked.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    const sign = picked[at] ?? ''
    picked[at] = picked[other] ?? ''
    picked[other] = sign
  }
  return picked.join('')
}

const paymentTries = 5
const paymentLockMs = 2 * 60 * 60 * 1000

async function recordTry(db: Db, failures: number, lockedUntil: Date | null): Promise<void> {
  await sql`select app.payment_try(${failures}::smallint, ${lockedUntil}::timestamptz)`.execute(db)
}

/**
 * Checks the caller's payment password. Five failures lock it for two hours, and the count survives the refusal.
 * Refuses with the remaining tries, with the end of the lock, or when no payment password is set.
 */
export async function verifyPaymentPassword(ctx: Context, password: string): Promise<void> {
  const secret = await sql<{ hash: string | null; failures: number; locked_until: Date | null }>`select * from app.payment_secret()`.execute(ctx.db)
  const row = secret.rows[0]
  if (!row?.hash) throw new Refusal('payment_password_unset', kernelRefusals.paymentPasswordUnset)
  const lockOver = row.locked_until !== null && row.locked_until <= ctx.now
  if (row.locked_until !== null && !lockOver) {
    const minutes = Math.ceil((row.locked_until.getTime() - ctx.now.getTime()) / 60_000)
    throw new Refusal('payment_password_locked', kernelRefusals.paymentPasswordLocked, { minutes })
  }
  const before = lockOver ? 0 : row.failures
  if (await fitsPassword(ctx, row.hash, password)) {
    if (row.failures > 0) await recordTry(ctx.db, 0, null)
    return
  }
  const failures = before + 1
  const isLocked = failures >= paymentTries
  await recordTry(ctx.db, failures, isLocked ? new Date(ctx.now.getTime() + paymentLockMs) : null)
  if (isLocked) throw new Refusal('payment_password_locked', kernelRefusals.paymentPasswordLocked, { minutes: paymentLockMs / 60_000 }, { keeps: true })
  throw new Refusal('payment_password_wrong', kernelRefusals.paymentPasswordWrong, { left: paymentTries - failures }, { keeps: true })
}

const loginTries = 5
const loginWindowMs = 15 * 60_000

/**
 * Checks the caller's login password before an action that is hard to undo. Five failures in 15 minutes block it,
 * counted with all other checks.
 * The count survives the refusal.
 */
export async function verifyLoginPassword(ctx: Context, password: string): Promise<void> {
  const windowStart = new Date(ctx.real.getTime() - loginWindowMs)
  const secret = await sql<{ hash: string; failures: number }>`select * from app.login_secret(${windowStart}::timestamptz)`.execute(ctx.db)
  const row = secret.rows[0]
  if (!row || row.failures >= loginTries) throw new Refusal('too_many_tries', kernelRefusals.tooManyTries, {}, { keeps: true })
  const isRight = await fitsPassword(ctx, row.hash, password)
  if (!isRight || row.failures > 0) await sql`select app.login_tried(${isRight}, ${ctx.real}::timestamptz, ${windowStart}::timestamptz)`.execute(ctx.db)
  if (!isRight) throw new Refusal('wrong_password', kernelRefusals.wrongPassword, {}, { keeps: true })
}
