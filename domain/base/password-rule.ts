// This rule is separate from the texts and checks of `password.ts`, because every page loads this module first.

/**
 * The rule for new passwords: the specification's (8 to 16 characters of four kinds, without white space), or `long`
 * (12 to 64 characters of any kind, exactly as typed).
 */
export type PasswordRule = 'specification' | 'long'

/** Removes all white space, as the specification requires before a password is sent or compared (spec §5). */
export function normalizePassword(password: string, rule: PasswordRule = 'specification'): string {
  return rule === 'long' ? password : password.replace(/\s/g, '')
}
