import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fen, type Ppm, ppm, sumOf, ZERO } from '#/domain/base/money.ts'
import { calculateFee, chargesMore, type FeePlan, type FeeTier, feeOf, tierProblem } from '#/domain/organisations/fee.ts'
import { type SplitParty, splitFee } from '#/domain/organisations/split.ts'

const tier = (from: number, to: number | null, rate = 60_000): FeeTier => ({ fromFen: fen(from), toFen: to === null ? null : fen(to), ratePpm: ppm(rate) })
const steps = [tier(0, 1_000_000, 60_000), tier(1_000_000, 5_000_000, 55_000), tier(5_000_000, null, 50_000)]
const plan = (overrides: Partial<FeePlan>): FeePlan => ({
  method: 'ladder',
  isProgressive: false,
  basis: 'gross',
  minimumFen: ZERO,
  tiers: steps,
  ...overrides,
})

test('without progression the tier reached by the month applies to the whole payment', () => {
  for (const [reached, fee] of [
    [0, 120_000],
    [999_999, 120_000],
    [1_000_000, 110_000],
    [4_999_999, 110_000],
    [5_000_000, 100_000],
    [90_000_000, 100_000],
  ] as const)
    assert.equal(feeOf(plan({}), fen(2_000_000), fen(reached)), fee, `${reached}`)
})

test('with progression each part of a payment has the rate of its own tier', () => {
  assert.equal(feeOf(plan({ isProgressive: true }), fen(6_000_000), ZERO), 60_000 + 220_000 + 50_000)
})

test('a fixed rate depends on neither the month nor the progression', () => {
  for (const isProgressive of [true, false]) {
    const fixedPlan = plan({ method: 'fixed', isProgressive })
    for (const monthToDate of [0, 1_000_000, 90_000_000]) assert.equal(feeOf(fixedPlan, fen(2_000_000), fen(monthToDate)), 120_000)
  }
})

test('the minimum fee applies to a payment of one fen but not to an empty payment', () => {
  for (const method of ['fixed', 'ladder'] as const)
    for (const isProgressive of [true, false]) {
      const planWithMinimum = plan({ method, isProgressive, minimumFen: fen(500) })
      assert.deepEqual(
        [fen(-100), ZERO, fen(1), fen(8_333), fen(8_334), fen(10_000)].map((base) => feeOf(planWithMinimum, base, ZERO)),
        [0, 0, 500, 500, 500, 600],
      )
    }
})

test('an amount beyond a bounded last tier is refused', () => {
  assert.throws(() => feeOf(plan({ tiers: [tier(0, 100)] }), fen(1), fen(100)), { name: 'RangeError', message: 'the fee plan has no step for this amount' })
})

test('tiers with a gap, an overlap, a wrong start or a bounded end are refused', () => {
  const wrong = [
    [[], 'empty', 0],
    [[tier(1, null)], 'start', 0],
    [[tier(0, 100), tier(200, null)], 'gap', 1],
    [[tier(0, 100), tier(50, null)], 'overlap', 1],
    [[tier(0, 0), tier(0, null)], 'order', 0],
    [[tier(0, 100), tier(100, 50), tier(50, null)], 'order', 1],
    [[tier(0, null), tier(0, null)], 'order', 0],
    [[tier(0, 100)], 'end', 0],
  ] as const
  for (const [tiers, fault, at] of wrong) assert.deepEqual(tierProblem(tiers), { fault, at }, fault)
  assert.deepEqual(tierProblem(steps, 'fixed'), { fault: 'single', at: 1 })
  assert.equal(tierProblem(steps), null)
})

test('the tiers of a fee and the minimum add up to the fee', () => {
  const money = (max: number) => fc.integer({ min: 0, max }).map(fen)
  fc.assert(
    fc.property(fc.boolean(), fc.boolean(), money(2000), money(20_000_000), money(9_000_000), (isLadder, isProgressive, minimumFen, base, before) => {
      const sum = calculateFee(plan({ method: isLadder ? 'ladder' : 'fixed', isProgressive, minimumFen }), base, before)
      assert.equal(sumOf(sum.steps, (step) => step.fee) + sum.added, sum.fee)
      assert.equal(
        sumOf(sum.steps, (step) => step.part),
        base,
      )
      assert.ok(sum.added >= 0 && (base === 0 || sum.fee >= minimumFen))
    }),
  )
})

test('a plan charges more with a higher rate or minimum, another basis or other tiers', () => {
  const fixed = plan({ method: 'fixed', tiers: [tier(0, null, 55_000)] })
  const [progressive, whole] = [plan({ isProgressive: true }), plan({ isProgressive: false })]
  const comparisons: [FeePlan, FeePlan, boolean][] = [
    [fixed, fixed, false],
    [{ ...fixed, minimumFen: fen(1) }, fixed, true],
    [{ ...fixed, basis: 'net' }, fixed, true],
    [{ ...fixed, tiers: [tier(0, null, 55_001)] }, fixed, true],
    [{ ...fixed, tiers: [tier(0, null, 54_999)] }, fixed, false],
    [progressive, fixed, true],
    [progressive, { ...fixed, tiers: [tier(0, null, 60_000)] }, false],
    [{ ...fixed, tiers: [tier(0, null, 50_000)] }, whole, false],
    [progressive, whole, true],
    [{ ...whole, tiers: [tier(0, 1_000_001, 60_000), tier(1_000_001, 5_000_000, 55_000), tier(5_000_000, null, 50_000)] }, whole, true],
  ]
  for (const [after, before, isMore] of comparisons) assert.equal(chargesMore(after, before), isMore, JSON.stringify([after, before]))
})

test('a plan that does not charge more costs no more, apart from the rounding of its tiers', () => {
  const money = (max: number) => fc.integer({ min: 0, max }).map(fen)
  const rates = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 })
  const planWith = (parts: readonly number[], isProgressive: boolean) =>
    plan({ isProgressive, tiers: parts.map((part, at) => tier(at * 1000, at === parts.length - 1 ? null : (at + 1) * 1000, part * 10_000)) })
  fc.assert(
    fc.property(rates, rates, fc.boolean(), money(9000), money(4000), (after, before, isProgressive, base, monthToDate) => {
      const [next, held] = [planWith(after, isProgressive), planWith(before, isProgressive)]
      if (chargesMore(next, held)) return
      assert.ok(calculateFee(next, base, monthToDate).fee <= calculateFee(held, base, monthToDate).fee + after.length)
    }),
  )
})

const difference = (floor: number, ratio: number | null = null): SplitParty => ({
  type: 'partner',
  id: 1,
  method: 'difference',
  floorRatePpm: ppm(floor),
  ratioPpm: ratio as Ppm | null,
})
const ratio = (part: number): SplitParty => ({ type: 'staff', id: 2, method: 'ratio', floorRatePpm: ppm(1000), ratioPpm: ppm(part) })

test('a party with a ratio earns its part of the fee, and a party without margin earns nothing', () => {
  const parts = splitFee(fen(60_000), fen(1_000_000), ppm(60_000), [difference(60_000), ratio(250_000)])
  assert.deepEqual(parts, [
    { type: 'staff', id: 2, amount: 15_000 },
    { type: 'platform', id: 0, amount: 45_000 },
  ])
})
