import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { exampleOf, examplesOf } from '#/server/tests/examples-testing.ts'
import { expectDeclaredOfLedger } from '#/server/tests/histories-tax-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// The worked tax examples for natural persons, run through the HTTP API: payments are prepared, checked, audited
// and paid, and the month is closed.

const centrePlace = { centre: 2, mode: 2 } as const

interface Row {
  readonly ym: string
  readonly incomeFen: number
  readonly consecutiveMonths: number
  readonly cumIncomeFen: number
  readonly cumExpenseFen: number
  readonly cumDeductionFen: number
  readonly ratePct: number
  readonly quickFen: number
  readonly cumTaxFen: number
  readonly withholdFen: number
}

/** Returns the payment including VAT for these earnings. From 2026, a month of 100,000.00 or more is taxed. */
const grossOf = (excl: number, month: string) => (excl > 10_000_000 || (excl === 10_000_000 && month >= '2026') ? Math.round(excl * 1.01) : excl)

const runExamples = examplesOf('runs')
const vatMonths = examplesOf('vatMonths')
const wholeExamples = { settled: 'DER-SETTLE-NP-120K', taxed: 'DER-SURCH-148K-7', multipay: 'multipay' } as const

/**
 * Returns the first and last month of an example. An example that starts after the months of all others is paid last.
 */
function spanOf({ id, input }: { readonly id: string; readonly input?: Readonly<Record<string, unknown>> }): { id: string; first: string; last: string } {
  const months = (input?.months as readonly (readonly [string, number])[] | undefined)?.map(([month]) => month) ?? [String(input?.period ?? '2027-01')]
  return { id, first: months[0] ?? '', last: months.at(-1) ?? '' }
}

type Span = ReturnType<typeof spanOf>

// A new year or a month without income restarts the running total, so one person can be used for several examples.
const areApart = (one: Span, other: Span) => one.last < other.first && (one.last.slice(0, 4) < other.first.slice(0, 4) || shiftMonth(one.last, 1) < other.first)

/** Assigns each example a person who has no other example in the same run of months. */
function assignPeople(people: readonly DemoPerson[]): Map<string, DemoPerson> {
  const takenSpans = people.map((person) => ({ person, spans: [] as Span[] }))
  const peopleByExample = new Map<string, DemoPerson>()
  for (const span of [...runExamples.map(spanOf), ...vatMonths.map(spanOf), ...Object.values(wholeExamples).map((id) => spanOf({ id }))]) {
    const freePerson =
      takenSpans.find(({ spans }) => spans.every((each) => areApart(each, span) || areApart(span, each))) ?? assert.fail('the demo has too few people')
    freePerson.spans.push(span)
    peopleByExample.set(span.id, freePerson.person)
  }
  return peopleByExample
}

describe('worked examples of natural persons, paid and declared', () => {
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.entity === null)
  const personByExample = assignPeople(people)
  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2025-10-02T09:00:00+08:00') - Date.now() })
    scenario = paymentScenario(server)
    const db = server.running.kernel.database.kysely
    await extendDocuments(server)
    await sql`update contract set amount_cap_fen = null`.execute(db)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000, single_limit_fen = 100000000, day_limit_fen = 10000000000, month_limit_fen = 10000000000
      where setting_id = 12`.execute(db)
    await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000, city_rate_ppm = 70000 where id = 2`.execute(db)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_002, no: 'CZ990002', centreId: 2, mode: 2, unitId: 1, amount: fen(1_000_000_000), memo: '测试' }),
    )
  })
  after(() => server.close())

  const person = (id: string) => personByExample.get(id) ?? assert.fail(id)
  const now = () => server.running.kernel.clock.now()
  const pay = async (owed: readonly { readonly id: string; readonly gross: number }[]) => {
    const batch = await scenario.createPaidBatch(owed.map(({ id, gross }) => ({ person: person(id), yuan: plainYuan(fen(gross)) })))
    await server.settle(2)
    const lines = await scenario.lines(batch.id)
    assert.ok(lines.every((line) => line.state === 'success'))
    return new Map(owed.map(({ id }) => [id, lines.find((line) => line.name === person(id).name) ?? assert.fail(id)]))
  }
  const closeAndListLines = async (month: string) => {
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T09:00:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, centrePlace)
    for (const { id, version } of rows.filter((row) => row.state === 'open' && row.month <= month).toReversed()) {
      await server.must('finance', 'periods.close', { declarationId: id, version, reason: '在途付款下月申报' }, centrePlace)
      await server.job('periods.draw', { declarationId: id })
    }
    const period = rows.find((row) => row.month === month) ?? assert.fail(month)
    const lines = await server.must('finance', 'periods.lines', { declarationId: period.id, size: 200 }, centrePlace)
    return new Map(lines.rows.map((line) => [line.id, line]))
  }

  test('each month from October 2025 is withheld and declared as its example says', async () => {
    const incomeExamples = runExamples.map(({ id, expected }) => ({ id, rows: new Map((expected.rows as readonly Row[]).map((row) => [row.ym, row])) }))
    for (let month = '2025-10'; month <= '2026-12'; month = shiftMonth(month, 1)) {
      const dueExamples = incomeExamples.flatMap(({ id, rows }) => {
        const row = rows.get(month)
        return row && row.incomeFen > 0 ? [{ id, row, gross: grossOf(row.incomeFen, month) }] : []
      })
      const taxedExamples = vatMonths.flatMap(({ id, input, expected }) =>
        input.period === month ? [{ id, expected, gross: grossOf(Number(input.salesExclFen), month) }] : [],
      )
      assert.equal(monthOf(now()), month)
      const lines = await pay([...dueExamples, ...taxedExamples])
      for (const { id, row } of dueExamples) assert.equal(lines.get(id)?.iit, row.withholdFen, `${id} ${month}`)
      for (const { id, expected } of taxedExamples) assert.equal(lines.get(id)?.vat, expected.vatFen, `${id} ${month}`)
      if (month === '2026-03') {
        const exactLine = lines.get('DER-VAT-M-2026-03-100000.00')
        assert.equal(exactLine?.surcharge, exampleOf('DER-SURCH-EXACT-100K').expected.totalFen, 'education is free at 100,000.00, the city tax is not')
      }
      const declaredLines = await closeAndListLines(month)
      for (const { id, row } of dueExamples) {
        const line = declaredLines.get(person(id).id) ?? assert.fail(`${id} ${month}`)
        const messages = [
          line.income,
          line.cumIncome,
          line.cumExpense,
          line.cumDeduction,
          line.months,
          line.ratePpm,
          line.quick,
          line.should,
          line.due,
          line.withheld,
        ]
        const expected = [row.incomeFen, row.cumIncomeFen, row.cumExpenseFen, row.cumDeductionFen, row.consecutiveMonths, row.ratePct * 10_000, row.quickFen]
        assert.deepEqual(messages, [...expected, row.cumTaxFen, row.withholdFen, row.withholdFen], `${id} ${month}`)
      }
    }
  })

  test('payments of one month share its deduction: 3,000 + 4,000 + 5,000 withhold 0, 18 and 120', async () => {
    const withheldAmounts: number[] = []
    for (const gross of [300_000, 400_000, 500_000]) withheldAmounts.push((await pay([{ id: 'multipay', gross }])).get('multipay')?.iit ?? -1)
    assert.deepEqual(withheldAmounts, [0, 1_800, 12_000])
  })

  test('payments of 120,000.00 and 150,000.00 have the taxes and net amounts of the examples', async () => {
    const lines = await pay([
      { id: wholeExamples.settled, gross: 12_000_000 },
      { id: wholeExamples.taxed, gross: 15_000_000 },
    ])
    const [one, surcharge] = [exampleOf(wholeExamples.settled).expected, exampleOf(wholeExamples.taxed)]
    const settledLine = lines.get(wholeExamples.settled)
    const surcharges = Number(one.cityFen) + Number(one.eduFen) + Number(one.localEduFen)
    assert.deepEqual([settledLine?.vat, settledLine?.surcharge, settledLine?.iit, settledLine?.net], [one.vatFen, surcharges, one.iitFen, one.netFen])
    const taxedLine = lines.get(wholeExamples.taxed)
    assert.deepEqual([taxedLine?.vat, taxedLine?.surcharge], [surcharge.input.vatFen, surcharge.expected.totalFen])
  })

  test('a month is due by the 15th of the next month', async () => {
    const { input, expected } = exampleOf('DER-DUE-01')
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, centrePlace)
    assert.equal(rows.find((row) => row.month === input.period)?.dueOn, expected.due)
  })

  test('declared, withheld and booked tax are equal for each payee, year and tax', async () => {
    await closeAndListLines(monthOf(now()))
    await expectDeclaredOfLedger(server)
  })

  test('the check warns of a person with two ID documents, and the month names its rules', async () => {
    await pay([
      { id: 'multipay', gross: 100_000 },
      { id: wholeExamples.settled, gross: 100_000 },
    ])
    const db = server.running.kernel.database.kysely
    const ids = [person('multipay').id, person(wholeExamples.settled).id]
    await sql`update operator two set name = one.name, mobile_index = one.mobile_index from operator one where one.id = ${ids[0]} and two.id = ${ids[1]}`.execute(
      db,
    )
    const { rows } = await server.must('finance', 'periods.list', { size: 20 }, centrePlace)
    const declarationId = rows[0]?.id ?? 0
    const { faults } = await server.must('finance', 'periods.check', { declarationId }, centrePlace)
    const duplicateFault = faults.find((fault) => fault.kind === 'duplicate')
    assert.deepEqual([duplicateFault?.isBlocking, duplicateFault?.people.map(({ operatorId }) => operatorId)], [false, ids.toSorted((a, b) => a - b)])
    const { rules } = await server.must('finance', 'periods.get', { declarationId }, centrePlace)
    assert.deepEqual([rules?.version, rules?.from, rules?.vat.threshold, rules?.iit.monthlyDeduction], ['2026-11', '2026-11-01', 10_000_000, 500_000])
    assert.match(rules?.iit.source ?? '', /2025年第16号/)
  })
})
