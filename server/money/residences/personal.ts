import { residenceGroundNames, residenceStateNames } from '#/api/money/residences.texts.ts'
import { taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('residence_decision', {
    category: 'tax',
    shows: ['version', 'residence', 'from_day', 'ground', 'days', 'permit_until', 'reason', 'state', 'created_at', 'decided_at', 'answer', 'settlement'],
    adds: centreNameColumn,
    words: { residence: taxResidenceNames, ground: residenceGroundNames, state: residenceStateNames },
  }),
]
