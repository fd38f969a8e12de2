import { authRefusals } from '#/api/access/auth.texts.ts'
import { isComplex, isLongEnough, isWellKnown } from '#/domain/password.ts'
import { Refusal } from '#/server/kernel/refusal.ts'

/** Refuses a password that the rules of spec §5 do not let through. */
export function expectStrong(password: string): void {
  // Our own pages strip it before they send: such a password could never be typed there.
  if (/\s/.test(password)) throw new Refusal('white_space', authRefusals.whiteSpace)
  if (!isLongEnough(password)) throw new Refusal('length', authRefusals.length)
  if (!isComplex(password)) throw new Refusal('complexity', authRefusals.complexity)
  if (isWellKnown(password)) throw new Refusal('well_known', authRefusals.wellKnown)
}
