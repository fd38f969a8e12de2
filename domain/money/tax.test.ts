import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicies } from '#/db/base/policies.ts'
import { type Fen, fen, type Ppm, ppm, ZERO } from '#/domain/base/money.ts'
import { grossForNet } from '#/domain/money/gross-for-net.ts'
import { newPersonMonth, type SettlementTerms, settlePayment } from '#/domain/money/settlement.ts'
import { businessTax, taxRoyaltiesPerPayment } from '#/domain/money/tax-income.ts'
import { bracketOf, policyOn } from '#/domain/money/tax-policy.ts'
import { stampTax } from '#/domain/money/tax-stamp.ts'
import { surchargesOn } from '#/domain/money/tax-surcharge.ts'
import { isUnderThreshold, mustGuideToRegister } from '#/domain/money/tax-vat.ts'

const policy = policyOn(readPolicies(), '2026-03-01')
const { params } = policy

test('a policy is in force from its first to its last day inclusive', () => {
  const [before, after] = [
    { ...policy, version: 'a', effectiveFrom: '2026-01-01', effectiveTo: '2026-10-31' },
    { ...policy, version: 'b', effectiveFrom: '2026-11-01', effectiveTo: null },
  ]
  const version = (day: string) => policyOn([after, before], day).version
  assert.deepEqual(['2026-01-01', '2026-10-31', '2026-11-01', '2099-01-01'].map(version), ['a', 'a', 'b', 'b'])
  assert.throws(() => version('2025-12-31'), { name: 'RangeError', message: 'no tax policy is in force on 2025-12-31' })
})

test('an amount above a bounded last bracket is refused', () => {
  const brackets = [{ upToFen: fen(100), ratePpm: ppm(30_000), quickFen: ZERO }]
  assert.equal(bracketOf(brackets, fen(100)).ratePpm, 30_000)
  assert.throws(() => bracketOf(brackets, fen(101)), { name: 'RangeError', message: 'a table of rates must end without a bound' })
})

test('sales equal to the VAT threshold are exempt until 2025 and taxed from 2026', () => {
  const vatUntil2025 = { ...params.vat, isThresholdItselfExempt: true }
  const vatFrom2026 = { ...params.vat, isThresholdItselfExempt: false }
  const isUnder = (sales: number, policyOfYear = vatUntil2025) => isUnderThreshold(fen(sales), fen(1000), policyOfYear)
  assert.deepEqual([isUnder(999), isUnder(1000), isUnder(1001)], [true, true, false])
  assert.deepEqual([isUnder(999, vatFrom2026), isUnder(1000, vatFrom2026)], [true, false])
})

test('the platform must guide a person to register only above the limit', () => {
  assert.deepEqual([mustGuideToRegister(params.watch.guideFen, params.watch), mustGuideToRegister(fen(params.watch.guideFen + 1), params.watch)], [false, true])
})

test('a halved rate is exact, including half a ppm', () => {
  const place = { cityRatePpm: 1 as Ppm, sales: ZERO, isHalved: true }
  assert.equal(surchargesOn(fen(3_000_000), place, params.surcharge).city, 2, '1.5 fen')
  assert.equal(surchargesOn(fen(2_900_000), place, params.surcharge).city, 1, '1.45 fen')
  assert.deepEqual(surchargesOn(ZERO, place, params.surcharge), { city: 0, education: 0, localEducation: 0, total: 0 })
})

test('stamp tax follows the item of the contract unless a different rate was agreed', () => {
  const tax = (item: string, options: Parameters<typeof stampTax>[2]) => stampTax(item, fen(10_000_000), options, params.stamp)
  assert.deepEqual(tax('承揽合同', { isHalved: false }), { full: 3000, tax: 3000 })
  assert.deepEqual(tax('承揽合同', { isHalved: true }), { full: 3000, tax: 1500 })
  assert.deepEqual(tax('承揽合同', { isHalved: false, ratePpm: ppm(1000) }), { full: 10_000, tax: 10_000 })
  assert.deepEqual(tax('劳务合同', { isHalved: false }), { full: 0, tax: 0 })
})

test('royalties have a fixed deduction up to the limit and a deduction of a fifth above it', () => {
  assert.deepEqual(taxRoyaltiesPerPayment(fen(100_000), params.labour), { incomeAmount: 14_000, ratePpm: 200_000, tax: 2800 })
  assert.deepEqual(taxRoyaltiesPerPayment(fen(70_000), params.labour), { incomeAmount: 0, ratePpm: 200_000, tax: 0 })
  assert.deepEqual(taxRoyaltiesPerPayment(fen(500_000), params.labour), { incomeAmount: 280_000, ratePpm: 200_000, tax: 56_000 })
})

test('the tax of a business without income is zero', () => {
  assert.equal(businessTax(ZERO, params.business, { isRegistered: true, otherRelief: fen(100) }).payable, 0)
})

const terms: SettlementTerms = {
  mode: 2,
  cityRatePpm: ppm(70_000),
  taxBearer: 'operator',
  feeBearer: 'unit',
  feeUnitSharePpm: ppm(1_000_000),
  levyRatePpm: ppm(0),
}
const settleWith = (gross: number, termOverrides: Partial<SettlementTerms>) =>
  settlePayment({ gross: fen(gross), fee: fen(606_000), month: '2026-01' }, newPersonMonth('2026-01'), { ...terms, ...termOverrides }, policy)

test('the payee receives the full amount when the unit bears the tax', () => {
  const [operator, unit] = [settleWith(10_100_001, {}), settleWith(10_100_001, { taxBearer: 'unit' })]
  assert.deepEqual([operator.taxUnit, operator.net, operator.cost], [0, 9_496_001, 10_706_001])
  assert.deepEqual([unit.taxUnit, unit.net, unit.cost], [604_000, 10_100_001, 11_310_001])
})

test('the calculation steps show only surcharges and levies that apply', () => {
  assert.equal(settleWith(6_000_000, {}).steps.surcharge, null)
  assert.deepEqual(settleWith(10_100_001, {}).steps.surcharge, { cityRatePpm: 70_000, city: 3500, education: 1500, localEducation: 1000, takenBefore: 0 })
  assert.equal(settleWith(6_000_000, { mode: 1 }).steps.levy, null)
  const leviedPayment = settleWith(6_000_000, { mode: 1, levyRatePpm: ppm(5000) })
  assert.deepEqual([leviedPayment.steps.levy, leviedPayment.iit, leviedPayment.net], [{ ratePpm: 5000, due: 30_000 }, 30_000, 5_970_000])
})

test('the search finds the smallest gross on each side of a drop in the net amount', () => {
  // The net rises with the gross, except for a fall of 100 at 700 and of 200 more at 2,000.
  const netOf = (gross: Fen) => fen(gross - (gross >= 700 ? 100 : 0) - (gross >= 2000 ? 200 : 0))
  const gross = (target: number, discontinuities = [2000, 700]) => grossForNet(fen(target), netOf, discontinuities.map(fen)).gross
  assert.deepEqual(
    [650, 690, 699, 700, 1899, 1900].map((target) => gross(target)),
    [650, 690, 699, 800, 1999, 2200],
  )
  assert.equal(gross(650, [2000, 700, 0]), 650)
})

test('a search interval may consist of a single amount', () => {
  const netOf = (gross: Fen) => fen(gross === 0 ? 0 : gross - 10)
  assert.deepEqual(grossForNet(ZERO, netOf, [fen(1)]), { gross: 0, net: 0, residual: 0 })
})

test('the search for a gross amount ends at four times the net amount', () => {
  const quarter = (gross: Fen) => fen(Math.floor(gross / 4))
  assert.deepEqual(grossForNet(fen(250_000), quarter, []), { gross: 1_000_000, net: 250_000, residual: 0 })
  const tenth = (gross: Fen) => fen(Math.floor(gross / 10))
  assert.throws(() => grossForNet(fen(1_000_000), tenth, [fen(50_000_000)]), { name: 'RangeError', message: 'no gross within four times the net reaches it' })
})
