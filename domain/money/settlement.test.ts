import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPolicies } from '#/db/base/policies.ts'
import { add, type Fen, fen, type Ppm, subtract, sumOf } from '#/domain/base/money.ts'
import { grossForNet } from '#/domain/money/gross-for-net.ts'
import { newPersonMonth, type PersonMonth, type Settlement, type SettlementTerms, settlePayment } from '#/domain/money/settlement.ts'
import { policyOn } from '#/domain/money/tax-policy.ts'
import { type FeePlan, feeOf } from '#/domain/organisations/fee.ts'
import { splitFee } from '#/domain/organisations/split.ts'

const policy = policyOn(readPolicies(), '2026-03-01')
const terms: SettlementTerms = {
  mode: 2,
  cityRatePpm: 70_000 as Ppm,
  taxBearer: 'operator',
  feeBearer: 'unit',
  feeUnitSharePpm: 1_000_000 as Ppm,
  levyRatePpm: 0 as Ppm,
}
const sixPercentPlan: FeePlan = {
  method: 'fixed',
  isProgressive: true,
  basis: 'gross',
  minimumFen: fen(0),
  tiers: [{ fromFen: fen(0), toFen: null, ratePpm: 60_000 as Ppm }],
}

function pay(payments: readonly (readonly [month: number, gross: number])[], with_: SettlementTerms = terms): Settlement[] {
  let personMonth: PersonMonth = newPersonMonth('2026-01')
  return payments.map(([month, gross]) => {
    const one = settlePayment(
      { gross: fen(gross), fee: feeOf(sixPercentPlan, fen(gross), fen(0)), month: `2026-${String(month).padStart(2, '0')}` },
      personMonth,
      with_,
      policy,
    )
    personMonth = one.personMonth
    return one
  })
}

function figures(one: Settlement | undefined) {
  return one && [one.vat, one.surcharge, one.steps.iit?.taxable, one.iit, one.net, one.fee, one.cost]
}

test('the worked examples of the product are reproduced to the fen', () => {
  const [a, b, c] = pay([
    [1, 6_000_000],
    [1, 5_000_000],
    [2, 3_000_000],
  ])
  assert.deepEqual(figures(a), [0, 0, 4_300_000, 178_000, 5_822_000, 360_000, 6_360_000])
  assert.deepEqual(figures(b), [108_911, 6_535, 8_212_871, 391_287, 4_493_267, 300_000, 5_300_000])
  assert.deepEqual(figures(c), [0, 0, 10_112_871, 190_000, 2_810_000, 180_000, 3_180_000])
  const [, , third] = pay([
    [1, 600_000],
    [2, 600_000],
    [3, 3_000_000],
  ])
  assert.deepEqual(figures(third), [0, 0, 1_860_000, 55_800, 2_944_200, 180_000, 3_180_000])
  assert.deepEqual(figures(pay([[1, 625_000]])[0]), [0, 0, 0, 0, 625_000, 37_500, 662_500])
  assert.deepEqual(figures(pay([[1, 10_099_999]])[0]), [0, 0, 7_579_999, 506_000, 9_593_999, 606_000, 10_705_999])
  assert.deepEqual(figures(pay([[1, 10_100_000]])[0]), [100_000, 3_500, 7_500_000, 498_000, 9_498_500, 606_000, 10_706_000])
  assert.deepEqual(figures(pay([[1, 10_100_001]])[0]), [100_000, 6_000, 7_500_001, 498_000, 9_496_001, 606_000, 10_706_001])
})

test('the bearer of the fee decides the net and the cost of a payment', () => {
  const business = { ...terms, mode: 1 as const }
  const paymentBorneBy = (feeBearer: SettlementTerms['feeBearer'], feeUnitSharePpm = 500_000 as Ppm) =>
    pay([[1, 3_000_000]], { ...business, feeBearer, feeUnitSharePpm })[0]
  assert.deepEqual([paymentBorneBy('unit')?.net, paymentBorneBy('unit')?.cost], [3_000_000, 3_180_000])
  assert.deepEqual([paymentBorneBy('operator')?.net, paymentBorneBy('operator')?.cost], [2_820_000, 3_000_000])
  assert.deepEqual([paymentBorneBy('shared')?.net, paymentBorneBy('shared')?.cost], [2_910_000, 3_090_000])
})

test('a fee of 60,000 gives 8,000 to the partner, 7,000 to the centre, 45,000 to the platform', () => {
  const parts = splitFee(fen(60_000), fen(1_000_000), 60_000 as Ppm, [
    { type: 'partner', id: 1, method: 'difference', floorRatePpm: 52_000 as Ppm, ratioPpm: null },
    { type: 'centre', id: 2, method: 'difference', floorRatePpm: 45_000 as Ppm, ratioPpm: null },
  ])
  assert.deepEqual(
    parts.map(({ type, amount }) => [type, amount]),
    [
      ['partner', 8000],
      ['centre', 7000],
      ['platform', 45_000],
    ],
  )
})

test('a plan with tiers charges each part at the rate of its own tier', () => {
  const million = 100_000_000
  const ladderPlan: FeePlan = {
    method: 'ladder',
    isProgressive: true,
    basis: 'gross',
    minimumFen: fen(0),
    tiers: [
      { fromFen: fen(0), toFen: fen(million), ratePpm: 60_000 as Ppm },
      { fromFen: fen(million), toFen: fen(5 * million), ratePpm: 55_000 as Ppm },
      { fromFen: fen(5 * million), toFen: null, ratePpm: 50_000 as Ppm },
    ],
  }
  assert.equal(feeOf(ladderPlan, fen(3_000_000), fen(99_000_000)), 170_000)
})

const amount = fc.integer({ min: 1, max: 30_000_000 })
const anyTerms = fc.record({
  mode: fc.constantFrom(1 as const, 2 as const),
  cityRatePpm: fc.constantFrom(70_000, 50_000, 10_000).map((each) => each as Ppm),
  taxBearer: fc.constantFrom('unit' as const, 'operator' as const),
  feeBearer: fc.constantFrom('unit' as const, 'operator' as const, 'shared' as const),
  feeUnitSharePpm: fc.integer({ min: 0, max: 1_000_000 }).map((each) => each as Ppm),
  levyRatePpm: fc.integer({ min: 0, max: 30_000 }).map((each) => each as Ppm),
})

test('the parts of any payment add up to its cost (INV-05)', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), amount), { minLength: 1, maxLength: 12 }), anyTerms, (payments, with_) => {
      const paymentsInOrder = [...payments].sort(([a], [b]) => a - b)
      for (const one of pay(paymentsInOrder, with_)) {
        assert.equal(one.cost, one.net + one.vat + one.surcharge + one.iit + one.fee)
        assert.equal(one.gross, one.net + one.vat + one.surcharge + one.iit + one.feeOperator - one.taxUnit)
        assert.equal(one.fee, one.feeUnit + one.feeOperator)
      }
    }),
    { numRuns: 3000 },
  )
})

test('the order of payments in a month does not change the tax of the month', () => {
  const monthTotals = (payments: readonly number[]) => {
    const all = pay(payments.map((gross) => [3, gross] as const))
    return [sumOf(all, (each) => each.vat), sumOf(all, (each) => each.surcharge), sumOf(all, (each) => each.income)]
  }
  fc.assert(
    fc.property(fc.array(amount, { minLength: 2, maxLength: 8 }), fc.integer(), (payments, seed) => {
      const shuffled = [...payments].sort((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101))
      assert.deepEqual(monthTotals(payments), monthTotals(shuffled))
    }),
    { numRuns: 3000 },
  )
})

test('a higher gross never lowers the net while sales stay below the VAT threshold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 90_000 }), (gross, more) => {
      const [less, bigger] = [pay([[1, gross]])[0], pay([[1, gross + more]])[0]]
      assert.ok((bigger?.net ?? 0) >= (less?.net ?? 0))
    }),
    { numRuns: 3000 },
  )
})

test('the gross for a net amount is the smallest that reaches it, except at the VAT threshold', () => {
  const netOf = (gross: Fen) => pay([[1, gross]])[0]?.net ?? fen(0)
  const cliff = fen(10_100_000)
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 20_000_000 }), (target) => {
      const gross = grossForNet(fen(target), netOf, [cliff])
      assert.ok(gross.net >= target)
      assert.equal(gross.residual, subtract(gross.net, fen(target)))
      if (gross.gross > 0 && gross.gross !== cliff) assert.ok(netOf(subtract(gross.gross, fen(1))) < target)
    }),
    { numRuns: 500 },
  )
})

test('the parts of a split fee are never negative and add up to the fee', () => {
  const party = fc.record({
    type: fc.constantFrom('partner' as const, 'centre' as const, 'staff' as const),
    id: fc.integer({ min: 1, max: 9 }),
    method: fc.constantFrom('difference' as const, 'ratio' as const),
    floorRatePpm: fc.integer({ min: 0, max: 100_000 }).map((each) => each as Ppm),
    ratioPpm: fc.integer({ min: 0, max: 600_000 }).map((each) => each as Ppm),
  })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), fc.array(party, { maxLength: 5 }), (base, parties) => {
      const fee = feeOf(sixPercentPlan, fen(base), fen(0))
      const parts = splitFee(fee, fen(base), 60_000 as Ppm, parties)
      assert.equal(add(...parts.map((part) => part.amount)), fee)
      assert.ok(parts.every((part) => part.amount >= 0))
    }),
    { numRuns: 5000 },
  )
})
