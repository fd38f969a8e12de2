import { presetNames } from '#/api/presets.texts.ts'
import type { Language } from '#/domain/base/text.ts'

const byStored = new Map(presetNames.map((name) => [name.zh, name]))

/** Returns a built-in name in the reader's language, and any other name as typed. */
export function presetName(stored: string, language: Language): string {
  return byStored.get(stored)?.[language] ?? stored
}

/** Returns the stored form of a typed name: the Chinese name of a built-in, and any other name as typed. */
export function storedName(typed: string, language: Language): string {
  return presetNames.find((name) => name[language] === typed)?.zh ?? typed
}

/** Returns the stored names whose form in the reader's language contains this text. */
export function namesLike(part: string, language: Language): string[] {
  const sought = part.toLowerCase()
  return presetNames.filter((name) => name[language].toLowerCase().includes(sought)).map((name) => name.zh)
}
