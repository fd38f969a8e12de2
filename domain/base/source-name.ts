/** Maximum lengths of the name of a platform, of a payee's nickname there, and of the payee's account number. */
export const sourceLimits = { platform: 60, nickname: 50, userNo: 64 } as const

// Markup, control characters, and the start of spreadsheet formulas.
const forbiddenPattern = /[<>\p{Cc}\p{Cf}]|^[=+@-]/u

/**
 * Returns whether a text can be the name of a platform or an account: within its limit, without markup, formulas or
 * control characters.
 */
export function isSourceName(text: string, limit: number): boolean {
  return text.length <= limit && !forbiddenPattern.test(text)
}
