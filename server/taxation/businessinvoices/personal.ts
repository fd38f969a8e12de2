import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('issue_authorisation', {
    category: 'invoice',
    shows: ['state', 'valid_from', 'valid_to', 'reason', 'created_at', 'ended_at'],
    adds: centreNameColumn,
  }),
]
