import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { add, type Fen, fen, ppm, sumOf, ZERO } from '#/domain/base/money.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { taxOfMonths } from '#/domain/money/tax-month.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'

const policy = policyOn(readPolicies(), '2026-01-01')
const terms = { mode: 2, cityRatePpm: ppm(70_000), taxBearer: 'operator', feeBearer: 'operator', feeUnitSharePpm: ppm(0), levyRatePpm: ppm(0) } as const
const { cityRatePpm } = terms
const monthNo = (month: number) => `2026-${String(month).padStart(2, '0')}`

test('the tax of a month does not depend on its split into payments of 10,000 yuan or more', () => {
  // For payments of at least 10,000 yuan, the income exceeds the VAT that they also have to cover, so that nothing is
  // withheld too early.
  const payments = fc.array(fc.record({ skip: fc.integer({ min: 0, max: 3 }), gross: fc.integer({ min: 1_000_000, max: 15_000_000 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(payments, (randomPayments) => {
      let month = 1
      let personMonth = newPersonMonth(monthNo(1))
      const paidByMonth = new Map<string, { gross: Fen; vat: Fen; withheld: Fen }>()
      for (const { skip, gross } of randomPayments) {
        month = Math.min(12, month + skip)
        const paymentResult = settlePayment({ gross: fen(gross), fee: ZERO, month: monthNo(month) }, personMonth, terms, policy)
        personMonth = paymentResult.personMonth
        const paidSum = paidByMonth.get(monthNo(month)) ?? { gross: ZERO, vat: ZERO, withheld: ZERO }
        paidByMonth.set(monthNo(month), {
          gross: add(paidSum.gross, paymentResult.gross),
          vat: add(paidSum.vat, paymentResult.vat),
          withheld: add(paidSum.withheld, paymentResult.iit),
        })
      }
      const monthTaxes = taxOfMonths([...paidByMonth].map(([name, { gross }]) => ({ month: name, gross, policy, cityRatePpm })))
      assert.deepEqual(
        monthTaxes.map(({ vat, withheld }) => [vat, withheld]),
        [...paidByMonth.values()].map(({ vat, withheld }) => [vat, withheld]),
      )
    }),
  )
})

test('two payments of 60,000 have VAT only in the same month', () => {
  const basePayment = { gross: fen(6_000_000), policy, cityRatePpm }
  const vatOf = (months: readonly [string, number][]) =>
    sumOf(taxOfMonths(months.map(([month, times]) => ({ month, ...basePayment, gross: fen(basePayment.gross * times) }))), (each) => each.vat)
  assert.equal(vatOf([['2026-01', 2]]), 118_812)
  assert.equal(
    vatOf([
      ['2026-01', 1],
      ['2026-02', 1],
    ]),
    0,
  )
})

test('an imported month keeps its declared tax, and later months correct mistakes', () => {
  const gross = fen(2_000_000)
  const noTaxes = { city: ZERO, education: ZERO, localEducation: ZERO, vat: ZERO }
  const earlierMonth = (withheld: number) => ({ ...noTaxes, gross, withheld: fen(withheld) })
  const withheldOf = (parts: readonly (ReturnType<typeof earlierMonth> | null)[]) =>
    taxOfMonths(parts.map((part, at) => ({ month: monthNo(at + 1), gross, policy, cityRatePpm, earlier: part }))).map((each) => each.withheld)
  const withheldHere = withheldOf([null, null, null])
  assert.deepEqual(withheldHere, [33_000, 33_000, 33_000])
  assert.deepEqual(withheldOf([earlierMonth(33_000), earlierMonth(33_000), null]), withheldHere)
  assert.deepEqual(withheldOf([earlierMonth(10_000), earlierMonth(33_000), null]), [10_000, 33_000, 56_000])
})

test('a month paid in part by an older system has the VAT and city tax of the whole month', () => {
  const part = { gross: fen(6_000_000), vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: fen(420_000) }
  const [whole] = taxOfMonths([{ month: monthNo(1), gross: fen(12_000_000), policy, cityRatePpm }])
  const [both] = taxOfMonths([{ month: monthNo(1), gross: fen(12_000_000), policy, cityRatePpm, earlier: part }])
  assert.deepEqual([both?.vat, both?.city], [whole?.vat, whole?.city])
})

test('each month uses its own city tax rate', () => {
  const monthAtRate = (month: number, rate: number) => ({ month: monthNo(month), gross: fen(12_000_000), policy, cityRatePpm: ppm(rate) })
  assert.deepEqual(
    taxOfMonths([monthAtRate(1, 70_000), monthAtRate(2, 50_000)]).map(({ vat, city }) => [vat, city]),
    [
      [118_812, 4_158],
      [118_812, 2_970],
    ],
  )
})

test('with a threshold over all centres, two centres each tax their own 60,000', () => {
  const allCentresPolicy = { ...policy, params: { ...policy.params, vat: { ...policy.params.vat, countsAllCentres: true } } }
  const month = { month: monthNo(1), gross: fen(6_000_000), cityRatePpm, elsewhere: { centres: fen(6_000_000), platforms: ZERO } }
  const vatUnder = (law: typeof policy) => taxOfMonths([{ ...month, policy: law }]).map(({ vat, city, education }) => [vat, city, education])
  assert.deepEqual(vatUnder(policy), [[0, 0, 0]])
  assert.deepEqual(vatUnder(allCentresPolicy), [[59_406, 2_079, 891]])
  const { steps, filingWay } = settlePayment({ ...month, fee: ZERO }, newPersonMonth(month.month), terms, allCentresPolicy)
  assert.deepEqual([steps.vat?.monthSales, steps.vat?.reachedElsewhere, filingWay], [5_940_594, 'all', allCentresPolicy.params.vat.naturalPersonWay])
})
