import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type ClaimScenario, claimScenario } from '#/server/money/collections/testing.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const file = { filename: '核实记录.pdf', mediaType: 'application/pdf', bytes: pdfPage('dispute') }

describe('claims of a payee whose objection says “not mine”', () => {
  const server = checkedTestServer()
  let act: ClaimScenario
  let day = 6
  let paidLines: readonly number[] = []
  const db = () => server.running.kernel.database.kysely
  const stateOf = async (claimId: number) => (await server.must('operator', 'collections.get', { claimId })).state
  const batchOf = (id: number) => server.must('maker', 'payments.get', { id })
  const linesOf = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId })).rows
  const runQueuedJobs = async (name: string) => {
    const { rows } = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = ${name} returning data`.execute(db())
    for (const { data } of rows) await server.job(name, data)
  }
  const setPaused = (paused: boolean) =>
    server.must(paused ? 'centre' : 'platform', 'payouts.pause', { channelId: 2, paused, reason: '等待核对' }, paused ? atCentre : {})
  const confirmNextClaim = () => {
    day--
    return act.createConfirmedClaim({ days: [day, day], amount: '150.00' })
  }
  const raiseObjection = (lineId: number | undefined) =>
    server.must('operator', 'collections.raise', { lineId: lineId ?? 0, kind: 'notMine', statement: '不是本人业务' })
  const withdraw = ({ id: objectionId, version }: { id: number; version: number }) =>
    server.must('operator', 'collections.withdrawObjection', { objectionId, version })
  const openDisputes = async () => (await server.must('centre', 'disputes.list', { state: 'open' }, atCentre)).rows
  const paymentStatesOf = async (claimId: number) => {
    const { rows } = await sql<{ state: string }>`select state from payment_line where collection_id = ${claimId} order by id`.execute(db())
    return rows.map(({ state }) => state)
  }

  before(async () => {
    await extendDocuments(server)
    act = claimScenario(server)
    for (let at = 0; at < 2; at++) await act.pay(await act.mergeClaims(await confirmNextClaim()))
    await server.settle(2)
    paidLines = (await server.must('operator', 'collections.received', {})).rows.slice(0, 2).map(({ id }) => id)
  })

  test('a claim whose payment was recalled is paid once the objection is withdrawn', async () => {
    const claim = await confirmNextClaim()
    await setPaused(true)
    const recalledBatchId = await act.mergeClaims(claim)
    await act.pay(recalledBatchId)
    const objection = await raiseObjection(paidLines[0])
    await runQueuedJobs('payouts.recall')
    assert.deepEqual([(await linesOf(recalledBatchId))[0]?.failCode, await stateOf(claim.id)], ['recalled', 'confirmed'])
    await setPaused(false)
    const secondBatchId = await act.mergeClaims(claim)
    assert.deepEqual([(await linesOf(secondBatchId))[0]?.issues[0]?.code, await stateOf(claim.id)], ['E209', 'paying'])
    const { version } = await batchOf(secondBatchId)
    assert.equal((await server.call('maker', 'payments.submit', { id: secondBatchId, version, acknowledgement: '已逐条核对' })).code, 0)
    const recalledBatch = await batchOf(recalledBatchId)
    assert.equal((await server.call('maker', 'payments.resend', { id: recalledBatch.id, version: recalledBatch.version })).code, 0)
    await withdraw(objection)
    await runQueuedJobs('lines.revalidate')
    await act.pay(secondBatchId)
    await server.settle(2)
    assert.deepEqual([await stateOf(claim.id), await paymentStatesOf(claim.id)], ['paid', ['cancelled', 'success']])
  })

  test('withdrawing one of two objections leaves their dispute open, and withdrawing both ends it', async () => {
    const [first, second] = [await raiseObjection(paidLines[0]), await raiseObjection(paidLines[1])]
    assert.equal((await openDisputes()).length, 1)
    await withdraw(first)
    assert.equal((await openDisputes()).length, 1)
    await withdraw(second)
    assert.deepEqual(await openDisputes(), [])
  })

  test('withdrawing an objection does not end a dispute that the payee raised separately', async () => {
    const { id: disputeId } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    await withdraw(await raiseObjection(paidLines[0]))
    assert.deepEqual(
      (await openDisputes()).map(({ id }) => id),
      [disputeId],
    )
    await server.must('operator', 'disputes.withdraw', { disputeId })
  })

  test('an objection shows that its payment was returned and its claim is being paid again', async () => {
    const claim = await confirmNextClaim()
    const batchId = await act.mergeClaims(claim)
    await act.pay(batchId)
    await server.settle(2)
    const [line] = await linesOf(batchId)
    assert.ok(line?.requestNo)
    const objection = await server.must('operator', 'collections.raise', { lineId: line.id, kind: 'amount', statement: '金额有误' })
    const shownReturn = async () => {
      const { rows } = await server.must('centre', 'collections.objections', { objectionId: objection.id }, atCentre)
      return rows[0]?.cameBack
    }
    assert.equal(await shownReturn(), null)
    await bankScenario(server).announceReturns(replies.back(line.requestNo, line.net, 'OBJ1'))
    assert.deepEqual([(await shownReturn())?.claimNo, (await shownReturn())?.claimState], [claim.no, 'confirmed'])
    await act.mergeClaims(await server.must('operator', 'collections.get', { claimId: claim.id }))
    assert.equal((await shownReturn())?.claimState, 'paying')
    await withdraw(objection)
  })

  test('after the cooperation has ended, a confirmed claim can be returned to its operator', async () => {
    const claim = await confirmNextClaim()
    const batchId = await act.mergeClaims(claim)
    const { id: objectionId, version } = await raiseObjection(paidLines[0])
    const answeredObjection = await server.must('maker', 'collections.answer', { objectionId, version, answer: '请中心核实' })
    const [dispute] = await openDisputes()
    await server.must('centre', 'disputes.resolve', { disputeId: dispute?.id ?? 0, decision: 'end', resolution: '核实为冒用', file }, atCentre)
    const decision = { objectionId, version: answeredObjection.version, uphold: true, decision: '冒用属实' }
    assert.equal((await server.must('centre', 'collections.decide', decision, atCentre)).state, 'upheld')
    await runQueuedJobs('lines.revalidate')
    assert.equal((await linesOf(batchId))[0]?.issues[0]?.code, 'E209')
    const batch = await batchOf(batchId)
    await server.must('maker', 'payments.cancel', { id: batch.id, version: batch.version, reason: '冒用' })
    const freedClaim = await server.must('maker', 'collections.get', { claimId: claim.id })
    const returnedClaim = await server.must('maker', 'collections.giveBack', {
      claimId: freedClaim.id,
      version: freedClaim.version,
      reason: '冒用属实，不予支付',
    })
    assert.equal(returnedClaim.state, 'returned')
    await server.must('operator', 'collections.cancel', { claimId: claim.id, version: returnedClaim.version })
    assert.deepEqual([await stateOf(claim.id), await paymentStatesOf(claim.id)], ['cancelled', ['invalid']])
  })
})
