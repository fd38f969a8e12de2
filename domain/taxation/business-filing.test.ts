import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { fen, ppm, ZERO } from '#/domain/base/money.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { annualTaxOf, daysOfPeriod, incomeTaxOfQuarter, lastPeriodsOf, quartersBetween, quartersUpTo, vatOfQuarter } from '#/domain/taxation/business-filing.ts'
import { filingRulesOn, levyAt } from '#/domain/taxation/filing-rules.ts'

const policies = readPolicies()
const policy = policyOn(policies, '2026-03-31')
const place = { cityRatePpm: ppm(70_000), warnPpm: ppm(900_000) }
const yuan = (amount: number) => fen(Math.round(amount * 100))

const emptyQuarter = {
  gross: ZERO,
  sales: ZERO,
  other: ZERO,
  special: ZERO,
  lateSpecial: ZERO,
  taxedReturns: { gross: ZERO, vat: ZERO },
  invoicedReturns: ZERO,
  reversedVat: ZERO,
  credit: ZERO,
  policy,
}
const sold = (gross: number, sales: number) => ({ gross: yuan(gross), sales: yuan(sales) })
const taxedReturn = (gross: number, vat: number) => ({ gross: yuan(gross), vat: yuan(vat) })

test('quarterly sales of 300,000 are exempt until 2025 and fully taxed from 2026 (U4)', () => {
  const at = (day: string) => {
    const { vat, exempt, level } = vatOfQuarter({ ...emptyQuarter, ...sold(303_000, 300_000), policy: policyOn(policies, day) }, place)
    return [vat, exempt, level]
  }
  assert.deepEqual(at('2025-12-31'), [0, yuan(303_000), 'near'])
  assert.deepEqual(at('2026-01-01'), [yuan(3000), 0, 'reached'])
})

test('a quarter with more returned payments than sales owes no VAT', () => {
  const { vat, taxable, income, creditAfter } = vatOfQuarter({ ...emptyQuarter, ...sold(-100, -99.01) }, place)
  assert.deepEqual([vat, taxable, income, creditAfter], [0, 0, yuan(-100), 0], 'returns of exempt sales leave no VAT overpaid')
})

test('returns of taxed sales beyond the sales of their quarter reduce the VAT of later ones', () => {
  const back = vatOfQuarter({ ...emptyQuarter, ...sold(-101_000, -100_000), taxedReturns: taxedReturn(101_000, 1000) }, place)
  assert.deepEqual([back.vat, back.creditAfter, back.income], [0, yuan(1000), yuan(-100_000)])
  const next = vatOfQuarter({ ...emptyQuarter, ...sold(404_000, 400_000), credit: back.creditAfter }, place)
  assert.deepEqual([next.sales, next.vat, next.creditAfter, next.income], [yuan(400_000), yuan(3000), 0, yuan(400_000)])
  const exempt = vatOfQuarter({ ...emptyQuarter, ...sold(1010, 1000), credit: back.creditAfter }, place)
  assert.deepEqual([exempt.vat, exempt.exempt, exempt.creditAfter], [0, yuan(1010), yuan(1000)], 'an exempt quarter uses no credit')
  const part = vatOfQuarter({ ...emptyQuarter, ...sold(-60_600, -60_000), taxedReturns: taxedReturn(101_000, 1000) }, place)
  assert.equal(part.creditAfter, yuan(600), 'the other sales of the quarter, 40,400, take the rest')
})

test('returns of exempt sales do not reduce the VAT of special invoices', () => {
  const quarter = { ...emptyQuarter, ...sold(5050, 5000), special: yuan(10_100) }
  const { vat, taxable, exempt } = vatOfQuarter(quarter, place)
  assert.deepEqual([vat, taxable, exempt], [yuan(100), yuan(10_000), 0])
})

test('a later special invoice taxes an exempt sale, and its red letter gives the VAT back', () => {
  const invoiced = vatOfQuarter({ ...emptyQuarter, lateSpecial: yuan(10_100) }, place)
  assert.deepEqual([invoiced.vat, invoiced.taxable], [yuan(100), yuan(10_000)])
  const whole = vatOfQuarter({ ...emptyQuarter, ...sold(404_000, 400_000), lateSpecial: yuan(10_100) }, place)
  assert.deepEqual([whole.vat, whole.taxable], [yuan(4100), yuan(410_000)])
  const reversed = vatOfQuarter({ ...emptyQuarter, lateSpecial: yuan(-10_100) }, place)
  assert.deepEqual([reversed.vat, reversed.taxable, reversed.creditAfter], [0, 0, yuan(100)])
  const returned = vatOfQuarter({ ...emptyQuarter, ...sold(393_900, 390_000), reversedVat: yuan(100) }, place)
  assert.equal(returned.vat, yuan(4000), 'the red letter of an earlier quarter gave the VAT of the return back')
})

test('over any quarters the VAT declared is the VAT due, less what is still overpaid', () => {
  const quarters = fc.array(
    fc.record({
      gross: fc.integer({ min: -60_000_000, max: 60_000_000 }),
      special: fc.integer({ min: 0, max: 5_000_000 }),
      late: fc.integer({ min: -2_000_000, max: 2_000_000 }),
      returned: fc.integer({ min: 0, max: 60_000_000 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(quarters, (drawn) => {
      let [credit, declared, due] = [ZERO, 0, 0]
      for (const { gross, special, late, returned } of drawn) {
        const vatOf = (amount: number) => amount - Math.round((amount * 100) / 101)
        const facts = { gross: fen(gross), sales: fen(gross - vatOf(gross)), special: fen(special), lateSpecial: fen(late) }
        const result = vatOfQuarter({ ...emptyQuarter, ...facts, taxedReturns: { gross: fen(returned), vat: fen(vatOf(returned)) }, credit }, place)
        assert.ok(result.vat >= 0 && result.creditAfter >= 0 && (result.vat === 0 || result.creditAfter === 0))
        declared += result.vat
        due += gross - result.income
        credit = result.creditAfter
      }
      assert.equal(declared, due + credit)
    }),
  )
})

test('at a rate on receipts, a negative quarter reduces later quarters of the year', () => {
  const rule = { basis: 'receipts', ratePpm: ppm(10_000) } as const
  const incomes = [-100_000, 40_000, 90_000].map(yuan)
  const quarterTaxes = incomes.map((_, at) => incomeTaxOfQuarter(incomes.slice(0, at + 1), [null, null, null], rule, { policy, isRegistered: false }))
  assert.deepEqual(
    quarterTaxes.map(({ iit, carried }) => [iit, carried]),
    [
      [0, 0],
      [0, yuan(-100_000)],
      [yuan(300), yuan(-60_000)],
    ],
  )
})

test('a deemed-profit prepayment is the tax to date less earlier ones (DER-BIZ-HD-YSSDL)', () => {
  const incomes = [200_000, 300_000, 500_000, 200_000].map(yuan)
  const rule = { basis: 'profit', ratePpm: ppm(100_000) } as const
  const taxContext = { policy, isRegistered: true }
  const quarterTaxes = incomes.map((_, at) => incomeTaxOfQuarter(incomes.slice(0, at + 1), [null, null, null, null], rule, taxContext).iit)
  assert.deepEqual(quarterTaxes, [500, 1250, 3000, 2000].map(yuan))
  // The first quarter declared 400.00, so the second owes the remainder.
  assert.equal(incomeTaxOfQuarter(incomes.slice(0, 2), [yuan(400), null], rule, taxContext).iit, yuan(1350))
})

test('a sole proprietorship pays the full tax at a rate on receipts', () => {
  assert.equal(
    incomeTaxOfQuarter([yuan(100_000)], [null], { basis: 'receipts', ratePpm: ppm(10_000) }, { policy, isRegistered: false }).iit,
    yuan(1000),
    'a sole proprietorship is not halved',
  )
})

test('the annual settlement can be a refund', () => {
  const { iit, before } = annualTaxOf([yuan(100_000)], [yuan(3000), null], yuan(80_000), { policy, isRegistered: true })
  assert.deepEqual([before, iit], [yuan(3000), yuan(-2500)])
})

test('the rule in force for the most specific place decides the rate', () => {
  const levy = { basis: 'profit', documentNo: '', grade: 'B', isConfirmed: false, note: '-' } as const
  const rules = [
    { effectiveFrom: '2019-01-01', source: '-', warnPpm: 900_000, levies: [{ ...levy, place: '', ratePpm: 100_000 }] },
    {
      effectiveFrom: '2026-01-01',
      source: '-',
      warnPpm: 900_000,
      levies: [
        { ...levy, place: '', ratePpm: 100_000 },
        { ...levy, place: '3301', ratePpm: 70_000 },
      ],
    },
  ]
  assert.equal(levyAt(filingRulesOn(rules, '2025-12-31'), '330106')?.ratePpm, 100_000)
  assert.equal(levyAt(filingRulesOn(rules, '2026-01-01'), '330106')?.ratePpm, 70_000)
  assert.equal(levyAt(filingRulesOn(rules, '2026-01-01'), '110105')?.ratePpm, 100_000)
  assert.throws(() => filingRulesOn(rules, '2018-12-31'), RangeError)
})

test('a period has a first day, the first day after it, and earlier periods', () => {
  assert.deepEqual(daysOfPeriod('2026-Q4'), { from: '2026-10-01', to: '2027-01-01' })
  assert.deepEqual(daysOfPeriod('2026'), { from: '2026-01-01', to: '2027-01-01' })
  assert.deepEqual(quartersUpTo('2026-Q3'), ['2026-Q1', '2026-Q2', '2026-Q3'])
  assert.deepEqual(quartersBetween('2025-Q3', '2026-Q2'), ['2025-Q3', '2025-Q4', '2026-Q1', '2026-Q2'])
  assert.deepEqual(quartersBetween('2026-Q2', '2026-Q1'), [])
  assert.deepEqual(lastPeriodsOf('vat', '2026-02-01').slice(0, 3), ['2026-Q1', '2025-Q4', '2025-Q3'])
  assert.deepEqual(lastPeriodsOf('annualReport', '2026-02-01'), ['2026', '2025', '2024'])
})
