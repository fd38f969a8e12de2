import { receiptStateNames, voucherFields, voucherKinds, voucherSources } from '#/api/money/vouchers.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { receiptStateOf, type VoucherRow } from '#/server/money/vouchers/store.ts'

const sourceOf = (row: VoucherRow) => (row.is_uploaded ? 'person' : row.is_from_channel ? 'channel' : 'platform')

/** The columns of a list of receipts, with masked account numbers. */
export const voucherColumns: readonly ListColumn<VoucherRow>[] = [
  { heading: voucherFields.no, width: 32, value: (row) => row.no },
  { heading: voucherFields.kind, width: 10, value: (row, language) => translate(voucherKinds[row.kind], language) },
  { heading: voucherFields.unit, width: 28, value: (row) => row.unit_name ?? row.centre_name },
  { heading: voucherFields.batchNo, width: 24, value: (row) => row.batch_no },
  { heading: voucherFields.lineNo, width: 30, value: (row) => row.line_no },
  { heading: voucherFields.payer, width: 30, value: (row) => row.payer_name },
  { heading: voucherFields.payee, width: 30, value: (row) => row.payee_name },
  { heading: voucherFields.payeeAccount, width: 22, value: (row) => maskCard(row.payee_account) },
  { heading: voucherFields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: voucherFields.serial, width: 32, value: (row) => row.bank_serial },
  { heading: voucherFields.source, width: 12, value: (row, language) => translate(voucherSources[sourceOf(row)], language) },
  { heading: voucherFields.receipt, width: 12, value: (row, language) => translate(receiptStateNames[receiptStateOf(row)], language) },
  { heading: voucherFields.time, width: 20, value: (row) => dateTimeOf(row.traded_at) },
  { heading: voucherFields.returned, width: 12, value: (row, language) => (row.is_returned ? translate(voucherFields.returned, language) : '') },
]
