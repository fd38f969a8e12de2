import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import * as exceptions from '#/server/money/payouts/exceptions/store-exceptions.ts'
import { differenceOf, exceptionOf } from '#/server/money/payouts/stops-testing.ts'
import { type Change, changeOrder, changeState, createPaidAndQueuedBatches, runAfterChanges } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// The fixture has a paid and a queued batch. Each case changes it within a transaction that is rolled back.
describe('exceptions of payouts', () => {
  let server: TestServer
  let [arrived, queued] = [0, 0]
  const withChanges = <R>(changes: readonly Change[], ask: (ctx: Context) => Promise<R>): Promise<R> => runAfterChanges(server, changes, ask)
  const orderUpdate = (set: Change): Change => changeOrder(set, 1, queued)
  const setState = (state: string): Change[] => changeState(state, queued)

  before(async () => {
    server = await startTestServer()
    ;({ arrived, queued } = await createPaidAndQueuedBatches(server))
  })
  after(() => server.close())

  const fact = { fact: 'asked', channel_id: 2, request_no: 'R1', notice_id: 'N2', told: 'success', theirs_fen: 7 } as const
  const isKnown = (change: Change, of: Partial<Parameters<typeof exceptions.existingFactKeys>[1][number]> = {}) =>
    withChanges([change], async (ctx) => (await exceptions.existingFactKeys(ctx, [{ ...fact, ...of }])).size === 1)

  test('a movement is identified by its fact, or by order and amount once it is in suspense', async () => {
    const suspenseFacts = { suspense: -7, theirs: 7, notice: 'N1' }
    assert.equal(await isKnown(exceptionOf(arrived, { suspense: 0 }), { fact: 'fact' }), true)
    assert.equal(await isKnown(exceptionOf(arrived, suspenseFacts)), true)
    for (const other of [
      { ...suspenseFacts, suspense: 0 },
      { ...suspenseFacts, theirs: 8 },
      { ...suspenseFacts, channel: 3 },
      { ...suspenseFacts, number: 'R2' },
      { ...suspenseFacts, notice: 'N2' },
    ])
      assert.equal(await isKnown(exceptionOf(arrived, other)), false, JSON.stringify(other))
    assert.equal(await isKnown(exceptionOf(arrived, { ...suspenseFacts, told: 'returned' }), { told: 'returned' }), false)
    assert.equal(await isKnown(exceptionOf(arrived, { ...suspenseFacts, told: 'failed' })), false)
  })

  test('a movement is known once reconciliation has booked it or moved it to suspense', async () => {
    assert.equal(await isKnown(differenceOf({ theirs: 7, suspense: -7 })), true)
    assert.equal(await isKnown(differenceOf({ theirs: 7, state: 'settled', ending: 'book' })), true)
    assert.equal(await isKnown(differenceOf({ theirs: -7, suspense: 7 }), { told: 'returned' }), true)
    for (const other of [
      { suspense: 0 },
      { suspense: -7, theirs: 8 },
      { suspense: -7, channel: 3 },
      { suspense: -7, key: 'R2' },
      { suspense: -7, side: 'bank' as const },
    ])
      assert.equal(await isKnown(differenceOf({ theirs: 7, ...other })), false, JSON.stringify(other))
  })

  test('a later answer is added to its order’s open exception and closes one that awaits it', async () => {
    const countsAfterReply = (answer: string, ...changes: Change[]) =>
      withChanges(changes, async (ctx) => {
        const rows = await ctx.rows<{ id: number }>`select attempt.id from payout_attempt attempt join payment_line line on line.id = attempt.line_id
          where line.batch_id = ${arrived} and line.seq = 1`
        const replies = [{ attempt_id: rows[0]?.id ?? 0, answer }]
        await exceptions.addReplies(ctx, replies)
        const steps = await ctx.rows<{ count: number }>`select count(*)::int as count from payout_exception_step where kind = 'heard'`
        return [steps[0]?.count, (await exceptions.closeAwaitingExceptions(ctx, replies)).length]
      })
    for (const kind of ['absent', 'overdue', 'unreadable']) assert.deepEqual(await countsAfterReply('新', exceptionOf(arrived, { kind })), [1, 1], kind)
    assert.deepEqual(await countsAfterReply('新', exceptionOf(arrived, { kind: 'late_success' })), [1, 0])
    assert.deepEqual(await countsAfterReply('', exceptionOf(arrived, { kind: 'absent' })), [0, 1])
    assert.deepEqual(await countsAfterReply('新', exceptionOf(arrived, { kind: 'absent', state: 'resolved' })), [0, 0])
  })

  test('a return reverses the unassigned payment of its order and amount', async () => {
    const isReversed = (facts: Parameters<typeof exceptionOf>[1]) =>
      withChanges(
        [exceptionOf(arrived, { suspense: -7, ...facts })],
        async (ctx) => (await exceptions.lockUnassignedPayment(ctx, { channelId: 2, requestNo: 'R1', amount: 7 })) !== undefined,
      )
    assert.deepEqual([await isReversed({}), await isReversed({ kind: 'unknown_number' }), await isReversed({ state: 'proposed' })], [true, true, true])
    const others = [{ kind: 'wrong_amount' }, { state: 'resolved' as const }, { told: 'returned' as const }, { suspense: -8 }, { number: 'R2' }, { channel: 3 }]
    for (const facts of others) assert.equal(await isReversed(facts), false, JSON.stringify(facts))
  })

  test('held and unsent orders of a paid line are cancelled, except the paid one', async () => {
    const countCancelled = (state: string, isOwn = false) =>
      withChanges([orderUpdate(sql`state = ${state}`)], async (ctx) => {
        const rows = await ctx.rows<{ id: number; line_id: number }>`select attempt.id, attempt.line_id from payout_attempt attempt
          join payment_line line on line.id = attempt.line_id where line.batch_id = ${queued} and line.seq = 1`
        const [own] = rows
        await exceptions.cancelHeldOrders(ctx, own?.line_id ?? 0, isOwn ? (own?.id ?? 0) : 0)
        const cancelled = await ctx.rows<{ count: number }>`select count(*)::int as count from payout_attempt where state = 'cancelled'`
        return cancelled[0]?.count
      })
    assert.deepEqual(
      [await countCancelled('held'), await countCancelled('created'), await countCancelled('sent'), await countCancelled('held', true)],
      [1, 1, 0, 0],
    )
  })

  test('the shortfall is the cost of a unit’s open batches above its reserved funds', async () => {
    const shortfallAfter = (changes: readonly Change[], at: { unitId?: number; centreId?: number; mode?: 1 | 2 } = {}) =>
      withChanges(changes, (ctx) => exceptions.reservedShortfall(ctx, { unitId: 1, centreId: 2, mode: 2, ...at }))
    const takeFiveFen = sql`update account set balance_fen = balance_fen - 5 where kind = 'unit_frozen' and unit_id = 1 and centre_id = 2 and mode = 2`
    assert.deepEqual([await shortfallAfter([]), await shortfallAfter([takeFiveFen])], [0, 5])
    for (const state of ['sent', 'processing', 'held', 'unknown']) assert.equal(await shortfallAfter([takeFiveFen, ...setState(state)]), 5, state)
    assert.ok((await shortfallAfter([takeFiveFen, ...setState('success')])) < 0)
    assert.deepEqual(
      [
        await shortfallAfter([takeFiveFen], { unitId: 2 }),
        await shortfallAfter([takeFiveFen], { centreId: 3 }),
        await shortfallAfter([takeFiveFen], { mode: 1 }),
      ],
      [0, 0, 0],
    )
  })
})
