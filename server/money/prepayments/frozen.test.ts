import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('the money of a frozen unit', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  test('a frozen unit gets no refund, and its earlier application can only be declined', async () => {
    const origins = await server.must('payer', 'prepayments.refundOrigins', { centreId: 2, mode: 2 })
    const account = origins.rows.find((row) => row.left > 10_000)?.account ?? assert.fail('no origin')
    const apply = () => server.call('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    const refund = (await apply()).data ?? assert.fail('the refund was refused')
    const { id, version } = await server.must('platform', 'units.get', { id: 1 })
    await server.must('platform', 'units.freeze', { id, version, reason: '风险核查', password: demoPassword })
    assert.equal((await apply()).error, 'unitFrozen')
    const decide = (approve: boolean) =>
      server.call(
        'finance',
        'prepayments.decideRefund',
        { refundId: refund.id, version: refund.version, approve, reason: '单位已冻结' },
        { centre: 2, mode: 2 },
      )
    assert.equal((await decide(true)).error, 'unitFrozen')
    assert.equal((await decide(false)).data?.state, 'rejected')
  })
})
