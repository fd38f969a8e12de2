import { failCodeNames } from '#/api/money/payouts.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Line } from './line-tags.tsx'

/** Returns why a line failed: the name of its code, and the channel's text if it says more. */
export function failureOf(t: (text: Text) => string, line: Pick<Line, 'failCode' | 'failReason'>): string {
  const known = (failCodeNames as Readonly<Record<string, Text>>)[line.failCode ?? '']
  const isSaid = known !== undefined && Object.values(known).includes(line.failReason)
  return [known ? t(known) : (line.failCode ?? ''), isSaid ? '' : line.failReason].filter(Boolean).join(' · ')
}
