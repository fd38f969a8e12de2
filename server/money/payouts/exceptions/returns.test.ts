import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ExceptionKind, ExceptionResolution } from '#/domain/money/payout-exception.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { importReturns } from '#/server/money/payouts/dispatch/dispatch.ts'
import { bankScenario, createLogRecorder, exceptionScenario, openerForBank, payoutChannelId, replies, scriptBank } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { paid, failed, back } = replies

describe('returns that do not match the books', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  const { log, takeLogEntries } = createLogRecorder()

  before(async () => {
    server = await startTestServer({ log })
    bank = bankScenario(server)
    desk = exceptionScenario(server)
  })
  beforeEach(async () => assert.deepEqual(await desk.open(), []))
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
    } finally {
      await server.close()
    }
  })

  test('wrong, repeated and unmatched returns become exceptions', async () => {
    const returnCases: readonly { kind: ExceptionKind; ways: ExceptionResolution[]; way: ExceptionResolution; tell: () => Promise<unknown> }[] = [
      {
        kind: 'return_amount',
        ways: ['returned', 'undone', 'unit', 'adjustment'],
        way: 'returned',
        tell: async () => {
          const line = await bank.sendOneLine((no, net) => [paid(no, net)])
          await bank.announceReturns(back(line.no, line.net - 5, 'R1'))
          assert.equal(await bank.stateOf(line.id), 'success')
        },
      },
      {
        kind: 'second_return',
        ways: ['undone', 'unit', 'adjustment'],
        way: 'unit',
        tell: async () => {
          const line = await bank.sendOneLine((no, net) => [paid(no, net)])
          assert.deepEqual(await bank.announceReturns(back(line.no, line.net, 'R2'), back(line.no, line.net, 'R3')), ['R2', 'R3'])
          assert.equal(await bank.stateOf(line.id), 'returned')
        },
      },
      {
        kind: 'stray_return',
        ways: ['undone', 'unit', 'adjustment'],
        way: 'undone',
        tell: async () => {
          const line = await bank.sendOneLine((no) => [failed(no)])
          await bank.announceReturns(back(line.no, line.net, 'R4'))
        },
      },
      {
        kind: 'used_notice',
        ways: ['returned', 'undone', 'unit', 'adjustment'],
        way: 'returned',
        tell: async () => {
          const line = await bank.sendOneLine((no, net) => [paid(no, net)])
          await bank.announceReturns(back(line.no, line.net, 'R2'))
          assert.equal(await bank.stateOf(line.id), 'success')
        },
      },
    ]
    for (const { kind, ways, way, tell: happen } of returnCases) {
      await happen()
      const exception = await desk.findOnly(kind)
      assert.deepEqual([exception.ways, (await bank.accounts()).suspense > 0], [ways, true], kind)
      await desk.settle(exception, way)
      assert.equal((await bank.accounts()).suspense, 0, kind)
    }
    assert.deepEqual(await bank.announceReturns(back('whatever', 1, 'R1')), ['R1'])
    await desk.settle(await desk.findOnly('used_notice'), 'adjustment')
  })

  test('a return refused by the books goes to suspense', async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net)])
    const notice = back(line.no, line.net, 'T1')
    /**
     * Sends the notice while these transactions fail: first the list of channels, then the return, then the exception.
     */
    const reportDuringFailure = async (error: Error, failing: readonly number[], reported = notice) => {
      const announcingBank = scriptBank({ notices: [reported] })
      const job = bank.job()
      let count = 0
      const run: JobContext['run'] = (action, work) => (failing.includes(++count) ? Promise.reject(error) : job.run(action, work))
      await importReturns({ ...job, run }, openerForBank(job, announcingBank))
      return announcingBank.acknowledged
    }
    assert.deepEqual(await reportDuringFailure(new Error('connection lost'), [2]), [])
    takeLogEntries()
    assert.deepEqual(await reportDuringFailure(new RangeError('refused'), [2, 3]), [])
    const logFields = { channelId: payoutChannelId, requestNo: line.no, error: 'RangeError: refused' }
    assert.deepEqual(takeLogEntries(), [
      { message: 'an exception could not be listed', ...logFields },
      { message: 'an answer of a channel could not be applied; it will be processed again', ...logFields },
    ])
    assert.deepEqual([await bank.stateOf(line.id), await desk.open()], ['success', []])
    assert.deepEqual(await reportDuringFailure(new RangeError('refused'), [2]), ['T1'])
    const exception = await desk.findOnly('not_booked')
    assert.deepEqual([exception.suspense, exception.lineState, exception.stops], [line.net, 'success', 'unit'])
    assert.match(exception.answer, /账户已销户.*refused/)
    assert.deepEqual(await bank.announceReturns(notice), ['T1'], 'a settled notice changes nothing')
    await desk.settle(await desk.findOnly('not_booked'), 'returned')
    assert.equal(await bank.stateOf(line.id), 'returned')
    // Another refused return under the same notice number has its own exception.
    const payment = await bank.sendOneLine((no, net) => [paid(no, net)])
    assert.deepEqual(await reportDuringFailure(new RangeError('refused'), [2], back(payment.no, payment.net, 'T1')), ['T1'])
    await desk.settle(await desk.findOnly('not_booked'), 'returned')
    assert.equal(await bank.stateOf(payment.id), 'returned')
  })
})
