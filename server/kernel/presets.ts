import { presetNames } from '#/api/presets.texts.ts'
import type { Language } from '#/domain/text.ts'

const byKept = new Map(presetNames.map((name) => [name.zh, name]))

/** Returns a built-in name in the reader's language; other names stay as typed. */
export function presetName(kept: string, language: Language): string {
  return byKept.get(kept)?.[language] ?? kept
}

/** Returns the stored form of a typed name: a built-in name becomes its Chinese, others stay as typed. */
export function keptName(typed: string, language: Language): string {
  return presetNames.find((name) => name[language] === typed)?.zh ?? typed
}

/** Returns the stored names that contain this text in the reader's language. */
export function namesLike(part: string, language: Language): string[] {
  const sought = part.toLowerCase()
  return presetNames.filter((name) => name[language].toLowerCase().includes(sought)).map((name) => name.zh)
}
