import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { createApprovedSplit } from '#/server/organisations/fees/testing.ts'
import { approveAssignments } from '#/server/organisations/units/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

describe('commission parties of a payment', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const db = () => server.running.kernel.database.kysely
  const parts = async (batchId: number) => {
    const { rows } = await sql<{ part: string }>`select concat_ws(' ', item.party_type, item.party_id, sum(item.amount_fen)) as part from commission_item item
      join payment_line line on line.id = item.line_id where line.batch_id = ${batchId} group by item.party_type, item.party_id order by 1`.execute(db())
    return rows.map(({ part }) => part)
  }
  const payAndSettle = async (index: number) => {
    const person = ordinary[index] ?? assert.fail('the demo has people')
    const batch = await act.createPaidBatch([{ person, yuan: '1000.00' }])
    await server.settle(2)
    return batch.id
  }
  const today = () => dayOf(server.running.kernel.clock.now())

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    await sql`update split_rule set effective_to = effective_from - 1 where party_type in ('marketer', 'salesman')`.execute(db())
    await createApprovedSplit(server, { mode: 2 })
    await createApprovedSplit(server, { role: 'marketer', method: 'ratio', rate: '10' })
    await createApprovedSplit(server, { role: 'salesman', method: 'ratio', rate: '20' })
  })
  after(() => server.close())

  test('the parts of the fee for centre, staff, partner and platform sum to the fee', async () => {
    assert.deepEqual(await parts(await payAndSettle(10)), ['centre 2 2500', 'partner 1 500', 'platform 0 1200', 'staff 17 600', 'staff 18 1200'])
  })

  test('a newly assigned salesperson earns only on payments made after the change', async () => {
    const earlierBatchId = await payAndSettle(11)
    const earnedParts = await parts(earlierBatchId)
    // This batch is paid, but the bank has not answered yet.
    const unansweredBatch = await act.createPaidBatch([{ person: ordinary[12] ?? assert.fail('nobody'), yuan: '1000.00' }])
    server.advance(60_000)
    await server.must('platform', 'units.assign', { ids: [1], salesmanId: 19, partnerId: null })
    await approveAssignments(server, [1])
    await server.settle(3)
    assert.deepEqual(await parts(unansweredBatch.id), earnedParts)
    assert.deepEqual(await parts(await payAndSettle(13)), ['centre 2 3000', 'platform 0 1200', 'staff 17 600', 'staff 19 1200'])
    assert.deepEqual(await parts(earlierBatchId), earnedParts)
    const { rows } = await sql<{
      held: string
    }>`select concat_ws(' ', role, coalesce(party_id::text, '-'), set_by) as held from unit_assignment where unit_id = 1
      order by id desc limit 2`.execute(db())
    assert.deepEqual(rows.map(({ held }) => held).sort(), ['partner - 1', 'salesman 19 1'])
  })

  test('handing over a salesperson’s units moves the commission on later payments', async () => {
    const partsBefore = await parts(await payAndSettle(14))
    assert.ok(partsBefore.includes('staff 19 1200'))
    server.advance(60_000)
    await server.must('platform', 'staff.handOver', { id: 19, receiverId: 18, effectiveOn: today(), reason: '岗位调整' })
    const [handover] = (await server.must('operation', 'staff.get', { id: 19 })).handovers
    await server.must('operation', 'staff.decideHandover', { handoverId: handover?.id ?? 0, isApproved: true })
    assert.deepEqual(await parts(await payAndSettle(15)), ['centre 2 3000', 'platform 0 1200', 'staff 17 600', 'staff 18 1200'])
  })

  test('the parties of a future assignment earn from its effective day on', async () => {
    const first = shiftDay(today(), 3)
    const assign = (assignment: Record<string, unknown>) => server.must('platform', 'units.assign', { ids: [1], ...assignment } as never)
    await assign({ salesmanId: 19, partnerId: 1, effectiveOn: first })
    await approveAssignments(server, [1])
    const unitBefore = await server.must('platform', 'units.get', { id: 1 })
    assert.deepEqual(unitBefore.salesman?.id, 18)
    assert.deepEqual(
      unitBefore.ahead.map(({ role, from }) => [role, from]),
      [
        ['salesman', first],
        ['partner', first],
      ],
    )
    const earlierBatch = await act.createPaidBatch([{ person: ordinary[16] ?? assert.fail('nobody'), yuan: '1000.00' }])
    server.advance(3 * 86_400_000)
    // From the effective day, payments follow the new assignment even before the job has applied it. Earlier payments
    // follow the old one.
    const batchOnTheDay = await act.createPaidBatch([{ person: ordinary[17] ?? assert.fail('nobody'), yuan: '1000.00' }])
    await server.settle(3)
    assert.deepEqual(await parts(earlierBatch.id), ['centre 2 3000', 'platform 0 1200', 'staff 17 600', 'staff 18 1200'])
    assert.deepEqual(await parts(batchOnTheDay.id), ['centre 2 2500', 'partner 1 500', 'platform 0 1200', 'staff 17 600', 'staff 19 1200'])
    await server.job('units.follow')
    const unitAfter = await server.must('platform', 'units.get', { id: 1 })
    assert.deepEqual([unitAfter.salesman?.id, unitAfter.partner?.id, unitAfter.ahead], [19, 1, []])
    const history = await server.must('platform', 'units.assignments', { id: 1 })
    assert.deepEqual(
      history.filter((each) => each.role === 'salesman').map((each) => each.state),
      ['current', 'past', 'past', 'past'],
    )
    assert.deepEqual(await parts(await payAndSettle(18)), ['centre 2 2500', 'partner 1 500', 'platform 0 1200', 'staff 17 600', 'staff 19 1200'])
  })

  test('a future assignment can be cancelled or replaced, and lapses if the person leaves', async () => {
    const first = shiftDay(today(), 2)
    const assign = async (effectiveOn: string, assignment: Record<string, unknown> = { salesmanId: 18 }) => {
      const response = await server.call('platform', 'units.assign', { ids: [1], effectiveOn, ...assignment } as never)
      await approveAssignments(server, [1])
      return response
    }
    assert.equal((await assign(shiftDay(today(), -1))).error, 'inThePast')
    assert.equal((await assign(shiftDay(today(), 400))).error, 'tooFar')
    const futureAssignments = async () => (await server.must('platform', 'units.get', { id: 1 })).ahead
    await assign(first, { salesmanId: null })
    await assign(first)
    const [one, ...others] = await futureAssignments()
    assert.deepEqual([one?.partyName !== '', others], [true, []])
    const cancel = (assignmentId: number, who = 'platform') => server.call(who, 'units.cancelAssignment', { assignmentId })
    assert.equal((await cancel(one?.id ?? 0, 'finance')).error, 'forbidden')
    assert.equal((await cancel(one?.id ?? 0)).code, 1)
    assert.equal((await cancel(one?.id ?? 0)).error, 'notAhead')
    assert.deepEqual(await futureAssignments(), [])
    await assign(first)
    await assign(first, { partnerId: null })
    await sql`update app_user set status = ${accountStatus.disabled} where id = 18`.execute(db())
    server.advance(2 * 86_400_000)
    const [dueAssignment] = await futureAssignments()
    assert.equal((await cancel(dueAssignment?.id ?? 0)).error, 'notAhead')
    await server.job('units.follow')
    const unit = await server.must('platform', 'units.get', { id: 1 })
    assert.deepEqual([unit.salesman?.id, unit.partner], [19, null])
    const states = (await server.must('platform', 'units.assignments', { id: 1 })).map(({ role, state }) => `${role} ${state}`)
    assert.deepEqual(states.slice(0, 4).sort(), ['partner current', 'salesman cancelled', 'salesman cancelled', 'salesman lapsed'])
    await assert.rejects(sql`update unit_assignment set state = 'cancelled' where unit_id = 1 and state = 'held'`.execute(db()))
    await sql`update app_user set status = ${accountStatus.active} where id = 18`.execute(db())
  })
})
