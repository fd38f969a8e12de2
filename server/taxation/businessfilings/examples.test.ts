import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import type { FilingKind } from '#/domain/taxation/business-filing.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { businessOwnerAt, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { exampleOf, examplesOf } from '#/server/tests/examples-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// The worked tax examples for registered businesses, run through the HTTP API: businesses are paid, declare other sales
// or costs, and their filings are generated.

const modeOnePlace = { centre: 2, mode: 1 } as const

const yuan = (amount: number) => plainYuan(fen(amount))
/** The payment to a business on deemed profit in the first quarter. The business declares its other sales. */
const firstPaymentFen = 100_000

describe('worked examples of registered businesses, paid and filed', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-01-02T09:00:00+08:00') - Date.now() })
    const db = server.running.kernel.database.kysely
    await extendDocuments(server)
    await prepareOwners(server)
    await sql`update contract set amount_cap_fen = null`.execute(db)
    await sql`update unit_setting_version set single_limit_fen = 1000000000, day_limit_fen = 10000000000, month_limit_fen = 10000000000 where setting_id = 11`.execute(
      db,
    )
    await sql`update centre set single_limit_fen = 1000000000, month_limit_fen = 1000000000 where id = 2`.execute(db)
    const ids = [1, 2, 3, 4].map((index) => businessOwnerAt(index).id)
    await sql`delete from entity_levy_rate where operator_id = any(${ids}::bigint[])`.execute(db)
    await sql`update operator_entity set levy = 'audit' where operator_id = ${businessOwnerAt(2).id}`.execute(db)
    await sql`update operator_entity set form = 'sole' where operator_id = ${businessOwnerAt(3).id}`.execute(db)
    await sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, document_no, created_at)
      select id, operator_id, centre_id, ${Number(exampleOf('DER-BIZ-HD-FZL-NP').input.levyBp) * 100}, '2020-01-01', '税核定〔2026〕1号', now() from operator_entity
      where operator_id = ${businessOwnerAt(3).id}`.execute(db)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_003, no: 'CZ990003', centreId: 2, mode: 1, unitId: 1, amount: fen(1_000_000_000), memo: '测试' }),
    )
    await payOwners(server, [
      [1, '1000.00'],
      [2, '2500000.00'],
      [3, '100000.00'],
      [4, yuan(firstPaymentFen)],
    ])
  })
  after(() => server.close())

  const filing = async (kind: FilingKind, period: string, index: number) => {
    await server.must('finance', 'businessfilings.generate', { kind, period }, modeOnePlace)
    const { rows } = await server.must('finance', 'businessfilings.list', { kind, period, size: 200 }, modeOnePlace)
    return rows.find((row) => row.creditCode === businessOwnerAt(index).entity.creditCode) ?? assert.fail(`${businessOwnerAt(index).name} files nothing`)
  }
  const enterFigures = async (id: number, entered: Record<string, string>) => {
    const { version } = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, modeOnePlace)
    return server.must('finance', 'businessfilings.correct', { businessFilingId: id, version, reason: '算例', ...entered }, modeOnePlace)
  }

  test('a tax levied on receipts is not halved for a sole proprietorship', async () => {
    assert.equal((await filing('incomeTax', '2026-Q1', 3)).iit, exampleOf('DER-BIZ-HD-FZL-NP').expected.taxFen)
  })

  test('quarterly VAT around the threshold and on special invoices matches the examples', async () => {
    const { id } = await filing('vat', '2026-Q1', 1)
    const filingBelow = await enterFigures(id, { other: '281800.00' })
    assert.deepEqual([filingBelow.figures.sales, filingBelow.vat], [28_000_000, exampleOf('PUB-VAT-Q-280K').expected.vatFen])
    for (const [example, other] of [
      ['DER-VAT-Q-2026-300000.00', '302000.00'],
      ['DER-VAT-Q-2026-300000.01', '302000.01'],
    ] as const) {
      const { input, expected } = exampleOf(example)
      const correctedFiling = await enterFigures(id, { other })
      assert.deepEqual([correctedFiling.figures.sales, correctedFiling.vat], [input.salesExclFen, expected.vatFen], example)
    }
    const { expected } = exampleOf('DER-VAT-Q-2026-SPECIAL')
    const filingWithSpecial = await enterFigures(id, { other: '201000.00', invoiced: '50500.00', special: '50500.00' })
    assert.deepEqual([filingWithSpecial.figures.sales, filingWithSpecial.vat], [20_000_000, expected.vatFen])
    assert.deepEqual(
      [filingWithSpecial.figures.city, filingWithSpecial.figures.education, filingWithSpecial.figures.localEducation],
      [expected.city7HalfFen, 0, 0],
    )
  })

  test('the annual settlement by books matches every bracket and the range above 2,000,000', async () => {
    const { id } = await filing('incomeAnnual', '2026', 2)
    const { figures } = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, modeOnePlace)
    for (const { id: example, input, expected } of examplesOf('businessYears')) {
      const filingWithCost = await enterFigures(id, { cost: yuan(figures.income - Number(input.annualTaxableFen)) })
      assert.equal(filingWithCost.iit, expected.payableFen, example)
    }
  })

  test('the annual settlement is due by the end of March', async () => {
    const { input, expected } = exampleOf('DER-DUE-03')
    assert.equal((await filing('incomeAnnual', String(input.period), 2)).dueOn, expected.due)
  })

  test('tax on deemed profit is computed per quarter on the year so far and halved', async () => {
    for (const { id: example, input, expected } of examplesOf('deemedYears')) {
      const rows = expected.rows as readonly { readonly quarter: number; readonly revenueFen: number; readonly dueFen: number }[]
      for (const { quarter, revenueFen, dueFen } of rows) {
        const period = `2026-Q${quarter}`
        // Once the quarter has ended it must be filed, even without payments.
        server.advance(Date.parse(`${shiftMonth('2026-01', quarter * 3)}-02T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
        await server.job('entities.sweep')
        const paidFen = quarter > 1 ? 0 : firstPaymentFen
        // Other sales raise the quarter to the receipts of the example, including VAT unless exempt.
        const { id } = await filing('vat', period, 4)
        const exemptFiling = await enterFigures(id, { other: yuan(revenueFen - paidFen) })
        if (exemptFiling.figures.income !== revenueFen) await enterFigures(id, { other: yuan(Math.round(revenueFen * 1.01) - paidFen) })
        const row = await filing('incomeTax', period, 4)
        const { figures } = await server.must('finance', 'businessfilings.get', { businessFilingId: row.id }, modeOnePlace)
        assert.deepEqual([figures.levyPpm, row.iit], [Number(input.deemedProfitPct) * 10_000, dueFen], `${example} ${period}`)
      }
    }
  })
})
