import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readExamples } from '#/db/base/examples.ts'
import { demoPeople } from '#/db/demo/load.ts'
import type { DemoPerson } from '#/db/demo/people.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { monthOf, shiftMonth } from '#/domain/period.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { papersNeverEnd, story } from '#/server/money/payments/testing.ts'
import { expectDeclaredOfLedger } from '#/server/tests/histories-tax-testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

// The worked examples of tax.md for natural persons, through the front door: somebody is prepared, checked, audited, paid, and the month closed.

const examples = new Map(readExamples().map((each) => [each.id, each]))
const at = { centre: 2, mode: 2 } as const

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

/** What is paid, VAT within, so that this is earned without it: from 2026 on 100,000.00 in a month are taxed. */
const grossOf = (excl: number, month: string) => (excl > 10_000_000 || (excl === 10_000_000 && month >= '2026') ? Math.round(excl * 1.01) : excl)

const cumulative = [
  'OFF-PLAT-6250',
  'PUB-PLAT-STUDENT',
  'DER-PLAT-20K-12M',
  'DER-PLAT-120K-12M',
  'DER-PLAT-GAP1',
  'DER-PLAT-GAP2',
  'DER-PLAT-NOREFUND',
  'DER-PLAT-YEAREND',
  'DER-PLAT-EDGE-6251',
  'DER-PLAT-ROUND',
]
const ofVat = ['DER-VAT-M-2025-12-100000.00', 'DER-VAT-M-2026-03-99999.99', 'DER-VAT-M-2026-03-100000.00', 'DER-VAT-M-2026-03-105000.00']
const together = [
  ['PUB-PLAT-STUDENT', 'DER-PLAT-20K-12M'],
  ['DER-VAT-M-2025-12-100000.00', 'DER-PLAT-120K-12M'],
  ['DER-PLAT-GAP1', 'multipay'],
  ['DER-PLAT-GAP2', 'DER-SURCH-148K-7'],
  ['DER-PLAT-NOREFUND', 'DER-SETTLE-NP-120K'],
  ['DER-PLAT-YEAREND', 'DER-VAT-M-2026-03-99999.99'],
  ['OFF-PLAT-6250', 'DER-VAT-M-2026-03-100000.00'],
  ['DER-PLAT-EDGE-6251', 'DER-VAT-M-2026-03-105000.00'],
  ['DER-PLAT-ROUND'],
]
const of = (id: string) => examples.get(id) ?? assert.fail(`no example ${id}`)
const rowsOf = (id: string) => of(id).expected.rows as readonly Row[]

describe('worked examples of natural persons, paid and declared', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.entity === null)
  const whose = new Map<string, DemoPerson>()
  before(async () => {
    server = await startTest({ clockAheadMs: Date.parse('2025-10-02T09:00:00+08:00') - Date.now() })
    act = story(server)
    const db = server.running.kernel.database.kysely
    await papersNeverEnd(server)
    await sql`update contract set amount_cap_fen = null`.execute(db)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000, single_limit_fen = 100000000, day_limit_fen = 10000000000, month_limit_fen = 10000000000
      where setting_id = 12`.execute(db)
    await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000, city_rate_ppm = 70000 where id = 2`.execute(db)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_002, no: 'CZ990002', centreId: 2, mode: 2, unitId: 1, amount: fen(1_000_000_000), memo: '测试' }),
    )
    // A person has several examples where a new year, or a month without income, begins anew.
    for (const [index, ids] of together.entries()) for (const id of ids) whose.set(id, people[index] ?? assert.fail('the demo has too few people'))
  })
  after(() => server.close())

  const person = (id: string) => whose.get(id) ?? assert.fail(id)
  const now = () => server.running.kernel.clock.now()
  const pay = async (owed: readonly { readonly id: string; readonly gross: number }[]) => {
    const batch = await act.paid(owed.map(({ id, gross }) => ({ person: person(id), yuan: plainYuan(fen(gross)) })))
    await server.settle(2)
    const lines = await act.lines(batch.id)
    assert.ok(lines.every((line) => line.state === 'success'))
    return new Map(owed.map(({ id }) => [id, lines.find((line) => line.name === person(id).name) ?? assert.fail(id)]))
  }
  const closed = async (month: string) => {
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T09:00:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, at)
    for (const { id, version } of rows.filter((row) => row.state === 'open' && row.month <= month).toReversed()) {
      await server.must('finance', 'periods.close', { declarationId: id, version, reason: '在途付款下月申报' }, at)
      await server.job('periods.draw', { declarationId: id })
    }
    const period = rows.find((row) => row.month === month) ?? assert.fail(month)
    const lines = await server.must('finance', 'periods.lines', { declarationId: period.id, size: 200 }, at)
    return new Map(lines.rows.map((line) => [line.id, line]))
  }

  test('month by month from October 2025 each is withheld as its example says, and declared with the cumulative figures of it', async () => {
    const income = new Map(cumulative.map((id) => [id, new Map(rowsOf(id).map((row) => [row.ym, row]))]))
    const vat = new Map(ofVat.map((id) => [id, of(id)]))
    for (let month = '2025-10'; month <= '2026-12'; month = shiftMonth(month, 1)) {
      const due = cumulative.flatMap((id) => {
        const row = income.get(id)?.get(month)
        return row && row.incomeFen > 0 ? [{ id, row, gross: grossOf(row.incomeFen, month) }] : []
      })
      const taxed = [...vat].flatMap(([id, { input, expected }]) =>
        input.period === month ? [{ id, expected, gross: grossOf(Number(input.salesExclFen), month) }] : [],
      )
      assert.equal(monthOf(now()), month)
      const lines = await pay([...due, ...taxed])
      for (const { id, row } of due) assert.equal(lines.get(id)?.iit, row.withholdFen, `${id} ${month}`)
      for (const { id, expected } of taxed) assert.equal(lines.get(id)?.vat, expected.vatFen, `${id} ${month}`)
      if (month === '2026-03') {
        const exact = lines.get('DER-VAT-M-2026-03-100000.00')
        assert.equal(exact?.surcharge, of('DER-SURCH-EXACT-100K').expected.totalFen, 'education is free at 100,000.00, the city tax is not')
      }
      const declared = await closed(month)
      for (const { id, row } of due) {
        const line = declared.get(person(id).id) ?? assert.fail(`${id} ${month}`)
        const told = [
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
        assert.deepEqual(told, [...expected, row.cumTaxFen, row.withholdFen, row.withholdFen], `${id} ${month}`)
      }
    }
  })

  test('several payments of a month share its deduction: 3,000 + 4,000 + 5,000 are withheld 0, 18 and 120', async () => {
    const withheld: number[] = []
    for (const gross of [300_000, 400_000, 500_000]) withheld.push((await pay([{ id: 'multipay', gross }])).get('multipay')?.iit ?? -1)
    assert.deepEqual(withheld, [0, 1_800, 12_000])
  })

  test('120,000.00 and 150,000.00 with VAT: each tax, and what arrives', async () => {
    const lines = await pay([
      { id: 'DER-SETTLE-NP-120K', gross: 12_000_000 },
      { id: 'DER-SURCH-148K-7', gross: 15_000_000 },
    ])
    const [whole, surcharge] = [of('DER-SETTLE-NP-120K').expected, of('DER-SURCH-148K-7')]
    const settled = lines.get('DER-SETTLE-NP-120K')
    const surcharges = Number(whole.cityFen) + Number(whole.eduFen) + Number(whole.localEduFen)
    assert.deepEqual([settled?.vat, settled?.surcharge, settled?.iit, settled?.net], [whole.vatFen, surcharges, whole.iitFen, whole.netFen])
    const larger = lines.get('DER-SURCH-148K-7')
    assert.deepEqual([larger?.vat, larger?.surcharge], [surcharge.input.vatFen, surcharge.expected.totalFen])
  })

  test('of everybody, each year and tax: declared, withheld and booked are one amount', async () => {
    await closed(monthOf(now()))
    await expectDeclaredOfLedger(server)
  })

  test('one person under two papers is named before closing, as each paper would have a deduction of its own', async () => {
    await pay([
      { id: 'multipay', gross: 100_000 },
      { id: 'DER-PLAT-ROUND', gross: 100_000 },
    ])
    const db = server.running.kernel.database.kysely
    const ids = [person('multipay').id, person('DER-PLAT-ROUND').id]
    await sql`update operator two set name = one.name, mobile_index = one.mobile_index from operator one where one.id = ${ids[0]} and two.id = ${ids[1]}`.execute(
      db,
    )
    const { rows } = await server.must('finance', 'periods.list', { size: 20 }, at)
    const declarationId = rows[0]?.id ?? 0
    const { faults } = await server.must('finance', 'periods.check', { declarationId }, at)
    const twice = faults.find((each) => each.kind === 'duplicate')
    assert.deepEqual([twice?.isBlocking, twice?.people.map(({ operatorId }) => operatorId)], [false, ids.toSorted((a, b) => a - b)])
    const { rules } = await server.must('finance', 'periods.get', { declarationId }, at)
    assert.deepEqual([rules?.version, rules?.from, rules?.vat.threshold, rules?.iit.monthlyDeduction], ['2026-11', '2026-11-01', 10_000_000, 500_000])
    assert.match(rules?.iit.source ?? '', /2025年第16号/)
  })
})
