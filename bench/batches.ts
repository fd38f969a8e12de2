import { randomUUID } from 'node:crypto'
import { measureMs } from '#/bench/figure.ts'
import type { Payee } from '#/bench/people.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { fullChecklist } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The column headings of the import file. */
export const headings = ['序号', '姓名*', '证件类型', '证件号码*', '手机号*', '收款银行', '收款账号*', '应发金额(元)*', '服务内容', '备注']

const place = { centre: 2, mode: 2 } as const

/** Builds an import file for these payees. Each round has different amounts. */
export function batchFileOf(payees: readonly Payee[], round: number): Promise<Buffer> {
  const rows = payees.map((payee, at) => [
    at + 1,
    payee.name,
    '居民身份证',
    payee.idNumber,
    payee.mobile,
    '中国建设银行',
    payee.cardNo,
    `${100 + round + (at % 50)}.50`,
    '服务费',
    '',
  ])
  return writeSheet({ sheets: [{ name: '批量支付', columns: headings.map((heading) => ({ heading })), rows }] })
}

/** Imports a file into a new batch and measures the time. */
export async function importBatch(server: TestServer, bytes: Buffer): Promise<{ id: number; elapsedMs: number }> {
  const { id } = await server.must('maker', 'payments.create', { orderId: 12 })
  const elapsedMs = await measureMs(() => server.must('maker', 'lines.import', { batchId: id, file: { filename: 'bench.xlsx', mediaType: '', bytes } }))
  return { id, elapsedMs }
}

/** Submits, checks and audits the batch. */
export async function makePayable(server: TestServer, id: number) {
  const pdf = pdfPage(randomUUID())
  await server.must('maker', 'payments.attach', { id, kind: 'acceptance', file: { filename: 'a.pdf', mediaType: 'application/pdf', bytes: pdf } })
  let batch = await server.must('maker', 'payments.get', { id })
  batch = await server.must('maker', 'payments.submit', { id, version: batch.version, acknowledgement: '已逐条核对' })
  batch = await server.must('checker', 'payments.check', { id, version: batch.version, approve: true })
  return server.must('auditor', 'payments.audit', { id, version: batch.version, approve: true, checklist: fullChecklist }, place)
}

/** Approves the payment as the third person. The bank has not received the transfers yet. */
export async function approvePayment(server: TestServer, id: number, batch: Awaited<ReturnType<typeof makePayable>>): Promise<void> {
  const { version, lineCount, net, tax, fee, cost } = batch
  await server.must('payer', 'payments.pay', { id, version, lineCount, net, tax, fee, cost, paymentPassword: 'Pay#2026' })
}
