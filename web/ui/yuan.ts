import { type Fen, parseYuan, plainAmount } from '#/domain/money.ts'
import type { Language } from '#/domain/text.ts'

/** What may be sent as an amount in yuan (specification §5: up to two decimals). */
export const yuanPattern = /^\d{1,10}(\.\d{1,2})?$/

/** Digits with at most one point: on the way to an amount, so thousands are set apart while it is typed. */
const onTheWay = /^\d*(?:\.\d*)?$/

/** Whether a typed text is digits with at most one point. */
export function isOnTheWay(text: string): boolean {
  return onTheWay.test(text)
}

/** Whether readers of this language write the comma before the cents. */
export function hasDecimalComma(language: Language): boolean {
  return language === 'es'
}

/** A typed or pasted text in its sendable form; unchanged when it is no amount for certain, so that the form and the server refuse it. */
export function settledYuan(text: string, language: Language = 'zh'): string {
  const full = text.normalize('NFKC').replace(/。/g, '.').trim().replace(/\.$/, '').replace(/^\./, '0.')
  const plain = plainAmount(full, hasDecimalComma(language))?.replace(/^0+(?=\d)/, '')
  return plain && yuanPattern.test(plain) ? plain : text
}

/** A typed amount with its thousands apart: "1234567.8" reads "1,234,567.8". */
export function groupedYuan(text: string): string {
  if (!isOnTheWay(text)) return text
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ','), ...cents].join('.')
}

const bare = (text: string) => text.replaceAll(',', '')

/** Returns the text after an edit. Commas of `shown` are our separators and go; commas that the user typed or pasted stay. */
export function editedYuan(shown: string, next: string): string {
  if (!isOnTheWay(bare(shown))) return next
  let head = 0
  while (head < shown.length && head < next.length && shown[head] === next[head]) head++
  let tail = 0
  while (tail < shown.length - head && tail < next.length - head && shown.at(-1 - tail) === next.at(-1 - tail)) tail++
  return bare(shown.slice(0, head)) + next.slice(head, next.length - tail) + bare(shown.slice(shown.length - tail))
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
