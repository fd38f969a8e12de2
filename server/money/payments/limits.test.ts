import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { withSecondPerson } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const centrePeople = demoPeople().ordinary.filter((person) => person.centreId === 2)
let next = 0
function nextPayee() {
  const person = centrePeople[next++]
  if (!person) throw new Error('unit 1 has too few people')
  return person
}

describe('limits under concurrency', () => {
  const server = testServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const setDayLimit = (fen: number) => sql`update unit_setting_version set day_limit_fen = ${fen} where setting_id = 12`.execute(db())

  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id in (11, 12)`.execute(db())
  })
  beforeEach(() => {
    server.advance(new Date(`${monthStart(shiftMonth(monthOf(now()), 1))}T12:00:00+08:00`).getTime() - now().getTime())
  })
  afterEach(async () => {
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('two batches audited concurrently cannot both use the rest of the daily limit', async () => {
    const createCheckedBatch = async () => act.check(await act.submit(await act.draft([{ person: nextPayee(), yuan: '8000.00' }])))
    const batches = [await createCheckedBatch(), await createCheckedBatch()]
    await setDayLimit(1_000_000)
    const auditedBatches = await Promise.all(batches.map((batch) => act.audit(batch)))
    assert.deepEqual(auditedBatches.map((batch) => batch.state).sort(), ['fixing', 'payable'])
    for (const batch of auditedBatches) await server.must('maker', 'payments.cancel', act.target(batch))
    await setDayLimit(3_000_000_000)
  })

  test('a batch audited yesterday and paid today counts towards today’s limit', async () => {
    await setDayLimit(1_000_000)
    const first = await act.createPayableBatch([{ person: nextPayee(), yuan: '8000.00' }])
    server.advance(86_400_000)
    const second = await act.createPayableBatch([{ person: nextPayee(), yuan: '8000.00' }])
    await act.pay(first)
    const refusal = await server.call('payer', 'payments.pay', act.payment(second))
    assert.equal(refusal.error, 'limitReached')
    assert.match(refusal.message, /本日.*8,000\.00.*10,000\.00/)
    server.advance(86_400_000)
    assert.equal((await act.pay(second)).state, 'paying')
    await server.settle(1)
    await setDayLimit(3_000_000_000)
  })

  test('concurrent audits in two modes cannot both use the rest of a person’s monthly limit', async () => {
    const person = centrePeople.find((each) => each.entity !== null) ?? assert.fail()
    const [business] = (
      await sql<{
        name: string
        credit_code: string
      }>`select name, credit_code from operator_entity where operator_id = ${person.id} and state = 'operating'`.execute(db())
    ).rows
    assert.ok(business)
    await sql`update centre set single_limit_fen = 10000000, month_limit_fen = 10000000 where id = 2`.execute(db())
    const personBatch = await act.check(await act.submit(await act.draft([{ person, yuan: '60000.00' }])))
    const draft = await server.must('maker', 'payments.create', { orderId: 11 })
    const { name, idNumber, mobile, bankName, cardNo } = person
    const row = { name, idNumber, mobile, bankName, cardNo, amountText: '60000.00', entityName: business.name, entityCreditCode: business.credit_code }
    await server.must('maker', 'lines.add', { batchId: draft.id, rows: [row] })
    const businessBatch = await act.check(await act.submit(await server.must('maker', 'payments.get', { id: draft.id })))
    const auditIn = (batch: { id: number; version: number }, mode: Mode) =>
      server.must(
        'auditor',
        'payments.audit',
        { id: batch.id, version: batch.version, approve: true, checklist: { contract: true, evidence: true, unique: true, people: true, amounts: true } },
        { centre: 2, mode },
      )
    const auditResults = await Promise.all([auditIn(personBatch, 2), auditIn(businessBatch, 1)])
    assert.deepEqual(auditResults.map((batch) => batch.state).sort(), ['fixing', 'payable'])
    for (const batch of auditResults) await server.must('maker', 'payments.cancel', { id: batch.id, version: batch.version })
    await sql`update centre set month_limit_fen = 50000000, single_limit_fen = 20000000 where id = 2`.execute(db())
  })

  test('a platform limit counts all centres without revealing their amounts', async () => {
    const person = nextPayee()
    await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen) values (3, 2, ${person.id}, ${monthOf(now())}, 5000000)`.execute(db())
    await withSecondPerson(server, () => server.must('platform', 'centres.setPersonLimit', { limit: '80000', version: 1, why: '限额试行' }))
    const batch = await act.draft([{ person, yuan: '40000.00' }])
    assert.equal(batch.errorCount, 1)
    const [line] = await act.lines(batch.id)
    assert.deepEqual(line?.issues.find((issue) => issue.code === 'E302')?.values, { scope: 'everywhere', limit: '¥80,000.00' })
    await server.must('maker', 'payments.cancel', act.target(batch))
    await withSecondPerson(server, () => server.must('platform', 'centres.setPersonLimit', { limit: '', version: 2, why: '试行结束' }))
    await sql`delete from tax_standing where operator_id = ${person.id} and centre_id = 3`.execute(db())
  })

  for (const [limit, column] of [
    ['daily', 'day_limit_fen'],
    ['monthly', 'month_limit_fen'],
  ] as const)
    test(`a batch is paid up to exactly the ${limit} limit and refused one fen above`, async () => {
      const setLimit = (fen: number) => sql`update unit_setting_version set ${sql.ref(column)} = ${fen} where setting_id = 12`.execute(db())
      await setLimit(1_600_000)
      const first = await act.createPayableBatch([{ person: nextPayee(), yuan: '8000.00' }])
      const second = await act.createPayableBatch([{ person: nextPayee(), yuan: '8000.00' }])
      await act.pay(first)
      await setLimit(1_599_999)
      assert.equal((await server.call('payer', 'payments.pay', act.payment(second))).error, 'limitReached')
      await setLimit(1_600_000)
      assert.equal((await act.pay(second)).state, 'paying')
      await server.settle(1)
      await setLimit(3_000_000_000)
    })
})
