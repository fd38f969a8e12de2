import { useEffect, useState } from 'react'
import { language, useLanguage } from '#/web/kernel/language.ts'

/** Stores the message of a failed sign-in and translates it when the language changes. */
export function useFailure(): readonly [string, (text: string) => void] {
  const currentLanguage = useLanguage()
  const [failure, setFailure] = useState({ text: '', language: currentLanguage })
  useEffect(() => {
    if (failure.text === '' || failure.language === currentLanguage) return
    let isCancelled = false
    const translate = async () => {
      const { translatedFailure } = await import('./translated-failure.ts')
      if (!isCancelled) setFailure({ text: translatedFailure(failure.text, failure.language, currentLanguage), language: currentLanguage })
    }
    // Without the file the message stays in its language.
    translate().catch(() => undefined)
    return () => {
      isCancelled = true
    }
  }, [failure, currentLanguage])
  return [failure.text, (text) => setFailure({ text, language: language.get() })]
}
