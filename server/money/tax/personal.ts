import { centreOfRow, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

const figures = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const

export const personalParts: readonly PersonalPart[] = [
  personalPart('tax_standing', { category: 'tax', shows: ['month', 'mode', ...figures], adds: centreOfRow }),
  personalPart('tax_reservation', { category: 'tax', shows: ['month', 'mode', ...figures, 'is_open'], adds: centreOfRow }),
  personalPart('tax_adjustment', { category: 'tax', shows: ['month', 'mode', 'period', 'kind', ...figures, 'at'], adds: centreOfRow }),
  personalPart('tax_earlier', { category: 'tax', shows: ['month', ...figures, 'taken_at'], adds: centreOfRow }),
]
