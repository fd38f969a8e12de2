import { otherSaleStateNames } from '#/api/money/othersales.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('other_sale', {
    category: 'tax',
    shows: ['month', 'version', 'gross_fen', 'payers', 'is_entered', 'reason', 'state', 'created_at', 'decided_at', 'answer'],
    adds: centreNameColumn,
    words: { state: otherSaleStateNames },
  }),
]
