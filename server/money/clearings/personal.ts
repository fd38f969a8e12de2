import {
  clearingAnswerNames,
  clearingChoiceNames,
  clearingEntryNames,
  clearingEntryStateNames,
  clearingPaymentNames,
  clearingStateNames,
} from '#/api/money/clearings.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('tax_clearing', {
    category: 'tax',
    shows: [
      'month',
      'vat_fen',
      'city_fen',
      'education_fen',
      'local_education_fen',
      'withheld_fen',
      'amount_fen',
      'used_fen',
      'reversed_fen',
      'refunded_fen',
      'transfer_fen',
      'recovered_fen',
      'left_fen',
      'owed_fen',
      'choice',
      'state',
      'offered_at',
      'chosen_at',
      'decided_at',
      'transfer_at',
      'reason',
    ],
    adds: centreNameColumn,
    words: { state: clearingStateNames, choice: clearingChoiceNames },
  }),
  personalPart('tax_clearing_payment', {
    category: 'tax',
    shows: ['kind', 'amount_fen', 'paid_on', 'serial'],
    adds: centreNameColumn,
    words: { kind: clearingPaymentNames },
  }),
  personalPart('tax_clearing_entry', {
    category: 'tax',
    shows: ['kind', 'amount_fen', 'serial', 'choice', 'reason', 'of_day', 'state', 'created_at', 'decided_at', 'answer'],
    adds: centreNameColumn,
    words: { kind: clearingEntryNames, choice: clearingAnswerNames, state: clearingEntryStateNames },
  }),
]
