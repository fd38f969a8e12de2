import { voucherFields, voucherKinds } from '#/api/money/vouchers.texts.ts'
import { maskCard } from '#/domain/identity.ts'
import type { Language } from '#/domain/text.ts'
import { say } from '#/server/kernel/say.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type { VoucherRow } from '#/server/money/vouchers/store.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const order: readonly (readonly [keyof typeof voucherFields, number])[] = [
  ['no', 32],
  ['kind', 10],
  ['unit', 28],
  ['batchNo', 24],
  ['lineNo', 30],
  ['payer', 30],
  ['payee', 30],
  ['payeeAccount', 22],
  ['amount', 16],
  ['serial', 32],
  ['time', 20],
  ['returned', 12],
]

/** The columns of a list of receipts. */
export function voucherColumns(language: Language): WriteColumn[] {
  return order.map(([field, width]) => ({ heading: say(voucherFields[field], language), width, ...(field === 'amount' && { kind: 'money' as const }) }))
}

/** A receipt as a row of the list; account numbers masked. */
export function voucherLine(row: VoucherRow, language: Language): WriteRow {
  return [
    row.no,
    say(voucherKinds[row.kind], language),
    row.unit_name,
    row.batch_no,
    row.line_no,
    row.payer_name,
    row.payee_name,
    maskCard(row.payee_account),
    row.amount_fen,
    row.bank_serial,
    shanghai.format(row.traded_at),
    row.is_returned ? say(voucherFields.returned, language) : '',
  ]
}
