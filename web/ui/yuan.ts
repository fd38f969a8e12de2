import { type Fen, parseYuan } from '#/domain/money.ts'
import { limited } from '#/domain/validation.ts'

/** What may be sent as an amount in yuan (specification §5: up to two decimals). */
export const yuanPattern = /^\d{1,10}(\.\d{1,2})?$/

/** Keeps what can become an amount while it is typed: digits and one point, ten and two places. */
export function typedYuan(text: string): string {
  const [whole = '', cents] = limited('decimal', text).split('.')
  return cents === undefined ? whole.slice(0, 10) : `${whole.slice(0, 10)}.${cents.slice(0, 2)}`
}

/** A typed amount in its sendable form: no leading zeros, no dangling point; unchanged when it is not an amount. */
export function settledYuan(text: string): string {
  const trimmed = text
    .replace(/\.$/, '')
    .replace(/^\./, '0.')
    .replace(/^0+(?=\d)/, '')
  return yuanPattern.test(trimmed) ? trimmed : text
}

/** A typed amount with its thousands apart: "1234567.8" reads "1,234,567.8". */
export function groupedYuan(text: string): string {
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ','), ...cents].join('.')
}

/** How far into a grouped amount so many digits and points reach. */
export function caretAfter(grouped: string, signs: number): number {
  let at = 0
  for (let left = signs; left > 0 && at < grouped.length; at++) if (grouped[at] !== ',') left--
  return at
}

/** A typed amount in fen; null while it is not one. */
export function fenOf(text: string): Fen | null {
  const settled = settledYuan(text)
  return yuanPattern.test(settled) ? parseYuan(settled) : null
}
