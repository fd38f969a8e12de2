import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { voucherAccounts } from '#/domain/taxation/accounting.ts'
import { type RedReason, redReasons } from '#/domain/taxation/invoice.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { businessOwnerAt, declarationAmounts } from '#/server/taxation/businessfilings/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories around payments: registered businesses (mode 1), invoices and red letters, accounting
// vouchers and statements, and filings of businesses.

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

const at = { centre: 2, mode: 2 } as const
const businessPlace = { centre: 2, mode: 1 } as const
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]
const now = ({ running }: TestServer) => running.kernel.clock.now()
const paper = (words: string) => ({ filename: `${words}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(words) })
const ownerCount = 3

/** Makes registered businesses payable and their filings possible, and maps the centre's accounts in both modes. */
export async function prepareTaxation(server: TestServer): Promise<void> {
  const db = server.running.kernel.database.kysely
  await sql`update operator_entity set state = 'operating', levy = 'deemed', tax_kind = 'small' where centre_id = 2 and state in ('operating', 'abnormal')`.execute(
    db,
  )
  const ids = Array.from({ length: ownerCount }, (_, index) => businessOwnerAt(index).id)
  await sql`update operator set birth = '1990-01-01' where id = any(${ids}::bigint[])`.execute(db)
  const { rows: units } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db)
  await server.must('payer', 'titles.create', { name: units[0]?.name ?? '', taxNo: units[0]?.code ?? '', email: 'fp@xinghe.cn' })
  const rows = voucherAccounts.map((account, index) => ({ account, code: `1${String(index).padStart(3, '0')}`, name: `科目${index}`, byUnit: false }))
  const firstMonth = monthOf(now(server))
  for (const mode of [1, 2] as const) {
    const scope = { centre: 2, mode }
    const draftAnswer = await server.call('finance', 'accounting.draft', { centreId: 2, mode, firstMonth, word: '记', rows }, scope)
    if (draftAnswer.data)
      await server.call('centre', 'accounting.decide', { mappingId: draftAnswer.data.id, version: draftAnswer.data.version, approve: true }, scope)
  }
}

/** Drafts a batch of unit 1 that pays registered businesses, and returns its id. */
export async function prepareBusinesses(server: TestServer, { a, b }: Choices): Promise<number> {
  const { id } = await server.must('maker', 'payments.create', { orderId: 11 })
  const rows = Array.from({ length: 1 + (b % 2) }, (_, index) => {
    const { name, idNumber, mobile, bankName, cardNo, entity } = businessOwnerAt((a + index) % ownerCount)
    const amountText = pick(['888.88', '30000.00', '49999.99'], a + b + index) ?? '1.00'
    return { name, idNumber, mobile, bankName, cardNo, amountText, entityName: entity.name, entityCreditCode: entity.creditCode }
  })
  await server.call('maker', 'lines.add', { batchId: id, rows })
  return id
}

/** Issues the vouchers of an ended month in either mode, stores the reports of past months, and issues statements. */
export async function closeBooks(server: TestServer, { a, b }: Choices): Promise<void> {
  const mode = a % 3 === 0 ? 1 : 2
  const month = shiftMonth(monthOf(now(server)), -1 - (b % 2))
  await server.job('reports.month')
  await server.call('finance', 'accounting.issue', { centreId: 2, mode, month }, { centre: 2, mode })
  if (b % 3 === 0) await server.job('prepayments.issueStatements')
}

type Application = Awaited<ReturnType<typeof applicationOf>>
const applicationOf = (server: TestServer, id: number) => server.must('finance', 'invoices.get', { invoicingId: id }, at)
const targetOf = ({ id, version }: Pick<Application, 'id' | 'version'>) => ({ invoicingId: id, version })
let serial = 0
const nextInvoiceNo = () => `26359000000${String(++serial).padStart(9, '0')}`

/** Applies for an invoice of unit 1, or reviews, withdraws, fails or issues an open application. */
export async function advanceInvoice(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const { rows } = await server.must('finance', 'invoices.list', { states: ['pending', 'todo', 'issuing', 'part', 'failed'], size: 20 }, at)
  const openRow = pick(rows, b)
  if (!openRow || a % 3 === 0) {
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find(({ centreId }) => centreId === 2)?.categories[0] ?? ''
    const title = (await server.must('payer', 'titles.list', {})).rows.find(({ state }) => state === 'approved')
    const amount = pick(['100.00', '2500.55', '60000.00'], c)
    const form = { centreId: 2, basis: 'amount', titleId: title?.id, kind: 'ordinary', category, email: 'fp@xinghe.cn', amount }
    await server.call('payer', 'invoices.apply', form as never)
    return
  }
  const row = await applicationOf(server, openRow.id)
  if (row.state === 'pending') {
    if (b % 5 === 0) await server.call('payer', 'invoices.withdraw', targetOf(row))
    else await server.call('finance', 'invoices.review', { ...targetOf(row), approve: c % 6 > 0, reason: '抬头有误' }, at)
  } else if (row.state === 'failed') await server.call('finance', c % 2 ? 'invoices.reopen' : 'invoices.release', { ...targetOf(row), reason: '不再需要' }, at)
  else if (c % 5 === 0) await server.call('finance', 'invoices.fail', { ...targetOf(row), reason: '税局维护' }, at)
  else {
    const plannedInvoice = row.invoices.find(({ state }) => state === 'planned')
    const issueInput = { invoiceId: plannedInvoice?.id ?? 0, number: nextInvoiceNo(), issuedOn: dayOf(now(server)), file: paper('invoice') }
    if (plannedInvoice) await server.call('finance', 'invoices.issue', { ...targetOf(row), ...issueInput }, at)
  }
}

/** Starts a red letter for all or part of an invoice, or advances or issues an open one. */
export async function advanceRedLetter(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const { rows } = await server.must('finance', 'invoices.list', { states: ['issued', 'part'], size: 20 }, at)
  const chosenRow = pick(rows, a)
  if (!chosenRow) return
  const row = await applicationOf(server, chosenRow.id)
  const redLetter = row.reds.find(({ isIssued, code }) => !isIssued && ['10', '01', '02', '04'].includes(code))
  if (redLetter) {
    const target = { redId: redLetter.id, version: redLetter.version }
    if (redLetter.code === '01' || redLetter.code === '04')
      await server.call('finance', 'invoices.issueRed', { ...target, number: nextInvoiceNo(), issuedOn: dayOf(now(server)), file: paper('red') }, at)
    else {
      const newCode = redLetter.code === '10' ? (pick(['01', '02', '08'] as const, b) ?? '01') : (pick(['04', '05'] as const, b) ?? '04')
      await server.call('finance', 'invoices.moveRed', { ...target, code: newCode, confirmNo: `HZ${redLetter.id}` }, at)
    }
    return
  }
  const blueInvoice = pick(
    row.invoices.filter(({ state }) => state === 'issued' || state === 'partRed'),
    b,
  )
  const reason: RedReason = pick(redReasons, c) ?? 'returned'
  if (!blueInvoice || blueInvoice.redLeft <= 0) return
  const amount = reason === 'mistake' ? blueInvoice.amount : c % 3 === 0 ? blueInvoice.redLeft : Math.ceil(blueInvoice.redLeft / 3)
  await server.call('finance', 'invoices.askRed', { ...targetOf(row), invoiceId: blueInvoice.id, reason, amount: (amount / 100).toFixed(2) }, at)
}

/** Prepares the filings of businesses for an ended quarter, then closes and declares them. */
export async function fileBusinesses(server: TestServer, { a, b, c }: Choices): Promise<void> {
  const kind = a % 2 === 0 ? 'vat' : 'incomeTax'
  const day = dayOf(now(server))
  const period = quarterOf(`${shiftMonth(day.slice(0, 7), -3)}-01`)
  await server.call('finance', 'businessfilings.generate', { kind, period }, businessPlace)
  await server.call('finance', 'businessfilings.close', { kind, period, reason: '已核实' }, businessPlace)
  const { rows } = await server.must('finance', 'businessfilings.list', { kind, period, size: 200 }, businessPlace)
  const row = pick(
    rows.filter(({ state }) => state === 'closed'),
    b,
  )
  if (!row || c % 4 === 0) return
  const { version, isZero, ...whole } = await server.must('finance', 'businessfilings.get', { businessFilingId: row.id }, businessPlace)
  const target = { businessFilingId: row.id, version }
  if (c % 4 === 1) await server.call('finance', 'businessfilings.reopen', { ...target, reason: '再核对' }, businessPlace)
  else {
    const declarationInput = { no: `B-${row.id}-${version}`, declaredOn: day, way: 'self', isZero, ...declarationAmounts(whole), file: paper('filing') }
    await server.call('finance', 'businessfilings.declare', { ...target, ...declarationInput } as never, businessPlace)
  }
}

/** Expects the month page of the books and the income report to show the same sales in both modes. */
export async function expectSalesOfReports(server: TestServer): Promise<void> {
  const month = monthOf(now(server))
  for (const mode of [1, 2] as const) {
    const { sales } = await server.must('finance', 'accounting.get', { centreId: 2, mode, month }, { centre: 2, mode })
    const reportInput = { report: 'incomeDetail', period: month, basis: 'booked', centreId: 2, mode, size: 20 }
    const { totals } = await server.must('platform', 'reports.movements', reportInput as never)
    assert.deepEqual(
      [sales.sales, sales.price, sales.vat],
      [totals.sales ?? 0, totals.salesNet ?? 0, totals.outputVat ?? 0],
      `sales of ${month} in mode ${mode}`,
    )
  }
}
