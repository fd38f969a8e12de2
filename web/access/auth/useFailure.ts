import { useState } from 'react'
import { language, useLanguage } from '#/web/kernel/language.ts'

/** Stores the message of a failed sign-in. It is in one language, so it disappears when the user chooses another. */
export function useFailure(): readonly [string, (text: string) => void] {
  const currentLanguage = useLanguage()
  const [failure, setFailure] = useState({ text: '', language: currentLanguage })
  return [failure.language === currentLanguage ? failure.text : '', (text) => setFailure({ text, language: language.get() })]
}
