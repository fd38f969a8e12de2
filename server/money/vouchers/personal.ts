import { voucherKinds } from '#/api/money/vouchers.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('voucher', {
    category: 'payment',
    shows: ['no', 'kind', 'amount_fen', 'payer_name', 'payee_name', 'payee_bank', 'bank_serial', 'traded_at', 'is_returned', 'created_at'],
    adds: placeNameColumns,
    words: { kind: voucherKinds },
  }),
]
