/** The four languages of the product. Chinese is the source; the others are written, not machine-derived. */
export const languages = ['zh', 'en', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

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

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** The characters of a text as a reader sees them: a letter with its marks, or an emoji of several parts, is one. */
export function characters(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
