import { type Language, languages, type Text } from '#/domain/base/text.ts'
import { onAccountSetting, recordChoice } from './choices.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { signal } from './signal.ts'
import { useSignal } from './useSignal.ts'

const COOKIE_NAME = 'language'

/** Returns the initial language: the cookie's, else the browser's first supported one, else English. */
export function chooseLanguage(cookie: string | null, browser: readonly string[]): Language {
  const languageOfCode = (code: string | undefined) => languages.find((language) => language === code)
  const cookieLanguage = languageOfCode(cookie ?? undefined)
  if (cookieLanguage) return cookieLanguage
  for (const tag of browser) {
    const supportedLanguage = languageOfCode(tag.toLowerCase().split('-')[0])
    if (supportedLanguage) return supportedLanguage
  }
  return 'en'
}

export const language = signal<Language>(chooseLanguage(readCookie(COOKIE_NAME), typeof navigator === 'undefined' ? [] : navigator.languages))

export const languageTags: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en-US', es: 'es-ES', ja: 'ja-JP' }

/** The name of each language, written in that language. */
export const languageNames: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español', ja: '日本語' }

function applyLanguage(next: Language): void {
  writeCookie(COOKIE_NAME, next)
  document.documentElement.lang = languageTags[next]
  language.set(next)
}

/** Switches the language at once and stores it. */
export function setLanguage(next: Language): void {
  applyLanguage(next)
  recordChoice(COOKIE_NAME, next)
}

// The cookie has precedence (specification §9). Without one the account's language applies.
onAccountSetting(COOKIE_NAME, (value) => {
  const storedLanguage = languages.find((each) => each === value)
  if (storedLanguage && readCookie(COOKIE_NAME) === null) applyLanguage(storedLanguage)
})

/** Returns the current language. Rerenders when it changes. */
export function useLanguage(): Language {
  return useSignal(language)
}

/** Returns a phrase without values in the current language. For phrases with values use `translate` of `i18n.ts`. */
export function inCurrentLanguage(text: Text): string {
  return text[language.get()]
}
