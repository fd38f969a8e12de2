import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { offlineScenario } from '#/server/money/payouts/manual/offline-testing.ts'
import { bankScenario, exceptionScenario, reduceReservedFunds, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('payments above the reserved funds', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    manualScenario = await offlineScenario(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('an excess manual payment can be undone after the bank has reversed it', async () => {
    const { accounts } = bank
    const balancesBefore = { ...(await act.balance()), ...(await accounts()) }
    const { batch, lines } = await manualScenario.createWaitingBatch(1, 70)
    await reduceReservedFunds(server, batch.cost - 1)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(lines[0] ?? assert.fail()), atCentre)
    const exception = await desk.findOnly('not_booked')
    const violatedInvariants = (await checkInvariants(db())).map((each) => each.name)
    assert.ok(!violatedInvariants.includes('INV-25'), 'the slip is on the list of exceptions')
    await desk.settle(exception, 'undone')
    assert.deepEqual([await manualScenario.states(batch.id), { ...(await act.balance()), ...(await accounts()) }], [['failed'], balancesBefore])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a manual payment resolved as paid keeps the day of its slip', async () => {
    const { batch, lines } = await manualScenario.createWaitingBatch(1, 71)
    const paidAt = manualScenario.clock()
    await reduceReservedFunds(server, batch.cost - 1)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(lines[0] ?? assert.fail(), { paidAt }), atCentre)
    server.advance(2 * 86_400_000)
    await desk.settle(await desk.findOnly('not_booked'), 'paid')
    const [line] = await act.lines(batch.id)
    assert.deepEqual([line?.state, line?.finishedAt], ['success', new Date(`${paidAt.replace(' ', 'T')}+08:00`).toISOString()])
  })

  test('undoing a payment beyond the reserved funds fails the line and refunds the unit', async () => {
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch(bank.nextPayees(1))
    await reduceReservedFunds(server, batch.cost - 1)
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    const exception = await desk.findOnly('not_booked')
    assert.ok(!(await checkInvariants(db())).some((each) => each.name === 'INV-25'), 'the payment is on the list of exceptions')
    await desk.settle(exception, 'undone')
    assert.deepEqual([await bank.stateOf(batch.id), await act.balance()], ['failed', balanceBefore])
  })
})
