import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { type ApplicationDetail, countNotifications, invoicesOf } from '#/server/taxation/invoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const { ordinary, specials } = demoPeople()
const dayMs = 86_400_000
const hourMs = 3_600_000

describe('invoices from application to red letter (ST-09)', () => {
  const server = checkedTestServer()
  const scenario = paymentScenario(server)
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
  const issueApplication = async (overrides: Record<string, unknown>) => invoiceDesk.issue(await applyForInvoice(overrides))
  const messages = (username: string, kind: string) => countNotifications(server, username, kind)

  before(async () => {
    invoiceDesk = invoicesOf(server)
    await extendDocuments(server)
    await pay(10, '6000.00')
    await pay(11, '7000.00')
    title = await invoiceDesk.approvedTitle()
    const { places } = await server.must('payer', 'invoices.terms', {})
    category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
  })

  test('the invoice quota equals the paid amount less the invoiced amount', async () => {
    const { quota, paid, used } = await figures()
    assert.equal(quota, paid - used)
    assert.ok(quota >= 1_300_000)
    const { rows } = await server.must('payer', 'invoices.lines', { show: 'free', centreId: 2, size: 200 })
    assert.ok(rows.length > 0 && rows.every((row) => row.free === row.cost - row.used && row.free > 0))
    assert.equal((await server.call('maker', 'invoices.figures', {})).error, 'forbidden')
  })

  test('an application by amount is split by the invoice limit and holds quota until withdrawn', async () => {
    await sql`update centre set invoice_cap_fen = 300000 where id = 2`.execute(db())
    const figuresAtStart = await figures()
    const preview = await server.must('payer', 'invoices.preview', form({ amount: '7000.00', email: undefined }))
    assert.deepEqual([preview.amount, preview.parts.map((part) => part.amount)], [700_000, [300_000, 300_000, 100_000]])
    assert.deepEqual([preview.price, preview.tax], [660_378, 39_622])
    const row = await applyForInvoice({ amount: '7000.00' })
    assert.deepEqual([row.state, row.amount, row.price, row.tax, row.invoices.length], ['pending', 700_000, preview.price, preview.tax, 3])
    const figuresAfter = await figures()
    assert.deepEqual([figuresAfter.quota, figuresAfter.waiting - figuresAtStart.waiting], [figuresAtStart.quota - 700_000, 700_000])
    assert.equal(await messages('finance', 'invoiceApplied'), 1)
    const withdrawnApplication = await server.must('payer', 'invoices.withdraw', target(row))
    assert.equal(withdrawnApplication.state, 'withdrawn')
    assert.equal((await figures()).quota, figuresAtStart.quota)
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

  test('a hundred concurrent applications neither exceed the quota nor invoice a payment twice', async () => {
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

  test('a failed application can be reopened, or released to free its quota', async () => {
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

  test('a partial red letter for cancelled work frees its quota once confirmed and issued', async () => {
    const row = await issueApplication({ amount: '2000.00' })
    const [paper = assert.fail(), before] = [row.invoices[0], await figures()]
    const requestRedLetter = (amount: string, reason: 'stopped' | 'mistake' = 'stopped') =>
      server.call('finance', 'invoices.askRed', { ...target(row), invoiceId: paper.id, reason, amount }, atCentre)
    assert.deepEqual([(await requestRedLetter('2000.01')).error, (await requestRedLetter('1000.00', 'mistake')).error], ['redAboveBlue', 'redMistakeWhole'])
    assert.equal((await requestRedLetter('1000.00')).code, 1)
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
    const applicationAfter = await get(row.id)
    assert.deepEqual([applicationAfter.invoices[0]?.state, applicationAfter.invoices[0]?.red, applicationAfter.reds[0]?.isIssued], ['partRed', 100_000, true])
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
    const requestRedAgain = async () =>
      server.must('finance', 'invoices.askRed', { ...target(await get(row.id)), invoiceId: paper.id, reason: 'mistake', amount: '300.00' }, atCentre)
    const red = (await requestRedAgain()).reds[0] ?? assert.fail()
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
    const secondRequest = await requestRedAgain()
    assert.deepEqual(
      secondRequest.reds.map((each) => each.code),
      ['07', '10'],
    )
  })

  test('a payment returned after invoicing is flagged and keeps the quota negative until reversed', async () => {
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
    const figuresAfter = await figures()
    assert.deepEqual([figuresAfter.quota, figuresAfter.redDue, figuresAfter.redDueCount], [-line.cost, line.cost, 1])
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

  test('an application is not found in another mode, and the lists can be exported', async () => {
    const { rows } = await server.must('payer', 'invoices.list', {})
    const first = rows[0] ?? assert.fail()
    assert.equal((await server.call('finance', 'invoices.get', { invoicingId: first.id }, { centre: 2, mode: 1 })).error, 'applicationNotFound')
    assert.equal((await server.must('finance', 'invoices.list', {}, atCentre)).rows.length > 0, true)
    await server.must('payer', 'invoices.exportList', {})
    await server.must('payer', 'invoices.exportLines', { show: 'application', invoicingId: first.id })
    await server.must('finance', 'invoices.template', {}, atCentre)
  })
})
