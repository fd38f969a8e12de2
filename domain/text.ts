/** The four languages of the product. Chinese is the source; the others are written, not machine-derived. */
export const languages = ['zh', 'en', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/**
 * Whose way of writing numbers a language has here. Spanish writes them as in Mexico (1,234.5): amounts stand like that in every statement, file and field of the
 * product, and 1.234 beside ¥1,234.50 would be read wrong.
 */
export const numberTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US', es: 'es-MX', ja: 'ja-JP' }

/** One phrase, four languages side by side: a missing language does not compile. ICU syntax where it has numbers, plurals or dates. */
export type Text = Readonly<Record<Language, string>>

/**
 * At most so many UTF-16 units from the beginning of a text (what lengths, schemas and file formats count), and no half of a character: one outside the basic
 * plane is two units, and half of it is no text that a database takes.
 */
export function cut(text: string, most: number): string {
  return text.slice(0, /[\ud800-\udbff]/.test(text[most - 1] ?? '') && /[\udc00-\udfff]/.test(text[most] ?? '') ? most - 1 : most)
}

/** At most so many UTF-16 units from the end of a text, and no half of a character. */
export function cutEnd(text: string, most: number): string {
  const at = Math.max(0, text.length - most)
  return text.slice(/[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)
}

/** The text without the characters of a kind at its end. The pattern `/x+$/` reads a long run in the middle again from each of its characters. */
export function trimmedEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** The characters of a text as a reader sees them: a letter with its marks, or an emoji of several parts, is one. */
export function characters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/** How a language writes what stands between the words of a list, between clauses, around a note and after a label. */
const marks: Readonly<
  Record<Language, { readonly comma: string; readonly semicolon: string; readonly colon: string; readonly note: readonly [string, string] }>
> = {
  zh: { comma: '、', semicolon: '；', colon: '：', note: ['（', '）'] },
  en: { comma: ', ', semicolon: '; ', colon: ': ', note: [' (', ')'] },
  es: { comma: ', ', semicolon: '; ', colon: ': ', note: [' (', ')'] },
  ja: { comma: '、', semicolon: '；', colon: '：', note: ['（', '）'] },
}

/** Words as a list of the language: 甲、乙 or A, B. */
export function listed(words: readonly (string | number)[], language: Language): string {
  return words.join(marks[language].comma)
}

/** Whole clauses one after the other, which may have lists inside. */
export function clauses(parts: readonly string[], language: Language): string {
  return parts.join(marks[language].semicolon)
}

/** A word with a note behind it: 甲（2） or A (2); the word alone without one. */
export function noted(word: string, note: string | number, language: Language): string {
  const [open, close] = marks[language].note
  return note === '' ? word : `${word}${open}${note}${close}`
}

/** A value under its label: 原因：空 or Reason: empty. */
export function labelled(label: string, value: string | number, language: Language): string {
  return `${label}${marks[language].colon}${value}`
}
