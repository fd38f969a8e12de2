import { prepaymentRefusals } from '#/api/prepayments.texts.ts'
import { parseYuan } from '#/domain/money.ts'
import type { Text } from '#/domain/text.ts'
import type { SheetColumn, SheetRow } from '#/server/kernel/spreadsheet.ts'
import type { NewCredit } from '#/server/prepayments/store.ts'

/** The columns of a bank statement (template T3). */
export const statementColumns = [
  { key: 'time', headings: ['交易时间', '交易日期'], required: true },
  { key: 'serial', headings: ['银行流水号', '流水号', '交易流水号'], required: true },
  { key: 'direction', headings: ['收支方向', '借贷标志'], required: true },
  { key: 'amount', headings: ['金额', '交易金额'], required: true },
  { key: 'payer', headings: ['对方户名'], required: true },
  { key: 'account', headings: ['对方账号'], required: true },
  { key: 'bank', headings: ['对方开户行'], required: false },
  { key: 'memo', headings: ['附言', '摘要'], required: false },
] as const satisfies readonly SheetColumn[]

export type StatementKey = (typeof statementColumns)[number]['key']

/** What a row of the statement says: a credit, a row that is none (money out), or what is wrong with it. */
export function readCredit(row: SheetRow<StatementKey>): NewCredit | Text | null {
  const text = (key: StatementKey) => row.cells[key].text.normalize('NFKC').trim()
  if (/^(支出|付|借|debit|-)/i.test(text('direction'))) return null
  const amount = parseYuan(text('amount'))
  if (amount === null || amount <= 0) return prepaymentRefusals.badAmount
  const serial = text('serial')
  if (serial === '') return prepaymentRefusals.badSerial
  const time = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?/.exec(text('time'))
  if (!time) return prepaymentRefusals.badTime
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00'] = time
  const at = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`
  if (Number.isNaN(Date.parse(at))) return prepaymentRefusals.badTime
  return { serial: serial.slice(0, 60), amount, payerName: text('payer'), payerAccount: text('account'), memo: text('memo').slice(0, 200), creditedAt: at }
}
