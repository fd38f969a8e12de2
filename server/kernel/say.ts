import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, languages, listed, numberTags, type Text } from '#/domain/text.ts'
import { presetName } from '#/server/kernel/presets.ts'
import type { Values } from '#/server/kernel/refusal.ts'

const compiled = new Map<string, IntlMessageFormat>()

/** Values as a reader of the language reads them: lists joined, and what the product names said in the language. */
export function said(values: Values, language: Language): Record<string, string | number> {
  const word = (value: string | number) => (typeof value === 'string' ? presetName(value, language) : value)
  const one = (value: Values[string]) => (typeof value === 'object' ? listed(value.map(word), language) : word(value))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, one(value)]))
}

/** A phrase in one language with its values filled in (ICU). */
export function say(text: Text, language: Language, values: Values = {}): string {
  const source = text[language]
  if (!source.includes('{')) return source
  const key = `${language}:${source}`
  let format = compiled.get(key)
  if (!format) {
    format = new IntlMessageFormat(source, numberTags[language])
    compiled.set(key, format)
  }
  return String(format.format(said(values, language)))
}

/** The language asked for, as `Accept-Language` says it; Chinese when it says nothing we speak. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const known = languages.find((language) => language === tag)
    if (known) return known
  }
  return 'zh'
}
