import { IntlMessageFormat } from 'intl-messageformat'
import { useMemo } from 'react'
import { type Language, numberTags, type Text } from '#/domain/text.ts'
import { useLanguage } from './language.ts'

/** What a message is filled with. */
export type Values = Readonly<Record<string, string | number>>

const compiled = new Map<string, IntlMessageFormat>()

/** A phrase in the given language, its ICU placeholders filled; without values the phrase is taken as it stands. */
export function sayIn(spoken: Language, text: Text, values?: Values): string {
  const phrase = text[spoken]
  if (!values) return phrase
  const key = `${spoken}\u0000${phrase}`
  let message = compiled.get(key)
  if (!message) {
    message = new IntlMessageFormat(phrase, numberTags[spoken], {
      // Every day the product shows is a day in Shanghai, wherever the reader is.
      date: { short: { timeZone: 'Asia/Shanghai' } },
    })
    compiled.set(key, message)
  }
  return String(message.format({ ...values }))
}

/** The function that translates to the current language; the component renders again when the language changes. */
export function useText(): (text: Text, values?: Values) => string {
  const spoken = useLanguage()
  return useMemo(() => (text: Text, values?: Values) => sayIn(spoken, text, values), [spoken])
}
