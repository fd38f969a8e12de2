import { invoiceStatusNames } from '#/api/money/collections.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { invoiceStatuses } from '#/domain/money/collection.ts'
import { texts } from './texts.ts'

/** The failure filter of a list of batches. */
export const troubles = ['any', 'failed', 'returned'] as const

type Translate = (text: Text) => string

/** Returns the filter for batches with failed or returned lines. */
export function troubleField(say: Translate) {
  return {
    kind: 'choice' as const,
    name: 'trouble' as const,
    label: say(texts.trouble),
    choices: [
      { value: 'any', label: say(texts.hasFailed) },
      { value: 'failed', label: say(texts.troubleFailed) },
      { value: 'returned', label: say(texts.troubleReturned) },
    ],
  }
}

export function invoiceField(say: Translate) {
  const choices = invoiceStatuses.map((value) => ({ value, label: say(invoiceStatusNames[value]) }))
  return { kind: 'choice' as const, name: 'invoice' as const, label: say(texts.invoice), choices }
}

/** Returns the filter for batches whose unit has, or lacks, the funds. */
export function shortField(say: Translate) {
  return {
    kind: 'choice' as const,
    name: 'short' as const,
    label: say(texts.balance),
    choices: [
      { value: 'no', label: say(texts.sufficient) },
      { value: 'yes', label: say(texts.insufficient) },
    ],
  }
}
