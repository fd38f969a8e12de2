import { type Fen, parseYuan, plainAmount } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'

/** The format in which an amount in yuan may be sent (specification §5: up to two decimals). */
export const yuanPattern = /^\d{1,10}(\.\d{1,2})?$/
/** The same format, also for negative amounts. */
export const signedYuanPattern = /^-?\d{1,10}(\.\d{1,2})?$/

/** Digits with at most one point: an incomplete amount, which is grouped during typing. */
const partialAmountPattern = /^\d*(?:\.\d*)?$/

/** Returns whether a typed text consists of digits and at most one point. */
export function isPartialAmount(text: string): boolean {
  return partialAmountPattern.test(text)
}

/** Returns whether the language uses a decimal comma. */
export function hasDecimalComma(language: Language): boolean {
  return language === 'es'
}

/**
 * Returns a typed or pasted text in the format that is sent. Returns an ambiguous text unchanged, so that the form and
 * the server refuse it.
 */
export function normalizeYuan(text: string, language: Language = 'zh', isSigned = false): string {
  const normalized = text.normalize('NFKC').replace(/。/g, '.').trim().replace(/\.$/, '').replace(/^\./, '0.')
  const trimmedAmount = plainAmount(normalized, hasDecimalComma(language))?.replace(/^(-?)0+(?=\d)/, '$1')
  return trimmedAmount && (isSigned ? signedYuanPattern : yuanPattern).test(trimmedAmount) ? trimmedAmount : text
}

/** Groups the thousands of a typed amount: "1234567.8" becomes "1,234,567.8". */
export function groupYuan(text: string): string {
  if (!isPartialAmount(text)) return text
  const [whole = '', ...cents] = text.split('.')
  return [whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ','), ...cents].join('.')
}

const withoutCommas = (text: string) => text.replaceAll(',', '')

/** Returns whether the field inserted the separators of a shown text. */
function hasOwnSeparators(displayed: string): boolean {
  return isPartialAmount(withoutCommas(displayed)) && groupYuan(withoutCommas(displayed)) === displayed
}

/**
 * Returns the text after an edit of a grouped amount. Removes the field's own separators and keeps commas that the user
 * typed or pasted. Where a comma separates thousands, one typed comma means that the user typed all of them.
 */
function editYuan(displayed: string, next: string, language: Language = 'zh'): string {
  if (!hasOwnSeparators(displayed)) return next
  let headLength = 0
  while (headLength < displayed.length && headLength < next.length && displayed[headLength] === next[headLength]) headLength++
  let tail = 0
  while (tail < displayed.length - headLength && tail < next.length - headLength && displayed.at(-1 - tail) === next.at(-1 - tail)) tail++
  const insertion = next.slice(headLength, next.length - tail)
  if (insertion.normalize('NFKC').includes(',') && !hasDecimalComma(language)) return next
  return withoutCommas(displayed.slice(0, headLength)) + insertion + withoutCommas(displayed.slice(displayed.length - tail))
}

/** The contents of an amount field: the text to send, and the text as the user typed it until the field loses focus. */
export interface YuanInput {
  readonly value: string
  readonly written: string | null
}

/** Returns the contents of the field after a text replaced the previous contents. */
export function parseYuanInput(text: string, language: Language, isSigned = false): YuanInput {
  const halfWidth = text.normalize('NFKC').replaceAll('。', '.')
  return isPartialAmount(halfWidth) ? { value: halfWidth, written: null } : { value: normalizeYuan(text, language, isSigned), written: text }
}

/** Returns the text that the field shows: as the user typed it, or grouped by thousands. */
export function displayYuan({ value, written }: YuanInput, language: Language, isSigned = false): string {
  return written !== null && normalizeYuan(written, language, isSigned) === value ? written : groupYuan(value)
}

/**
 * Returns the contents of the field after the user edited its text. Text with the user's own separators stays as typed.
 */
export function applyYuanEdit(held: YuanInput, next: string, language: Language, isSigned = false): YuanInput {
  const shownText = displayYuan(held, language, isSigned)
  return parseYuanInput(shownText === held.written ? next : editYuan(shownText, next, language), language, isSigned)
}

/** Returns the caret position behind the same digit, when `typed` with its caret at `at` is shown as `displayed`. */
export function caretPosition(displayed: string, typed: string, at: number): number {
  if (displayed === typed) return at
  if (!hasOwnSeparators(displayed)) return displayed.length - withoutCommas(typed.slice(at)).length
  let caretIndex = 0
  for (let remaining = withoutCommas(typed.slice(0, at)).length; remaining > 0 && caretIndex < displayed.length; caretIndex++)
    if (displayed[caretIndex] !== ',') remaining--
  return caretIndex
}

/** Returns a typed amount in fen; null while it is invalid. */
export function fenOf(text: string): Fen | null {
  const normalized = normalizeYuan(text)
  return yuanPattern.test(normalized) ? parseYuan(normalized) : null
}
