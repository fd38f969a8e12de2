/** Maximum lengths of a platform's name, of a payee's nickname there, and of the number of the payee's account. */
export const sourceLimits = { platform: 60, nickname: 50, userNo: 64 } as const

// Markup, control characters, and the start of spreadsheet formulas.
const hostile = /[<>\p{Cc}\p{Cf}]|^[=+@-]/u

/** Returns whether a text can name a platform or an account: within its limit, without markup, formula or control characters. */
export function isSourceName(text: string, limit: number): boolean {
  return text.length <= limit && !hostile.test(text)
}
