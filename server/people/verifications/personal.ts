import { verificationStateNames } from '#/api/people/verifications.texts.ts'
import { type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('hand_verification', {
    category: 'identity',
    shows: ['state', 'reason', 'asked_at', 'decided_at', 'decision'],
    words: { state: verificationStateNames },
  }),
]
