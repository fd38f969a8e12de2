import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { openSession, resetByLink } from '#/server/access/users/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000

describe('password reset by an administrator', () => {
  const server = testServer()
  const act = paymentScenario(server)

  test('a checker whose password a participant reset cannot check the batch for 24 hours', async () => {
    const person = demoPeople().ordinary[0] ?? assert.fail()
    const { id } = await act.draft([{ person, yuan: '1000.00' }])
    const lineId = (await act.lines(id))[0]?.id ?? assert.fail('no line')
    await server.must('unit1', 'lines.repair', { batchId: id, changes: [{ lineId, cells: { amountText: '49000.00' } }] })
    const batch = await act.submit(await act.get(id), 'unit1')
    const checkerId = await resetByLink(server, 'unit1', 'checker', 'Fresh#2026')
    const checker = await openSession(server, 'checker', 'Fresh#2026')
    const check = async (by: typeof checker) => {
      const { version } = await act.get(batch.id)
      return by.call('payments.check', { id: String(batch.id), version: String(version), approve: 'true' })
    }
    assert.equal((await check(checker)).error, 'ownWork')
    const now = server.running.kernel.clock.now().toISOString()
    const payWithReset = inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '5', 'app.now': now }, (trx) =>
      sql`update payment_batch set checker_id = ${checkerId} where id = ${batch.id}`.execute(trx),
    )
    await assert.rejects(payWithReset, /whose password a participant set/)
    server.advance(25 * hourMs)
    assert.equal((await check(checker)).code, 1)
  })
})
