import { closingStateNames } from '#/api/desk/closings.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('account_closing', {
    category: 'account',
    shows: ['state', 'reason', 'created_at', 'due_on', 'resolution', 'decided_at'],
    adds: centreNameColumn,
    words: { state: closingStateNames },
  }),
]
