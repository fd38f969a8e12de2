import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { setEinvoiceChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { pastGroups } from '#/server/taxation/invoices/store-past.ts'
import { importResults } from '#/server/taxation/invoices/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'
import { type EinvoiceSimulator, startSimulator } from '#/tools/einvoice-simulator/simulator.ts'

type ApplicationDetail = z.output<Modules['invoices']['get']['output']>

const credentials = { app: 'simulator', secret: 'simulator-secret-0001' }
const dayMs = 86_400_000

describe('applications whose payment was returned before issue', () => {
  let server: TestServer
  let officeSimulator: EinvoiceSimulator
  const heldApplications: Record<'pending' | 'approved' | 'queued' | 'silent' | 'doubted', number> = {
    pending: 0,
    approved: 0,
    queued: 0,
    silent: 0,
    doubted: 0,
  }
  let lineNo = ''
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const get = (id: number) => server.must('finance', 'invoices.get', { invoicingId: id }, atCentre)
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const approve = (row: ApplicationDetail) => server.must('finance', 'invoices.review', { ...target(row), approve: true }, atCentre)
  const send = async (id: number) => server.call('finance', 'invoices.sendOrders', target(await get(id)), atCentre)
  const processOrders = () => server.job('invoices.orders', {})
  const sentIssueCount = () => officeSimulator.seen('/einvoice/issue').length
  const expectLineNamed = (text: string) => assert.ok(text.includes(lineNo), `${text} names ${lineNo}`)
  const issue = async (id: number, number: string, issuedOn: string) => {
    const row = await get(id)
    const file = { filename: 'a.pdf', mediaType: 'application/pdf', bytes: pdfPage(number) }
    return server.call('finance', 'invoices.issue', { ...target(row), invoiceId: row.invoices[0]?.id ?? 0, number, issuedOn, file }, atCentre)
  }

  before(async () => {
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.1' } })
    officeSimulator = await startSimulator({ port: 0, ...credentials, quota: 10_000_000, clock: () => server.running.kernel.clock.now().getTime() })
    const scenario = paymentScenario(server)
    await extendDocuments(server)
    const bouncedBatch = await scenario.createPaidBatch([{ person: demoPeople().specials.bounces ?? assert.fail(), yuan: '9000.00' }])
    await server.settle(2)
    const unit = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())
    const { name = '', code: taxNo = '' } = unit.rows[0] ?? {}
    const title = await server.must('payer', 'titles.create', { name, taxNo, email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail()
    const settings = { address: officeSimulator.address, ...credentials, timeoutSeconds: '1' }
    await setEinvoiceChannel(server, { centreId: 2, version: 0, kind: 'http', settings })
    const form = { centreId: 2, basis: 'amount', titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn' } as const
    for (const which of Object.keys(heldApplications) as (keyof typeof heldApplications)[]) {
      const row = await server.must('payer', 'invoices.apply', { ...form, amount: '1000.00' })
      heldApplications[which] = row.id
      if (which !== 'pending') await approve(row)
    }
    // One order was sent and not answered, one was answered with another invoice, one was not sent yet.
    officeSimulator.recipe('/einvoice/issue', 'hang')
    assert.equal((await send(heldApplications.silent)).code, 1)
    await processOrders()
    officeSimulator.recipe('/einvoice/issue', 'contradiction')
    assert.equal((await send(heldApplications.doubted)).code, 1)
    await processOrders()
    assert.equal((await send(heldApplications.queued)).code, 1)
    server.advance(2 * dayMs)
    // Only payout jobs run, so the order stays unsent.
    for (const job of ['payouts.sweep', 'payouts.look']) await server.job(job)
    const line = (await scenario.lines(bouncedBatch.id))[0] ?? assert.fail()
    assert.equal(line.state, 'returned')
    lineNo = line.no
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await officeSimulator.close()
      await server.close()
    }
  })

  test('a reviewer reads which payment was returned and can only reject the application', async () => {
    const row = await get(heldApplications.pending)
    const refusedReview = await server.call('finance', 'invoices.review', { ...target(row), approve: true }, atCentre)
    assert.equal(refusedReview.error, 'paymentsReturned')
    expectLineNamed(refusedReview.message)
    const bulkReview = await server.must('finance', 'invoices.reviewMany', { invoicingIds: [row.id] }, atCentre)
    expectLineNamed(bulkReview.fail[0]?.reason ?? '')
    const rejectedApplication = await server.must('finance', 'invoices.review', { ...target(row), approve: false, reason: '付款已退回' }, atCentre)
    assert.equal(rejectedApplication.state, 'rejected')
  })

  test('an application with a returned payment cannot be issued', async () => {
    const list = await server.call('finance', 'invoices.listToIssue', {}, atCentre)
    assert.equal(list.error, 'paymentsReturned')
    const refusedIssue = await issue(heldApplications.approved, '26350000000000000001', today())
    assert.equal(refusedIssue.error, 'paymentsReturned')
    expectLineNamed(refusedIssue.message)
    assert.equal((await send(heldApplications.approved)).error, 'paymentsReturned')
    const row = await get(heldApplications.approved)
    const [paper] = row.invoices
    const number = '26350000000000000002'
    const result = { no: row.no, number, day: today(), price: paper?.price ?? 0, tax: paper?.tax ?? 0, total: paper?.amount ?? 0 }
    expectLineNamed((await importResults(server, 2, [result], { [`${number}.pdf`]: pdfPage(number) })).faults[0]?.problem ?? '')
    const failedInvoices = await server.must('finance', 'invoices.fail', { ...target(await get(row.id)), reason: '付款已退回' }, atCentre)
    const releasedApplication = await server.must('finance', 'invoices.release', { ...target(failedInvoices), reason: '付款已退回' }, atCentre)
    assert.equal(releasedApplication.state, 'withdrawn')
  })
  test('a returned payment ends an unsent or unanswered order and fails its application', async () => {
    const countBefore = sentIssueCount()
    await processOrders()
    assert.equal(sentIssueCount(), countBefore)
    for (const which of ['queued', 'silent'] as const) {
      const row = await get(heldApplications[which])
      assert.deepEqual([row.state, row.issuedCount], ['failed', 0], which)
      expectLineNamed(row.reason)
      const { orders } = await server.must('finance', 'invoices.machine', { invoicingId: row.id }, atCentre)
      assert.equal(orders[0]?.state, 'refused', which)
      expectLineNamed(orders[0]?.problem ?? '')
      await server.must('finance', 'invoices.release', { ...target(row), reason: '付款已退回' }, atCentre)
    }
  })

  test('past invoices include only payments that arrived in the days, mode and unit requested', async () => {
    const { rows } = await sql<{ id: number; day: string }>`select id, (finished_at at time zone 'Asia/Shanghai')::date::text as day
      from payment_line where no = ${lineNo}`.execute(db())
    const { id = 0, day = '' } = rows[0] ?? {}
    const paidTotal = (set: RawBuilder<unknown>, from = day, to = day) =>
      runAndRollBack(server, async (ctx) => {
        for (const table of ['payment_line', 'invoice_use']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
        await ctx.run`delete from invoice_use where line_id = ${id}`
        await ctx.run`update payment_line set ${set} where id = ${id}`
        const groups = await pastGroups(ctx, { mode: 2, from, to, unitIds: [1] })
        return groups.reduce((sum, group) => sum + group.count, 0)
      })
    const returnedTotal = await paidTotal(sql`state = 'returned'`)
    assert.equal(await paidTotal(sql`state = 'success'`), returnedTotal + 1)
    for (const paymentChange of [sql`state = 'failed'`, sql`state = 'success', mode = 1`, sql`state = 'success', unit_id = 2`])
      assert.equal(await paidTotal(paymentChange), returnedTotal)
    const finishedAt = (time: string) => sql`state = 'success', finished_at = (${`${day} ${time}`}::timestamp) at time zone 'Asia/Shanghai'`
    assert.deepEqual(
      [await paidTotal(finishedAt('00:00:00')), await paidTotal(finishedAt('24:00:00')), await paidTotal(finishedAt('00:00:00'), day, shiftDay(day, -1))],
      [returnedTotal + 1, returnedTotal, 0],
    )
  })

  test('an existing invoice is registered after its payment was returned and needs a red letter', async () => {
    assert.equal((await issue(heldApplications.doubted, '26350000000000000003', today())).code, 1)
    const row = await get(heldApplications.doubted)
    assert.deepEqual([row.state, row.redDue], ['issued', row.amount])
  })
})
