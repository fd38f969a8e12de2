import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FeePlan, type FeeTier, feeOf, tierProblem } from '#/domain/fee.ts'
import { fen, type Ppm, ppm, ZERO } from '#/domain/money.ts'
import { type SplitParty, splitFee, splitProblem } from '#/domain/split.ts'

const tier = (from: number, to: number | null, rate = 60_000): FeeTier => ({ fromFen: fen(from), toFen: to === null ? null : fen(to), ratePpm: ppm(rate) })
const steps = [tier(0, 1_000_000, 60_000), tier(1_000_000, 5_000_000, 55_000), tier(5_000_000, null, 50_000)]
const plan = (given: Partial<FeePlan>): FeePlan => ({ method: 'ladder', isProgressive: false, basis: 'gross', minimumFen: ZERO, tiers: steps, ...given })

test('a ladder of whole payments charges all of a payment at the rate of the step that the month has reached', () => {
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

test('a progressive ladder charges each part of a payment at its own step', () => {
  assert.equal(feeOf(plan({ isProgressive: true }), fen(6_000_000), ZERO), 60_000 + 220_000 + 50_000)
})

test('a fixed rate does not move with the month, however its plan is marked', () => {
  for (const isProgressive of [true, false]) {
    const fixed = plan({ method: 'fixed', isProgressive })
    for (const reached of [0, 1_000_000, 90_000_000]) assert.equal(feeOf(fixed, fen(2_000_000), fen(reached)), 120_000)
  }
})

test('the minimum is charged on the smallest payment, and nothing on nothing', () => {
  for (const method of ['fixed', 'ladder'] as const)
    for (const isProgressive of [true, false]) {
      const atLeastFive = plan({ method, isProgressive, minimumFen: fen(500) })
      assert.deepEqual(
        [fen(-100), ZERO, fen(1), fen(8_333), fen(8_334), fen(10_000)].map((base) => feeOf(atLeastFive, base, ZERO)),
        [0, 0, 500, 500, 500, 600],
      )
    }
})

test('a month beyond the last step of a broken plan is no fee by guesswork', () => {
  assert.throws(() => feeOf(plan({ tiers: [tier(0, 100)] }), fen(1), fen(100)), { name: 'RangeError', message: 'the fee plan has no step for this amount' })
})

test('a step that ends where it begins, or before, or never while others follow, leaves a gap', () => {
  assert.equal(tierProblem([tier(0, 0), tier(0, null)]), 'gap')
  assert.equal(tierProblem([tier(0, 100), tier(100, 50), tier(50, null)]), 'gap')
  assert.equal(tierProblem([tier(0, null), tier(0, null)]), 'gap')
})

const difference = (floor: number, ratio: number | null = null): SplitParty => ({
  type: 'partner',
  id: 1,
  method: 'difference',
  floorRatePpm: ppm(floor),
  ratioPpm: ratio as Ppm | null,
})
const ratio = (part: number): SplitParty => ({ type: 'staff', id: 2, method: 'ratio', floorRatePpm: ppm(1000), ratioPpm: ppm(part) })

test('who has a part of the fee gets that part, and who has no margin gets no line', () => {
  const parts = splitFee(fen(60_000), fen(1_000_000), ppm(60_000), [difference(60_000), ratio(250_000)])
  assert.deepEqual(parts, [
    { type: 'staff', id: 2, amount: 15_000 },
    { type: 'platform', id: 0, amount: 45_000 },
  ])
})

test('a floor may be the rate itself, parts may be the whole, and parts of others than those who share do not count', () => {
  assert.equal(splitProblem(ppm(60_000), [difference(60_000), difference(60_000)]), null)
  assert.equal(splitProblem(ppm(60_000), [ratio(600_000), ratio(400_000)]), null)
  assert.equal(splitProblem(ppm(60_000), [ratio(600_000), ratio(400_001)]), 'ratio')
  assert.equal(splitProblem(ppm(60_000), [difference(50_000, 600_000), ratio(600_000)]), null)
})
