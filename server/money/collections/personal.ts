import { claimStateNames, objectionKindNames, objectionStateNames } from '#/api/money/collections.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('collection', {
    category: 'work',
    shows: ['no', 'mode', 'amount_fen', 'content', 'period_from', 'period_to', 'state', 'reason', 'created_at', 'submitted_at', 'confirmed_at', 'paid_at'],
    adds: placeNameColumns,
    words: { state: claimStateNames },
  }),
  personalPart('collection_paper', { category: 'work', shows: ['sha256', 'created_at'], adds: placeNameColumns }),
  personalPart('payment_objection', {
    category: 'payment',
    shows: ['month', 'kind', 'statement', 'state', 'created_at', 'answer', 'answered_at', 'decision', 'decided_at'],
    adds: placeNameColumns,
    words: { kind: objectionKindNames, state: objectionStateNames },
  }),
]
