import { presetNames } from '#/api/presets.texts.ts'
import type { Language } from '#/domain/base/text.ts'

const presetByName = new Map(presetNames.map((name) => [name.zh, name]))

/** Returns a built-in name in the reader's language, and any other name as typed. */
export function presetName(stored: string, language: Language): string {
  return presetByName.get(stored)?.[language] ?? stored
}

/** Returns the stored form of a typed name: the Chinese name of a built-in, and any other name as typed. */
export function storedName(typed: string, language: Language): string {
  return presetNames.find((name) => name[language] === typed)?.zh ?? typed
}

/** Returns the stored names whose form in the reader's language contains this text. */
export function presetNamesLike(part: string, language: Language): string[] {
  const lowerPart = part.toLowerCase()
  return presetNames.filter((name) => name[language].toLowerCase().includes(lowerPart)).map((name) => name.zh)
}
