import { failCodeNames } from '#/api/money/payouts.texts.ts'
import type { Text } from '#/domain/text.ts'
import type { Line } from './line-tags.tsx'

/** The reason a line failed, as text. */
export function failureOf(say: (text: Text) => string, line: Pick<Line, 'failCode' | 'failReason'>): string {
  const known = (failCodeNames as Readonly<Record<string, Text>>)[line.failCode ?? '']
  return [known ? say(known) : (line.failCode ?? ''), line.failReason].filter(Boolean).join(' · ')
}
