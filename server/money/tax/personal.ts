import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

const figureNames = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const

export const personalParts: readonly PersonalPart[] = [
  personalPart('tax_standing', { category: 'tax', shows: ['month', 'mode', ...figureNames], adds: centreNameColumn }),
  personalPart('tax_reservation', { category: 'tax', shows: ['month', 'mode', ...figureNames, 'is_open'], adds: centreNameColumn }),
  personalPart('tax_adjustment', { category: 'tax', shows: ['month', 'mode', 'period', 'kind', ...figureNames, 'at'], adds: centreNameColumn }),
  personalPart('tax_earlier', { category: 'tax', shows: ['month', ...figureNames, 'taken_at'], adds: centreNameColumn }),
]
