import { type Fen, parseYuan, plainAmount } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'

/** The form of an amount in yuan that may be sent (specification §5: up to two decimals). */
export const yuanPattern = /^\d{1,10}(\.\d{1,2})?$/

/** Digits with at most one point: an unfinished amount, which is grouped while it is typed. */
const onTheWay = /^\d*(?:\.\d*)?$/

/** Returns whether a typed text consists of digits and at most one point. */
export function isPartialAmount(text: string): boolean {
  return onTheWay.test(text)
}

/** Returns whether the language uses a decimal comma. */
export function hasDecimalComma(language: Language): boolean {
  return language === 'es'
}

/**
 * Returns a typed or pasted text in its sendable form. An ambiguous text is returned unchanged, so that the form and
 * the server refuse it.
 */
export function settledYuan(text: string, language: Language = 'zh'): string {
  const full = text.normalize('NFKC').replace(/。/g, '.').trim().replace(/\.$/, '').replace(/^\./, '0.')
  const plain = plainAmount(full, hasDecimalComma(language))?.replace(/^0+(?=\d)/, '')
  return plain && yuanPattern.test(plain) ? plain : text
}

/** Groups the thousands of a typed amount: "1234567.8" becomes "1,234,567.8". */
export function groupedYuan(text: string): string {
  if (!isPartialAmount(text)) return text
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ','), ...cents].join('.')
}

const bare = (text: string) => text.replaceAll(',', '')

/** Returns the text after an edit. Separators of `shown` are removed; commas that the user typed or pasted stay. */
export function editedYuan(shown: string, next: string): string {
  if (!isPartialAmount(bare(shown))) return next
  let head = 0
  while (head < shown.length && head < next.length && shown[head] === next[head]) head++
  let tail = 0
  while (tail < shown.length - head && tail < next.length - head && shown.at(-1 - tail) === next.at(-1 - tail)) tail++
  return bare(shown.slice(0, head)) + next.slice(head, next.length - tail) + bare(shown.slice(shown.length - tail))
}

/** Returns the caret position in a grouped amount after the given number of digits and points. */
export function caretAfter(grouped: string, signs: number): number {
  let at = 0
  for (let left = signs; left > 0 && at < grouped.length; at++) if (grouped[at] !== ',') left--
  return at
}

/** Returns a typed amount in fen; null while it is invalid. */
export function fenOf(text: string): Fen | null {
  const settled = settledYuan(text)
  return yuanPattern.test(settled) ? parseYuan(settled) : null
}
