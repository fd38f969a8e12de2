/** The four languages of the product. Chinese is the source; the others are written, not machine-derived. */
export const languages = ['zh', 'en', 'es', 'ja'] as const
export type Language = (typeof languages)[number]

/** One phrase, four languages side by side: a missing language does not compile. ICU syntax where it has numbers, plurals or dates. */
export type Text = Readonly<Record<Language, string>>
