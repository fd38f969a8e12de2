import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { fen, ppm, ZERO } from '#/domain/base/money.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import {
  annualTaxOf,
  carriedAmountsOf,
  daysOfPeriod,
  incomeTaxOfQuarter,
  lastPeriodsOf,
  noCarriedAmounts,
  quartersBetween,
  quartersUpTo,
  vatOfQuarter,
} from '#/domain/taxation/business-filing.ts'
import { filingRulesOn, levyAt } from '#/domain/taxation/filing-rules.ts'

const policies = readPolicies()
const policy = policyOn(policies, '2026-03-31')
const place = { cityRatePpm: ppm(70_000), warnPpm: ppm(900_000) }
const yuan = (amount: number) => fen(Math.round(amount * 100))

test('quarterly sales of 300,000 are exempt until 2025 and fully taxed from 2026 (U4)', () => {
  const at = (day: string) => {
    const quarter = {
      quarter: '2026-Q1',
      gross: yuan(303_000),
      sales: yuan(300_000),
      other: ZERO,
      special: ZERO,
      carried: noCarriedAmounts,
      policy: policyOn(policies, day),
    }
    const { vat, exempt, level } = vatOfQuarter(quarter, place)
    return [vat, exempt, level]
  }
  assert.deepEqual(at('2025-12-31'), [0, yuan(303_000), 'near'])
  assert.deepEqual(at('2026-01-01'), [yuan(3000), 0, 'reached'])
})

test('a quarter with more returned payments than sales owes no VAT', () => {
  const quarter = { quarter: '2026-Q1', gross: yuan(-100), sales: yuan(-99.01), other: ZERO, special: ZERO, carried: noCarriedAmounts, policy }
  const { vat, taxable, income } = vatOfQuarter(quarter, place)
  assert.deepEqual([vat, taxable, income], [0, 0, yuan(-100)])
})

test('an excess of returned payments reduces the next quarter’s VAT sales but not its income', () => {
  const returnedQuarter = { quarter: '2026-Q1', gross: yuan(-101_000), sales: yuan(-100_000), other: ZERO, special: ZERO, carried: noCarriedAmounts, policy }
  const carriedOver = carriedAmountsOf(vatOfQuarter(returnedQuarter, place))
  assert.deepEqual(carriedOver, { gross: yuan(-101_000), sales: yuan(-100_000) })
  const next = vatOfQuarter({ ...returnedQuarter, quarter: '2026-Q2', gross: yuan(404_000), sales: yuan(400_000), carried: carriedOver }, place)
  assert.deepEqual([next.total, next.sales, next.vat, next.income], [yuan(303_000), yuan(300_000), yuan(3000), yuan(401_000)])
  assert.deepEqual(carriedAmountsOf(next), noCarriedAmounts)
  const smallQuarter = vatOfQuarter({ ...returnedQuarter, quarter: '2026-Q2', gross: yuan(1010), sales: yuan(1000), carried: carriedOver }, place)
  assert.deepEqual(carriedAmountsOf(smallQuarter), { gross: yuan(-99_990), sales: yuan(-99_000) })
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
