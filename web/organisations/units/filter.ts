/** The lowest and highest balance, in yuan, by which units can be filtered. */
export const belowRange = { min: 1, max: 999_999_999 } as const

/** Returns the yuan below which the balance of a listed unit is: undefined without a filter, NaN for another text. */
export function belowYuanOf(text: string): number | undefined {
  if (text === '') return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
}
