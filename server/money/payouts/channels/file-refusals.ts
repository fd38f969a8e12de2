import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import { type Language, languages, type Text } from '#/domain/base/text.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const refusals: Readonly<Record<string, Text>> = { ...sheetRefusals, ...reconRefusals }

interface StoredRefusal {
  readonly refusal: string
  readonly refusal_values: Values
}

/** Returns the reason why a fetched daily file was not imported; empty if it was. */
export function refusalText({ refusal, refusal_values }: StoredRefusal, language: Language): string {
  const text = refusals[refusal]
  return text ? translate(text, language, refusal_values) : refusal
}

/** Returns the reason in every language, because the reader is not known yet. */
export function refusalInAllLanguages(stored: StoredRefusal): Text {
  return Object.fromEntries(languages.map((language) => [language, refusalText(stored, language)])) as Record<Language, string>
}
