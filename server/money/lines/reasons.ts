import { failCodeNames, lineReasons } from '#/api/money/payouts.texts.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { say } from '#/server/kernel/say.ts'

/** Builds a pattern of a stored reason with groups for its values. */
const patternOf = (stored: string) => new RegExp(`^${stored.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)
const known = [...Object.values(lineReasons), ...Object.values(failCodeNames)].map((text: Text) => ({ text, pattern: patternOf(text.zh) }))

/** Translates a reason written by the program or the sandbox. The text of a bank or a person stays unchanged. */
export function sayReason(stored: string, language: Language): string {
  if (language === 'zh') return stored
  for (const { text, pattern } of known) {
    const found = pattern.exec(stored)
    if (found) return say(text, language, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value.split('、')])))
  }
  return stored
}
