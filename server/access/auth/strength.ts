import { authRefusals } from '#/api/access/auth.texts.ts'
import { hasLongRuleLength, hasSpecifiedLength, isCommonPassword, isComplexPassword, isMonotonous } from '#/domain/base/password.ts'
import type { PasswordRule } from '#/domain/base/password-rule.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { isKnownPassword } from '#/server/lib/known-passwords.ts'

/** Refuses a password that breaks the installation's rule: that of spec §5, or `long` (decision 0115). */
export function expectStrongPassword(password: string, rule: PasswordRule): void {
  if (rule === 'long') {
    if (!hasLongRuleLength(password)) throw new Refusal('length', authRefusals.longLength)
    if (isMonotonous(password)) throw new Refusal('well_known', authRefusals.wellKnown)
  } else {
    // The web pages trim white space before sending, so a user could never enter such a password.
    if (/\s/.test(password)) throw new Refusal('white_space', authRefusals.whiteSpace)
    if (!hasSpecifiedLength(password)) throw new Refusal('length', authRefusals.length)
    if (!isComplexPassword(password)) throw new Refusal('complexity', authRefusals.complexity)
  }
  if (isCommonPassword(password) || isKnownPassword(password)) throw new Refusal('well_known', authRefusals.wellKnown)
}
