import { maskCard } from '#/domain/base/identity.ts'
import { type OfflineField, type OfflineRow, templateResultNames } from '#/domain/money/offline.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { instructionSheet, readUpload, refuseUnreadableSheet, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import type { SheetColumn, TemplateMark, WriteColumn } from '#/server/lib/spreadsheet/spreadsheet.ts'
import type * as store from '#/server/money/payouts/manual/store-offline.ts'

const templateMark: TemplateMark = { id: 'T9', version: '1' }
/** The maximum number of lines in a batch. */
const maxRows = 5000

const headingByField: Readonly<Record<OfflineField, string>> = {
  no: '明细号',
  serial: '银行流水号',
  paidAt: '支付时间',
  result: '结果',
  reason: '失败原因',
  slip: '回单文件名',
  amount: '实发金额',
}
const requiredFields: ReadonlySet<OfflineField> = new Set(['no', 'serial', 'paidAt', 'result'])

export function headingOf(field: OfflineField): string {
  return headingByField[field]
}

// Payee and account are shown to the person who pays, next to the columns to fill in.
type ColumnKey = OfflineField | 'payee' | 'bank' | 'card'

const columns: readonly SheetColumn<ColumnKey>[] = [
  ...Object.entries(headingByField).map(([key, heading]) => ({
    key: key as ColumnKey,
    headings: [heading],
    required: requiredFields.has(key as OfflineField),
  })),
  { key: 'payee', headings: ['收款人'], required: false },
  { key: 'bank', headings: ['开户行'], required: false },
  { key: 'card', headings: ['收款账号'], required: false },
]

const templateColumns: readonly WriteColumn[] = [
  { heading: headingByField.no, required: true, width: 30 },
  { heading: '收款人', width: 14 },
  { heading: '开户行', width: 20 },
  { heading: '收款账号', width: 24 },
  { heading: headingByField.amount, kind: 'money', width: 14 },
  { heading: headingByField.serial, required: true, width: 28, hint: '文本格式，同一通道内不得重复' },
  { heading: headingByField.paidAt, required: true, width: 22, hint: '例 2026-11-21 10:30:00' },
  { heading: headingByField.result, required: true, width: 10, choices: Object.values(templateResultNames) },
  { heading: headingByField.reason, width: 30, hint: '结果为失败、退汇时必填' },
  { heading: headingByField.slip, width: 30, hint: '只上传一份回单时可不填' },
]

const instructionRows: readonly (readonly [string, string])[] = [
  ['模板版本', `${templateMark.id}-${templateMark.version}`],
  ['行数', `一次最多 ${maxRows} 行；未填写的行不作处理，可分次登记`],
  ['必填', '带 * 的列必填；表头请勿改名，数据区请勿合并单元格'],
  ['明细号', '本批次中等待登记的明细；退汇填写已支付成功的明细号'],
  ['银行流水号', '文本格式，4-60 位字母、数字及 . _ - / : #；同一通道内每个流水号只能登记一次'],
  ['支付时间', '银行实际支付（或退回）的时间，精确到分；不得早于批次支付时间，不得晚于当前时间'],
  ['结果', '成功、失败或退汇'],
  ['失败原因', '失败、退汇须填写，2-200 字'],
  ['回单文件名', '随本表一并上传的回单（PDF 或图片）的文件名；只有一份回单时可不填'],
  ['收款人、开户行、收款账号、实发金额', '仅供核对；金额与系统不一致的行不予登记'],
]

/** Builds template T9 with the pending lines of a batch, card numbers masked. Business documents are always Chinese. */
export async function createOfflineSheet(
  ctx: Context,
  batch: store.OfflineBatch,
  waitingLines: readonly store.WaitingLineRow[],
): Promise<{ id: string; sha256: string }> {
  const rows = waitingLines.map((line) => [
    line.no,
    line.name,
    line.bank_name,
    maskCard(ctx.vault.open('card_no', line.card_no_sealed)),
    line.net_fen,
    '',
    '',
    '',
    '',
    '',
  ])
  const sheets = [{ name: '线下支付回填', columns: templateColumns, rows }, instructionSheet(instructionRows)]
  const file = { name: `线下支付回填-${batch.no}.xlsx`, purpose: 'template', centreId: batch.centre_id }
  return storeWorkbook(ctx, file, { sheets, template: templateMark })
}

/** Reads the rows of a completed sheet and skips empty ones. Refuses any other file with the reason. */
export async function readOfflineSheet(ctx: Context, file: Upload): Promise<{ rows: OfflineRow[]; sha256: string }> {
  const result = await readUpload(ctx, file.bytes, { columns, maxRows, template: templateMark })
  if (!result.ok) refuseUnreadableSheet(result.problem)
  const rows = result.rows.flatMap(({ line: row, cells }) => {
    const text = (field: OfflineField) => cells[field].text
    const fields = { no: text('no'), serial: text('serial'), paidAt: text('paidAt'), result: text('result'), reason: text('reason'), slip: text('slip') }
    const isEmpty = [fields.serial, fields.paidAt, fields.result, fields.reason, fields.slip].every((cell) => cell.trim() === '')
    return isEmpty ? [] : [{ ...fields, amount: text('amount'), row, isSerialDoubtful: cells.serial.suspicious !== undefined }]
  })
  return { rows, sha256: result.sha256 }
}
