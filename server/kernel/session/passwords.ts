import { randomInt } from 'node:crypto'
import argon2 from '@node-rs/argon2'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { limitConcurrency } from '#/server/lib/limit-concurrency.ts'

// Parameters of OWASP and ASVS appendix C. A login costs about 14 ms of one core.
const argonCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const hashLimiter = limitConcurrency(2, 200, () => {
  throw new Refusal('busy', kernelRefusals.busy)
})

function hashWithLimit<T>(work: () => Promise<T>): Promise<T> {
  refuseInTransaction('the hash of a password')
  return hashLimiter(work)
}

/**
 * Returns an argon2id hash as a PHC string. At most two run at the same time, because each uses a core and 19 MB. Must
 * not run inside a transaction.
 */
export function hashPassword(password: string): Promise<string> {
  return hashWithLimit(() => argon2.hash(password, argonCost))
}

// A hash to compare for unknown users, so that the response takes equally long.
let decoyHash: Promise<string> | undefined

async function verifyOrDecoy(stored: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('this string is no one’s password')
  const hashToVerify = stored ?? (await decoyHash)
  const isMatch = await hashWithLimit(() => argon2.verify(hashToVerify, password))
  return isMatch && stored !== null
}

/** Returns whether the password matches exactly. A null hash is compared with a decoy and never matches. */
export function passwordMatches(ctx: Context, stored: string | null, password: string): Promise<boolean> {
  return ctx.outside('password', [stored, password], () => verifyOrDecoy(stored, password))
}

/** Returns the hash of a password that is to be stored for this subject. */
export function passwordHashFor(ctx: Context, subject: string, password: string): Promise<string> {
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
const characterSets = ['abcdefghjkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#$%&*+-=?@'] as const
const oneTimePasswordLength = 14

/** Returns a random one-time password that satisfies the rules of the specification. */
export function newPassword(): string {
  const pickCharacter = (from: string) => from[randomInt(from.length)] ?? ''
  const passwordCharacters = [
    ...characterSets.map(pickCharacter),
    ...Array.from({ length: oneTimePasswordLength - characterSets.length }, () => pickCharacter(characterSets.slice(0, 3).join(''))),
  ]
  for (let at = passwordCharacters.length - 1; at > 0; at--) {
    const swapIndex = randomInt(at + 1)
    const swappedCharacter = passwordCharacters[at] ?? ''
    passwordCharacters[at] = passwordCharacters[swapIndex] ?? ''
    passwordCharacters[swapIndex] = swappedCharacter
  }
  return passwordCharacters.join('')
}
