import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type ClaimScenario, claimScenario } from '#/server/money/collections/testing.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const file = { filename: '核实记录.pdf', mediaType: 'application/pdf', bytes: pdfPage('dispute') }

describe('objections to payments (异议)', () => {
  const server = checkedTestServer()
  let act: ClaimScenario
  let lineId = 0
  const db = () => server.running.kernel.database.kysely
  const objectionOfPayee = async () => (await server.must('operator', 'collections.payment', { lineId })).objections[0] ?? assert.fail('there is an objection')
  const raiseObjection = (kind: 'notMine' | 'amount' | 'notArrived', line = lineId) =>
    server.call('operator', 'collections.raise', { lineId: line, kind, statement: '与约定不符' })
  const openObjection = async (kind: Parameters<typeof raiseObjection>[0]) => (await raiseObjection(kind)).data ?? assert.fail()
  const objectionTasks = async (who: string, at?: typeof atCentre) =>
    (await server.must(who, 'tasks.waiting', {}, at)).filter(({ kind }) => kind.startsWith('objections')).map(({ kind, count }) => [kind, count])
  const messages = async (username: string, kind: string) =>
    (
      await sql<{
        count: number
      }>`select count(*)::int as count from message join app_user on app_user.id = user_id where username = ${username} and kind = ${kind}`.execute(db())
    ).rows[0]?.count

  before(async () => {
    await extendDocuments(server)
    act = claimScenario(server)
    const claim = await act.createConfirmedClaim({ days: [2, 2] })
    const pendingBatchId = await act.mergeClaims(claim)
    await act.pay(pendingBatchId)
    const unpaidLine = (await server.must('operator', 'collections.received', {})).rows[0] ?? assert.fail()
    assert.equal((await raiseObjection('amount', unpaidLine.id)).error, 'objectionUnpaid')
    await server.settle(2)
    lineId = unpaidLine.id
  })

  test('a payment has one open objection, which the unit answers before the centre decides', async () => {
    const objection = await openObjection('amount')
    assert.deepEqual([objection.state, objection.isLate, objection.batch], ['open', false, null])
    assert.equal((await raiseObjection('notArrived')).error, 'objectionOpen')
    assert.deepEqual([await objectionTasks('maker'), await objectionTasks('centre', atCentre)], [[['objectionsToAnswer', 1]], []])
    assert.equal(
      (await server.call('centre', 'collections.decide', { objectionId: objection.id, version: 1, uphold: true, decision: '先行裁定' }, atCentre)).error,
      'answerFirst',
    )
    assert.equal((await server.call('unit2', 'collections.answer', { objectionId: objection.id, version: 1, answer: '不是我们' })).error, 'objectionNotFound')
    const answeredObjection = await server.must('maker', 'collections.answer', { objectionId: objection.id, version: 1, answer: '按验收单结算，无误' })
    assert.equal(answeredObjection.state, 'answered')
    assert.equal(
      (await server.call('maker', 'collections.answer', { objectionId: objection.id, version: answeredObjection.version, answer: '再答复' })).error,
      'objectionWrongState',
    )
    assert.deepEqual(await objectionTasks('centre', atCentre), [['objectionsToDecide', 1]])
    assert.equal(
      (await server.call('centre', 'collections.decide', { objectionId: objection.id, version: 1, uphold: true, decision: '差额补付' }, atCentre)).error,
      'objectionChanged',
    )
    await server.must(
      'centre',
      'collections.decide',
      { objectionId: objection.id, version: answeredObjection.version, uphold: true, decision: '差额由单位下期补付' },
      atCentre,
    )
    const { state, answer, decision, answeredBy } = await objectionOfPayee()
    assert.deepEqual([state, answer, decision, answeredBy], ['upheld', '按验收单结算，无误', '差额由单位下期补付', ''])
    assert.deepEqual(
      [await messages('maker', 'objectionRaised'), await messages('operator', 'objectionAnswered'), await messages('operator', 'objectionDecided')],
      [1, 1, 1],
    )
  })

  test('an unanswered objection is escalated once and can be decided without an answer', async () => {
    const objection = await openObjection('notArrived')
    server.advance(20 * 86_400_000)
    await server.job('collections.escalate')
    await server.job('collections.escalate')
    assert.deepEqual([await messages('centre', 'objectionLate'), await objectionTasks('centre', atCentre)], [1, [['objectionsToDecide', 1]]])
    const { rows } = await server.must('centre', 'collections.objections', { late: true }, atCentre)
    assert.deepEqual(
      rows.map((row) => [row.id, row.isLate]),
      [[objection.id, true]],
    )
    const lateObjection = rows[0] ?? assert.fail()
    await server.must(
      'centre',
      'collections.decide',
      { objectionId: lateObjection.id, version: lateObjection.version, uphold: false, decision: '回单显示已入账' },
      atCentre,
    )
    assert.equal((await objectionOfPayee()).state, 'rejected')
    assert.equal(
      (await server.call('operator', 'collections.withdrawObjection', { objectionId: lateObjection.id, version: lateObjection.version + 1 })).error,
      'objectionWrongState',
    )
  })

  test('a “not mine” objection opens a dispute that blocks claims and must be resolved first', async () => {
    const objection = await openObjection('notMine')
    assert.equal(objection.hasDispute, true)
    const openDisputes = async () => (await server.must('centre', 'disputes.list', { state: 'open' }, atCentre)).rows
    const [dispute] = await openDisputes()
    assert.ok(dispute)
    assert.equal((await act.claim({ days: [0, 0], submit: true })).error, 'notPayable')
    const withdrawnObjection = await server.must('operator', 'collections.withdrawObjection', { objectionId: objection.id, version: objection.version })
    assert.deepEqual([withdrawnObjection.state, (await openDisputes()).length], ['withdrawn', 0])
    const secondObjection = await openObjection('notMine')
    const answeredObjection = await server.must('maker', 'collections.answer', {
      objectionId: secondObjection.id,
      version: secondObjection.version,
      answer: '本人已签约',
    })
    const target = { objectionId: secondObjection.id, version: answeredObjection.version, uphold: false, decision: '证据链完整' }
    assert.equal((await server.call('centre', 'collections.decide', target, atCentre)).error, 'disputeFirst')
    const resolution = { disputeId: (await openDisputes())[0]?.id ?? 0, decision: 'keep', resolution: '签署证据完整', file } as const
    for (const who of ['centre', 'auditor']) await server.must(who, 'disputes.resolve', resolution, atCentre)
    assert.equal((await server.must('centre', 'collections.decide', target, atCentre)).state, 'rejected')
  })

  test('objections to other payees’ payments and answers to unknown objections are refused', async () => {
    const stranger = await sql<{ id: number }>`select id from payment_line where operator_id <> 1001 limit 1`.execute(db())
    assert.equal((await raiseObjection('amount', stranger.rows[0]?.id ?? 999_999)).error, 'paymentNotFound')
    assert.equal((await server.call('maker', 'collections.answer', { objectionId: 999_999, version: 1, answer: '没有' })).error, 'objectionNotFound')
  })
})
