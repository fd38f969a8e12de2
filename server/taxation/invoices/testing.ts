import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { fen, formatYuan, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { zipStream } from '#/server/lib/zip.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export type ApplicationDetail = z.output<Modules['invoices']['get']['output']>

/** An invoice as reported by the issuing software. */
export interface IssueResult {
  readonly no: string
  readonly number: string
  readonly day: string
  readonly price: number
  readonly tax: number
  readonly total: number
  readonly rate?: string
  readonly file?: string
}

const headings = ['申请单号', '发票号码', '开票日期', '不含税金额', '税率', '税额', '价税合计', '文件名']
const yuan = (value: number) => plainYuan(fen(value))

/** Builds a results file (T7). */
export async function resultsFile(rows: readonly IssueResult[]) {
  const bytes = await writeSheet({
    sheets: [
      {
        name: '开票结果',
        columns: headings.map((heading) => ({ heading, width: 20 })),
        rows: rows.map((row) => [row.no, row.number, row.day, yuan(row.price), row.rate ?? '6%', yuan(row.tax), yuan(row.total), row.file ?? '']),
      },
    ],
  })
  return { filename: '开票结果.xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes }
}

export async function zipOf(files: Readonly<Record<string, Uint8Array>>) {
  const bytes = await buffer(zipStream(Object.entries(files).map(([name, content]) => ({ name, bytes: content }))))
  return { filename: '发票.zip', mediaType: 'application/zip', bytes }
}

export function eInvoice(of: {
  number: string
  day: string
  price: number
  tax: number
  total: number
  seller: string
  buyer: string
  rate?: string
}): Uint8Array {
  const { number, day, price, tax, total, seller, buyer, rate = '0.06' } = of
  const signedYuan = (value: number) => (value < 0 ? `-${yuan(-value)}` : yuan(value))
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<EInvoice><Header><InherentLabel><GeneralOrSpecialVAT><LabelCode>02</LabelCode><LabelName>普通发票</LabelName></GeneralOrSpecialVAT></InherentLabel></Header>
<EInvoiceData><SellerInformation><SellerIdNum>${seller}</SellerIdNum></SellerInformation><BuyerInformation><BuyerIdNum>${buyer}</BuyerIdNum></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>${signedYuan(price)}</TotalAmWithoutTax><TotalTaxAm>${signedYuan(tax)}</TotalTaxAm>
<TotalTax-includedAmount>${signedYuan(total)}</TotalTax-includedAmount><RequestTime>${day} 10:00:00</RequestTime></BasicInformation>
<IssuItemInformation><ItemName>*服务*推广</ItemName><TaxRate>${rate}</TaxRate></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>${day}</IssueTime></TaxSupervisionInfo></EInvoice>`)
}

/** Imports results with their files as the finance account of centre 2. Returns the outcome of the import job. */
export async function importResults(server: TestServer, mode: Mode, rows: readonly IssueResult[], files: Readonly<Record<string, Uint8Array>>) {
  const centrePlace = { centre: 2, mode }
  const { importId } = await server.must('finance', 'invoices.importResults', { file: await resultsFile(rows), archive: await zipOf(files) }, centrePlace)
  const user = await sql<{ id: number }>`select id from app_user where username = 'finance'`.execute(server.running.kernel.database.kysely)
  await server.job('invoices.readResults', { importId, userId: user.rows[0]?.id ?? 0, centreId: 2, mode })
  const [first] = await server.must('finance', 'invoices.imports', {}, centrePlace)
  return first ?? assert.fail('the import is listed')
}

// The yuan sign as encoded by Western PDF fonts.
const yuanSign = '\\245'

/** Builds readable PDFs for a result: two that contradict it, each with the expected message, and one that matches. */
export function contradictingPdfs(result: IssueResult, contradictoryNumber: string) {
  const page = (number: string, total: number) =>
    pdfPage('read', [number, ...[result.price, result.tax, total].map((amount) => formatYuan(fen(amount)).replace('¥', yuanSign))])
  const pages: [Uint8Array, RegExp][] = [
    [page(contradictoryNumber, result.total), /^PDF 与登记不符：发票号码/],
    [page(result.number, result.total + 1), new RegExp(`^PDF 与登记不符：价税合计.*应为 ${formatYuan(fen(result.total))}`)],
  ]
  return { pages, agrees: page(result.number, result.total) }
}

export async function countNotifications(server: TestServer, username: string, kind: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from message join app_user on app_user.id = user_id
    where username = ${username} and kind = ${kind}`.execute(server.running.kernel.database.kysely)
  return rows[0]?.count
}

/**
 * Returns helpers for applications of the payer of unit 1 at centre 2, in mode 2, issued by the finance account of the
 * centre.
 */
export function invoicesOf(server: TestServer) {
  let serial = 0
  const { kernel } = server.running
  const nextInvoiceNo = () => `26352000000${String(++serial).padStart(9, '0')}`
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number, who = 'finance') => server.must(who, 'invoices.get', { invoicingId: id }, who === 'finance' ? atCentre : undefined)
  const approve = (row: ApplicationDetail) => server.must('finance', 'invoices.review', { ...target(row), approve: true }, atCentre)
  const resultOf = (row: ApplicationDetail, seq: number, resultOverrides: Partial<IssueResult> = {}): IssueResult => {
    const paper = row.invoices[seq - 1] ?? assert.fail('no such invoice')
    return { no: row.no, number: nextInvoiceNo(), day: dayOf(kernel.clock.now()), price: paper.price, tax: paper.tax, total: paper.amount, ...resultOverrides }
  }
  return {
    number: nextInvoiceNo,
    target,
    get,
    approve,
    resultOf,
    /** Approves an application and imports a result with its PDF for each invoice. */
    issue: async (application: ApplicationDetail): Promise<ApplicationDetail> => {
      const row = await approve(application)
      const results = row.invoices.map((_paper, at) => resultOf(row, at + 1))
      const files = Object.fromEntries(results.map((result) => [`${result.number}.pdf`, pdfPage(result.number)]))
      assert.deepEqual((await importResults(server, 2, results, files)).faults, [])
      return get(row.id)
    },
    /** Creates a title from the registered data of unit 1 and returns its id. */
    approvedTitle: async (): Promise<number> => {
      const unit = await sql<{ name: string; taxNo: string }>`select name, credit_code as "taxNo" from unit where id = 1`.execute(kernel.database.kysely)
      const newTitle = await server.must('payer', 'titles.create', { ...(unit.rows[0] ?? assert.fail('no unit')), email: 'fp@xinghe.cn' })
      assert.equal(newTitle.state, 'approved')
      return newTitle.id
    },
  }
}

/** A change of rows, which the tests of boundaries roll back. */
export type Change = RawBuilder<unknown>

/** Runs a query after these changes and returns its result. The triggers of the tables are disabled. */
export const runWithChanges = <R>(server: TestServer, changes: readonly Change[], query: (ctx: Context) => Promise<R>): Promise<R> =>
  runAndRollBack(server, async (ctx) => {
    for (const table of ['payment_batch', 'payment_line', 'invoice_application', 'invoice', 'invoice_line', 'invoice_use', 'red_letter', 'invoice_order'])
      await ctx.run`alter table ${sql.table(table)} disable trigger user`
    for (const change of changes) await change.execute(ctx.db)
    return query(ctx)
  })

export const changePayment = (batch: number, seq: number, set: Change): Change => sql`update payment_line set ${set} where batch_id = ${batch} and seq = ${seq}`

export const changeUse = (set: Change): Change => sql`update invoice_use set ${set}`

/** Returns the changes that mark the first payment of a batch and its invoiced parts as returned. */
export const returnFirstPayment = (batch: number): Change[] => [
  changePayment(batch, 1, sql`state = 'returned', returned_at = now()`),
  changeUse(sql`is_returned = line_id = (select id from payment_line where batch_id = ${batch} and seq = 1)`),
]

/** Pays a batch of two people. Issues an application for part of it, and leaves a second one pending. */
export async function applyForPaidBatch(server: TestServer) {
  await extendDocuments(server)
  const invoiceDesk = invoicesOf(server)
  const paidBatch = await paymentScenario(server).createPaidBatch(
    demoPeople()
      .ordinary.slice(0, 2)
      .map((person) => ({ person, yuan: '1000.00' })),
  )
  await server.settle(2)
  const title = await invoiceDesk.approvedTitle()
  const { places } = await server.must('payer', 'invoices.terms', {})
  const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail()
  const apply = (amount: string) =>
    server.must('payer', 'invoices.apply', { centreId: 2, basis: 'amount', titleId: title, kind: 'ordinary', category, email: 'fp@xinghe.cn', amount })
  const issuedApplication = await invoiceDesk.issue(await apply('600.00'))
  return { batch: paidBatch.id, issuedApplication, waitingApplication: await invoiceDesk.get((await apply('500.00')).id) }
}
