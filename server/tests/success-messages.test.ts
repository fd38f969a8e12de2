import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { type CallResponse, testServer } from '#/server/tests/testing.ts'

describe('success messages', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const person = demoPeople().ordinary.find((each) => each.entity === null) ?? assert.fail()
  const submitBatch = async () => scenario.submit(await scenario.draft([{ person, yuan: '100.00' }]))
  const messageOf = async (answer: Promise<CallResponse<unknown>>) => {
    const { code, message } = await answer
    assert.equal(code, 1, message)
    return message
  }

  test('the success message depends on the decision: approved or sent back', async () => {
    const rejectedBatch = await submitBatch()
    assert.equal(
      await messageOf(server.call('checker', 'payments.check', { ...scenario.target(rejectedBatch), approve: false, reason: '金额请核对' })),
      '已退回修改',
    )
    const checkedBatch = await submitBatch()
    assert.equal(await messageOf(server.call('checker', 'payments.check', { ...scenario.target(checkedBatch), approve: true })), '复核通过，等待中心审核')
  })

  test("the success message is in the caller's language", async () => {
    const batch = await submitBatch()
    assert.equal(
      await messageOf(server.call('checker', 'payments.check', { ...scenario.target(batch), approve: true }, { language: 'en' })),
      'Checked; awaiting the centre’s audit',
    )
  })

  test('the success message counts the updated rows', async () => {
    const batch = await scenario.draft([
      { person, yuan: '100.00' },
      { person, yuan: '200.00' },
    ])
    const { rows } = await server.must('maker', 'lines.list', { batchId: batch.id })
    const lineIds = rows.map((row) => row.id)
    assert.equal(await messageOf(server.call('maker', 'lines.exclude', { batchId: batch.id, lineIds })), '已更新 2 行')
  })

  test('the success message of a password reset names only the masked recipient', async () => {
    const { rows } = await server.must('centre', 'users.list', { keyword: 'checker' }, atCentre)
    const account = rows.find((row) => row.username === 'checker')
    assert.equal(await messageOf(server.call('centre', 'users.resetPassword', { id: account?.id ?? 0 }, atCentre)), `重置链接已发送至 ${account?.mobile}`)
  })
})
