import { failCodeNames, lineReasons } from '#/api/money/payouts.texts.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** Builds a pattern of a stored reason with groups for its values. */
const patternOf = (stored: string) => new RegExp(`^${stored.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`)
const reasonPatterns = [...Object.values(lineReasons), ...Object.values(failCodeNames)].map((text: Text) => ({ text, pattern: patternOf(text.zh) }))

/** Translates a reason written by the program or the sandbox. The text of a bank or a person stays unchanged. */
export function translateReason(stored: string, language: Language): string {
  if (language === 'zh') return stored
  for (const { text, pattern } of reasonPatterns) {
    const match = pattern.exec(stored)
    if (match) return translate(text, language, Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, value]) => [name, value.split('、')])))
  }
  return stored
}
