import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { readMigrations } from '#/server/kernel/archive/migrate.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { approveAssignments } from '#/server/organisations/units/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('assignments of units', () => {
  const server = testServer()
  const inDays = (days: number) => shiftDay(dayOf(server.running.kernel.clock.now()), days)
  type Parties = { salesmanId?: number | null; marketerId?: number | null; partnerId?: number | null; effectiveOn?: string }
  const assign = (parties: Parties, ids = [1], who = 'platform') => server.must(who, 'units.assign', { ids, ...parties })
  const unit = () => server.must('platform', 'units.get', { id: 1 })
  const proposal = async (who = 'platform') =>
    (await server.must(who, 'units.assignments', { id: 1 })).find(({ state }) => state === 'proposed') ?? assert.fail('nothing is proposed')
  const decide = (assignmentId: number, isApproved = true, who = 'operation', reason = '') =>
    server.call(who, 'units.decideAssignment', { assignmentId, isApproved, reason })
  const taskOf = async (who: string) => (await server.must(who, 'tasks.waiting', {})).find(({ kind }) => kind === 'assignments')

  before(async () => {
    const person = demoPeople().ordinary[10] ?? assert.fail('the demo has people')
    await paymentScenario(server).createPaidBatch([{ person, yuan: '1000.00' }])
    await server.settle(2)
    await sql`update unit set partner_id = 1, marketer_id = 17, salesman_id = 18 where id = 1`.execute(server.running.kernel.database.kysely)
    server.advance(60_000)
  })

  test('a new salesperson of a unit that pays earns only after a second person approves', async () => {
    const answer = await assign({ salesmanId: 19 })
    assert.deepEqual([answer.okCount, answer.pendingCount, (await unit()).salesman?.id], [1, 1, 18])
    const { id, may } = await proposal()
    assert.notEqual(may.decide, '')
    assert.deepEqual([await taskOf('platform'), (await taskOf('operation'))?.count], [undefined, 1])
    const unitsForMe = async (who: string) => (await server.must(who, 'units.list', { forMe: 'assignment' })).rows.map((row) => row.id)
    assert.deepEqual([await unitsForMe('platform'), await unitsForMe('operation')], [[], [1]])
    assert.equal((await decide(id, true, 'platform')).error, 'ownProposal')
    server.advance(3 * dayMs)
    assert.equal((await decide(id)).code, 1)
    assert.equal((await unit()).salesman?.id, 19)
    const [first] = (await server.must('platform', 'units.assignments', { id: 1 })).filter(({ role }) => role === 'salesman')
    assert.deepEqual([first?.state, dayOf(new Date(first?.since ?? 0))], ['current', inDays(0)], 'earlier payments stay with the old one')
    assert.equal((await decide(id)).error, 'notProposed')
  })

  test('a second person rejects an assignment, and its proposer can cancel or replace it', async () => {
    await assign({ salesmanId: 18 })
    const first = await proposal()
    assert.equal((await decide(first.id, false)).error, 'reasonNeeded')
    assert.equal((await decide(first.id, false, 'operation', '仍在服务')).code, 1)
    await assign({ salesmanId: 18 })
    const replaced = await proposal()
    await assign({ salesmanId: 18, effectiveOn: inDays(2) })
    assert.equal((await decide(replaced.id)).error, 'notProposed')
    const planned = await proposal()
    await server.must('platform', 'units.cancelAssignment', { assignmentId: planned.id })
    assert.equal((await decide(planned.id)).error, 'notProposed')
    assert.equal((await unit()).salesman?.id, 19)
  })

  test('an approved assignment of a later day takes effect on that day', async () => {
    await assign({ salesmanId: 18, effectiveOn: inDays(2) })
    assert.equal((await decide((await proposal()).id)).code, 1)
    assert.deepEqual([(await unit()).salesman?.id, (await unit()).ahead.length], [19, 1])
    server.advance(2 * dayMs)
    await server.job('units.follow')
    assert.equal((await unit()).salesman?.id, 18)
  })

  test('one person ends the last assignment, but not one whose difference another would earn', async () => {
    assert.equal((await assign({ partnerId: null })).pendingCount, 1)
    assert.equal((await unit()).partner?.id, 1)
    assert.equal((await decide((await proposal()).id)).code, 1)
    assert.equal((await unit()).partner, null)
    assert.equal((await assign({ salesmanId: null })).pendingCount, 0)
    assert.equal((await unit()).salesman, null)
  })

  test('a second person approves the first parties of a new unit and later ones before it pays', async () => {
    const created = await server.must('platform', 'units.create', {
      ...{ name: '首任人员有限公司', creditCode: creditCodeFor('91', '330106', 560_001), legalPerson: '程新' },
      ...{ legalIdNumber: idNumberFor('330106', '19790112', 560), bizKind: 'ordinary', industry: '软件开发' },
      ...{ contactName: '程新', contactMobile: '13900001111', places: [{ centreId: 2, mode: 2, feePlanId: 1 }] },
      ...{ partnerId: 1, salesmanId: 18 },
    })
    const parties = async () => {
      const { partner, marketer, salesman } = await server.must('platform', 'units.get', { id: created.id })
      return [partner?.id, marketer?.id, salesman?.id]
    }
    const none = [undefined, undefined, undefined]
    assert.deepEqual(await parties(), none, 'one person chose the first parties')
    assert.deepEqual([(await assign({ marketerId: 17 }, [created.id])).pendingCount, await parties()], [1, none])
    const proposals = (await server.must('operation', 'units.assignments', { id: created.id })).filter(({ state }) => state === 'proposed')
    assert.equal(proposals.length, 3)
    assert.equal((await decide(proposals[0]?.id ?? 0, true, 'platform')).error, 'ownProposal')
    await approveAssignments(server, [created.id])
    assert.deepEqual(await parties(), [1, 17, 18])
  })

  test('the database refuses a new party that one person gives to a unit', async () => {
    const now = server.running.kernel.clock.now().toISOString()
    const asProgram = (statement: ReturnType<typeof sql>) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1', 'app.now': now }, (trx) => statement.execute(trx))
    for (const statement of [
      sql`update unit set salesman_id = 19 where id = 1`,
      sql`insert into unit_assignment (unit_id, role, party_id, since, set_by, state) values (1, 'salesman', 19, ${now}, 1, 'ahead')`,
      sql`insert into unit (code, name, credit_code, legal_person, biz_kind, industry, contact_name, contact_mobile, status, partner_id, created_at)
        values ('DW9', '某公司', '9', '程新', 'ordinary', '', '', '', 3, 1, ${now})`,
    ])
      await assert.rejects(asProgram(statement), /two people assign a unit/)
    await assert.rejects(
      asProgram(sql`insert into customer_handover (from_user_id, to_user_id, role, effective_on, state, created_by, created_at)
        values (18, 19, 'salesman', ${inDays(0)}, 'scheduled', 1, ${now})`),
      /another person approves it/,
    )
    await assign({ salesmanId: 19 })
    const { id } = await proposal()
    await assert.rejects(asProgram(sql`update unit_assignment set state = 'ahead' where id = ${id}`), /cannot change/)
  })

  test('a handover of units waits for a second person', async () => {
    assert.equal((await decide((await proposal()).id)).code, 1)
    await server.must('platform', 'staff.handOver', { id: 19, receiverId: 18, effectiveOn: inDays(0), reason: '岗位调整' })
    assert.equal((await unit()).salesman?.id, 19)
    const { handovers, leavingOn } = await server.must('operation', 'staff.get', { id: 19 })
    const [handover] = handovers
    assert.deepEqual([handover?.state, handover?.may.decide, leavingOn], ['proposed', '', inDays(0)])
    const decideHandover = (who: string) => server.call(who, 'staff.decideHandover', { handoverId: handover?.id ?? 0, isApproved: true })
    assert.equal((await decideHandover('platform')).error, 'ownProposal')
    const task = (await server.must('operation', 'tasks.waiting', {})).find(({ kind }) => kind === 'handovers')
    assert.deepEqual([task?.count, (await server.must('operation', 'staff.list', { isForMe: true })).rows.map(({ id }) => id)], [1, [19]])
    assert.ok(((await decideHandover('operation')).data?.handed ?? 0) > 0)
    assert.equal((await unit()).salesman?.id, 18)
    assert.equal((await decideHandover('operation')).error, 'notProposed')
  })

  test('the upgrade asks a second person for parties that one person planned before', async () => {
    assert.equal((await assign({ marketerId: 17, effectiveOn: inDays(3) })).pendingCount, 1)
    const upgrade = readMigrations().find(({ name }) => name === '0069_second_hands.sql')
    const [statements = ''] = upgrade?.text.match(/alter table unit_assignment disable[\s\S]*enable trigger \w+;/) ?? []
    const run = (text: string) => sql.raw(text).execute(server.running.kernel.database.kysely)
    const plannedByOne = `update unit_assignment set state = 'ahead', decided_by = null, since = now() + interval '400 days' where state = 'proposed'`
    await run(`alter table unit_assignment disable trigger user; ${plannedByOne}; alter table unit_assignment enable trigger user`)
    assert.equal((await unit()).ahead.length, 1)
    await run(statements)
    assert.equal((await unit()).ahead.length, 0)
    const { id } = await proposal()
    assert.deepEqual([(await decide(id, true, 'platform')).error, (await decide(id)).code, (await unit()).ahead.length], ['ownProposal', 1, 1])
  })
})
