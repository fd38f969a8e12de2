import { lineStateNames } from '#/api/money/lines.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('payment_line', {
    category: 'payment',
    shows: [
      'no',
      'month',
      'mode',
      'name',
      'bank_name',
      'entity_name',
      'entity_credit_code',
      'service',
      'remark',
      'nickname',
      'user_no',
      'gross_fen',
      'vat_fen',
      'surcharge_fen',
      'iit_fen',
      'fee_operator_fen',
      'net_fen',
      'state',
      'fail_reason',
      'sent_at',
      'finished_at',
      'returned_at',
    ],
    opens: ['id_number', 'mobile', 'card_no'],
    adds: placeNameColumns,
    words: { state: lineStateNames },
  }),
]
