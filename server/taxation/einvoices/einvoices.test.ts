import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { proveAs, setEinvoiceChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'
import { type EinvoiceSimulator, startSimulator } from '#/tools/einvoice-simulator/simulator.ts'

type ApplicationDetail = z.output<Modules['invoices']['get']['output']>

const credentials = { app: 'simulator', secret: 'simulator-secret-0001' }
const hourMs = 3_600_000
const quota = 1_000_000

describe('invoices through a channel, against a simulator of the tax office', () => {
  let server: TestServer
  let officeSimulator: EinvoiceSimulator
  let apply: (amount: string) => Promise<ApplicationDetail>
  const db = () => server.running.kernel.database.kysely
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number) => server.must('finance', 'invoices.get', { invoicingId: id }, atCentre)
  const machine = (id: number) => server.must('finance', 'invoices.machine', { invoicingId: id }, atCentre)
  const send = (row: Pick<ApplicationDetail, 'id' | 'version'>) => server.call('finance', 'invoices.sendOrders', target(row), atCentre)
  const processOrders = () => server.job('invoices.orders', {})
  /** Advances the clock until orders are due for a query. */
  const advanceUntilDue = async (ms = hourMs) => {
    server.advance(ms)
    await processOrders()
  }
  const applyAndApprove = async (amount: string) => {
    const row = await apply(amount)
    return server.must('finance', 'invoices.review', { ...target(row), approve: true }, atCentre)
  }
  const issueApplication = async (amount: string): Promise<ApplicationDetail> => {
    const row = await applyAndApprove(amount)
    assert.equal((await send(row)).code, 1)
    await processOrders()
    const settledApplication = await get(row.id)
    assert.equal(settledApplication.state, 'issued', (await machine(row.id)).orders[0]?.problem ?? '')
    return settledApplication
  }
  const sentIssueCount = () => officeSimulator.seen('/einvoice/issue').length
  const remainingQuota = async () => (await server.must('finance', 'einvoices.askQuota', { centreId: 2 }, atCentre)).quota
  const requestRedLetter = async (row: ApplicationDetail, amount: string) => {
    const currentApplication = await get(row.id)
    const paper = currentApplication.invoices[0] ?? assert.fail()
    const redRequest = await server.must(
      'finance',
      'invoices.askRed',
      { ...target(currentApplication), invoiceId: paper.id, reason: 'stopped', amount },
      atCentre,
    )
    return redRequest.reds.at(-1) ?? assert.fail()
  }
  const sendRed = (red: { id: number; version: number }) => server.call('finance', 'invoices.sendRed', { redId: red.id, version: red.version }, atCentre)
  const redOf = async (row: ApplicationDetail, id: number) => (await get(row.id)).reds.find((red) => red.id === id) ?? assert.fail()
  const numberOfInvoice = (row: ApplicationDetail, at = 0) => row.invoices[at]?.number ?? assert.fail()
  const invoiceQuota = async () => (await server.must('payer', 'invoices.figures', {})).quota

  before(async () => {
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.1' } })
    officeSimulator = await startSimulator({ port: 0, ...credentials, quota, clock: () => server.running.kernel.clock.now().getTime() })
    const scenario = paymentScenario(server)
    await extendDocuments(server)
    const { ordinary } = demoPeople()
    for (const personIndex of [10, 11]) {
      await scenario.createPaidBatch([{ person: ordinary[personIndex] ?? assert.fail(), yuan: '9000.00' }])
      await server.settle(2)
    }
    const unit = await sql<{ name: string; credit_code: string }>`select name, credit_code from unit where id = 1`.execute(db())
    const { name = '', credit_code: taxNo = '' } = unit.rows[0] ?? {}
    const title = await server.must('payer', 'titles.create', { name, taxNo, email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail()
    apply = (amount) =>
      server.must('payer', 'invoices.apply', { centreId: 2, basis: 'amount', amount, titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn' })
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await officeSimulator.close()
      await server.close()
    }
  })

  test('invoices need a channel to be sent, and only the platform sets and tests the channel', async () => {
    const row = await applyAndApprove('10.00')
    assert.equal((await machine(row.id)).isManual, true)
    assert.equal((await send(row)).error, 'noChannel')
    await proveAs(server, 'platform')
    const setProvider = (who: string, settings: object, version = 0) =>
      server.call(who, 'einvoices.set', { centreId: 2, version, kind: 'http', settings: settings as Record<string, string>, why: '测试通道' })
    const setProviderByTwo = async (settings: Record<string, string>) =>
      setEinvoiceChannel(server, { centreId: 2, version: (await server.must('platform', 'einvoices.get', { centreId: 2 })).version, kind: 'http', settings })
    for (const who of ['finance', 'payer', 'operator'])
      assert.equal((await setProvider(who, { address: officeSimulator.address, ...credentials })).error, 'forbidden', who)
    for (const address of ['https://10.0.0.8/e', 'ftp://example.com/x', ''])
      assert.equal((await setProvider('platform', { address, ...credentials })).error, 'setting', address)
    assert.equal((await setProvider('platform', { address: officeSimulator.address, ...credentials, secret: 'short' })).error, 'setting')
    await setProviderByTwo({ address: officeSimulator.address, ...credentials, timeoutSeconds: '1' })
    assert.equal((await setProvider('platform', { address: officeSimulator.address })).error, 'changed')
    const visibleChannel = await server.must('platform', 'einvoices.get', { centreId: 2 })
    assert.deepEqual(
      [visibleChannel.kind, visibleChannel.secrets, visibleChannel.settings.secret, visibleChannel.settings.address],
      ['http', ['secret'], undefined, officeSimulator.address],
    )
    const storedChannels = await sql<{ settings_sealed: string }>`select settings_sealed from einvoice_channel`.execute(db())
    assert.ok(storedChannels.rows.length > 0 && storedChannels.rows.every((each) => !each.settings_sealed.includes(credentials.app)))
    assert.deepEqual(await server.must('platform', 'einvoices.test', { centreId: 2 }), { isGood: true, said: '' })
    await setProviderByTwo({ secret: 'another-secret-00001' })
    assert.deepEqual(await server.must('platform', 'einvoices.test', { centreId: 2 }), { isGood: false, said: 'status 401' })
    assert.equal((await server.call('finance', 'einvoices.askQuota', { centreId: 2 }, atCentre)).error, 'silent')
    assert.equal((await send(row)).error, 'silent')
    assert.equal((await get(row.id)).state, 'todo')
    await setProviderByTwo({ secret: credentials.secret })
    assert.equal(await remainingQuota(), quota)
    await server.must('payer', 'invoices.withdraw', target(row))
  })

  test('approved invoices are issued through the channel one by one, with checked files and quota', async () => {
    await sql`update centre set invoice_cap_fen = 60000 where id = 2`.execute(db())
    const before = await remainingQuota()
    const row = await applyAndApprove('1000.00')
    assert.equal(row.invoices.length, 2)
    const issuingApplication = await server.must('finance', 'invoices.sendOrders', target(row), atCentre)
    assert.equal(issuingApplication.state, 'issuing')
    // While the order is open, the invoices cannot be issued manually or exported to other software.
    assert.equal((await server.call('finance', 'invoices.fail', { ...target(issuingApplication), reason: '通道故障' }, atCentre)).error, 'underWay')
    assert.equal((await send(issuingApplication)).error, 'ordersLive')
    assert.equal((await server.call('finance', 'invoices.listToIssue', {}, atCentre)).error, 'nothingToIssue')
    await processOrders()
    const settledApplication = await get(row.id)
    assert.equal(settledApplication.state, 'issued')
    assert.ok(settledApplication.invoices.every((paper) => /^\d{20}$/.test(paper.number)))
    assert.deepEqual(
      settledApplication.invoices.map((paper) => paper.files.map((file) => file.kind).toSorted()),
      [
        ['pdf', 'xml'],
        ['pdf', 'xml'],
      ],
    )
    assert.equal(before - (await remainingQuota()), settledApplication.price)
    const { exchanges, orders } = await machine(row.id)
    assert.ok(orders.length > 0 && orders.every((order) => order.state === 'done'))
    assert.deepEqual(exchanges.map((exchange) => exchange.what).toSorted(), ['files', 'files', 'issue', 'issue'])
    assert.ok(exchanges.every((exchange) => /^[0-9a-f]{64}$/.test(exchange.asked) && /^[0-9a-f]{64}$/.test(exchange.answered) && exchange.byName !== ''))
    await assert.rejects(sql`update einvoice_exchange set result = 'x'`.execute(db()))
    await sql`update centre set invoice_cap_fen = 300000 where id = 2`.execute(db())
  })

  test('after a failed or invalid answer, an order is resent only if it never arrived', async () => {
    for (const [behaviour, sends] of [
      ['hang', 2],
      ['after', 1],
      ['late', 1],
      ['error', 2],
      ['unsigned', 1],
      ['nonsense', 1],
    ] as const) {
      const row = await applyAndApprove('20.00')
      const countBefore = sentIssueCount()
      officeSimulator.recipe('/einvoice/issue', behaviour)
      await send(row)
      await processOrders()
      assert.equal((await get(row.id)).state, 'issuing', behaviour)
      await advanceUntilDue()
      const settledApplication = await get(row.id)
      assert.equal(settledApplication.state, 'issued', behaviour)
      assert.equal(sentIssueCount() - countBefore, sends, behaviour)
      const numbers = officeSimulator
        .seen('/einvoice/issue')
        .slice(countBefore)
        .map((each) => each.requestNo)
      assert.equal(new Set(numbers).size, 1, behaviour)
    }
    // An invoice without files is neither registered nor issued again.
    const row = await applyAndApprove('20.00')
    const countBefore = sentIssueCount()
    officeSimulator.recipe('/einvoice/files', 'drop')
    await send(row)
    await processOrders()
    assert.equal((await get(row.id)).state, 'issuing')
    await advanceUntilDue()
    assert.deepEqual([(await get(row.id)).state, sentIssueCount() - countBefore], ['issued', 1])
  })

  test('after a contradicting or missing answer staff retry, or register the actual result', async () => {
    const row = await applyAndApprove('30.00')
    const countBefore = sentIssueCount()
    officeSimulator.recipe('/einvoice/issue', 'contradiction')
    await send(row)
    await processOrders()
    const [order] = (await machine(row.id)).orders
    assert.equal(order?.state, 'doubted')
    assert.match(order?.problem ?? '', /请求号.*未予采信/)
    const doubtedApplication = await get(row.id)
    assert.deepEqual([doubtedApplication.state, doubtedApplication.issuedCount, numberOfInvoice(doubtedApplication)], ['issuing', 0, ''])
    assert.equal((await send(doubtedApplication)).code, 1)
    await processOrders()
    assert.deepEqual([(await get(row.id)).state, sentIssueCount() - countBefore], ['issued', 1])
    // Registering the invoice manually closes the doubtful order.
    const secondInvoicing = await applyAndApprove('31.00')
    officeSimulator.recipe('/einvoice/issue', 'contradiction')
    await send(secondInvoicing)
    await processOrders()
    const openApplication = await get(secondInvoicing.id)
    // An invoice that a channel may have issued cannot be released.
    const failedOrder = await server.must('finance', 'invoices.fail', { ...target(openApplication), reason: '通道应答不符' }, atCentre)
    assert.equal((await server.call('finance', 'invoices.release', { ...target(failedOrder), reason: '不再开具' }, atCentre)).error, 'underWay')
    const reopenedApplication = await server.must('finance', 'invoices.reopen', target(failedOrder), atCentre)
    const paper = openApplication.invoices[0] ?? assert.fail()
    const file = { filename: 'a.pdf', mediaType: 'application/pdf', bytes: pdfPage('26350000000000009999') }
    const day = new Date(server.running.kernel.clock.now().getTime() + 8 * hourMs).toISOString().slice(0, 10)
    const switchToManualIssuing = await server.must(
      'finance',
      'invoices.issue',
      { ...target(reopenedApplication), invoiceId: paper.id, number: '26350000000000009999', issuedOn: day, file },
      atCentre,
    )
    assert.deepEqual([switchToManualIssuing.state, (await machine(secondInvoicing.id)).orders[0]?.state], ['issued', 'closed'])
    // An order without an answer waits for a manual review.
    const unansweredApplication = await applyAndApprove('32.00')
    officeSimulator.recipe('/einvoice/issue', 'drop', 100)
    officeSimulator.recipe('/einvoice/query', 'drop', 100)
    await send(unansweredApplication)
    for (let time = 0; time < 20; time++) await advanceUntilDue()
    assert.match((await machine(unansweredApplication.id)).orders[0]?.problem ?? '', /没有可信的应答/)
    officeSimulator.recipe('/einvoice/issue', 'drop', 0)
    officeSimulator.recipe('/einvoice/query', 'drop', 0)
    await send(await get(unansweredApplication.id))
    await processOrders()
    assert.equal((await get(unansweredApplication.id)).state, 'issued')
  })

  test('invoices above the quota are refused, and a part that fails can be retried or released', async () => {
    await sql`update centre set invoice_cap_fen = 30000 where id = 2`.execute(db())
    const row = await applyAndApprove('500.00')
    const countBefore = sentIssueCount()
    officeSimulator.office.setQuota(47_169)
    const refusedAnswer = await send(row)
    assert.equal(refusedAnswer.error, 'quotaShort')
    assert.deepEqual([(await get(row.id)).state, sentIssueCount()], ['todo', countBefore])
    // Another issuer used up the quota between the query and the second invoice.
    officeSimulator.office.setQuota(47_170)
    await send(row)
    officeSimulator.office.setQuota(30_000)
    await processOrders()
    const partlyIssued = await get(row.id)
    assert.deepEqual([partlyIssued.state, partlyIssued.issuedCount], ['failed', 1])
    assert.match(partlyIssued.reason, /本月发票总额度不足/)
    officeSimulator.office.setQuota(quota)
    const partialApplication = await server.must('finance', 'invoices.reopen', target(partlyIssued), atCentre)
    assert.equal(partialApplication.state, 'part')
    await send(partialApplication)
    await processOrders()
    assert.equal((await get(row.id)).state, 'issued')
    // The failed part is released. Issued invoices stay, and the other payments can be invoiced again.
    const [quotaBefore, other] = [await invoiceQuota(), await applyAndApprove('500.00')]
    officeSimulator.office.setQuota(47_170)
    await send(other)
    officeSimulator.office.setQuota(30_000)
    await processOrders()
    const failedApplication = await get(other.id)
    const release = (who = 'finance') => server.call(who, 'invoices.release', { ...target(failedApplication), reason: '额度不足，客户改日再开' }, atCentre)
    assert.equal((await release('auditor')).error, 'forbidden')
    const releasedApplication = (await release()).data ?? assert.fail()
    assert.deepEqual([releasedApplication.state, releasedApplication.invoices.map((paper) => paper.state)], ['issued', ['issued', 'released']])
    assert.equal(await invoiceQuota(), quotaBefore - 30_000, 'except for the issued invoice')
    assert.deepEqual(
      releasedApplication.steps.filter(({ kind }) => kind === 'released').map(({ amount }) => amount),
      [20_000],
    )
    assert.equal((await release()).error, 'wrongApplicationState')
    assert.deepEqual(await checkInvariants(db()), [])
    officeSimulator.office.setQuota(quota)
    await sql`update centre set invoice_cap_fen = 300000 where id = 2`.execute(db())
  })

  test('partial red letters of an unused invoice are issued at once and restore both quotas', async () => {
    const row = await issueApplication('400.00')
    const [before, own] = [await remainingQuota(), await invoiceQuota()]
    for (const amount of ['100.00', '50.00']) {
      const red = await requestRedLetter(row, amount)
      assert.equal((await sendRed(red)).code, 1)
      assert.equal((await sendRed(red)).error, 'underWay')
      const moveAnswer = await server.call('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '08' }, atCentre)
      assert.equal(moveAnswer.error, 'underWay')
      await processOrders()
      await processOrders()
      const settledRed = await redOf(row, red.id)
      assert.deepEqual([settledRed.code, settledRed.isIssued, /^\d{20}$/.test(settledRed.number), settledRed.files.length], ['01', true, true, 2])
    }
    const applicationAfter = await get(row.id)
    assert.deepEqual([applicationAfter.invoices[0]?.state, applicationAfter.red], ['partRed', 15_000])
    assert.equal(await invoiceQuota(), own + 15_000)
    assert.equal(
      (await remainingQuota()) - before,
      applicationAfter.reds.reduce((sum, red) => sum + red.price, 0),
    )
    const blueNumber = numberOfInvoice(row)
    const discountRequest = await server.call(
      'finance',
      'invoices.askRed',
      { ...target(applicationAfter), invoiceId: applicationAfter.invoices[0]?.id ?? 0, reason: 'discount', amount: '250.01' },
      atCentre,
    )
    assert.equal(discountRequest.error, 'redAboveBlue')
    // The tax office has another red letter, so it refuses this one. The refusal is shown and nothing changes.
    officeSimulator.office.open(blueNumber, 20_000)
    const red = await requestRedLetter(row, '100.00')
    await sendRed(red)
    await processOrders()
    assert.equal((await redOf(row, red.id)).code, '10')
    assert.match((await machine(row.id)).orders[0]?.problem ?? '', /可红冲余额/)
  })

  test('a red letter of a used invoice becomes void unless it is confirmed within 72 hours', async () => {
    const row = await issueApplication('300.00')
    officeSimulator.office.use(numberOfInvoice(row))
    const red = await requestRedLetter(row, '100.00')
    officeSimulator.recipe('/einvoice/red/apply', 'after')
    await sendRed(red)
    await processOrders()
    assert.equal((await redOf(row, red.id)).code, '10')
    await advanceUntilDue()
    const waitingLetter = await redOf(row, red.id)
    assert.equal(waitingLetter.code, '02')
    assert.equal(officeSimulator.seen('/einvoice/red/apply').filter((each) => each.blueNumber === numberOfInvoice(row)).length, 1)
    // Our clock does not end a red letter that is open at the tax office. Only the tax office's clock does.
    officeSimulator.office.decide(waitingLetter.confirmNo, true)
    server.advance(73 * hourMs)
    await server.job('invoices.redClock', {})
    assert.equal((await redOf(row, red.id)).code, '02')
    await processOrders()
    await processOrders()
    const settledRed = await redOf(row, red.id)
    assert.deepEqual([settledRed.code, settledRed.isIssued], ['04', true])
    const second = await requestRedLetter(row, '50.00')
    await sendRed(second)
    await processOrders()
    assert.equal((await redOf(row, second.id)).code, '02')
    await advanceUntilDue(72 * hourMs)
    assert.equal((await redOf(row, second.id)).code, '07')
    assert.equal((await sendRed(await redOf(row, second.id))).error, 'redNotSendable')
    const thirdLetter = await requestRedLetter(row, '50.00')
    await sendRed(thirdLetter)
    await processOrders()
    officeSimulator.office.decide((await redOf(row, thirdLetter.id)).confirmNo, false)
    await advanceUntilDue()
    assert.equal((await redOf(row, thirdLetter.id)).code, '05')
    assert.equal((await get(row.id)).red, 10_000)
  })

  test('a red-letter confirmation opened by the buyer is confirmed, and the red invoice is issued', async () => {
    const row = await issueApplication('200.00')
    const confirmNo = officeSimulator.office.open(numberOfInvoice(row), 20_000)
    const red = await requestRedLetter(row, '200.00')
    const movedApplication = await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '03', confirmNo }, atCentre)
    assert.equal((await sendRed(movedApplication.reds.at(-1) ?? assert.fail())).code, 1)
    await processOrders()
    await processOrders()
    const settledApplication = await get(row.id)
    assert.deepEqual([settledApplication.reds[0]?.code, settledApplication.reds[0]?.isIssued, settledApplication.invoices[0]?.state], ['04', true, 'red'])
  })

  test('the channel cannot change while an answer is pending, and the sandbox issues fake numbers', async () => {
    const row = await issueApplication('60.00')
    const red = await requestRedLetter(row, '60.00')
    const { version } = await server.must('platform', 'einvoices.get', { centreId: 2 })
    const manualChannel = { centreId: 2, version, kind: 'manual' as const, settings: {}, why: '更换服务商' }
    const otherProvider = { ...manualChannel, kind: 'http' as const, settings: { address: 'https://fp.example.com/e' } }
    for (const who of ['platform', 'operation']) await proveAs(server, who)
    await server.must('platform', 'einvoices.set', otherProvider)
    officeSimulator.recipe('/einvoice/red/apply', 'contradiction')
    await sendRed(red)
    await processOrders()
    assert.deepEqual([(await redOf(row, red.id)).code, (await machine(row.id)).orders[0]?.state], ['10', 'doubted'])
    const [waiting] = (await server.must('operation', 'changes.list', { isForMe: true })).rows
    const decide = (isApproved: boolean) => server.call('operation', 'changes.decide', { changeId: waiting?.id ?? 0, isApproved, note: '有指令未完成' })
    assert.deepEqual([(await decide(true)).error, (await decide(false)).code], ['busy', 1])
    for (const refusedChange of [{ ...manualChannel, kind: 'sandbox' as const }, otherProvider])
      assert.equal((await server.call('platform', 'einvoices.set', refusedChange)).error, 'busy')
    await sendRed(await redOf(row, red.id))
    assert.equal((await server.call('platform', 'einvoices.set', manualChannel)).error, 'busy')
    await processOrders()
    await processOrders()
    assert.equal((await redOf(row, red.id)).isIssued, true)
    // The demo's own sandbox issues recognisably fake invoices.
    await setEinvoiceChannel(server, { ...manualChannel, kind: 'sandbox' })
    const sandboxApplication = await issueApplication('70.00')
    assert.deepEqual([numberOfInvoice(sandboxApplication).slice(0, 2), (await machine(sandboxApplication.id)).isSandbox], ['00', true])
    await server.must('platform', 'einvoices.set', { ...manualChannel, version: version + 1 })
  })
})
