import { type Language, languages, type Text } from '#/domain/text.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { signal } from './signal.ts'
import { useSignal } from './useSignal.ts'

const COOKIE = 'language'

/** The language to start in: the cookie's, else the browser's first supported one, else English. */
export function chooseLanguage(cookie: string | null, browser: readonly string[]): Language {
  const known = (code: string | undefined) => languages.find((language) => language === code)
  const fromCookie = known(cookie ?? undefined)
  if (fromCookie) return fromCookie
  for (const tag of browser) {
    const spoken = known(tag.toLowerCase().split('-')[0])
    if (spoken) return spoken
  }
  return 'en'
}

/** The language of the interface now. */
export const language = signal<Language>(chooseLanguage(readCookie(COOKIE), typeof navigator === 'undefined' ? [] : navigator.languages))

/** The BCP 47 tag of a language, for `<html lang>`, `Accept-Language` and Intl. */
export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US', es: 'es-ES', ja: 'ja-JP' }

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' }

/** Switches the language at once and remembers it. */
export function setLanguage(next: Language): void {
  writeCookie(COOKIE, next)
  document.documentElement.lang = languageTags[next]
  language.set(next)
}

/** The language of the interface; draws again when it changes. */
export function useLanguage(): Language {
  return useSignal(language)
}

/** A phrase without values in the present language. For phrases with values use `say` of `i18n.ts`. */
export function plain(text: Text): string {
  return text[language.get()]
}
