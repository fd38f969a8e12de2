import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { authMessages, type authRefusals } from '#/api/access/auth.texts.ts'
import { tryPasskey } from '#/server/access/auth/passkeys.ts'
import * as store from '#/server/access/auth/store-factor.ts'
import type { Context } from '#/server/kernel/context.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import { paperCode, randomSecret } from '#/server/lib/vault/secrets.ts'

const periodSeconds = 30
const secretBytes = 20
const recoveryCodeCount = 10
const ticketMs = 5 * 60_000

/** The proof offered as second factor: a current code, a recovery code or a passkey. */
export interface PresentedFactor {
  readonly code?: string | undefined
  readonly recoveryCode?: string | undefined
  /** The answer of a passkey, as JSON. */
  readonly passkey?: string | undefined
}

const sealPurpose = (userId: number) => `second factor of ${userId}`

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: authMessages.title.en, label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret: Secret.fromBase32(secret) })
}

/** Hashes a recovery code, ignoring case, dashes and full-width characters. */
function recoveryHash(userId: number, code: string): Buffer {
  return createHash('sha256')
    .update(
      `${userId}:${code
        .normalize('NFKC')
        .toUpperCase()
        .replace(/[^0-9A-Z]/g, '')}`,
    )
    .digest()
}

/** Stores a new secret that a first code must confirm; null when a second factor is already active. */
export async function beginFactor(ctx: Context, account: { id: number; username: string }): Promise<{ secret: string; uri: string } | null> {
  const secret = new Secret({ buffer: randomSecret(secretBytes).slice().buffer }).base32
  if (!(await store.storePendingFactor(ctx.db, account.id, ctx.secrets.seal(secret, sealPurpose(account.id)), ctx.real))) return null
  return { secret, uri: totpOf(secret, account.username).toString() }
}

/** Replaces the recovery codes with ten new ones; only their hashes are stored. */
export async function replaceRecoveryCodes(ctx: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, paperCode)
  await store.replaceRecoveryCodes(
    ctx.db,
    userId,
    codes.map((code) => recoveryHash(userId, code)),
  )
  return codes
}

/**
 * Checks a current code, accepting the previous and the next 30-second step. Refuses a step that was used, and all
 * steps before it.
 */
async function tryCode(ctx: Context, factor: store.SecondFactor, code: string): Promise<keyof typeof authRefusals | null> {
  const secret = ctx.secrets.unseal(factor.secret, sealPurpose(factor.user_id))
  if (secret === null) {
    ctx.log.error({ userId: factor.user_id }, 'a second factor is sealed with a key that SECRET_KEY does not name')
    return 'keyLost'
  }
  const delta = totpOf(secret, '').validate({ token: code.normalize('NFKC').replace(/\s/g, ''), timestamp: ctx.real.getTime(), window: 1 })
  if (delta === null) return 'wrongCode'
  const step = Math.floor(ctx.real.getTime() / 1000 / periodSeconds) + delta
  if (step <= factor.last_step) return 'codeUsed'
  await store.recordFactorStep(ctx.db, factor.user_id, step)
  return null
}

/** Checks the proof against the active second factor and uses it up; returns null when it is correct. */
export async function verifyFactor(ctx: Context, userId: number, presented: PresentedFactor): Promise<keyof typeof authRefusals | null> {
  if (presented.passkey !== undefined) return tryPasskey(ctx, userId, presented.passkey)
  const factor = await store.lockFactor(ctx.db, userId)
  if (!factor?.confirmed_at && !(await store.hasActiveFactor(ctx.db, userId))) return 'factorOff'
  if (presented.recoveryCode === undefined) return factor?.confirmed_at ? tryCode(ctx, factor, presented.code ?? '') : 'wrongCode'
  return (await store.spendRecoveryCode(ctx.db, userId, recoveryHash(userId, presented.recoveryCode), ctx.real)) ? null : 'wrongRecoveryCode'
}

/** Checks the first code of a pending secret and activates it; returns null when the code is correct. */
export async function tryFirstCode(ctx: Context, userId: number, code: string): Promise<keyof typeof authRefusals | null> {
  const factor = await store.lockFactor(ctx.db, userId)
  if (!factor) return 'factorNotBegun'
  if (factor.confirmed_at) return 'factorOn'
  const refusal = await tryCode(ctx, factor, code)
  if (refusal === null) await store.confirmFactor(ctx.db, userId, ctx.real)
  return refusal
}

/** Issues a single-use ticket for the second sign-in step, valid for five minutes; only its hash is stored. */
export async function openTicket(ctx: Context, userId: number): Promise<string> {
  const ticket = newToken()
  await store.insertTicket(ctx.db, { hash: tokenHash(ticket), userId, expiresAt: new Date(ctx.real.getTime() + ticketMs), now: ctx.real })
  return ticket
}
