import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { type Fen, fen, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { firstDeclarableMonth, isDeclarable, minGrossNearThreshold, noticeReasonOf, salesCountedElsewhere } from '#/domain/money/other-sales.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { isUnderThreshold, splitPrice } from '#/domain/money/tax-vat.ts'

const base = policyOn(readPolicies(), '2026-03-01')
const policyWith = (more: object) => ({ ...base, params: { ...base.params, vat: { ...base.params.vat, ...more } } })
const both = policyWith({ countsAllCentres: true, countsOtherPlatforms: true })
const platforms = policyWith({ countsOtherPlatforms: true })
const terms = { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: ppm(0), levyRatePpm: ppm(0) } as const
const amount = fc.integer({ min: 1, max: 15_000_000 }).map(fen)
const vatOf = (gross: Fen, otherSales: { centres: Fen; platforms: Fen }, policy = both) =>
  taxOfMonths([{ month: '2026-03', gross, policy, cityRatePpm: terms.cityRatePpm, elsewhere: otherSales }])[0]?.vat ?? ZERO

test('only the total of centres and other platforms decides the exemption', () => {
  fc.assert(
    fc.property(amount, amount, amount, (unitGross, centres, declared) => {
      const isExempt = isUnderThreshold(
        splitPrice(fen(unitGross + centres + declared), both.params.vat.reducedPpm).sales,
        both.params.vat.monthThresholdFen,
        both.params.vat,
      )
      const due = isExempt ? ZERO : splitPrice(unitGross, both.params.vat.reducedPpm).vat
      assert.equal(vatOf(unitGross, { centres, platforms: declared }), due)
      assert.equal(vatOf(unitGross, { centres: declared, platforms: centres }), due)
    }),
  )
})

test('a declaration leads to the same tax before and after a payment', () => {
  fc.assert(
    fc.property(amount, amount, amount, (first, second, declared) => {
      const otherSales = { centres: ZERO, platforms: declared }
      const none = { centres: ZERO, platforms: ZERO }
      const paid = (orders: readonly (readonly [Fen, typeof none])[]) =>
        orders.reduce(
          (before, [gross, known]) => settlePayment({ gross, fee: ZERO, month: '2026-03', elsewhere: known }, before, terms, both).personMonth,
          newPersonMonth('2026-03'),
        ).vat
      const lines = paid([
        [first, otherSales],
        [second, otherSales],
      ])
      assert.equal(
        paid([
          [first, none],
          [second, otherSales],
        ]),
        lines,
        'declared between two payments',
      )
      const late = paid([
        [first, none],
        [second, none],
      ])
      assert.equal(late + subtract(vatOf(fen(first + second), otherSales), late), lines, 'the review after both finds the rest')
    }),
  )
})

test('each policy switch adds only the sales that it names', () => {
  const otherSales = { centres: fen(1), platforms: fen(2) }
  const counted = (more: object) => salesCountedElsewhere(otherSales, policyWith(more).params.vat)
  assert.deepEqual(
    [counted({}), counted({ countsAllCentres: true }), counted({ countsOtherPlatforms: true }), salesCountedElsewhere(otherSales, both.params.vat)],
    [0, 1, 2, 3],
  )
})

test('a person is asked about other sales at the first payment and near the threshold', () => {
  const requested = (gross: number, more: object = {}, { params } = platforms) =>
    noticeReasonOf({ gross: fen(gross), isFirst: false, sellsElsewhere: false, isDeclared: false, ...more }, params.vat)
  assert.equal(requested(100, { isFirst: true }), 'first')
  assert.equal(requested(100, { sellsElsewhere: true }), 'said')
  assert.equal(requested(0, { isFirst: true, sellsElsewhere: true }), null, 'nothing was paid')
  const least = minGrossNearThreshold(platforms.params.vat)
  assert.deepEqual([requested(least - 1), requested(least)], [null, 'near'])
  const half = (gross: number) => splitPrice(fen(gross), platforms.params.vat.reducedPpm).sales
  assert.deepEqual([half(least), half(least - 1)], [5_000_000, 4_999_999], 'half of the threshold is 50,000 without VAT')
  assert.equal(requested(9_000_000, { isDeclared: true }), null)
  assert.equal(requested(9_000_000, {}, base), null, 'the policy does not count them')
})

test('a month can be declared until twelve months later, never in advance', () => {
  assert.equal(firstDeclarableMonth('2026-11'), '2025-11')
  assert.deepEqual(
    ['2025-10', '2025-11', '2026-11', '2026-12'].map((month) => isDeclarable(month, '2026-11')),
    [false, true, true, false],
  )
})
