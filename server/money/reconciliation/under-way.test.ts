import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { exceptionScenario } from '#/server/money/payouts/testing.ts'
import { channelFile, type ReconItem, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('difference on an unfinished order', () => {
  let server: TestServer
  let item: ReconItem
  let amount = 0
  let exceptionId = 0
  let bankBefore = 0
  const db = () => server.running.kernel.database.kysely
  const bank = async () => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = 'bank'`.execute(db())
    return rows[0]?.fen ?? 0
  }
  const propose = (treatment: 'book' | 'hang') => {
    const dueOn = dayOf(new Date(server.running.kernel.clock.now().getTime() + 3 * dayMs))
    return server.call('finance', 'reconciliation.propose', { itemId: item.id, version: item.version, treatment, reason: '通道已付', dueOn }, atCentre)
  }

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    const recon = reconciliationScenario(server)
    const channel = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    const channelId = channel.rows[0]?.id ?? assert.fail()
    server.advance(dayMs)
    const day = dayOf(server.running.kernel.clock.now())
    const { id } = await paymentScenario(server).createPaidBatch([{ person: demoPeople().specials.slow ?? assert.fail(), yuan: '500.00' }])
    await server.settle(2)
    const { rows } = await sql<{ no: string; state: string; amount: number }>`select attempt.request_no as no, line.state, attempt.amount_fen as amount
      from payout_attempt attempt join payment_line line on line.id = attempt.line_id where line.batch_id = ${id}`.execute(db())
    const order = rows[0] ?? assert.fail('an order')
    amount = order.amount
    assert.ok(['sent', 'processing', 'unknown'].includes(order.state), order.state)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    await recon.importStatement(channelId, 'channel', channelFile(day, [{ requestNo: order.no, serial: 'S0001', amount: fen(order.amount) }]))
    const dayItem = (await recon.items((await recon.day(day)).id)).find((each) => each.key === order.no)
    item = await recon.item(dayItem?.id ?? assert.fail('a difference'))
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a difference on an unfinished order cannot be booked or moved to suspense', async () => {
    assert.deepEqual(item.treatments, ['return'])
    for (const treatment of ['book', 'hang'] as const) {
      const refusal = await propose(treatment)
      assert.equal(refusal.error, 'orderUndecided', treatment)
      assert.ok(refusal.message.includes(item.key))
    }
  })

  test('a difference on an unfinished order becomes a payout exception instead', async () => {
    bankBefore = await bank()
    const movedItem = await server.must('finance', 'reconciliation.toException', { itemId: item.id, version: item.version }, atCentre)
    assert.equal(movedItem.state, 'exception')
    exceptionId = movedItem.exceptionId ?? assert.fail('an exception')
  })

  test('resolving the exception as paid books the movement once and settles the difference', async () => {
    const desk = exceptionScenario(server)
    const openException = (await desk.open()).find(({ id }) => id === exceptionId) ?? assert.fail('the exception is open')
    await desk.settle(await desk.get(openException.id), 'paid')
    await server.settle(1)
    assert.equal((await bank()) - bankBefore, amount)
    await server.settle(2)
    assert.equal((await bank()) - bankBefore, amount, 'the order’s own answers book nothing more')
    assert.equal((await reconciliationScenario(server).item(item.id)).state, 'settled')
  })
})
