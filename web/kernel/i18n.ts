import { IntlMessageFormat } from 'intl-messageformat'
import { useMemo } from 'react'
import { type Language, numberTags, type Text } from '#/domain/base/text.ts'
import { useLanguage } from './language.ts'

/** Values for the placeholders of a message. */
export type TextValues = Readonly<Record<string, string | number>>

const compiledTexts = new Map<string, IntlMessageFormat>()

/**
 * Returns a phrase in the given language with its ICU placeholders filled. Without values the phrase is returned
 * unparsed.
 */
export function translate(spoken: Language, text: Text, values?: TextValues): string {
  const phrase = text[spoken]
  if (!values) return phrase
  const key = `${spoken}\u0000${phrase}`
  let message = compiledTexts.get(key)
  if (!message) {
    message = new IntlMessageFormat(phrase, numberTags[spoken], {
      // Formats dates in Shanghai time, whatever the user's time zone.
      date: { short: { timeZone: 'Asia/Shanghai' } },
    })
    compiledTexts.set(key, message)
  }
  return String(message.format({ ...values }))
}

export type Translate = (text: Text, values?: TextValues) => string

/** Returns the translation function of the current language. Rerenders when the language changes. */
export function useText(): Translate {
  const currentLanguage = useLanguage()
  return useMemo(() => (text: Text, values?: TextValues) => translate(currentLanguage, text, values), [currentLanguage])
}

/** Returns values as options for a select, radio group or filter, with their names. */
export function choicesOf<V extends string | number>(t: Translate, values: readonly V[], names: Readonly<Record<V, Text>>): { value: V; label: string }[] {
  return values.map((value) => ({ value, label: t(names[value]) }))
}

/** Returns all named values as options, in the order of the names. */
export function allChoicesOf(t: Translate, names: Readonly<Record<string | number, Text>>): { value: string; label: string }[] {
  return Object.entries(names).map(([value, text]) => ({ value, label: t(text) }))
}
