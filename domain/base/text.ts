/**
 * The languages of the product. Chinese is the source. The other languages are written by people, not by machine
 * translation.
 */
export const languages = ['zh', 'en', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/**
 * The locale of number formats. Spanish uses Mexican notation (1,234.5), because all statements, files and fields write
 * amounts that way. Readers would misread 1.234 next to ¥1,234.50.
 */
export const numberTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US', es: 'es-MX', ja: 'ja-JP' }

/** A text in all languages. A missing language does not compile. Numbers, plurals and dates use ICU syntax. */
export type Text = Readonly<Record<Language, string>>

/**
 * Truncates a text to at most `limit` UTF-16 units, the unit of lengths, schemas and file formats. A surrogate pair is
 * never split, because databases reject half a pair.
 */
export function truncateUnits(text: string, limit: number): string {
  return text.slice(0, /[\ud800-\udbff]/.test(text[limit - 1] ?? '') && /[\udc00-\udfff]/.test(text[limit] ?? '') ? limit - 1 : limit)
}

/** Returns at most the last `limit` UTF-16 units of a text without splitting a surrogate pair. */
export function truncate(text: string, limit: number): string {
  const at = Math.max(0, text.length - limit)
  return text.slice(/[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)
}

/** Removes trailing characters that match. The pattern `/x+$/` would take quadratic time on long runs in the middle. */
export function trimmedEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Splits a text into grapheme clusters. A letter with its marks and a composed emoji count as one. */
export function characters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** Separators of lists and clauses, and the marks around notes and after labels, by language. */
const marks: Readonly<
  Record<Language, { readonly comma: string; readonly semicolon: string; readonly colon: string; readonly note: readonly [string, string] }>
> = {
  zh: { comma: '、', semicolon: '；', colon: '：', note: ['（', '）'] },
  en: { comma: ', ', semicolon: '; ', colon: ': ', note: [' (', ')'] },
  es: { comma: ', ', semicolon: '; ', colon: ': ', note: [' (', ')'] },
  ja: { comma: '、', semicolon: '；', colon: '：', note: ['（', '）'] },
}

/** Returns the names of the placeholders of an ICU text, each once. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name ?? ''))]
}

/** Joins words into a list: 甲、乙 or A, B. */
export function joinWords(words: readonly (string | number)[], language: Language): string {
  return words.join(marks[language].comma)
}

/** Joins clauses that may themselves contain lists. */
export function joinClauses(parts: readonly string[], language: Language): string {
  return parts.join(marks[language].semicolon)
}

/** Appends a note to a word: 甲（2） or A (2). Returns the word alone for an empty note. */
export function appendNote(word: string, note: string | number, language: Language): string {
  const [open, close] = marks[language].note
  return note === '' ? word : `${word}${open}${note}${close}`
}

/** Puts a label before a value: 原因：空 or Reason: empty. */
export function prependLabel(label: string, value: string | number, language: Language): string {
  return `${label}${marks[language].colon}${value}`
}
