import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('refusals in the audit log', () => {
  const server = testServer()

  const messages = async (who: string, language: 'zh' | 'ja') =>
    (await server.must('platform', 'audit.list', { outcome: 'refused', who }, { language })).rows.map((row) => row.said)

  test('a refusal shows the message the user saw, in the reader’s language', async () => {
    const scenario = paymentScenario(server)
    const person = demoPeople().ordinary.find((each) => each.entity === null)
    assert.ok(person)
    await server.call('payer', 'payments.pay', {
      ...scenario.payment(await scenario.createPayableBatch([{ person, yuan: '10.00' }])),
      paymentPassword: 'Wrong#2026',
    })
    assert.deepEqual(
      [await messages('payer', 'zh'), await messages('payer', 'ja')],
      [['支付密码错误，剩余 4 次'], ['支払いパスワードが違います。残り 4 回です。']],
    )
    const [row] = (await server.must('platform', 'audit.list', { outcome: 'refused', who: 'payer' })).rows
    assert.deepEqual((await server.must('platform', 'audit.get', { id: row?.id ?? 0 })).facts, [], 'the values of a message are not separate facts')
  })

  test('the log explains a wrong recovery code with the message of the recovery module', async () => {
    const recoveryRequest = await server.must(null, 'recovery.ask', { username: 'maker', contact: 'maker@example.com' })
    await server.call(null, 'recovery.prove', { ask: recoveryRequest.ask, code: '000000' })
    const rows = (await server.must('platform', 'audit.list', { action: 'recovery.prove' })).rows
    assert.deepEqual([rows[0]?.reason, rows[0]?.said], ['wrongCode', '验证码错误，还可尝试 4 次'])
  })
})
