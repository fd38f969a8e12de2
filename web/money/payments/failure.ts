import { failCodeNames } from '#/api/money/payouts.texts.ts'
import type { Text } from '#/domain/text.ts'
import type { Line } from './line-tags.tsx'

/** The reason a line failed, as text. */
export function failureOf(say: (text: Text) => string, line: Pick<Line, 'failCode' | 'failReason'>): string {
  const known = (failCodeNames as Readonly<Record<string, Text>>)[line.failCode ?? '']
  // The bank often says in its words what the code says in ours.
  return [...new Set([known ? say(known) : (line.failCode ?? ''), line.failReason])].filter(Boolean).join(' · ')
}
