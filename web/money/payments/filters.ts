import { invoiceStandingNames } from '#/api/money/collections.texts.ts'
import { invoiceStandings } from '#/domain/collection.ts'
import type { Text } from '#/domain/text.ts'
import { texts } from './texts.ts'

/** What went wrong in a batch, as its list can be narrowed by it. */
export const troubles = ['any', 'failed', 'returned'] as const

type Say = (text: Text) => string

/** Narrows a list of batches to those with failed or returned lines. */
export function troubleField(say: Say) {
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

/** Narrows a list of batches by what is known of invoices over them. */
export function invoiceField(say: Say) {
  const choices = invoiceStandings.map((value) => ({ value, label: say(invoiceStandingNames[value]) }))
  return { kind: 'choice' as const, name: 'invoice' as const, label: say(texts.invoice), choices }
}

/** Narrows a list of batches to those whose unit has the money, or has not. */
export function shortField(say: Say) {
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
