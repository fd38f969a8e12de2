import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { closePaidBatches, extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('fee receipts of a batch with a late payment', () => {
  const server = testServer()
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  const receiptsOf = async (batchId: number, kind: 'fee' | 'refund') =>
    (await server.must('maker', 'vouchers.list', { batchId, kind })).rows.map(({ no, amount }) => [no, amount]).toSorted()

  before(async () => {
    await extendDocuments(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
  })

  test('a late payment of a closed batch has a receipt of its fee, and so has its return', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(2))
    const sentNumbers: string[] = []
    const answerOf = (no: string, amount: Fen) => (sentNumbers.push(no) === 1 ? replies.paid(no, amount) : replies.failed(no))
    await bank.send({ send: ({ requestNo, amount }) => [answerOf(requestNo, amount)] })
    await closePaidBatches(server)
    const lines = await bank.act.lines(batch.id)
    const paidLine = lines.find((line) => line.state === 'success') ?? assert.fail('no line was paid')
    const failedLine = lines.find((line) => line.state === 'failed') ?? assert.fail('no line failed')
    assert.deepEqual(await receiptsOf(batch.id, 'fee'), [[`FW${batch.no}`, paidLine.fee]])

    await bank.sendUnsolicited(replies.paid(failedLine.requestNo ?? '', failedLine.net))
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    await closePaidBatches(server)
    assert.deepEqual(await receiptsOf(batch.id, 'fee'), [
      [`FW${batch.no}`, paidLine.fee],
      [`FW${batch.no}-2`, failedLine.fee],
    ])

    await bank.announceReturns(replies.back(failedLine.requestNo ?? '', failedLine.net, `back-${failedLine.requestNo}`))
    assert.deepEqual(await receiptsOf(batch.id, 'refund'), [[`FT${failedLine.no}`, failedLine.fee]])
    assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
  })
})
