import { clearingChoiceNames, clearingStateNames } from '#/api/money/clearings.texts.ts'
import { centreOfRow, type PersonalPart, personalPart } from '#/server/kernel/personal.ts'

export const personal: readonly PersonalPart[] = [
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
      'refunded_fen',
      'left_fen',
      'choice',
      'state',
      'offered_at',
      'chosen_at',
      'decided_at',
      'paid_on',
      'serial',
      'reason',
    ],
    adds: centreOfRow,
    words: { state: clearingStateNames, choice: clearingChoiceNames },
  }),
]
