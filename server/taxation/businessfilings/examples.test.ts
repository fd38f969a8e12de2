import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readExamples } from '#/db/base/examples.ts'
import type { FilingKind } from '#/domain/business-filing.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { papersNeverEnd } from '#/server/money/payments/testing.ts'
import { owner, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

// The worked examples of tax.md for registered businesses, through the front door: they are paid, tell what else they sold or spent, and their filings are drawn up.

const examples = new Map(readExamples().map((each) => [each.id, each]))
const of = (id: string) => examples.get(id) ?? assert.fail(`no example ${id}`)
const at = { centre: 2, mode: 1 } as const

describe('worked examples of registered businesses, paid and filed', () => {
  let server: TestServer
  before(async () => {
    server = await startTest({ clockAheadMs: Date.parse('2026-01-02T09:00:00+08:00') - Date.now() })
    const db = server.running.kernel.database.kysely
    await papersNeverEnd(server)
    await prepareOwners(server)
    await sql`update contract set amount_cap_fen = null`.execute(db)
    await sql`update unit_setting_version set single_limit_fen = 1000000000, day_limit_fen = 10000000000, month_limit_fen = 10000000000 where setting_id = 11`.execute(
      db,
    )
    await sql`update centre set single_limit_fen = 1000000000, month_limit_fen = 1000000000 where id = 2`.execute(db)
    const ids = [1, 2, 3].map((index) => owner(index).id)
    await sql`delete from entity_levy_rate where operator_id = any(${ids}::bigint[])`.execute(db)
    await sql`update operator_entity set levy = 'audit' where operator_id = ${owner(2).id}`.execute(db)
    await sql`update operator_entity set form = 'sole' where operator_id = ${owner(3).id}`.execute(db)
    await sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, document_no, created_at)
      select id, operator_id, centre_id, ${Number(of('DER-BIZ-HD-FZL-NP').input.levyBp) * 100}, '2020-01-01', '税核定〔2026〕1号', now() from operator_entity
      where operator_id = ${owner(3).id}`.execute(db)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_003, no: 'CZ990003', centreId: 2, mode: 1, unitId: 1, amount: fen(1_000_000_000), memo: '测试' }),
    )
    await payOwners(server, [
      [1, '1000.00'],
      [2, '2500000.00'],
      [3, '100000.00'],
    ])
  })
  after(() => server.close())

  const filing = async (kind: FilingKind, period: string, index: number) => {
    await server.must('finance', 'businessfilings.generate', { kind, period }, at)
    const { rows } = await server.must('finance', 'businessfilings.list', { kind, period, size: 200 }, at)
    return rows.find((row) => row.creditCode === owner(index).entity.creditCode) ?? assert.fail(`${owner(index).name} files nothing`)
  }
  const tell = async (id: number, told: Record<string, string>) => {
    const { version } = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, at)
    return server.must('finance', 'businessfilings.correct', { businessFilingId: id, version, reason: '算例', ...told }, at)
  }
  const yuan = (amount: number) => plainYuan(fen(amount))

  test('a levy on receipts of what is no individual business is not halved', async () => {
    assert.equal((await filing('incomeTax', '2026-Q1', 3)).iit, of('DER-BIZ-HD-FZL-NP').expected.taxFen)
  })

  test('VAT of a quarter: below the threshold, on it, above it, and on special invoices alone', async () => {
    const { id } = await filing('vat', '2026-Q1', 1)
    const below = await tell(id, { other: '281800.00' })
    assert.deepEqual([below.figures.sales, below.vat], [28_000_000, of('PUB-VAT-Q-280K').expected.vatFen])
    for (const [example, other] of [
      ['DER-VAT-Q-2026-300000.00', '302000.00'],
      ['DER-VAT-Q-2026-300000.01', '302000.01'],
    ] as const) {
      const { input, expected } = of(example)
      const told = await tell(id, { other })
      assert.deepEqual([told.figures.sales, told.vat], [input.salesExclFen, expected.vatFen], example)
    }
    const { expected } = of('DER-VAT-Q-2026-SPECIAL')
    const special = await tell(id, { other: '201000.00', invoiced: '50500.00', special: '50500.00' })
    assert.deepEqual([special.figures.sales, special.vat], [20_000_000, expected.vatFen])
    assert.deepEqual([special.figures.city, special.figures.education, special.figures.localEducation], [expected.city7HalfFen, 0, 0])
  })

  test('the settlement of a year by the books, at every step of the table and above 2,000,000', async () => {
    const { id } = await filing('incomeAnnual', '2026', 2)
    const { figures } = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, at)
    for (const { id: example, input, expected } of examples.values()) {
      if (!/^DER-BIZ-\d/.test(example)) continue
      const told = await tell(id, { cost: yuan(figures.income - Number(input.annualTaxableFen)) })
      assert.equal(told.iit, expected.payableFen, example)
    }
  })
})
