import { disputeStateNames } from '#/api/people/disputes.texts.ts'
import { type PersonalPart, personalPart, unitOfRow } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('identity_dispute', {
    category: 'identity',
    shows: ['statement', 'state', 'created_at', 'resolution', 'resolved_at', 'kept_reason'],
    adds: unitOfRow,
    words: { state: disputeStateNames },
  }),
]
