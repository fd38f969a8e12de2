import { failCodeNames } from '#/api/money/payouts.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Translate } from '#/web/kernel/i18n.ts'
import type { PaymentLine } from './line-tags.tsx'

/** Returns why a line failed: the name of its code, and the channel's text if it says more. */
export function failureOf(t: Translate, line: Pick<PaymentLine, 'failCode' | 'failReason'>): string {
  const codeName = (failCodeNames as Readonly<Record<string, Text>>)[line.failCode ?? '']
  const isStandardText = codeName !== undefined && Object.values(codeName).includes(line.failReason)
  return [codeName ? t(codeName) : (line.failCode ?? ''), isStandardText ? '' : line.failReason].filter(Boolean).join(' · ')
}
