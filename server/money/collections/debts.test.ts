import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { checkInvariants } from '#/server/app/invariants.ts'
import { type ClaimScenario, claimScenario } from '#/server/money/collections/testing.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

describe('one payment per claim', () => {
  const server = checkedTestServer()
  let act: ClaimScenario
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let day = 5
  const db = () => server.running.kernel.database.kysely
  const claim = (id: number) => server.must('operator', 'collections.get', { claimId: id })
  const countFailedTasks = async () => (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === 'failed')?.count ?? 0
  /** Creates a claim whose payment the bank rejected. */
  const createRefusedClaim = async (amount: string) => {
    day--
    const confirmedClaim = await act.createConfirmedClaim({ days: [day, day], amount })
    const batchId = await act.mergeClaims(confirmedClaim)
    await act.pay(batchId)
    await bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    return { claim: await claim(confirmedClaim.id), line: await bank.lineOf(batchId), batchId }
  }
  const returnClaim = ({ id: claimId, version }: { id: number; version: number }) =>
    server.must('maker', 'collections.giveBack', { claimId, version, reason: '户名不符，请更换收款卡' })

  before(async () => {
    await extendDocuments(server)
    act = claimScenario(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
  })

  test('a claim in a second batch blocks booking its first payment until that batch is cancelled', async () => {
    const taskCount = await countFailedTasks()
    const first = await createRefusedClaim('110.00')
    assert.equal(await countFailedTasks(), taskCount + 1)
    const secondBatchId = await act.mergeClaims(first.claim)
    assert.equal(await countFailedTasks(), taskCount)
    await bank.sendUnsolicited(replies.paid(first.line.no, first.line.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['undone', 'unit', 'adjustment'])
    const { id, version } = await server.must('maker', 'payments.get', { id: secondBatchId })
    await server.must('maker', 'payments.cancel', { id, version, reason: '银行已付' })
    assert.equal(await countFailedTasks(), taskCount + 1, 'the claim waits for a payment again')
    assert.equal((await server.call('maker', 'collections.merge', { claimIds: [first.claim.id] })).error, 'exceptionOpen')
    await desk.settle(await desk.get(lateSuccess.id), 'paid')
    assert.deepEqual([(await claim(first.claim.id)).state, await countFailedTasks()], ['paid', taskCount])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('excluding a claim’s new line leaves the claim pending until it is returned', async () => {
    const taskCount = await countFailedTasks()
    const { claim: waiting } = await createRefusedClaim('120.00')
    const batchId = await act.mergeClaims(waiting)
    const lineIds = (await server.must('maker', 'lines.list', { batchId })).rows.map((line) => line.id)
    await server.must('maker', 'lines.exclude', { batchId, lineIds })
    assert.equal(await countFailedTasks(), taskCount + 1)
    await returnClaim(await claim(waiting.id))
    assert.equal(await countFailedTasks(), taskCount)
  })

  test('a claim returned to its operator becomes paid when its payment is confirmed late', async () => {
    const { claim: failed, line, batchId } = await createRefusedClaim('130.00')
    assert.equal((await returnClaim(failed)).state, 'returned')
    await bank.sendUnsolicited(replies.paid(line.no, line.net))
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    const paidClaim = await claim(failed.id)
    assert.deepEqual([paidClaim.state, paidClaim.paidAt === null, (await bank.act.get(batchId)).state], ['paid', false, 'paid'])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a late payment cannot be booked as paying a claim whose amount has changed', async () => {
    const { claim: failed, line } = await createRefusedClaim('140.00')
    const { id: claimId, version, orderId, content, from, to } = await returnClaim(failed)
    await server.must('operator', 'collections.update', { claimId, version, orderId, content, from, to, amount: '141.00' })
    await bank.sendUnsolicited(replies.paid(line.no, line.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['undone', 'unit', 'adjustment'])
    await desk.settle(lateSuccess, 'unit')
  })
})
