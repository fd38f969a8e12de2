import { declarationMethodNames, filingKindNames, filingStateNames } from '#/api/taxation/businessfilings.texts.ts'
import { centreNameColumn, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('business_filing', {
    category: 'business',
    shows: ['kind', 'period', 'state', 'due_on', 'closed_at'],
    adds: centreNameColumn,
    words: { kind: filingKindNames, state: filingStateNames },
  }),
  personalPart('business_filing_figure', {
    category: 'business',
    shows: [
      'edition',
      'gross_fen',
      'sales_fen',
      'exempt_fen',
      'taxable_fen',
      'vat_ppm',
      'vat_fen',
      'city_fen',
      'education_fen',
      'local_education_fen',
      'income_fen',
      'iit_fen',
      'before_fen',
      'at',
    ],
  }),
  personalPart('business_filing_payment', { category: 'business', shows: ['kind', 'amount_fen', 'paid_on', 'way', 'serial', 'at'] }),
  personalPart('business_filing_receipt', {
    category: 'business',
    shows: ['no', 'way', 'declared_on', 'vat_fen', 'surcharge_fen', 'iit_fen', 'at'],
    words: { way: declarationMethodNames },
  }),
  personalPart('business_filing_certificate', { category: 'business', shows: ['kind', 'period', 'sha256', 'at'] }),
  personalPart('business_filing_step', { category: 'business', shows: ['at'] }),
]
