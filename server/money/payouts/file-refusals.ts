import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import { type Language, languages, type Text } from '#/domain/text.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'

// Whatever a daily file is refused with, by the name that is kept of it.
const refusals: Readonly<Record<string, Text>> = { ...sheetRefusals, ...reconRefusals }

interface Kept {
  readonly refusal: string
  readonly refusal_values: Values
}

/** Why a file that a channel gave by itself was not taken in, in words; empty where none was refused. */
export function refusalOf({ refusal, refusal_values }: Kept, language: Language): string {
  const text = refusals[refusal]
  return text ? say(text, language, refusal_values) : refusal
}

/** The same in every language, for whoever reads it later. */
export function refusalInAll(kept: Kept): Text {
  return Object.fromEntries(languages.map((language) => [language, refusalOf(kept, language)])) as Record<Language, string>
}
