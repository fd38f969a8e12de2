import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { channels } from '#/server/money/payouts/channels/store-console.ts'
import { amountSentSince, dueQueuedLines, lockBlockedLines, lockWaitingLines, sendableOrders } from '#/server/money/payouts/dispatch/store-claim.ts'
import { haltMoment, unsentTotals } from '#/server/money/payouts/dispatch/store-reroute.ts'
import { invariants } from '#/server/money/payouts/invariants.ts'
import { exceptionOf, stopCases } from '#/server/money/payouts/stops-testing.ts'
import { busyChannels, claimDueLines, lockHeldLines, scheduleBatchQuery, setNextQuery } from '#/server/money/payouts/store.ts'
import { closeFinishedBatches, otherQueuedLines } from '#/server/money/payouts/store-tallies.ts'
import { type Change, changeLine, changeOrder, changeState, createPaidAndQueuedBatches, runAfterChanges } from '#/server/money/payouts/testing.ts'
import { unfinishedCounters } from '#/server/money/payouts/unfinished.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Boundaries of time, state, channel, unit and centre in the queries of payouts. The fixture has a paid and a queued
// batch. Each case changes it within a transaction that is rolled back.
describe('boundaries of the payout queries: orders, lines and exceptions', () => {
  let server: TestServer
  let [arrived, queued] = [0, 0]
  let batch: { id: number; month: string; centre_id: number; unit_id: number; mode: 2; channel_id: number }
  const withChanges = <R>(changes: readonly Change[], ask: (ctx: Context) => Promise<R>): Promise<R> => runAfterChanges(server, changes, ask)
  const now = () => server.running.kernel.clock.now()
  const fromNow = (ms: number) => new Date(now().getTime() + ms)
  const changeChannel = (set: Change): Change => sql`update channel set ${set} where id = 2`
  const lineUpdate = (set: Change, seq = 1, id = queued): Change => changeLine(set, seq, id)
  const orderUpdate = (set: Change, seq = 1, id = queued): Change => changeOrder(set, seq, id)
  const setState = (state: string): Change[] => changeState(state, queued)

  before(async () => {
    server = await startTestServer()
    ;({ arrived, queued } = await createPaidAndQueuedBatches(server))
    const { rows } = await sql<
      typeof batch
    >`select id, month::text as month, centre_id, unit_id, mode, channel_id from payment_batch where id = ${queued}`.execute(
      server.running.kernel.database.kysely,
    )
    batch = rows[0] ?? assert.fail()
  })
  after(() => server.close())

  describe('sending orders', () => {
    const countDueLines = (...changes: Change[]) => withChanges(changes, async (ctx) => (await dueQueuedLines(ctx, 2, 9)).length)
    const countSendable = (...changes: Change[]) =>
      withChanges([...setState('sent'), ...changes], async (ctx) => {
        const rows = await ctx.rows<Row<'payout_attempt', 'request_no'>>`select request_no from payout_attempt
          where line_id = (select id from payment_line where batch_id = ${queued} and seq = 1)`
        const requestNos = rows.map((row) => row.request_no)
        return (await sendableOrders(ctx, requestNos)).size
      })

    for (const [title, change, stops] of stopCases)
      test(`${title} ${stops ? 'prevents' : 'does not prevent'} the sending and resending of orders`, async () => {
        assert.deepEqual([await countDueLines(change(arrived)), await countSendable(change(arrived))], stops ? [0, 0] : [2, 1])
      })

    for (const [title, change, isSent] of [
      ['a closed channel', () => changeChannel(sql`is_active = false`), false],
      ['a paused channel', () => changeChannel(sql`is_paused = true, paused_reason = '维护'`), false],
      ['a channel that waits until later', () => changeChannel(sql`waits_until = ${fromNow(3_600_000)}`), false],
      ['a channel that waited until now', () => changeChannel(sql`waits_until = ${fromNow(0)}`), true],
      ['a halted batch', () => sql`update payment_batch set halted_at = now(), halted_by = 1, halt_reason = '停' where id = ${queued}`, false],
    ] as const)
      test(`${title}: ${isSent ? 'both lines are' : 'no line is'} sent`, async () => {
        assert.deepEqual([await countDueLines(change()), await countSendable(change())], isSent ? [2, 1] : [0, 0])
      })

    test('a line is claimed if it is due and queued at the channel, and payouts are not stopped', async () => {
      assert.equal(await countDueLines(lineUpdate(sql`next_query_at = ${fromNow(3_600_000)}`)), 1)
      for (const state of ['held', 'sent', 'processing', 'unknown']) assert.equal(await countDueLines(...setState(state)), 1, state)
      assert.equal(await countDueLines(sql`update payment_batch set channel_id = 3 where id = ${queued}`), 0)
      const stopPayouts = sql`with run as (insert into integrity_run (kind, state, started_at) values ('whole', 'broken', now()) returning id)
        insert into payout_stop (run_id, broken, stopped_at) select id, '{INV-01}', now() from run`
      assert.equal(await countDueLines(stopPayouts), 0)
    })

    test('a daily limit counts the channel’s orders of the day except failed, held or cancelled ones', async () => {
      const startOfDay = fromNow(-3_600_000)
      const amountSentAfter = (state: string, ms = 0, channel = 2) =>
        withChanges([orderUpdate(sql`state = ${state}, sent_at = ${new Date(startOfDay.getTime() + ms)}, channel_id = ${channel}`)], (ctx) =>
          amountSentSince(ctx, 2, startOfDay),
        )
      const baseAmount = await withChanges([], (ctx) => amountSentSince(ctx, 2, startOfDay))
      for (const state of ['sent', 'processing', 'unknown', 'success', 'returned']) assert.ok((await amountSentAfter(state)) > baseAmount, state)
      for (const state of ['failed', 'held', 'cancelled']) assert.equal(await amountSentAfter(state), baseAmount, state)
      assert.deepEqual([await amountSentAfter('sent', -1), await amountSentAfter('sent', 0, 3)], [baseAmount, baseAmount])
    })
  })

  describe('queries of orders', () => {
    const leaseEnd = () => fromNow(60_000)
    const countClaimed = (...changes: Change[]) => withChanges(changes, async (ctx) => (await claimDueLines(ctx, 2, 9, leaseEnd())).length)

    test('lines under way are due for a query at their time, at the channel of their last order', async () => {
      for (const state of ['sent', 'processing', 'unknown']) {
        assert.equal(await countClaimed(...setState(state)), 1, state)
        assert.equal(await countClaimed(...setState(state), lineUpdate(sql`next_query_at = ${leaseEnd()}`)), 0, state)
      }
      for (const state of ['held', 'queued']) assert.equal(await countClaimed(...setState(state)), 0, state)
      assert.equal(await countClaimed(...setState('unknown'), orderUpdate(sql`channel_id = 3`)), 0)
    })

    test('a manual query includes the batch’s unfinished lines, except those waiting for a person', async () => {
      const countQueried = (...changes: Change[]) => withChanges(changes, (ctx) => scheduleBatchQuery(ctx, batch))
      assert.deepEqual([await countQueried(...setState('processing')), await countQueried(...setState('unknown')), await countQueried()], [1, 1, 0])
      assert.equal(await countQueried(...setState('unknown'), lineUpdate(sql`next_query_at = null`)), 0)
      assert.equal(await withChanges(setState('unknown'), (ctx) => scheduleBatchQuery(ctx, { ...batch, id: arrived })), 0)
    })

    test('only lines under way get a new query time', async () => {
      const countQueryTimes = (state: string) =>
        withChanges(setState(state), async (ctx) => {
          const all = await ctx.rows<{
            id: number
            month: string
          }>`select id, month::text as month from payment_line where batch_id = ${queued} and seq = 1`
          await setNextQuery(
            ctx,
            all.map((each) => ({ ...each, next_query_at: new Date('2031-01-01T00:00:00Z') })),
          )
          const rows = await ctx.rows<{ count: number }>`select count(*)::int as count from payment_line where next_query_at = '2031-01-01T00:00:00Z'`
          return rows[0]?.count
        })
      for (const state of ['sent', 'processing', 'unknown']) assert.equal(await countQueryTimes(state), 1, state)
      for (const state of ['queued', 'held', 'success']) assert.equal(await countQueryTimes(state), 0, state)
    })

    test('a channel is busy while an order is open', async () => {
      const countBusyChannels = (state: string) =>
        withChanges([orderUpdate(sql`state = ${state}`), orderUpdate(sql`state = ${state}`, 2)], async (ctx) => (await busyChannels(ctx)).length)
      for (const state of ['created', 'sent', 'processing', 'unknown']) assert.equal(await countBusyChannels(state), 1, state)
      for (const state of ['success', 'failed', 'held', 'cancelled', 'returned']) assert.equal(await countBusyChannels(state), 0, state)
    })
  })

  describe('lines to reroute, recall or close', () => {
    test('unsent lines are queued or held, and lines under way are counted separately', async () => {
      const countUnsentAndSent = async (...changes: Change[]) => {
        const { unsent, out } = await withChanges(changes, (ctx) => unsentTotals(ctx, batch))
        return [unsent, out]
      }
      assert.deepEqual(
        [await countUnsentAndSent(), await countUnsentAndSent(...setState('held'))],
        [
          [2, 0],
          [2, 0],
        ],
      )
      for (const state of ['sent', 'processing', 'unknown']) assert.deepEqual(await countUnsentAndSent(...setState(state)), [1, 1], state)
      assert.deepEqual(await countUnsentAndSent(...setState('success')), [1, 0])
    })

    test('a halt starts no earlier than the last claim of the batch’s lines', async () => {
      const sentMoment = fromNow(5_000)
      const haltStart = await withChanges([lineUpdate(sql`sent_at = ${sentMoment}`)], (ctx) => haltMoment(ctx, batch))
      assert.equal(haltStart.getTime(), sentMoment.getTime())
      const otherHaltStart = await withChanges([lineUpdate(sql`sent_at = ${sentMoment}`, 1, arrived)], (ctx) => haltMoment(ctx, batch))
      assert.ok(otherHaltStart < sentMoment)
    })

    test('only queued lines with an unsent order are locked as undelivered', async () => {
      const countUndelivered = (...changes: Change[]) =>
        withChanges(changes, async (ctx) => {
          const rows = await ctx.rows<{ id: number; month: string }>`select id, month::text as month from payment_line where batch_id = ${queued}`
          return (await lockWaitingLines(ctx, rows)).length
        })
      assert.deepEqual(
        [
          await countUndelivered(),
          await countUndelivered(...setState('sent')),
          await countUndelivered(lineUpdate(sql`state = 'held'`)),
          await countUndelivered(orderUpdate(sql`state = 'held'`)),
        ],
        [2, 1, 1, 1],
      )
    })

    test('a payee’s queued and held lines are recalled when the payee may not be paid', async () => {
      const operatorId = ordinaryPerson(0).id
      const freezePayee = sql`update operator set status = ${accountStatus.frozen}, status_reason = '核实' where id = ${operatorId}`
      const countBlocked = (unit: number | null, ...changes: Change[]) =>
        withChanges(changes, async (ctx) => (await lockBlockedLines(ctx, operatorId, unit)).length)
      assert.deepEqual(
        [await countBlocked(null), await countBlocked(null, freezePayee), await countBlocked(1, freezePayee), await countBlocked(2, freezePayee)],
        [0, 1, 1, 0],
      )
      assert.equal(await countBlocked(null, freezePayee, ...setState('held')), 1)
      for (const state of ['sent', 'processing', 'unknown']) assert.equal(await countBlocked(null, freezePayee, ...setState(state)), 0, state)
      assert.equal(await countBlocked(null, freezePayee, lineUpdate(sql`state = 'held'`)), 0, 'its order is not held')
      assert.equal(await countBlocked(null, freezePayee, ...setState('held'), exceptionOf(queued, {})), 0)
      assert.equal(await countBlocked(null, freezePayee, ...setState('held'), exceptionOf(queued, { state: 'resolved' })), 1)
    })

    test('a held line is locked only if its order is held too', async () => {
      const countHeld = (...changes: Change[]) =>
        withChanges(changes, async (ctx) => {
          const rows = await ctx.rows<{ id: number }>`select id from payment_line where batch_id = ${queued}`
          return (
            await lockHeldLines(
              ctx,
              rows.map(({ id }) => id),
            )
          ).length
        })
      assert.deepEqual(
        [
          await countHeld(...setState('held')),
          await countHeld(lineUpdate(sql`state = 'held'`)),
          await countHeld(orderUpdate(sql`state = 'held'`)),
          await countHeld(),
        ],
        [1, 0, 0, 0],
      )
    })

    test('a batch closes at the end of its return window', async () => {
      const end = fromNow(-1_000)
      const isClosed = (state: string, ms = 0) =>
        withChanges([sql`update payment_batch set state = ${state}, finished_at = ${new Date(end.getTime() + ms)} where id = ${arrived}`], async (ctx) =>
          (await closeFinishedBatches(ctx, end)).some(({ id }) => id === arrived),
        )
      for (const state of ['paid', 'partial', 'failed']) assert.deepEqual([await isClosed(state), await isClosed(state, 1)], [true, false], state)
      for (const state of ['paying', 'closed', 'cancelled']) assert.equal(await isClosed(state), false, state)
    })

    test('the search for queued lines of a debt excludes the line itself', async () => {
      const repeatFirstLine = sql`update payment_line line set first_line_id = first.id, first_line_month = first.month
        from payment_line first where first.batch_id = ${arrived} and first.seq = 1 and line.batch_id = ${queued} and line.seq = 1`
      const countOtherQueued = (of: number, ...changes: Change[]) =>
        withChanges([repeatFirstLine, ...changes], async (ctx) => {
          const rows = await ctx.rows<{
            id: number
            month: string
          }>`select id, month::text as month from payment_line where batch_id = ${of} and seq = 1`
          return (await otherQueuedLines(ctx, rows)).length
        })
      assert.deepEqual([await countOtherQueued(arrived), await countOtherQueued(queued), await countOtherQueued(arrived, ...setState('sent'))], [1, 0, 0])
    })
  })

  test('the console counts the successes of a channel since the start of the day', async () => {
    const endMoment = fromNow(3_600_000)
    const endUpdate = orderUpdate(sql`finished_at = ${endMoment}`, 1, arrived)
    const successesSince = (ms: number) =>
      withChanges([endUpdate], async (ctx) => (await channels(ctx, new Date(endMoment.getTime() + ms))).map((row) => row.success_today))
    assert.deepEqual([Math.max(...(await successesSince(0))), Math.max(...(await successesSince(1)))], [1, 0])
  })

  test('orders without a final result keep their channel open', async () => {
    const countOpenOrders = (state: string) => withChanges(setState(state), (ctx) => unfinishedCounters.payouts(ctx, { channelId: 2 }))
    for (const state of ['queued', 'sent', 'processing', 'unknown', 'held']) assert.equal(await countOpenOrders(state), 2, state)
    for (const state of ['success', 'failed', 'cancelled', 'returned']) assert.equal(await countOpenOrders(state), 1, state)
  })

  describe('book checks of payouts', () => {
    const violatedInvariants = async (...changes: Change[]) =>
      (await withChanges(changes, (ctx) => checkInvariants(ctx.db, invariants))).map(({ name }) => name)

    test('the states of a line and its last order agree (INV-08)', async () => {
      assert.deepEqual(await violatedInvariants(), [])
      for (const state of ['sent', 'processing', 'unknown', 'success']) assert.deepEqual(await violatedInvariants(...setState(state)), [], state)
      for (const state of ['failed', 'held', 'cancelled', 'returned']) {
        assert.deepEqual(await violatedInvariants(...setState(state)), [], state)
        assert.deepEqual(await violatedInvariants(orderUpdate(sql`state = ${state}`)), ['INV-08'], state)
        assert.deepEqual(await violatedInvariants(lineUpdate(sql`state = ${state}`)), ['INV-08'], state)
      }
    })

    test('INV-27 requires the suspense booking of an exception and an open line per missing answer', async () => {
      assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { suspense: -7 })), ['INV-27'])
      assert.deepEqual(await violatedInvariants(exceptionOf(arrived, {})), [])
      for (const kind of ['absent', 'overdue']) {
        assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { kind })), ['INV-27'], kind)
        assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { kind, state: 'resolved' })), [], kind)
        for (const state of ['processing', 'unknown']) assert.deepEqual(await violatedInvariants(...setState(state), exceptionOf(queued, { kind })), [], kind)
      }
    })

    test('a settled notice has its return, its exception or its reversed payment', async () => {
      const noticeInsert = (outcome: string, number: Change | string = 'R1', id = 'N1'): Change =>
        sql`insert into payout_notice (channel_id, notice_id, centre_id, request_no, amount_fen, outcome, at) values (2, ${id}, 2, ${number}, 7, ${outcome}, now())`
      const lineRequestNo = sql`(select request_no from payout_attempt join payment_line line on line.id = line_id where line.batch_id = ${arrived} and line.seq = 1)`
      const returnLine = [lineUpdate(sql`state = 'returned'`, 1, arrived), orderUpdate(sql`state = 'returned'`, 1, arrived)]
      assert.deepEqual(
        [await violatedInvariants(...returnLine, noticeInsert('returned', lineRequestNo)), await violatedInvariants(noticeInsert('returned', lineRequestNo))],
        [[], ['INV-27']],
      )
      assert.deepEqual(
        [
          await violatedInvariants(exceptionOf(arrived, { notice: 'N1' }), noticeInsert('listed')),
          await violatedInvariants(exceptionOf(arrived, { notice: 'N2' }), noticeInsert('listed')),
        ],
        [[], ['INV-27']],
      )
      assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { notice: 'N1', channel: 3 }), noticeInsert('listed')), ['INV-27'])
      const undoneResolution = sql`update payout_exception set resolution = 'undone'`
      assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { state: 'resolved' }), undoneResolution, noticeInsert('closed')), [])
      for (const facts of [{ channel: 3 }, { number: 'R2' }])
        assert.deepEqual(
          await violatedInvariants(exceptionOf(arrived, { state: 'resolved', ...facts }), undoneResolution, noticeInsert('closed')),
          ['INV-27'],
          JSON.stringify(facts),
        )
      assert.deepEqual(await violatedInvariants(exceptionOf(arrived, { state: 'resolved' }), noticeInsert('closed')), ['INV-27'])
    })
  })
})
