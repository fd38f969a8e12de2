import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { addChannel, proveAs } from '#/server/access/changes/testing.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { whileLocked } from '#/server/tests/locks-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const skipReason = process.env.TEST_DATABASE_URL === undefined && 'the embedded database runs one transaction at a time'

const settings = {
  address: 'https://pay.example.com/api',
  merchantNo: 'M1',
  payerAccount: '6222000011112222',
  algorithm: 'HMAC-SHA256',
  ownKey: 'k'.repeat(40),
}

describe('payment during a change of its provider', { skip: skipReason }, () => {
  const server = testServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    await sql`update channel set is_active = false where centre_id = 2`.execute(db())
    await addChannel(server, { centreId: 2, name: '新通道', kind: 'http', settings })
  })

  test('a change of provider is refused while a payment adds orders for the current one', async () => {
    const batch = await act.createPayableBatch([{ person: ordinaryPerson(0), yuan: '1000.00' }])
    const { channels } = await server.must('platform', 'centres.get', { id: 2 })
    const { id, name } = channels.at(-1) ?? assert.fail('no channel')
    await proveAs(server, 'platform')
    const other = { ...settings, merchantNo: 'M2' }
    await server.must('platform', 'centres.setChannel', { channelId: id, name, isActive: true, isPaused: false, settings: other, why: '更换商户号' })
    await proveAs(server, 'operation')
    const { rows } = await server.must('operation', 'changes.list', { isForMe: true })
    const changeId = rows[0]?.id ?? assert.fail('no change')
    const [paid, decided] = await whileLocked(db(), sql`select from unit where id = 1 for no key update`, [
      () => server.call('payer', 'payments.pay', act.payment(batch)),
      () => server.call('operation', 'changes.decide', { changeId, isApproved: true }),
    ])
    assert.deepEqual([paid.data?.state, decided.error], ['paying', 'busy'])
  })
})
