import { invoiceStatusNames } from '#/api/money/collections.texts.ts'
import { paymentInvoiceStatuses } from '#/domain/money/collection.ts'
import { choicesOf, type Translate } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

/** The failure filter of a list of batches. */
export const failureFilters = ['any', 'failed', 'returned'] as const

/** Returns the filter for batches with failed or returned lines. */
export function failureField(t: Translate) {
  return {
    kind: 'choice' as const,
    name: 'trouble' as const,
    label: t(texts.trouble),
    choices: [
      { value: 'any', label: t(texts.hasFailed) },
      { value: 'failed', label: t(texts.troubleFailed) },
      { value: 'returned', label: t(texts.troubleReturned) },
    ],
  }
}

export function invoiceField(t: Translate) {
  const choices = choicesOf(t, paymentInvoiceStatuses, invoiceStatusNames)
  return { kind: 'choice' as const, name: 'invoice' as const, label: t(texts.invoice), choices }
}

/** Returns the filter for batches whose unit has, or lacks, the funds. */
export function shortField(t: Translate) {
  return {
    kind: 'choice' as const,
    name: 'short' as const,
    label: t(texts.balance),
    choices: [
      { value: 'no', label: t(texts.sufficient) },
      { value: 'yes', label: t(texts.insufficient) },
    ],
  }
}
