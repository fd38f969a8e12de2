import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { lineInvoiceStatus } from '#/server/money/collections/public.ts'
import { invoiceStatusOf } from '#/server/money/payments/public.ts'
import { invariants } from '#/server/taxation/invoices/invariants.ts'
import { pendingKinds } from '#/server/taxation/invoices/pending.ts'
import { list, listFigures, lockToIssue } from '#/server/taxation/invoices/store.ts'
import { claimOrder, countBusyOrders, dueOrders, findOpenOrder, invoicesAtChannel, lockAwaitingOrder } from '#/server/taxation/invoices/store-orders.ts'
import { invoicesOf as papersOf, releaseUnissued, voidExpiredRedLetters } from '#/server/taxation/invoices/store-papers.ts'
import { type ApplicationDetail, applyForPaidBatch, type Change, changeUse, returnFirstPayment, runWithChanges } from '#/server/taxation/invoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Boundaries of day, state, mode, unit and centre in the queries of invoices. The fixture has a batch of two payments,
// an issued application for part of it and a pending one. Each case changes it within a transaction that is rolled
// back. payment-boundaries.test.ts does the same for the payments of an application.
describe('boundaries of the invoice queries: applications and orders', () => {
  let server: TestServer
  let batch = 0
  let issuedApplication: ApplicationDetail
  let waitingApplication: ApplicationDetail
  const withChanges = <R>(changes: readonly Change[], query: (ctx: Context) => Promise<R>) => runWithChanges(server, changes, query)
  const now = () => server.running.kernel.clock.now()
  const timeFromNow = (ms: number) => new Date(now().getTime() + ms)
  const changeApplication = (of: ApplicationDetail, set: Change): Change => sql`update invoice_application set ${set} where id = ${of.id}`
  const setState = (of: ApplicationDetail, state: string): Change =>
    changeApplication(of, sql`state = ${state}, reviewed_by = ${state === 'pending' ? null : 4}, reviewed_at = ${state === 'pending' ? null : sql`now()`}`)
  const returnOfFirstLine = () => returnFirstPayment(batch)
  const paper = () => issuedApplication.invoices[0]?.id ?? assert.fail('an issued application has an invoice')
  const order = (what: string, state: string, more: { next?: Date; red?: boolean; of?: ApplicationDetail; invoice?: number } = {}): Change => {
    const orderedApplication = more.of ?? issuedApplication
    const isOver = ['done', 'refused', 'closed'].includes(state)
    const isDone = state === 'done' && (what === 'issue' || what === 'redIssue')
    return sql`insert into invoice_order (request_no, what, application_id, invoice_id, red_id, centre_id, unit_id, mode, state, next_at, number, issued_on, asked_by, created_at, settled_at)
      values ('ORDER-0001', ${what}, ${orderedApplication.id}, ${more.invoice ?? orderedApplication.invoices[0]?.id ?? 0}, ${more.red ? 77 : null}, 2, 1, 2, ${state}, ${
        state === 'queued' || state === 'asked' ? (more.next ?? now()) : null
      }, ${isDone ? '26352000000000000999' : null}, ${isDone ? '2026-11-18' : null}, 1, now(), ${isOver ? sql`now()` : null})`
  }
  const red = (code: string, more: { amount?: number; tax?: number; expires?: Date; isIssued?: boolean } = {}): Change =>
    sql`insert into red_letter (id, invoice_id, application_id, centre_id, unit_id, mode, reason, amount_fen, price_fen, tax_fen, code, confirm_no, expires_at, is_issued, number, issued_on,
        issued_by, issued_at, created_by, created_at)
      values (77, ${paper()}, ${issuedApplication.id}, 2, 1, 2, 'stopped', ${more.amount ?? 100}, ${(more.amount ?? 100) - (more.tax ?? 0)}, ${more.tax ?? 0}, ${code}, '1', ${code === '02' || code === '03' ? (more.expires ?? now()) : null},
        ${more.isIssued === true}, ${more.isIssued ? '26352000000000000888' : null}, ${more.isIssued ? '2026-11-18' : null}, ${more.isIssued ? 1 : null}, ${more.isIssued ? sql`now()` : null}, 1, now())`

  before(async () => {
    server = await startTestServer()
    ;({ batch, issuedApplication, waitingApplication } = await applyForPaidBatch(server))
  })
  after(() => server.close())

  describe('applications for invoices', () => {
    test('a payment counts as applied for until its application is issued, withdrawn or rejected', async () => {
      const status = (...changes: Change[]) =>
        withChanges(changes, async (ctx) => {
          const rows = await ctx.rows<{ status: string; line: string }>`select ${ask(ctx, invoiceStatusOf)} as status, ${ask(ctx, lineInvoiceStatus)} as line
            from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id where batch.id = ${batch} order by line.seq`
          return [rows[0]?.status, ...rows.map((row) => row.line)].join()
        })
      const negateParts = (of: ApplicationDetail) => sql`update invoice_line set amount_fen = -amount_fen where application_id = ${of.id}`
      assert.deepEqual([await status(), await status(negateParts(issuedApplication))], ['issued,issued,applied', 'applied,applied,applied'])
      assert.equal(await status(negateParts(waitingApplication)), 'issued,issued,none')
      for (const state of ['withdrawn', 'rejected']) {
        assert.equal(await status(setState(waitingApplication, state)), 'issued,issued,none', state)
        assert.equal(await status(negateParts(issuedApplication), setState(waitingApplication, state)), 'none,none,none', state)
      }
    })

    const statusOf = (...changes: Change[]) =>
      withChanges(changes, async (ctx) => {
        const sums = await listFigures(ctx)
        return [sums.waiting_count, sums.issued_count, sums.red_due_count]
      })

    test('invoice figures of a mode count open applications, issued invoices and returned payments', async () => {
      assert.deepEqual(await statusOf(), [1, 1, 0])
      for (const state of ['pending', 'todo', 'issuing', 'part', 'failed'])
        assert.deepEqual(await statusOf(setState(waitingApplication, state)), [1, 1, 0], state)
      for (const state of ['withdrawn', 'rejected']) assert.deepEqual(await statusOf(setState(waitingApplication, state)), [0, 1, 0], state)
      assert.deepEqual(await statusOf(...returnOfFirstLine()), [1, 1, 1])
      assert.deepEqual(await statusOf(...returnOfFirstLine(), changeUse(sql`used_fen = 0`)), [1, 1, 0])
      assert.deepEqual(await statusOf(...returnOfFirstLine(), changeUse(sql`mode = 1`)), [1, 1, 0])
      assert.deepEqual(await statusOf(sql`update invoice set mode = 1`), [1, 0, 0])
      assert.deepEqual(await statusOf(changeApplication(waitingApplication, sql`mode = 1`)), [0, 1, 0])
    })

    test('only approved applications are issued', async () => {
      const countLockedInState = (state: string) => withChanges([setState(waitingApplication, state)], async (ctx) => (await lockToIssue(ctx, 9)).length)
      for (const state of ['todo', 'issuing', 'part']) assert.equal(await countLockedInState(state), 1, state)
      for (const state of ['pending', 'failed', 'rejected', 'withdrawn']) assert.equal(await countLockedInState(state), 0, state)
    })

    test('a list by day includes all of its first and last day', async () => {
      const countListedAt = (at: string) =>
        withChanges(
          [changeApplication(waitingApplication, sql`applied_at = ${at}`)],
          async (ctx) => (await list(ctx, { from: '2031-03-01', to: '2031-03-31' }, { page: 1, size: 9 })).rows.length,
        )
      assert.deepEqual([await countListedAt('2031-03-01T00:00:00+08:00'), await countListedAt('2031-02-28T23:59:59+08:00')], [1, 0])
      assert.deepEqual([await countListedAt('2031-03-31T23:59:59+08:00'), await countListedAt('2031-04-01T00:00:00+08:00')], [1, 0])
    })

    test('pending work counts only applications, returned payments and red letters of the mode', async () => {
      const count = (kind: string, ...changes: Change[]) =>
        withChanges(changes, async (ctx) => {
          const figure = pendingKinds.find((each) => each.kind === kind && each.page === 'fpListDz') ?? assert.fail(kind)
          return (await figure.sums(ctx, ctx.scope)).reduce((sum, each) => sum + each.count, 0)
        })
      assert.deepEqual(
        [await count('redDue'), await count('redDue', ...returnOfFirstLine()), await count('redDue', ...returnOfFirstLine(), changeUse(sql`used_fen = 0`))],
        [0, 1, 0],
      )
      assert.equal(await count('redDue', ...returnOfFirstLine(), changeUse(sql`mode = 1`)), 0)
      assert.deepEqual([await count('redOpen', red('10')), await count('redOpen', red('01', { isIssued: true })), await count('redOpen', red('07'))], [1, 0, 0])
      assert.equal(await count('redOpen', red('10'), sql`update red_letter set mode = 1`), 0)
      assert.deepEqual([await count('invoicesToReview'), await count('invoicesToReview', changeApplication(waitingApplication, sql`mode = 1`))], [1, 0])
    })

    test('an invoice shows its valid red letters, and only unissued invoices can be released', async () => {
      const stateAfter = (code: string) => withChanges([red(code)], async (ctx) => (await papersOf(ctx, issuedApplication.id))[0]?.red_asked)
      for (const code of ['01', '02', '03', '04', '10']) assert.equal(await stateAfter(code), 100, code)
      for (const code of ['05', '06', '07', '08', '09']) assert.equal(await stateAfter(code), 0, code)
      const releasedCount = (of: ApplicationDetail) => withChanges([], async (ctx) => (await releaseUnissued(ctx, of.id)).count)
      assert.deepEqual([await releasedCount(waitingApplication), await releasedCount(issuedApplication)], [1, 0])
    })
  })

  describe('orders to the issuing channel', () => {
    test('an order is open until it has an outcome', async () => {
      const openOrders = (state: string, what = 'issue') =>
        withChanges([red('10'), order(what, state, { red: what !== 'issue' })], async (ctx) => [
          (await findOpenOrder(ctx, { invoiceId: paper() })) !== undefined,
          (await findOpenOrder(ctx, { redId: 77 })) !== undefined,
          (await countBusyOrders(ctx, issuedApplication.id)).busy,
          (await invoicesAtChannel(ctx, [issuedApplication.id])).size,
        ])
      for (const state of ['queued', 'asked']) assert.deepEqual(await openOrders(state), [true, false, 1, 1], state)
      assert.deepEqual(await openOrders('doubted'), [true, false, 0, 1])
      for (const state of ['done', 'refused', 'closed']) assert.deepEqual(await openOrders(state), [false, false, 0, 0], state)
      assert.deepEqual(await openOrders('asked', 'redIssue'), [false, true, 0, 0])
    })

    test('an order is due at its scheduled time and awaits an answer only once it was sent', async () => {
      const isOrderDue = (ms: number) =>
        withChanges([order('issue', 'queued', { next: timeFromNow(ms) })], async (ctx) => {
          const contextNow = { ...ctx, now: timeFromNow(0) }
          const [id] = await dueOrders(contextNow, 9)
          const orderId = (await ctx.row<{ id: number }>`select id from invoice_order`)?.id ?? 0
          return [id === orderId, (await claimOrder(contextNow, orderId)) !== undefined]
        })
      assert.deepEqual(
        [await isOrderDue(-1_000), await isOrderDue(3_600_000)],
        [
          [true, true],
          [false, false],
        ],
      )
      const isOrderAwaited = (state: string) =>
        withChanges([order('issue', state)], async (ctx) => lockAwaitingOrder(ctx, (await ctx.row<{ id: number }>`select id from invoice_order`)?.id ?? 0))
      assert.deepEqual([await isOrderAwaited('asked'), await isOrderAwaited('queued'), await isOrderAwaited('doubted')], [true, false, false])
    })

    test('an unconfirmed red-letter confirmation expires at its deadline unless an order is pending', async () => {
      const endTime = timeFromNow(-1_000)
      const endedCount = (changes: readonly Change[], ms = 0) =>
        withChanges(changes, async (ctx) => (await voidExpiredRedLetters({ ...ctx, now: new Date(endTime.getTime() + ms) })).length)
      for (const code of ['02', '03'])
        assert.deepEqual([await endedCount([red(code, { expires: endTime })]), await endedCount([red(code, { expires: endTime })], -1)], [1, 0], code)
      assert.equal(await endedCount([red('04')]), 0)
      for (const state of ['queued', 'asked', 'doubted'])
        assert.equal(await endedCount([red('03', { expires: endTime }), order('redConfirm', state, { red: true })]), 0, state)
      assert.equal(await endedCount([red('02', { expires: endTime }), order('redConfirm', 'closed', { red: true })]), 1)
    })
  })

  describe('the checks of the books', () => {
    const brokenInvariants = async (...changes: Change[]) => (await withChanges(changes, (ctx) => checkInvariants(ctx.db, invariants))).map(({ name }) => name)

    test('invoices above the payments are reported, except on returned payments', async () => {
      assert.deepEqual(await brokenInvariants(), [])
      const lowerBatchCost = sql`update payment_batch set success_cost_fen = 1 where unit_id = 1 and mode = 2`
      assert.deepEqual(await brokenInvariants(lowerBatchCost), ['INV-13'])
      assert.ok((await brokenInvariants(lowerBatchCost, changeUse(sql`unit_id = 2, is_returned = true`))).includes('INV-13'))
      assert.ok((await brokenInvariants(lowerBatchCost, changeUse(sql`centre_id = 3, is_returned = true`))).includes('INV-13'))
      assert.ok((await brokenInvariants(lowerBatchCost, changeUse(sql`mode = 1, is_returned = true`))).includes('INV-13'))
      assert.ok(!(await brokenInvariants(lowerBatchCost, changeUse(sql`is_returned = true`))).includes('INV-13'))
    })

    test('an invoiced amount or used quota that differs from the sum of its parts is reported', async () => {
      for (const useChange of [
        sql`used_fen = used_fen - 1`,
        sql`is_returned = true`,
        sql`cost_fen = cost_fen + 1`,
        sql`unit_id = 2`,
        sql`centre_id = 3`,
        sql`mode = 1`,
      ])
        assert.deepEqual(await brokenInvariants(changeUse(useChange)), ['INV-45'])
      assert.deepEqual(await brokenInvariants(sql`update invoice_quota set used_fen = used_fen + 1 where unit_id = 1 and mode = 2`), ['INV-45'])
    })

    test('an application that contradicts its invoices or red letters is reported', async () => {
      for (const amountChange of [
        sql`amount_fen = amount_fen + 1, price_fen = price_fen + 1`,
        sql`tax_fen = tax_fen + 1, price_fen = price_fen - 1`,
        sql`invoice_count = 3`,
        sql`issued_count = 1, invoice_count = 2, state = 'part', reviewed_by = 4, reviewed_at = now()`,
        sql`state = 'withdrawn'`,
        sql`state = 'rejected', reviewed_by = 4, reviewed_at = now()`,
      ])
        assert.ok((await brokenInvariants(changeApplication(waitingApplication, amountChange))).includes('INV-46'))
      assert.deepEqual(await brokenInvariants(red('10', { amount: 1_000_000 })), ['INV-46'], 'more than the invoice')
      assert.deepEqual(await brokenInvariants(red('07', { amount: 1_000_000 })), [])
      assert.deepEqual(await brokenInvariants(red('10', { amount: issuedApplication.amount, tax: issuedApplication.tax })), [])
      assert.deepEqual(await brokenInvariants(red('01', { isIssued: true })), ['INV-46'], 'it frees nothing')
    })

    test('an order that contradicts its invoice or application is reported', async () => {
      assert.deepEqual(await brokenInvariants(order('issue', 'done')), ['INV-54'], 'another number')
      const copyInvoiceNumber = sql`update invoice_order set number = paper.number, issued_on = paper.issued_on from invoice paper where paper.id = invoice_order.invoice_id`
      assert.deepEqual(await brokenInvariants(order('issue', 'done'), copyInvoiceNumber), [])
      for (const state of ['queued', 'asked']) {
        assert.deepEqual(await brokenInvariants(order('issue', state)), ['INV-54'], 'the invoice exists')
        const startIssuing = (to: string) => [setState(waitingApplication, to), order('issue', state, { of: waitingApplication })]
        for (const to of ['issuing', 'part']) assert.deepEqual(await brokenInvariants(...startIssuing(to)), [], to)
        for (const to of ['todo', 'failed']) assert.deepEqual(await brokenInvariants(...startIssuing(to)), ['INV-54'], to)
      }
      for (const state of ['refused', 'doubted', 'closed']) assert.deepEqual(await brokenInvariants(order('issue', state)), [], state)
      assert.deepEqual(
        await brokenInvariants(order('issue', 'closed', { of: waitingApplication, invoice: paper() })),
        ['INV-54'],
        'an invoice of another application',
      )
    })
  })
})
