import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
// A one-pixel picture.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const file = { filename: '谈话记录.png', mediaType: 'image/png', bytes: png }

describe('identity disputes', () => {
  const server = testServer()
  let me: DemoPerson
  before(async () => {
    const { ordinary, specials } = demoPeople()
    const person = [...ordinary, ...Object.values(specials)].find((person) => person.id === 1001)
    assert.ok(person)
    me = person
  })

  const revalidate = async () => {
    const { kysely } = server.running.kernel.database
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'lines.revalidate' returning data`.execute(kysely)
    for (const { data } of queuedJobs.rows) await server.job('lines.revalidate', data)
  }
  const usageOfUnit = async () => (await server.must('operator', 'disputes.usage', {})).find((use) => use.unitId === 1)
  const issuesOf = async (batchId: number) =>
    (await server.must('maker', 'lines.list', { batchId })).rows[0]?.issues.map((issue) => `${issue.code} ${issue.values.status ?? ''}`) ?? []
  const draftBatchForMe = async () => {
    const { id } = await server.must('maker', 'payments.create', { orderId: 12 })
    const { name, idNumber, mobile, cardNo, bankName } = me
    await server.must('maker', 'lines.add', { batchId: id, rows: [{ name, idNumber, mobile, cardNo, bankName, amountText: '100.00' }] })
    return id
  }

  test('only an operator can list the units that use the identity, and dispute only these', async () => {
    assert.ok((await usageOfUnit())?.isActive)
    for (const demoUsername of ['maker', 'centre', 'platform', 'partner'])
      assert.equal((await server.call(demoUsername, 'disputes.usage', {})).error, 'notOperator')
    assert.equal((await server.call('operator', 'disputes.raise', { unitId: 999_999, statement: '不认识' })).error, 'unitUnknown')
  })

  test('a dispute stops the unit’s payments in draft and new batches until withdrawn', async () => {
    const batchId = await draftBatchForMe()
    assert.ok(!(await issuesOf(batchId)).some((issue) => issue.startsWith('E209')))
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    assert.equal((await server.call('operator', 'disputes.raise', { unitId: 1, statement: '再提一次' })).error, 'openAlready')
    await revalidate()
    assert.ok((await issuesOf(batchId)).includes('E209 disputed'))
    assert.ok((await issuesOf(await draftBatchForMe())).includes('E209 disputed'))
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
    await revalidate()
    assert.ok(!(await issuesOf(batchId)).some((issue) => issue.startsWith('E209')))
    assert.equal((await server.call('operator', 'disputes.withdraw', { disputeId: id })).error, 'decided')
  })

  test('only the centre can decide a dispute, and confirming the use needs a file and two people', async () => {
    const batchId = await draftBatchForMe()
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    const keepDecision = { disputeId: id, decision: 'keep', resolution: '签署证据链完整，本人确认', file } as const
    assert.equal((await server.call('operator', 'disputes.resolve', keepDecision)).error, 'forbidden')
    assert.equal((await server.call('unit1', 'disputes.resolve', keepDecision)).error, 'forbidden')
    assert.equal((await server.call('centre', 'disputes.resolve', keepDecision, { centre: 5, mode: 2 })).error, 'notFound')
    const decisionWithBadFile = { ...keepDecision, file: { ...file, bytes: Buffer.from('MZ this is a program') } }
    assert.equal((await server.call('centre', 'disputes.resolve', decisionWithBadFile, homePlace)).code, 0)
    const { open } = await server.must('centre', 'disputes.list', {}, homePlace)
    assert.equal(open, 1)
    assert.deepEqual(await server.must('centre', 'disputes.resolve', keepDecision, homePlace), { isFirst: true })
    await revalidate()
    assert.ok((await issuesOf(batchId)).includes('E209 disputed'))
    const { file: _file, ...second } = { ...keepDecision, resolution: '已独立核实签署证据' }
    assert.equal((await server.call('centre', 'disputes.resolve', second, homePlace)).error, 'otherPerson')
    const [waiting] = (await server.must('auditor', 'disputes.list', { state: 'open' }, homePlace)).rows
    assert.deepEqual([waiting?.kept?.by, waiting?.kept?.reason, waiting?.mayKeep], ['许立言', keepDecision.resolution, ''])
    assert.deepEqual(await server.must('auditor', 'disputes.resolve', second, homePlace), { isFirst: false })
    assert.equal((await server.call('centre', 'disputes.resolve', keepDecision, homePlace)).error, 'decided')
    await revalidate()
    assert.ok(!(await issuesOf(batchId)).some((issue) => issue.startsWith('E209')))
    assert.equal((await usageOfUnit())?.dispute?.resolution, '已独立核实签署证据')
  })

  test('the database does not let one person confirm a genuine use and resume payments', async () => {
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    await server.must('centre', 'disputes.resolve', { disputeId: id, decision: 'keep', resolution: '签署证据完整', file }, homePlace)
    const runAs = async (who: string, statement: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ id: number }>`select id from app_user where username = ${who}`.execute(server.running.kernel.database.kysely)
      const session = { 'app.all': 'on', 'app.user': String(rows[0]?.id), 'app.now': server.running.kernel.clock.now().toISOString() }
      await inTransaction(server.running.kernel.database, session, (trx) => statement.execute(trx))
    }
    const closingUpdate = sql`update identity_dispute set state = 'kept', resolution = 'x', resolved_at = now(), resolved_by = app.user_id() where id = ${id}`
    await assert.rejects(runAs('centre', closingUpdate), /a person who took part|identity_dispute_by_two/)
    await assert.rejects(runAs('auditor', sql`update identity_dispute set kept_by = app.user_id() where id = ${id}`), /the first person is recorded once/)
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('an audited batch with a disputed payee returns to the maker and releases the money', async () => {
    const scenario = paymentScenario(server)
    const batch = await scenario.createPayableBatch([{ person: me, yuan: '66.00' }])
    const before = await scenario.balance()
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    const after = await scenario.pay(batch)
    assert.equal(after.state, 'fixing')
    assert.equal((await scenario.balance()).available, before.available + batch.cost)
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('after the centre ends a disputed use, the unit can no longer pay the person', async () => {
    const { id } = await server.must('operator', 'disputes.raise', { unitId: 1, statement: '从未为其服务' })
    await server.must('centre', 'disputes.resolve', { disputeId: id, decision: 'end', resolution: '核实为冒用', file }, homePlace)
    assert.ok((await issuesOf(await draftBatchForMe())).includes('E209 ended'))
    assert.deepEqual([(await usageOfUnit())?.isActive, (await usageOfUnit())?.dispute?.state], [false, 'ended'])
    assert.equal((await server.call('operator', 'disputes.raise', { unitId: 1, statement: '再提一次' })).error, 'endedAlready')
  })
})
