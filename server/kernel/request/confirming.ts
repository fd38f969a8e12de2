import { sql } from 'kysely'
import type { Confirmation } from '#/api/operation.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { ConfirmedOperation } from '#/server/kernel/request/implementation.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'

const maxPaymentTries = 5
const paymentLockMs = 2 * 60 * 60 * 1000

async function recordTry(db: Db, failures: number, lockedUntil: Date | null): Promise<void> {
  await sql`select app.payment_try(${failures}::smallint, ${lockedUntil}::timestamptz)`.execute(db)
}

/**
 * Checks the caller's payment password. Five failures lock it for two hours, and the count survives the refusal.
 * Refuses with the remaining attempts, with the end of the lock, or when no payment password is set.
 */
async function verifyPaymentPassword(ctx: Context, password: string): Promise<void> {
  const row = await ctx.row<{ hash: string | null; failures: number; locked_until: Date | null }>`select * from app.payment_secret()`
  if (!row?.hash) throw new Refusal('payment_password_unset', kernelRefusals.paymentPasswordUnset)
  const isLockOver = row.locked_until !== null && row.locked_until <= ctx.now
  if (row.locked_until !== null && !isLockOver) {
    const minutes = Math.ceil((row.locked_until.getTime() - ctx.now.getTime()) / 60_000)
    throw new Refusal('payment_password_locked', kernelRefusals.paymentPasswordLocked, { minutes })
  }
  const earlierFailures = isLockOver ? 0 : row.failures
  if (await passwordMatches(ctx, row.hash, password)) {
    if (row.failures > 0) await recordTry(ctx.db, 0, null)
    return
  }
  const failures = earlierFailures + 1
  const isLocked = failures >= maxPaymentTries
  await recordTry(ctx.db, failures, isLocked ? new Date(ctx.now.getTime() + paymentLockMs) : null)
  if (isLocked) throw new Refusal('payment_password_locked', kernelRefusals.paymentPasswordLocked, { minutes: paymentLockMs / 60_000 }, { keepsWrites: true })
  throw new Refusal('payment_password_wrong', kernelRefusals.paymentPasswordWrong, { left: maxPaymentTries - failures }, { keepsWrites: true })
}

const maxLoginTries = 5
const loginWindowMs = 15 * 60_000

/**
 * Checks the caller's login password. Five failures in 15 minutes block it; all checks of the login password count
 * together. The count survives the refusal.
 */
async function verifyLoginPassword(ctx: Context, password: string): Promise<void> {
  const windowStart = new Date(ctx.real.getTime() - loginWindowMs)
  const row = await ctx.row<{ hash: string; failures: number }>`select * from app.login_secret(${windowStart}::timestamptz)`
  if (!row || row.failures >= maxLoginTries) throw new Refusal('too_many_tries', kernelRefusals.tooManyTries, {}, { keepsWrites: true })
  const isRight = await passwordMatches(ctx, row.hash, password)
  if (!isRight || row.failures > 0) await ctx.run`select app.login_tried(${isRight}, ${ctx.real}::timestamptz, ${windowStart}::timestamptz)`
  if (!isRight) throw new Refusal('wrong_password', kernelRefusals.wrongPassword, {}, { keepsWrites: true })
}

const verifiersByProof = { paymentPassword: verifyPaymentPassword, loginPassword: verifyLoginPassword }

/**
 * Returns the handler of a confirmed operation. After the restart that the password check causes, `ready` is skipped,
 * so that the operation locks and reads once.
 */
export function withConfirmation<Output>(
  { ready, run }: ConfirmedOperation<never, Output>,
  { proof, field }: Confirmation,
  input: Readonly<Record<string, unknown>>,
): (ctx: Context) => Promise<Output> {
  const { [field]: password, ...rest } = input
  let isReady = false
  return async (ctx) => {
    if (!isReady) await ready(ctx, rest as never)
    isReady = true
    await verifiersByProof[proof](ctx, String(password))
    return run(ctx, rest as never)
  }
}
