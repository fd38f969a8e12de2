import { authRefusals } from '#/api/access/auth.texts.ts'
import { isComplex, isLongEnough, isMonotonous, isWellKnown, passesLongRule } from '#/domain/base/password.ts'
import type { PasswordRule } from '#/domain/base/password-rule.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { isKnownPassword } from '#/server/lib/known-passwords.ts'

/** Refuses a password that breaks the installation's rule: that of spec §5, or `long` (decision 0115). */
export function expectStrong(password: string, rule: PasswordRule): void {
  if (rule === 'long') {
    if (!passesLongRule(password)) throw new Refusal('length', authRefusals.longLength)
  } else {
    // The web pages trim white space before sending, so a user could never enter such a password.
    if (/\s/.test(password)) throw new Refusal('white_space', authRefusals.whiteSpace)
    if (!isLongEnough(password)) throw new Refusal('length', authRefusals.length)
    if (!isComplex(password)) throw new Refusal('complexity', authRefusals.complexity)
  }
  if (isWellKnown(password) || isKnownPassword(password) || isMonotonous(password)) throw new Refusal('well_known', authRefusals.wellKnown)
}
