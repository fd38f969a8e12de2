import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { confirmTaxChange } from '#/server/people/entities/testing.ts'
import { businessOwnerAt, declarationAmounts, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const [second, third, fourth] = ['2026-Q2', '2026-Q3', '2026-Q4']

describe('filings and changes of taxation over several quarters', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  let returning: number[] = []
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { rowOf, target, close, declare, generate, get, place } = filingScenario(
    () => server,
    () => third,
  )
  const entityOf = async (index: number) => {
    const code = businessOwnerAt(index).entity.creditCode
    const { rows } = await sql<{ id: number; version: number }>`select id, version from operator_entity where credit_code = ${code}`.execute(db())
    return rows[0] ?? assert.fail('no business')
  }
  /** Pays businesses that have no overdue duties. */
  async function payAt(day: string, ...owed: readonly (readonly [index: number, yuan: string])[]) {
    toDay(day)
    await server.job('entities.sweep')
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue') and opens_on <= ${day}`.execute(db())
    await sql`update operator_entity set state = 'operating' where state = 'abnormal'`.execute(db())
    return desk.pay(owed)
  }
  const changeTax = async (index: number, change: { readonly taxKind?: 'general' | 'small'; readonly levy?: 'audit' | 'deemed' }) => {
    const { id: entityId, version } = await entityOf(index)
    const request = { entityId, version, ...change, reason: '税务机关通知', file: desk.pdf('通知') }
    return confirmTaxChange(server, await server.must('centre', 'entities.changeTax', request, modeOnePlace))
  }
  const closeQuarter = async (kind: 'vat' | 'incomeTax', quarter: string) => {
    await generate(kind, quarter)
    const answer = await close(kind, '已核实', quarter)
    assert.equal(answer.code, 1, answer.message)
  }

  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-04-02T09:00:00+08:00') - Date.now() })
    desk = await businessDesk(server)
    await prepareOwners(server)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_006, no: 'CZ990006', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    const { lines } = await payAt('2026-04-02', [2, '5000.00'], [0, '404000.00'], [3, '404000.00'])
    returning = lines.filter((line) => [0, 3].some((index) => line.name === businessOwnerAt(index).name)).map((line) => line.id)
    toDay('2026-07-02')
    for (const kind of ['vat', 'incomeTax'] as const) await closeQuarter(kind, second)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('income tax of a quarter is declared by the levy method of its last day', async () => {
    toDay('2026-07-03')
    await changeTax(2, { levy: 'audit' })
    const { id } = await rowOf('incomeTax', 2, second)
    await sql`insert into entity_obligation (entity_id, operator_id, centre_id, kind, period, opens_on, due_on)
      select entity_id, operator_id, centre_id, 'incomeTax', '2026-Q1', '2026-04-01', '2026-12-31' from business_filing where id = ${id}
      on conflict (entity_id, kind, period) do update set state = 'open', due_on = '2026-12-31'`.execute(db())
    await server.must('finance', 'businessfilings.reopen', { ...(await target(id)), reason: '复核' }, modeOnePlace)
    await closeQuarter('incomeTax', second)
    const row = await rowOf('incomeTax', 2, second)
    assert.deepEqual([row.basis, row.isOutdated], ['profit', false])
    const declared = await declare(id, declarationAmounts(row))
    assert.equal(declared.code, 1, declared.message)
    await generate('incomeTax', third)
    assert.equal((await rowOf('incomeTax', 2, third)).basis, 'books')
  })

  test('the last VAT filing of a business names the overpaid VAT that no later quarter deducts', async () => {
    assert.equal(returning.length, 2)
    for (const lineId of returning) await desk.bounce(lineId)
    const leaving = async () => Promise.all([0, 3].map(async (index) => (await rowOf('vat', index)).unusedCredit))
    toDay('2026-10-01')
    await generate('vat')
    assert.deepEqual(await leaving(), [null, null])
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue')`.execute(db())
    await changeTax(3, { taxKind: 'general' })
    toDay('2026-10-02')
    const { id: entityId, version } = await entityOf(0)
    await server.must('centre', 'entities.beginCancel', { entityId, version, reason: '不再经营', file: desk.pdf('清税证明') }, modeOnePlace)
    assert.deepEqual(await leaving(), [400_000, 400_000])
    const { faults } = await server.must('finance', 'businessfilings.check', place('vat'), modeOnePlace)
    const named = faults.find(({ kind }) => kind === 'unusedCredit')?.filings.map(({ name }) => name) ?? []
    assert.deepEqual(
      named.map((name) => name.split(' ').at(-1)),
      ['¥4,000.00', '¥4,000.00'],
    )
    assert.equal((await close('vat')).error, 'reasonNeeded')
    assert.equal((await close('vat', '已提示退税')).code, 1)
  })

  test('a red letter of an ordinary invoice does not reduce the special part of its quarter', async () => {
    const { id: entityId } = await entityOf(2)
    const { rows } = await sql<{
      id: number
      batchId: number
    }>`select id, batch_id as "batchId" from payment_line where entity_id = ${entityId} and state = 'success'
      order by id limit 1`.execute(db())
    const line = rows[0] ?? assert.fail('the business was not paid')
    await desk.authorise(entityId)
    const [ordinary = assert.fail('no application')] = await desk.generate(line.batchId)
    const invoice = await desk.issue(await desk.approve(ordinary))
    // The ordinary invoice belongs to another quarter than its red letter.
    await payAt('2026-10-02', [2, '8080.00'])
    await desk.bounce(line.id)
    await desk.reverse(invoice)
    const batch = await payAt('2026-10-02', [2, '2020.00'])
    const [special = assert.fail('no application')] = await desk.generate(batch.id, 'special')
    await desk.issue(await desk.approve(special))
    await generate('vat', fourth)
    const { figures } = await get((await rowOf('vat', 2, fourth)).id)
    assert.deepEqual([figures.issued, figures.special, figures.vat], [202_000, 202_000, 2000])
  })

  test('the warning names the VAT threshold of the last day of the quarter', async () => {
    toDay('2026-10-02')
    const draft = await server.must('caiwu', 'policies.begin', { firstDay: '2026-12-01' })
    const values = [
      { path: 'vat.quarterThresholdFen', value: 500_000 },
      { path: 'vat.source', value: '起征点调整' },
      { path: 'source', value: '起征点调整' },
    ]
    const saved = await server.must('caiwu', 'policies.save', { draftId: draft.id, version: draft.version, values } as never)
    let examined = await server.must('caiwu', 'policies.examine', { draftId: draft.id, version: saved.version })
    for (const { id: example } of examined.examples?.differing ?? [])
      examined = await server.must('caiwu', 'policies.acknowledge', { draftId: draft.id, version: examined.version, example, reason: '起征点调整' })
    const ready = await server.must('caiwu', 'policies.preview', { draftId: draft.id, version: examined.version })
    await server.must('platform', 'policies.publish', { draftId: draft.id, version: ready.version })
    await server.job('businessfilings.watch')
    const { rows } = await sql<{ quarter: string; threshold: string }>`select distinct message.values ->> 'quarter' as quarter,
        message.values ->> 'threshold' as threshold from message where kind = 'filingReached'`.execute(db())
    assert.deepEqual(rows, [{ quarter: fourth, threshold: '¥5,000.00' }])
  })

  test('a quarter as a general taxpayer gets no small-scale filings, an earlier one does', async () => {
    await payAt('2026-10-03', [1, '3000.00'])
    toDay('2027-01-01')
    await changeTax(1, { taxKind: 'general' })
    await payAt('2027-01-02', [1, '7000.00'])
    await payAt('2027-04-02', [1, '5000.00'])
    toDay('2027-04-03')
    const { obligations } = await changeTax(1, { taxKind: 'small' })
    const isDue = (period: string) => obligations.some((duty) => duty.kind === 'vat' && duty.period === period && duty.state === 'open')
    assert.deepEqual(['2027-04', '2027-05', '2027-Q2'].map(isDue), [true, false, true], 'it declares the begun month as a general taxpayer')
    for (const kind of ['vat', 'incomeTax'] as const) {
      await generate(kind, fourth)
      assert.equal((await rowOf(kind, 1, fourth)).income, 300_000)
      await generate(kind, '2027-Q1')
      await assert.rejects(rowOf(kind, 1, '2027-Q1'), /files nothing/)
      const { faults } = await server.must('finance', 'businessfilings.check', place(kind, '2027-Q1'), modeOnePlace)
      assert.ok(faults.some((fault) => fault.kind === 'general'))
    }
  })
})
