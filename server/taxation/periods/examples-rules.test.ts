import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { exampleOf, examplesOf } from '#/server/tests/examples-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Worked examples of natural persons under another setting, place or payer, run through the HTTP API. examples.test.ts
// has the others. All of 2026 uses the alternative reading of a gap (U2): two months without income restart the running
// total, one does not.

const gapExample = exampleOf('DER-PLAT-GAP1-ALT')
const bracketExamples = examplesOf('brackets')

/** Returns the first month's income, without VAT, for this taxable amount. */
function incomeOf(taxable: number): number {
  const estimate = Math.round((taxable + 500_000) / 0.8)
  const exactIncome = [estimate - 1, estimate, estimate + 1].find((income) => income - Math.round(income * 0.2) - 500_000 === taxable)
  return exactIncome ?? assert.fail(`nothing earned has ${taxable} taxable`)
}

/** Returns the payment including VAT. A month of 100,000.00 or more is taxed. */
const grossOf = (excl: number) => (excl >= 10_000_000 ? Math.round(excl * 1.01) : excl)

describe('worked examples of natural persons with another setting, place or payer', () => {
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.entity === null)
  const person = (at: number): DemoPerson => people[at] ?? assert.fail('the demo has too few people')
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const pay = async (owed: readonly { readonly person: DemoPerson; readonly gross: number }[]) => {
    const batch = await scenario.createPaidBatch(owed.map(({ person: whom, gross }) => ({ person: whom, yuan: plainYuan(fen(gross)) })))
    await server.settle(2)
    const lines = await scenario.lines(batch.id)
    assert.ok(lines.every((line) => line.state === 'success'))
    return owed.map(({ person: whom }) => lines.find((line) => line.name === whom.name) ?? assert.fail(whom.name))
  }
  const setCityRate = (percent: unknown) => sql`update centre set city_rate_ppm = ${Number(percent) * 10_000} where id = 2`.execute(db())

  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-01-02T09:00:00+08:00') - Date.now() })
    scenario = paymentScenario(server)
    await extendDocuments(server)
    await sql`update contract set amount_cap_fen = null`.execute(db())
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000, single_limit_fen = 100000000000, day_limit_fen = 100000000000,
      month_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    await sql`update centre set single_limit_fen = 100000000000, month_limit_fen = 100000000000, city_rate_ppm = 70000 where id = 2`.execute(db())
    await sql`update tax_policy set params = said.params, digest = app.policy_digest(said.params)
      from (select id, jsonb_set(params, '{withholding,gapMonthsToReset}', ${String(gapExample.input.gapMonthsToReset)}::jsonb) as params from tax_policy where version like '2026%') said
      where tax_policy.id = said.id`.execute(db())
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_004, no: 'CZ990004', centreId: 2, mode: 2, unitId: 1, amount: fen(1_500_000_000), memo: '测试' }),
    )
  })
  after(() => server.close())

  test('a gap of one month does not restart the running total, and brackets match the examples', async () => {
    const rows = gapExample.expected.rows as readonly { readonly ym: string; readonly incomeFen: number; readonly withholdFen: number }[]
    for (const { ym, incomeFen, withholdFen } of rows) {
      server.advance(Date.parse(`${ym}-02T10:00:00+08:00`) - now().getTime())
      const firstBrackets = ym === rows[0]?.ym ? bracketExamples : []
      if (incomeFen === 0) continue
      const bracketPayments = firstBrackets.map(({ input }, at) => ({ person: person(at + 1), gross: grossOf(incomeOf(Number(input.taxableFen))) }))
      const [own, ...others] = await pay([{ person: person(0), gross: incomeFen }, ...bracketPayments])
      assert.equal(own?.iit, withholdFen, `${gapExample.id} ${ym}`)
      for (const [at, { id, expected }] of firstBrackets.entries()) assert.equal(others[at]?.iit, expected.taxFen, id)
    }
  })

  test('the city tax follows the place: 5 % in a county, 1 % elsewhere', async () => {
    assert.equal(monthOf(now()), '2026-05')
    server.advance(Date.parse('2026-08-02T10:00:00+08:00') - now().getTime())
    const placeExamples = examplesOf('otherPlaces')
    for (const [at, { id, input, expected }] of placeExamples.entries()) {
      await setCityRate(input.cityRatePct)
      const [line] = await pay([{ person: person(at + 1), gross: Number(input.monthSalesExclFen) + Number(input.vatFen) }])
      assert.deepEqual([line?.vat, line?.surcharge], [input.vatFen, expected.totalFen], id)
    }
    await setCityRate(7)
  })

  test('income and tax at another centre do not change the withholding of this centre', async () => {
    const { input, expected } = exampleOf('DER-PLAT-TWO-ENTERPRISES')
    const [[, there]] = input.platformA as [[string, number]]
    const [[, here]] = input.platformB as [[string, number]]
    const personWithBothIncomes = person(5)
    const month = monthOf(now())
    await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, withheld_fen)
      values (3, 2, ${personWithBothIncomes.id}, ${month}, ${there}, ${there}, ${Number(expected.withholdA)})`.execute(db())
    const [line] = await pay([{ person: personWithBothIncomes, gross: here }])
    assert.equal(line?.iit, expected.withholdB)
    assert.notEqual(line?.iit, Number(expected.wrongIfMerged) - Number(expected.withholdA))
    await sql`delete from tax_standing where operator_id = ${personWithBothIncomes.id} and centre_id = 3`.execute(db())
  })

  test('twelve-month sales raise an issue above 5,000,000 excluding VAT, but not at 5,000,000', async () => {
    const { input, expected } = exampleOf('DER-500W-5000000.00')
    const warningsFor = async (sales: number) => {
      const batch = await scenario.draft([{ person: person(6), yuan: plainYuan(fen(grossOf(sales))) }])
      const codes = (await scenario.lines(batch.id)).flatMap((line) => line.issues.map((issue) => issue.code))
      await server.must('maker', 'payments.cancel', scenario.target(await scenario.get(batch.id)))
      return codes.includes('W304')
    }
    const sales = Number(input.rolling12mSalesExclFen)
    // The limit includes payments to this person in January.
    const earlierSales = await sql<{
      fen: number
    }>`select coalesce(sum(gross_fen - vat_fen), 0)::bigint as fen from tax_standing where operator_id = ${person(6).id}`.execute(db())
    const remainingSales = sales - (earlierSales.rows[0]?.fen ?? 0)
    assert.equal(await warningsFor(remainingSales), expected.mustGuideToRegister)
    assert.equal(await warningsFor(remainingSales + 1), true)
  })
})
