import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

const skipReason = process.env.TEST_DATABASE_URL === undefined && 'the embedded database runs one transaction at a time'

function payeeAmountAt(index: number) {
  const person = ordinary[index]
  if (!person) throw new Error('the demo has too few people')
  return { person, yuan: '1000.00' }
}

describe('confirmation of a payment', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const countFailedPayments = async () => {
    const row = await db().selectFrom('app_user').select('failed_payments').where('username', '=', 'payer').executeTakeFirstOrThrow()
    return row.failed_payments
  }
  const countStartedLines = async (batchId: number) => {
    const lines = await db().selectFrom('payment_line').select('state').where('batch_id', '=', batchId).execute()
    return lines.filter((line) => line.state !== 'ready').length
  }

  test('a submission does not wait for payments of its unit and payees', { skip: skipReason }, async () => {
    const batch = await act.draft([payeeAmountAt(6)])
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`select from unit where id = 1 for no key update`.execute(trx)
        await sql`select from operator order by id for no key update`.execute(trx)
        assert.equal((await act.submit(batch)).state, 'checking')
      })
  })

  /** Returns the inputs with which the handler of `pay` ran during the work. */
  const payInputsDuring = async (work: () => Promise<unknown>) => {
    const pay = server.running.kernel.served.payments?.implementation.pay
    assert.ok(pay && 'run' in pay)
    const { run } = pay
    const inputs: object[] = []
    pay.run = (ctx, input) => {
      inputs.push(input)
      return run(ctx, input)
    }
    try {
      await work()
    } finally {
      pay.run = run
    }
    return inputs
  }

  test('a payment runs its handler once and does not pass the password to it', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(0), payeeAmountAt(1)])
    const inputs = await payInputsDuring(() => act.pay(batch))
    const { paymentPassword, ...seen } = act.payment(batch)
    assert.ok(paymentPassword)
    assert.deepEqual(inputs, [seen])
    await server.settle(1)
  })

  test('a wrong or missing password pays no line and does not reach the handler', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(2)])
    const { paymentPassword: _, ...bare } = act.payment(batch)
    const refusals: (string | undefined)[] = []
    const inputs = await payInputsDuring(async () => {
      for (const body of [bare, { ...bare, paymentPassword: '' }, { ...bare, paymentPassword: demoPassword }])
        refusals.push((await server.call('payer', 'payments.pay', body as never)).error)
    })
    assert.deepEqual(refusals, ['invalid_input', 'invalid_input', 'payment_password_wrong'])
    assert.deepEqual(inputs, [])
    assert.equal(await countStartedLines(batch.id), 0)
    assert.equal((await act.get(batch.id)).state, 'payable')
    assert.equal((await act.pay(batch)).state, 'paying')
    assert.equal(await countFailedPayments(), 0)
    await server.settle(1)
  })

  test('eight concurrent wrong passwords count five tries and lock payment', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(3)])
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.call('payer', 'payments.pay', act.payment(batch, 'Wrong#2026'))))
    const errors = answers.map((answer) => answer.error)
    assert.deepEqual([...errors].sort(), [...Array(4).fill('payment_password_locked'), ...Array(4).fill('payment_password_wrong')])
    assert.equal(await countFailedPayments(), 5)
    assert.equal(await countStartedLines(batch.id), 0)
    server.advance(2 * 3_600_000 + 1000)
    assert.equal((await act.pay(batch)).state, 'paying')
    await server.settle(1)
  })

  test('a repeated idempotency key replays the answer or is refused, without a new password try', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(4)])
    const key = 'pay-once'
    const first = await server.call('payer', 'payments.pay', act.payment(batch), { key })
    assert.equal(first.data?.state, 'paying')
    const inputs = await payInputsDuring(async () => {
      assert.deepEqual((await server.call('payer', 'payments.pay', act.payment(batch), { key })).data, first.data)
      assert.equal((await server.call('payer', 'payments.pay', act.payment(batch, 'Wrong#2026'), { key })).error, 'key_reused')
    })
    assert.deepEqual(inputs, [])
    assert.equal(await countFailedPayments(), 0)
    await server.settle(1)
  })

  test('a payment of an unknown or already paid batch is refused before a try is counted', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(5)])
    assert.equal((await server.call('payer', 'payments.pay', { ...act.payment(batch, 'Wrong#2026'), id: 999_999 })).error, 'notFound')
    await act.pay(batch)
    assert.equal((await server.call('payer', 'payments.pay', act.payment(batch, 'Wrong#2026'))).error, 'wrongState')
    assert.equal(await countFailedPayments(), 0)
    await server.settle(1)
  })

  test('a stale version is refused only after the password check, which counts a wrong password', async () => {
    const batch = await act.createPayableBatch([payeeAmountAt(6)])
    const stalePayment = { ...act.payment(batch), version: batch.version - 1 }
    assert.equal((await server.call('payer', 'payments.pay', { ...stalePayment, paymentPassword: 'Wrong#2026' })).error, 'payment_password_wrong')
    assert.equal(await countFailedPayments(), 1)
    assert.equal((await server.call('payer', 'payments.pay', stalePayment)).error, 'changed')
    assert.equal((await act.get(batch.id)).state, 'payable')
  })
})
