import { presetNames } from '#/api/presets.texts.ts'
import type { Language } from '#/domain/text.ts'

const byKept = new Map(presetNames.map((name) => [name.zh, name]))

/** A name as the reader says it: of what the product brings in the reader's language, of everything else as people typed it. */
export function presetName(kept: string, language: Language): string {
  return byKept.get(kept)?.[language] ?? kept
}

/** What is kept of a name that somebody typed or left as it was shown: a name of the product by its Chinese, every other as it is. */
export function keptName(typed: string, language: Language): string {
  return presetNames.find((name) => name[language] === typed)?.zh ?? typed
}

/** The kept names that read like this in the reader's language, for a search by part of a name. */
export function namesLike(part: string, language: Language): string[] {
  const sought = part.toLowerCase()
  return presetNames.filter((name) => name[language].toLowerCase().includes(sought)).map((name) => name.zh)
}
