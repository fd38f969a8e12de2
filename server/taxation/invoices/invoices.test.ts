import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import {
  type ApplicationDetail,
  contradictingPdfs,
  countNotifications,
  eInvoice,
  type IssueResult,
  importResults,
  invoicesOf,
} from '#/server/taxation/invoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary, specials } = demoPeople()
const dayMs = 86_400_000
const hourMs = 3_600_000

describe('invoices from application to red letter (ST-09)', () => {
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  let invoiceDesk: ReturnType<typeof invoicesOf>
  let title = 0
  let category = ''
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const nextInvoiceNo = () => invoiceDesk.number()
  const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const pay = async (at: number, yuan: string) => {
    await scenario.createPaidBatch([{ person: ordinary[at] ?? assert.fail('the demo has people'), yuan }])
    await server.settle(2)
  }
  const figures = () => server.must('payer', 'invoices.figures', {})
  const form = (overrides: Record<string, unknown>) =>
    ({ centreId: 2, basis: 'amount', titleId: title, kind: 'ordinary', category, email: 'fp@xinghe.cn', ...overrides }) as never
  const applyForInvoice = (overrides: Record<string, unknown>) => server.must('payer', 'invoices.apply', form(overrides))
  const applyRefused = async (overrides: Record<string, unknown>) => (await server.call('payer', 'invoices.apply', form(overrides))).error
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number, who = 'finance') => invoiceDesk.get(id, who)
  const approve = (row: ApplicationDetail) => invoiceDesk.approve(row)
  const resultOf = (row: ApplicationDetail, seq: number, resultOverrides: Partial<IssueResult> = {}) => invoiceDesk.resultOf(row, seq, resultOverrides)
  const importInvoices = (rows: readonly IssueResult[], files: Readonly<Record<string, Uint8Array>>) => importResults(server, 2, rows, files)
  const issueApplication = async (overrides: Record<string, unknown>) => invoiceDesk.issue(await applyForInvoice(overrides))
  const messages = (username: string, kind: string) => countNotifications(server, username, kind)

  before(async () => {
    server = await startTestServer()
    scenario = paymentScenario(server)
    invoiceDesk = invoicesOf(server)
    await extendDocuments(server)
    await pay(10, '6000.00')
    await pay(11, '7000.00')
    title = await invoiceDesk.approvedTitle()
    const { places } = await server.must('payer', 'invoices.terms', {})
    category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('the invoice quota equals the paid amount less the invoiced amount', async () => {
    const { quota, paid, used } = await figures()
    assert.equal(quota, paid - used)
    assert.ok(quota >= 1_300_000)
    const { rows } = await server.must('payer', 'invoices.lines', { show: 'free', centreId: 2, size: 200 })
    assert.ok(rows.every((row) => row.free === row.cost - row.used && row.free > 0))
    assert.equal((await server.call('maker', 'invoices.figures', {})).error, 'forbidden')
  })

  test('an application by amount takes the oldest payments first', async () => {
    await sql`update centre set invoice_cap_fen = 300000 where id = 2`.execute(db())
    const before = await figures()
    const preview = await server.must('payer', 'invoices.preview', form({ amount: '7000.00', email: undefined }))
    assert.deepEqual([preview.amount, preview.parts.map((part) => part.amount)], [700_000, [300_000, 300_000, 100_000]])
    assert.deepEqual([preview.price, preview.tax], [660_378, 39_622])
    const row = await applyForInvoice({ amount: '7000.00' })
    assert.deepEqual([row.state, row.amount, row.price, row.tax, row.invoices.length], ['pending', 700_000, preview.price, preview.tax, 3])
    const after = await figures()
    assert.deepEqual([after.quota, after.waiting - before.waiting], [before.quota - 700_000, 700_000])
    assert.equal(await messages('finance', 'invoiceApplied'), 1)
    const withdrawnApplication = await server.must('payer', 'invoices.withdraw', target(row))
    assert.equal(withdrawnApplication.state, 'withdrawn')
    assert.equal((await figures()).quota, before.quota)
    assert.equal((await server.call('payer', 'invoices.withdraw', target(withdrawnApplication))).error, 'wrongApplicationState')
  })

  test('an invalid application is refused with the reason', async () => {
    const { quota } = await figures()
    assert.equal(await applyRefused({ amount: String(quota / 100 + 1) }), 'aboveQuota')
    assert.equal(await applyRefused({ amount: '0' }), 'chooseAmount')
    assert.equal(await applyRefused({ basis: 'batches' }), 'chooseBatches')
    assert.equal(await applyRefused({ basis: 'period', from: '2026-02-01', to: '2026-01-01' }), 'choosePeriod')
    assert.equal(await applyRefused({ basis: 'period', from: '2020-01-01', to: '2020-01-31' }), 'nothingToInvoice')
    assert.equal(await applyRefused({ amount: '10.00', category: '没有约定的类目' }), 'categoryNotContracted')
    assert.equal(await applyRefused({ amount: '10.00', kind: 'special' }), 'specialNeeds')
    assert.equal(await applyRefused({ amount: '10.00', centreId: 1 }), 'placeNotFound')
    await sql`update centre set invoice_cap_fen = 1000 where id = 2`.execute(db())
    assert.equal(await applyRefused({ amount: '4000.00' }), 'tooManyInvoices')
    await sql`update centre set invoice_cap_fen = 300000, invoice_kinds = '{special}' where id = 2`.execute(db())
    assert.equal(await applyRefused({ amount: '10.00' }), 'kindNotOffered')
    await sql`update centre set invoice_kinds = '{special,ordinary}' where id = 2`.execute(db())
  })

  test('a hundred concurrent applications never exceed the quota or invoice a payment twice', async () => {
    const { quota } = await figures()
    const amount = Math.floor(quota / 40)
    const yuan = (amount / 100).toFixed(2)
    // Ten users send one request each at the same time, as many as the database has connections.
    const parallelAnswers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const ownInvoices = []
        for (let at = 0; at < 10; at++) ownInvoices.push(await server.call('payer', 'invoices.apply', form({ amount: yuan })))
        return ownInvoices
      }),
    )
    const answers = parallelAnswers.flat()
    const newApplications = answers.flatMap((answer) => (answer.code === 1 && answer.data ? [answer.data] : []))
    assert.equal(newApplications.length, 40)
    assert.deepEqual([...new Set(answers.flatMap((answer) => answer.error ?? []))], ['aboveQuota'])
    assert.ok((await figures()).quota < amount)
    assert.deepEqual(
      (await checkInvariants(db())).filter((each) => ['INV-13', 'INV-45', 'INV-46'].includes(each.name)),
      [],
    )
    for (const row of newApplications) await server.must('payer', 'invoices.withdraw', target(row))
    assert.equal((await figures()).quota, quota)
  })

  test('applications are decided by another person, singly or in bulk', async () => {
    const row = await applyForInvoice({ amount: '100.00' })
    assert.equal((await server.call('payer', 'invoices.review', { ...target(row), approve: true })).error, 'forbidden')
    assert.equal((await server.call('finance', 'invoices.review', { ...target(row), approve: false }, atCentre)).error, 'reasonNeeded')
    const rejectedApplication = await server.must('finance', 'invoices.review', { ...target(row), approve: false, reason: '抬头有误' }, atCentre)
    assert.deepEqual([rejectedApplication.state, rejectedApplication.reason], ['rejected', '抬头有误'])
    assert.equal(await messages('payer', 'invoiceRejected'), 1)
    const second = await applyForInvoice({ amount: '100.00' })
    const answer = await server.must('finance', 'invoices.reviewMany', { invoicingIds: [second.id, row.id] }, atCentre)
    assert.deepEqual([answer.ok, answer.fail.map((each) => each.id)], [[second.id], [row.id]])
    assert.equal((await server.call('finance', 'invoices.reviewMany', { invoicingIds: [999_999] }, atCentre)).error, 'not_all_there')
    await server.must('payer', 'invoices.withdraw', target(await get(second.id)))
  })

  describe('results imported for an application of three invoices', () => {
    let application: ApplicationDetail
    let first: IssueResult
    let second: IssueResult
    let thirdResult: IssueResult
    const issue = (overrides: object = {}) =>
      server.call(
        'finance',
        'invoices.issue',
        { ...target(application), invoiceId: application.invoices[2]?.id ?? 0, number: thirdResult.number, issuedOn: today(), file: pdf('c'), ...overrides },
        atCentre,
      )

    before(async () => {
      application = await approve(await applyForInvoice({ amount: '7000.00' }))
      ;[first, second, thirdResult] = [resultOf(application, 1), resultOf(application, 2), resultOf(application, 3)]
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
      const part = await get(application.id)
      assert.deepEqual([part.state, part.issuedCount], ['part', 1])
    })

    test('only the rest of a partly issued application awaits issue', async () => {
      const displayedFigures = await figures()
      assert.equal(displayedFigures.used, displayedFigures.waiting + displayedFigures.issued)
      assert.equal(displayedFigures.waiting, 400_000)
    })

    test('a number of an issued invoice is not accepted again', async () => {
      const repeatedImport = await importInvoices([{ ...second, number: first.number }], { [`${first.number}.pdf`]: pdfPage('again') })
      assert.match(repeatedImport.faults[0]?.problem ?? '', /已用于申请/)
    })

    test('an XML or PDF that contradicts its row refuses the row until both agree', async () => {
      const { seller_no: seller } =
        (await sql<{ seller_no: string }>`select credit_code as seller_no from centre where id = 2`.execute(db())).rows[0] ?? assert.fail()
      const xml = (row: IssueResult, overrides: object = {}) => eInvoice({ ...row, seller, buyer: application.title.taxNo, ...overrides })
      const wrong = await importInvoices([second], { [`${second.number}.xml`]: xml(second, { tax: second.tax + 1 }) })
      assert.match(wrong.faults[0]?.problem ?? '', /^XML 与登记不符：税额/)
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
      const done = await get(application.id, 'payer')
      assert.deepEqual(
        [done.state, done.issuedCount, done.invoices.map((invoice) => invoice.files.map((file) => file.kind).toSorted())],
        ['issued', 3, [['pdf'], ['pdf', 'xml'], ['pdf']]],
      )
      assert.equal(await messages('payer', 'invoiceIssued'), 1)
      await server.job('invoices.mail', { invoicingId: done.id, email: done.email })
      const outboxMails = await sql<{ body: string }>`select body from outbox where recipient = ${done.email}`.execute(db())
      assert.match(outboxMails.rows[0]?.body ?? '', new RegExp(first.number))
      assert.ok((await get(application.id)).mailedAt)
      assert.ok((await server.must('payer', 'invoices.zip', { invoicingId: done.id })).fileId)
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
  })

  test('a failed application can be reopened and released', async () => {
    const application = await approve(await applyForInvoice({ amount: '50.00' }))
    const failedInvoices = await server.must('finance', 'invoices.fail', { ...target(application), reason: '税局系统维护' }, atCentre)
    assert.deepEqual([failedInvoices.state, failedInvoices.reason], ['failed', '税局系统维护'])
    assert.equal(await messages('payer', 'invoiceFailed'), 1)
    const reopenedApplication = await server.must('finance', 'invoices.reopen', target(failedInvoices), atCentre)
    assert.equal(reopenedApplication.state, 'todo')
    const quota = (await figures()).quota
    const failedApplication = await server.must('finance', 'invoices.fail', { ...target(reopenedApplication), reason: '税局系统维护' }, atCentre)
    const releasedApplication = await server.must('finance', 'invoices.release', { ...target(failedApplication), reason: '客户不再需要' }, atCentre)
    assert.deepEqual([releasedApplication.state, (await figures()).quota, await messages('payer', 'invoiceReleased')], ['withdrawn', quota + 5_000, 1])
  })

  test('a partial red letter for cancelled work frees its quota once the buyer has confirmed it', async () => {
    const row = await issueApplication({ amount: '2000.00' })
    const [paper = assert.fail(), before] = [row.invoices[0], await figures()]
    const ask = (amount: string, reason: 'stopped' | 'mistake' = 'stopped') =>
      server.call('finance', 'invoices.askRed', { ...target(row), invoiceId: paper.id, reason, amount }, atCentre)
    assert.deepEqual([(await ask('2000.01')).error, (await ask('1000.00', 'mistake')).error], ['redAboveBlue', 'redMistakeWhole'])
    assert.equal((await ask('1000.00')).code, 1)
    const application = await get(row.id)
    const red = application.reds[0] ?? assert.fail()
    assert.deepEqual([red.code, red.amount, red.price, red.tax], ['10', 100_000, 94_340, 5_660])
    const moveRedLetter = (code: string, overrides: object = {}, version = red.version) =>
      server.call('finance', 'invoices.moveRed', { redId: red.id, version, code: code as '02', ...overrides }, atCentre)
    assert.equal((await moveRedLetter('04', { confirmNo: 'HZ1' })).error, 'redMove')
    assert.equal((await moveRedLetter('02')).error, 'confirmNoNeeded')
    assert.equal((await moveRedLetter('02', { confirmNo: 'HZ1' })).code, 1)
    const waitingLetter = (await get(row.id)).reds[0] ?? assert.fail()
    assert.ok(
      waitingLetter.expiresAt && (await server.must('payer', 'tasks.waiting', {})).some(({ kind, amount }) => kind === 'redToConfirm' && amount === 100_000),
    )
    const issueRed = (version: number) =>
      server.call('finance', 'invoices.issueRed', { redId: red.id, version, number: nextInvoiceNo(), issuedOn: today(), file: pdf('red') }, atCentre)
    assert.equal((await issueRed(waitingLetter.version)).error, 'redNotReady')
    assert.equal((await moveRedLetter('04', {}, waitingLetter.version)).code, 1)
    assert.equal((await issueRed(waitingLetter.version + 1)).code, 1)
    const after = await get(row.id)
    assert.deepEqual([after.invoices[0]?.state, after.invoices[0]?.red, after.reds[0]?.isIssued], ['partRed', 100_000, true])
    assert.equal(await messages('payer', 'redToConfirm'), 1)
    // The lines of an application sum to its amount, including the released part.
    const { rows: lines } = await server.must('finance', 'invoices.lines', { show: 'application', invoicingId: row.id, size: 200 }, atCentre)
    const sum = (of: 'part' | 'back') => lines.reduce((all, line) => all + line[of], 0)
    assert.deepEqual([sum('part'), sum('back')], [row.amount, 100_000])
    assert.equal((await figures()).quota, before.quota + 100_000)
    assert.equal((await moveRedLetter('09', {}, waitingLetter.version + 2)).error, 'redIssued')
    assert.equal((await server.must('payer', 'invoices.reds', {})).rows.length, 1)
  })

  test('a red letter unconfirmed after 72 hours is void and can be requested again', async () => {
    const row = await issueApplication({ amount: '300.00' })
    const paper = row.invoices[0] ?? assert.fail()
    const ask = async () =>
      server.must('finance', 'invoices.askRed', { ...target(await get(row.id)), invoiceId: paper.id, reason: 'mistake', amount: '300.00' }, atCentre)
    const red = (await ask()).reds[0] ?? assert.fail()
    await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '02', confirmNo: 'HZ2' }, atCentre)
    server.advance(71 * hourMs)
    await server.job('invoices.redClock')
    assert.equal((await get(row.id)).reds[0]?.code, '02')
    server.advance(2 * hourMs)
    const lateMove = await server.call('finance', 'invoices.moveRed', { redId: red.id, version: red.version + 1, code: '04' }, atCentre)
    assert.equal(lateMove.error, 'redClockOver')
    await server.job('invoices.redClock')
    assert.equal((await get(row.id)).reds[0]?.code, '07')
    assert.deepEqual([await messages('finance', 'redVoided'), await messages('payer', 'redVoided')], [1, 1])
    const secondRequest = await ask()
    assert.deepEqual(
      secondRequest.reds.map((each) => each.code),
      ['07', '10'],
    )
  })

  test('a return after invoicing is flagged and keeps the quota negative until the red letter', async () => {
    const bouncedBatch = await scenario.createPaidBatch([{ person: specials.bounces ?? assert.fail(), yuan: '9000.00' }])
    await server.settle(2)
    const figuresBefore = await figures()
    await sql`update centre set invoice_cap_fen = 100000000 where id = 2`.execute(db())
    const fullApplication = await issueApplication({ amount: (figuresBefore.quota / 100).toFixed(2) })
    assert.equal((await figures()).quota, 0)
    server.advance(2 * dayMs)
    await server.settle(2)
    const line = (await scenario.lines(bouncedBatch.id))[0] ?? assert.fail()
    assert.equal(line.state, 'returned')
    await server.job('invoices.returned', { lineIds: [line.id] })
    const after = await figures()
    assert.deepEqual([after.quota, after.redDue, after.redDueCount], [-line.cost, line.cost, 1])
    assert.deepEqual([await messages('payer', 'redDue'), await messages('finance', 'redDue')], [1, 1])
    const waitingTasks = await server.must('finance', 'tasks.waiting', {}, atCentre)
    assert.equal(waitingTasks.find((each) => each.kind === 'redDue')?.amount, line.cost)
    const returnedLine = (await server.must('payer', 'invoices.lines', { show: 'returned' })).rows[0]
    assert.deepEqual([returnedLine?.id, returnedLine?.holderId, returnedLine?.holderNo], [line.id, fullApplication.id, fullApplication.no])
    assert.equal(await applyRefused({ amount: '1.00' }), 'aboveQuota')
    const paper = (await get(fullApplication.id)).invoices[0] ?? assert.fail()
    const application = await server.must(
      'finance',
      'invoices.askRed',
      { ...target(await get(fullApplication.id)), invoiceId: paper.id, reason: 'returned', amount: (line.cost / 100).toFixed(2) },
      atCentre,
    )
    const red = application.reds[0] ?? assert.fail()
    await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '01' }, atCentre)
    await server.must(
      'finance',
      'invoices.issueRed',
      { redId: red.id, version: red.version + 1, number: nextInvoiceNo(), issuedOn: today(), file: pdf('r') },
      atCentre,
    )
    const finalFigures = await figures()
    assert.deepEqual([finalFigures.quota, finalFigures.redDue], [0, 0])
  })

  test('another unit and another centre see no application', async () => {
    const { rows } = await server.must('payer', 'invoices.list', {})
    const first = rows[0] ?? assert.fail()
    assert.equal((await server.call('finance', 'invoices.get', { invoicingId: first.id }, { centre: 2, mode: 1 })).error, 'applicationNotFound')
    assert.equal((await server.must('finance', 'invoices.list', {}, atCentre)).rows.length > 0, true)
    await server.must('payer', 'invoices.exportList', {})
    await server.must('payer', 'invoices.exportLines', { show: 'application', invoicingId: first.id })
    await server.must('finance', 'invoices.template', {}, atCentre)
  })
})
