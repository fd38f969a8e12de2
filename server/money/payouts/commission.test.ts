import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/db/demo/load.ts'
import { dayOf } from '#/domain/period.ts'
import { story } from '#/server/money/payments/testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

describe('who earns on a payment', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  const db = () => server.running.kernel.database.kysely
  const parts = async (batchId: number) => {
    const { rows } = await sql<{ part: string }>`select concat_ws(' ', item.party_type, item.party_id, sum(item.amount_fen)) as part from commission_item item
      join payment_line line on line.id = item.line_id where line.batch_id = ${batchId} group by item.party_type, item.party_id order by 1`.execute(db())
    return rows.map(({ part }) => part)
  }
  const paid = async (index: number) => {
    const person = ordinary[index] ?? assert.fail('the demo has people')
    const batch = await act.paid([{ person, yuan: '1000.00' }])
    await server.settle(2)
    return batch.id
  }
  const agree = (given: Record<string, unknown>) =>
    server.must('caiwu', 'fees.createSplit', {
      centreId: 2,
      role: 'partner',
      method: 'difference',
      rate: '5.5',
      effectiveFrom: dayOf(server.running.kernel.clock.now()),
      reason: '合作协议',
      ...given,
    })

  before(async () => {
    server = await startTest()
    act = story(server)
    await sql`update split_rule set effective_to = effective_from - 1 where party_type in ('marketer', 'salesman')`.execute(db())
    await agree({ mode: 2 })
    await agree({ role: 'marketer', method: 'ratio', rate: '10' })
    await agree({ role: 'salesman', method: 'ratio', rate: '20' })
  })
  after(() => server.close())

  test('what the centre agreed on for a role goes to whoever is assigned, and the parts are the fee', async () => {
    assert.deepEqual(await parts(await paid(10)), ['centre 2 2500', 'partner 1 500', 'platform 0 1200', 'staff 17 600', 'staff 18 1200'])
  })

  test('whoever takes a unit over earns from then on: on what was paid before, not even when the bank answers later', async () => {
    const before = await paid(11)
    const earned = await parts(before)
    // Paid, and the bank has not answered yet.
    const slow = await act.paid([{ person: ordinary[12] ?? assert.fail('nobody'), yuan: '1000.00' }])
    server.advance(60_000)
    await server.must('platform', 'units.assign', { ids: [1], salesmanId: 19, partnerId: null })
    await server.settle(3)
    assert.deepEqual(await parts(slow.id), earned)
    assert.deepEqual(await parts(await paid(13)), ['centre 2 3000', 'platform 0 1200', 'staff 17 600', 'staff 19 1200'])
    assert.deepEqual(await parts(before), earned)
    const { rows } = await sql<{
      held: string
    }>`select concat_ws(' ', role, coalesce(party_id::text, '-'), set_by) as held from unit_assignment where unit_id = 1
      order by id desc limit 2`.execute(db())
    assert.deepEqual(rows.map(({ held }) => held).sort(), ['partner - 1', 'salesman 19 1'])
  })

  test('a hand-over of staff moves what is paid after it', async () => {
    const today = dayOf(server.running.kernel.clock.now())
    const before = await parts(await paid(14))
    assert.ok(before.includes('staff 19 1200'))
    server.advance(60_000)
    await server.must('platform', 'staff.handOver', { id: 19, receiverId: 18, effectiveOn: today, reason: '岗位调整' })
    assert.deepEqual(await parts(await paid(15)), ['centre 2 3000', 'platform 0 1200', 'staff 17 600', 'staff 18 1200'])
  })
})
