import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, languages, type Text } from '#/domain/text.ts'
import type { Values } from '#/server/kernel/refusal.ts'

const compiled = new Map<string, IntlMessageFormat>()

/** A phrase in one language with its values filled in (ICU). */
export function say(text: Text, language: Language, values: Values = {}): string {
  const source = text[language]
  if (!source.includes('{')) return source
  const key = `${language}:${source}`
  let format = compiled.get(key)
  if (!format) {
    format = new IntlMessageFormat(source, language)
    compiled.set(key, format)
  }
  return String(format.format(values))
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
