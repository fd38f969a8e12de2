import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { demoPeople } from '#/demo/load.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import type { ChannelResponse } from '#/server/money/payouts/channels/channel.ts'
import { importReturns, queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { type BankNotice, exceptionScenario, openerForBank, type ScriptedBank } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

/** Returns a random source that repeats for the same seed. */
function createChance(seed: number): (percent: number) => boolean {
  let state = seed >>> 0
  return (percent) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 8) % 100 < percent
  }
}

interface Order {
  readonly channelId: number
  readonly amount: Fen
  readonly end: 'paid' | 'failed' | 'returned'
  executed: number
}

/**
 * Builds a bank that is reliable only about order numbers. The bank omits, delays and repeats answers, reports wrong
 * amounts and loses connections.
 */
function createWildBank(chance: (percent: number) => boolean) {
  const orders = new Map<string, Order>()
  const acknowledgedIds = new Set<string>()
  const placeOrder = (requestNo: string, amount: Fen, channelId: number): void => {
    const order = orders.get(requestNo)
    if (order) return
    const end = chance(20) ? 'failed' : chance(20) ? 'returned' : 'paid'
    orders.set(requestNo, { channelId, amount, end, executed: end === 'failed' ? 0 : 1 })
  }
  const answer = (requestNo: string): ChannelResponse => {
    const order = orders.get(requestNo)
    if (!order) return { requestNo, kind: 'absent' }
    if (chance(15)) return { requestNo, kind: 'unknown' }
    if (chance(10)) return { requestNo, kind: 'accepted', reference: `W${requestNo}` }
    if (order.end === 'failed') return { requestNo, kind: 'failed', code: 'name_mismatch', reason: '户名不符' }
    return { requestNo, kind: 'success', reference: `W${requestNo}`, amount: chance(5) ? fen(order.amount + 1) : order.amount }
  }
  const bank: ScriptedBank = {
    async send(requests, channelId) {
      if (chance(10)) throw new Error('no connection')
      for (const request of requests) if (!chance(10)) placeOrder(request.requestNo, request.amount, channelId)
      if (chance(15)) throw new Error('connection lost after the orders were taken')
      return requests.flatMap(({ requestNo }) => (chance(10) ? [] : chance(10) ? [answer(requestNo), answer(requestNo)] : [answer(requestNo)]))
    },
    async query(numbers) {
      if (chance(10)) throw new Error('no connection')
      return numbers.map(answer)
    },
    async notices() {
      const dueReturns = [...orders].filter(([no, order]) => order.end === 'returned' && !acknowledgedIds.has(`RT${no}`))
      return dueReturns.map(
        ([requestNo, order]): BankNotice => ({
          channelId: order.channelId,
          notifyId: `RT${requestNo}`,
          requestNo,
          amount: order.amount,
          reason: '账户已销户',
        }),
      )
    },
    async acknowledge(ids) {
      for (const id of ids) if (!chance(30)) acknowledgedIds.add(id)
    },
  }
  return { orders, bank }
}

/** Wraps a job so that its server sometimes stops before a transaction or right after the commit. */
function withCrashes(job: JobContext, chance: (percent: number) => boolean): JobContext {
  return {
    ...job,
    run: async (action, work) => {
      if (chance(6)) throw new Error('killed before')
      const result = await job.run(action, work)
      if (chance(6)) throw new Error('killed after the commit')
      return result
    },
  }
}

describe('payouts under random failures', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let desk: ReturnType<typeof exceptionScenario>

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    desk = exceptionScenario(server)
  })
  after(() => server.close())

  test('under random bank and server failures a line is paid at most once and the books balance', async () => {
    const db = server.running.kernel.database.kysely
    const job = jobContext(server.running.kernel, () => false)
    const checkHistory = async (seed: number) => {
      const chance = createChance(seed)
      const { orders, bank } = createWildBank(chance)
      const open = openerForBank(job, bank)
      const plannedPayments = Array.from({ length: 8 }, (_, index) => ({
        person: ordinary[(seed + index) % ordinary.length] as (typeof ordinary)[number],
        yuan: `${100 + index}.00`,
      }))
      const batch = await act.createPaidBatch(plannedPayments)
      const crashingJob = withCrashes(job, chance)
      for (let round = 0; round < 20; round++) {
        const workers = [
          sendQueuedOrders(crashingJob, open),
          queryDueOrders(crashingJob, open),
          queryDueOrders(crashingJob, open),
          importReturns(crashingJob, open),
        ]
        await Promise.allSettled(workers)
        server.advance(chance(20) ? 3_600_000 : 61_000)
      }
      // Two users resolve all open exceptions by the real outcome at the bank.
      const settleOpenExceptions = async () => {
        for (const row of await desk.open()) {
          const { ways } = await desk.get(row.id)
          const order = orders.get(row.requestNo)
          const isReturned = row.kind === 'stray_return' && order?.end === 'returned'
          const expected = isReturned
            ? (['returned'] as const)
            : order?.executed === 1
              ? (['as_ordered', 'paid', 'undone'] as const)
              : (['failed', 'undone'] as const)
          const way = expected.find((each) => ways.includes(each))
          if (way) await desk.settle(row, way)
          else assert.fail(`${row.kind} of ${row.requestNo} has no way out: ${ways.join()}`)
        }
      }
      for (let round = 0; round < 60 && (await act.get(batch.id)).openCount > 0; round++) {
        await sendQueuedOrders(job, open)
        await queryDueOrders(job, open)
        await settleOpenExceptions()
        server.advance(25 * 3_600_000)
      }
      await importReturns(job, open)
      await settleOpenExceptions()
      const lines = await act.lines(batch.id)
      for (const line of lines) {
        const tries = await db.selectFrom('payout_attempt').select('request_no').where('line_id', '=', line.id).execute()
        const executedOrders = tries.map((each) => orders.get(each.request_no)).filter((order) => order?.executed === 1)
        assert.ok(executedOrders.length <= 1, `${line.no} was paid ${executedOrders.length} times`)
        const expected = executedOrders[0]?.end === 'returned' ? 'returned' : executedOrders.length === 1 ? 'success' : 'failed'
        assert.equal(line.state, expected, line.no)
      }
      assert.deepEqual(await checkInvariants(db), [])
    }
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), checkHistory), {
      numRuns: Number(process.env.RUNS ?? 3),
      // Covers a return that arrives before the wrong amount is resolved.
      examples: [[6]],
    })
  })
})
