import { IntlMessageFormat } from 'intl-messageformat'
import { joinWords, type Language, languages, numberTags, type Text } from '#/domain/base/text.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'

const compiledMessages = new Map<string, IntlMessageFormat>()

/** Formats values for a language: joins lists and translates built-in names. */
export function formatValues(values: Values, language: Language): Record<string, string | number> {
  const valueText = (value: string | number) => (typeof value === 'string' ? presetName(value, language) : value)
  const formatValue = (value: Values[string]) => (typeof value === 'object' ? joinWords(value.map(valueText), language) : valueText(value))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, formatValue(value)]))
}

/** Formats a text in one language, with values in ICU syntax. */
export function translate(text: Text, language: Language, values: Values = {}): string {
  const template = text[language]
  if (!template.includes('{')) return template
  const key = `${language}:${template}`
  let format = compiledMessages.get(key)
  if (!format) {
    format = new IntlMessageFormat(template, numberTags[language])
    compiledMessages.set(key, format)
  }
  return String(format.format(formatValues(values, language)))
}

/** Returns the preferred supported language of an `Accept-Language` header, or Chinese if none is supported. */
export function languageOf(header: string | undefined): Language {
  for (const part of (header ?? '').split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const language = languages.find((language) => language === tag)
    if (language) return language
  }
  return 'zh'
}
