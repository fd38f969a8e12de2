import { applicationStateNames, invoiceKindNames, invoiceStateNames, redReasonNames } from '#/api/taxation/invoices.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('invoice_application', {
    category: 'invoice',
    shows: [
      'no',
      'kind',
      'category',
      'goods',
      'period_from',
      'period_to',
      'amount_fen',
      'price_fen',
      'tax_fen',
      'state',
      'reason',
      'applied_at',
      'reviewed_at',
      'finished_at',
    ],
    adds: placeNameColumns,
    words: { state: applicationStateNames, kind: invoiceKindNames },
  }),
  personalPart('invoice', {
    category: 'invoice',
    shows: ['number', 'price_fen', 'tax_fen', 'total_fen', 'rate_ppm', 'state', 'issued_on', 'red_fen'],
    adds: placeNameColumns,
    words: { state: invoiceStateNames },
  }),
  personalPart('invoice_file', { category: 'invoice', shows: ['kind', 'name', 'sha256', 'added_at', 'replaced_at'], adds: placeNameColumns }),
  personalPart('invoice_step', { category: 'invoice', shows: ['at'], adds: placeNameColumns }),
  personalPart('red_letter', {
    category: 'invoice',
    shows: ['reason', 'amount_fen', 'number', 'issued_on', 'created_at'],
    adds: placeNameColumns,
    words: { reason: redReasonNames },
  }),
]
