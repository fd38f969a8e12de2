import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { type Fen, fen, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { countedSalesElsewhere, firstDeclarableMonth, isDeclarableMonth, minGrossNearThreshold, salesNoticeReasonOf } from '#/domain/money/other-sales.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { isUnderThreshold, splitPrice } from '#/domain/money/tax-vat.ts'

const basePolicy = policyOn(readPolicies(), '2026-03-01')
const policyWith = (more: object) => ({ ...basePolicy, params: { ...basePolicy.params, vat: { ...basePolicy.params.vat, ...more } } })
const countingPolicy = policyWith({ countsAllCentres: true, countsOtherPlatforms: true })
const platformsPolicy = policyWith({ countsOtherPlatforms: true })
const terms = { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: ppm(0), levyRatePpm: ppm(0) } as const
const amount = fc.integer({ min: 1, max: 15_000_000 }).map(fen)
const vatOf = (gross: Fen, otherSales: { centres: Fen; platforms: Fen }, policy = countingPolicy) =>
  taxOfMonths([{ month: '2026-03', gross, policy, cityRatePpm: terms.cityRatePpm, elsewhere: otherSales }])[0]?.vat ?? ZERO

test('the total of all sales, not their split by source, decides the VAT exemption', () => {
  fc.assert(
    fc.property(amount, amount, amount, (unitGross, centres, declared) => {
      const isExempt = isUnderThreshold(
        splitPrice(fen(unitGross + centres + declared), countingPolicy.params.vat.reducedPpm).sales,
        countingPolicy.params.vat.monthThresholdFen,
        countingPolicy.params.vat,
      )
      const expectedVat = isExempt ? ZERO : splitPrice(unitGross, countingPolicy.params.vat.reducedPpm).vat
      assert.equal(vatOf(unitGross, { centres, platforms: declared }), expectedVat)
      assert.equal(vatOf(unitGross, { centres: declared, platforms: centres }), expectedVat)
    }),
  )
})

test('a declaration leads to the same tax before and after a payment', () => {
  fc.assert(
    fc.property(amount, amount, amount, (first, second, declared) => {
      const otherSales = { centres: ZERO, platforms: declared }
      const noSales = { centres: ZERO, platforms: ZERO }
      const vatAfter = (orders: readonly (readonly [Fen, typeof noSales])[]) =>
        orders.reduce(
          (before, [gross, known]) => settlePayment({ gross, fee: ZERO, month: '2026-03', elsewhere: known }, before, terms, countingPolicy).personMonth,
          newPersonMonth('2026-03'),
        ).vat
      const vatDeclaredFirst = vatAfter([
        [first, otherSales],
        [second, otherSales],
      ])
      assert.equal(
        vatAfter([
          [first, noSales],
          [second, otherSales],
        ]),
        vatDeclaredFirst,
        'declared between two payments',
      )
      const vatDeclaredLate = vatAfter([
        [first, noSales],
        [second, noSales],
      ])
      assert.equal(
        vatDeclaredLate + subtract(vatOf(fen(first + second), otherSales), vatDeclaredLate),
        vatDeclaredFirst,
        'the review after both finds the rest',
      )
    }),
  )
})

test('each policy switch adds only the sales that it names', () => {
  const otherSales = { centres: fen(1), platforms: fen(2) }
  const countedSales = (more: object) => countedSalesElsewhere(otherSales, policyWith(more).params.vat)
  assert.deepEqual(
    [
      countedSales({}),
      countedSales({ countsAllCentres: true }),
      countedSales({ countsOtherPlatforms: true }),
      countedSalesElsewhere(otherSales, countingPolicy.params.vat),
    ],
    [0, 1, 2, 3],
  )
})

test('a person is asked about other sales at the first payment and near the threshold', () => {
  const noticeReason = (gross: number, more: object = {}, { params } = platformsPolicy) =>
    salesNoticeReasonOf({ gross: fen(gross), isFirst: false, sellsElsewhere: false, isDeclared: false, ...more }, params.vat)
  assert.equal(noticeReason(100, { isFirst: true }), 'first')
  assert.equal(noticeReason(100, { sellsElsewhere: true }), 'said')
  assert.equal(noticeReason(0, { isFirst: true, sellsElsewhere: true }), null, 'nothing was paid')
  const minGross = minGrossNearThreshold(platformsPolicy.params.vat)
  assert.deepEqual([noticeReason(minGross - 1), noticeReason(minGross)], [null, 'near'])
  const salesOf = (gross: number) => splitPrice(fen(gross), platformsPolicy.params.vat.reducedPpm).sales
  assert.deepEqual([salesOf(minGross), salesOf(minGross - 1)], [5_000_000, 4_999_999], 'half of the threshold is 50,000 without VAT')
  assert.equal(noticeReason(9_000_000, { isDeclared: true }), null)
  assert.equal(noticeReason(9_000_000, {}, basePolicy), null, 'the policy does not count them')
})

test('a month can be declared until twelve months later but not in advance', () => {
  assert.equal(firstDeclarableMonth('2026-11'), '2025-11')
  assert.deepEqual(
    ['2025-10', '2025-11', '2026-11', '2026-12'].map((month) => isDeclarableMonth(month, '2026-11')),
    [false, true, true, false],
  )
})
