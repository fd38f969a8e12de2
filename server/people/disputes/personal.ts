import { disputeStateNames } from '#/api/people/disputes.texts.ts'
import { type PersonalPart, personalPart, unitNameColumn } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('identity_dispute', {
    category: 'identity',
    shows: ['statement', 'state', 'created_at', 'resolution', 'resolved_at', 'kept_reason'],
    adds: unitNameColumn,
    words: { state: disputeStateNames },
  }),
]
