import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { importResults as readImport } from '#/server/taxation/invoices/results.ts'
import {
  type ApplicationDetail,
  contradictingPdfs,
  countNotifications,
  eInvoice,
  type IssueResult,
  importResults,
  invoicesOf,
  resultsFile,
  zipOf,
} from '#/server/taxation/invoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

describe('results imported for an application of three invoices', () => {
  const server = checkedTestServer()
  let invoiceDesk: ReturnType<typeof invoicesOf>
  let application: ApplicationDetail
  let form: { centreId: number; basis: 'amount'; amount: string; titleId: number; kind: 'ordinary'; category: string; email: string }
  let first: IssueResult
  let second: IssueResult
  let thirdResult: IssueResult
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const nextInvoiceNo = () => invoiceDesk.number()
  const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const figures = () => server.must('payer', 'invoices.figures', {})
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number, who = 'finance') => invoiceDesk.get(id, who)
  const importInvoices = (rows: readonly IssueResult[], files: Readonly<Record<string, Uint8Array>>) => importResults(server, 2, rows, files)
  const messages = (username: string, kind: string) => countNotifications(server, username, kind)
  const issue = (overrides: object = {}) =>
    server.call(
      'finance',
      'invoices.issue',
      { ...target(application), invoiceId: application.invoices[2]?.id ?? 0, number: thirdResult.number, issuedOn: today(), file: pdf('c'), ...overrides },
      atCentre,
    )

  before(async () => {
    invoiceDesk = invoicesOf(server)
    await extendDocuments(server)
    await sql`update centre set invoice_cap_fen = 300000 where id = 2`.execute(db())
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[10] ?? assert.fail('the demo has people'), yuan: '7000.00' }])
    await server.settle(2)
    const titleId = await invoiceDesk.approvedTitle()
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
    form = { centreId: 2, basis: 'amount', amount: '7000.00', titleId, kind: 'ordinary', category, email: 'fp@xinghe.cn' }
    application = await invoiceDesk.approve(await server.must('payer', 'invoices.apply', form))
    ;[first, second, thirdResult] = [1, 2, 3].map((seq) => invoiceDesk.resultOf(application, seq)) as [IssueResult, IssueResult, IssueResult]
  })
  beforeEach(async () => {
    application = await get(application.id)
  })

  test('an approved application waits for its invoices and cannot be withdrawn', async () => {
    assert.equal((await server.must('finance', 'invoices.listToIssue', {}, atCentre)).count, 3)
    const { state, ...listed } = await get(application.id)
    assert.deepEqual([state, (await server.call('payer', 'invoices.withdraw', target(listed))).error], ['issuing', 'wrongApplicationState'])
  })

  test('an import issues the matching invoices and names the fault of each other row and file', async () => {
    const answer = await importInvoices(
      [
        first,
        second,
        { ...thirdResult, number: nextInvoiceNo(), total: thirdResult.total + 1 },
        { ...thirdResult, number: nextInvoiceNo(), price: thirdResult.price + 1, tax: thirdResult.tax - 1 },
        { ...thirdResult, number: nextInvoiceNo(), rate: '3%' },
        { ...first, total: thirdResult.total, price: thirdResult.price, tax: thirdResult.tax },
        { ...thirdResult, number: nextInvoiceNo(), no: 'FP00000000' },
        { ...thirdResult, number: '123' },
      ],
      { [`${first.number}.pdf`]: pdfPage(first.number), '26350000000000000000.pdf': pdfPage('nobody') },
    )
    assert.equal(answer.done, 1)
    assert.deepEqual(
      answer.faults.map((fault) => fault.problem),
      [
        '压缩包中没有以该号码命名的 PDF/OFD/XML',
        '申请中没有价税合计为 ¥1,000.01 的待开发票，应为 ¥3,000.00 / ¥1,000.00',
        '不含税金额 ¥943.41，应为 ¥943.40',
        '税率 3%，应为 6%',
        '同一文件中发票号码重复',
        '申请单号不存在',
        '发票号码 无法识别：123',
        '压缩包中的 26350000000000000000.pdf 与任何一行都不对应',
      ],
    )
    const partlyIssued = await get(application.id)
    assert.deepEqual([partlyIssued.state, partlyIssued.issuedCount], ['part', 1])
  })

  test('only the rest of a partly issued application awaits issue', async () => {
    const displayedFigures = await figures()
    assert.equal(displayedFigures.used, displayedFigures.waiting + displayedFigures.issued)
    assert.equal(displayedFigures.waiting, 400_000)
  })

  test('the number of an issued invoice is not accepted again', async () => {
    const repeatedImport = await importInvoices([{ ...second, number: first.number }], { [`${first.number}.pdf`]: pdfPage('again') })
    assert.match(repeatedImport.faults[0]?.problem ?? '', /已用于申请/)
  })

  test('a row is refused while its XML or PDF contradicts it', async () => {
    const { seller_no: seller } =
      (await sql<{ seller_no: string }>`select credit_code as seller_no from centre where id = 2`.execute(db())).rows[0] ?? assert.fail()
    const xml = (row: IssueResult, overrides: object = {}) => eInvoice({ ...row, seller, buyer: application.title.taxNo, ...overrides })
    const wrongImport = await importInvoices([second], { [`${second.number}.xml`]: xml(second, { tax: second.tax + 1 }) })
    assert.match(wrongImport.faults[0]?.problem ?? '', /^XML 与登记不符：税额/)
    const { pages, agrees } = contradictingPdfs(second, nextInvoiceNo())
    for (const [page, problem] of pages) {
      const importWithBothFiles = await importInvoices([second], { [`${second.number}.xml`]: xml(second), [`${second.number}.pdf`]: page })
      assert.match(importWithBothFiles.faults[0]?.problem ?? '', problem)
    }
    assert.equal((await get(application.id)).issuedCount, 1)
    const validImport = await importInvoices([second], { [`${second.number}.xml`]: xml(second, { rate: '6%' }), [`${second.number}.pdf`]: agrees })
    assert.deepEqual([validImport.done, validImport.faults], [1, []])
  })

  test('a manually entered invoice needs a plausible date and an unused number', async () => {
    assert.equal((await issue({ issuedOn: '2099-01-01' })).error, 'dayAhead')
    assert.equal((await issue({ issuedOn: '2020-01-01' })).error, 'dayBefore')
    assert.equal((await issue({ number: first.number })).error, 'numberUsed')
    assert.equal((await issue()).code, 1)
  })

  test('the payer receives the issued invoices with their files, a message and a mail', async () => {
    const issuedApplication = await get(application.id, 'payer')
    assert.deepEqual(
      [issuedApplication.state, issuedApplication.issuedCount, issuedApplication.invoices.map((invoice) => invoice.files.map((file) => file.kind).toSorted())],
      ['issued', 3, [['pdf'], ['pdf', 'xml'], ['pdf']]],
    )
    assert.equal(await messages('payer', 'invoiceIssued'), 1)
    await server.job('invoices.mail', { invoicingId: issuedApplication.id, email: issuedApplication.email })
    const outboxMails = await sql<{ body: string }>`select body from outbox where recipient = ${issuedApplication.email}`.execute(db())
    assert.match(outboxMails.rows[0]?.body ?? '', new RegExp(first.number))
    assert.ok((await get(application.id)).mailedAt)
    assert.ok((await server.must('payer', 'invoices.zip', { invoicingId: issuedApplication.id })).fileId)
  })

  test('a mail that the mail server refuses is recorded once', async (context) => {
    context.mock.method(server.running.kernel.courier, 'mail', () => Promise.reject(new Error('550 no such mailbox')))
    const email = 'weg@xinghe.cn'
    for (const _ of [1, 2]) await assert.rejects(server.job('invoices.mail', { invoicingId: application.id, email }))
    const failedMails = (await get(application.id)).steps.filter(({ kind }) => kind === 'mailFailed')
    assert.deepEqual(
      failedMails.map(({ reason }) => reason),
      [email],
    )
  })

  test('a replaced file of an invoice stays listed', async () => {
    const replace = (row: ApplicationDetail) =>
      server.call('finance', 'invoices.replaceFile', { ...target(row), invoiceId: row.invoices[2]?.id ?? 0, reason: '清晰版', file: pdf('d') }, atCentre)
    const replacedApplication = (await replace(application)).data ?? assert.fail('not replaced')
    assert.deepEqual(
      replacedApplication.invoices[2]?.files.map((file) => file.isReplaced),
      [true, false],
    )
    assert.equal((await replace(replacedApplication)).error, 'sameFile')
  })

  test('an import that a restart interrupts registers each invoice once, without faults', async () => {
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[11] ?? assert.fail('the demo has people'), yuan: '1000.00' }])
    await server.settle(2)
    const { titleId, kind, category, email } = form
    const applyFor = async (amount: string) =>
      invoiceDesk.approve(await server.must('payer', 'invoices.apply', { centreId: 2, basis: 'amount', amount, titleId, kind, category, email }))
    const results = [invoiceDesk.resultOf(await applyFor('400.00'), 1), invoiceDesk.resultOf(await applyFor('600.00'), 1)]
    const archive = await zipOf(Object.fromEntries(results.map(({ number }) => [`${number}.pdf`, pdfPage(number)])))
    const { importId } = await server.must('finance', 'invoices.importResults', { file: await resultsFile(results), archive }, atCentre)
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'finance'`.execute(db())
    const data = { importId, userId: rows[0]?.id ?? 0, centreId: 2, mode: 2 } as const
    let importedRows = 0
    const stoppingJob = jobContext(server.running.kernel, () => ++importedRows > 1)
    await assert.rejects(readImport(stoppingJob, data), /stopping/)
    await server.job('invoices.readResults', data)
    const [finishedImport = assert.fail()] = await server.must('finance', 'invoices.imports', {}, atCentre)
    assert.deepEqual([finishedImport.id, finishedImport.done, finishedImport.faults], [importId, 2, []])
    const invoices = await sql<{
      count: number
    }>`select count(*)::int as count from invoice where number = any(${results.map(({ number }) => number)}::text[])`.execute(db())
    assert.equal(invoices.rows[0]?.count, 2)
  })
})
