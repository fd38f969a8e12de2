import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  allocate,
  applyRate,
  fen,
  formatPpm,
  formatYuan,
  parseYuan,
  plainAmount,
  plainYuan,
  ppm,
  proportion,
  sumOf,
  yuanInChineseNumerals,
  ZERO,
} from '#/domain/base/money.ts'

test('a yuan amount is parsed with separators, a sign, 元 or 万 and refused if malformed', () => {
  for (const [text, expected] of [
    ['1,234.5', 123_450],
    ['１２．３０', 1230],
    ['¥ 8', 800],
    ['0.01', 1],
    ['12元', 1200],
    ['-3.2', -320],
    ['−3.2', -320],
    ['¥－3.2', -320],
    ['1.5万', 1_500_000],
    ['1,234 万元', 1_234_000_000],
    ['0.000123万', 123],
  ] as const)
    assert.equal(parseYuan(text), expected)
  for (const text of ['', '1.234', 'abc', '1e5', '1,23', '--1', '99999999999999', '1 000', '万', '0.0000123万', '1.5亿']) assert.equal(parseYuan(text), null)
})

test('a decimal comma is accepted only in Spanish notation', () => {
  const texts = ['1500,50', '1.500,50', '1,5', '-2,50', '1,500', '1.500', '1,5,0', '1,500,50', '1.50,5']
  assert.deepEqual(
    texts.map((text) => plainAmount(text, true)),
    ['1500.50', '1500.50', '1.5', '-2.50', '1500', null, null, null, null],
  )
  assert.deepEqual(
    texts.map((text) => plainAmount(text)),
    [null, null, null, null, '1500', null, null, null, null],
  )
})

test('amounts in Chinese numerals follow the rules for documents', () => {
  const cases = [
    [0, '零元整'],
    [100_520, '壹仟零伍元贰角整'],
    [5, '伍分'],
    [10, '壹角整'],
    [100_005, '壹仟元零伍分'],
    [1_000_000_000, '壹仟万元整'],
    [10_100_000, '壹拾万壹仟元整'],
    [123_456_789, '壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分'],
    [1_000_500, '壹万零伍元整'],
    [10_050_000, '壹拾万零伍佰元整'],
    [10_000_000_100, '壹亿零壹元整'],
    [100_000_000_000, '壹拾亿元整'],
    [100_000_000_000_000, '壹兆元整'],
    [-520, '负伍元贰角整'],
  ] as const
  for (const [amount, words] of cases) assert.equal(yuanInChineseNumerals(fen(amount)), words)
})

test('formatted amounts can be parsed again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (value) => {
      assert.equal(parseYuan(plainYuan(fen(value))), value)
      assert.equal(parseYuan(formatYuan(fen(value))), value)
    }),
  )
})

test('a proportion of an amount is rounded half away from zero', () => {
  assert.equal(proportion(fen(5), 1, 2), 3)
  assert.equal(proportion(fen(-5), 1, 2), -3)
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      (amount, numerator, denominator) => {
        fc.pre(
          (BigInt(amount) * BigInt(numerator)) / BigInt(denominator) < 9_000_000_000_000_000n &&
            (BigInt(amount) * BigInt(numerator)) / BigInt(denominator) > -9_000_000_000_000_000n,
        )
        const exact = BigInt(amount) * BigInt(numerator)
        const size = exact < 0n ? -exact : exact
        const rounded = (size * 2n + BigInt(denominator)) / (BigInt(denominator) * 2n)
        assert.equal(BigInt(proportion(fen(amount), numerator, denominator)), exact < 0n ? -rounded : rounded)
      },
    ),
  )
})

test('the parts of an allocated total add up to it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 20 }),
      (total, weights) => {
        fc.pre(weights.some((weight) => weight > 0))
        assert.equal(
          allocate(fen(total), weights).reduce<number>((sum, part) => sum + part, 0),
          total,
        )
      },
    ),
  )
})

test('a fraction of a fen and an unsafe integer are refused', () => {
  assert.throws(() => fen(0.5), RangeError)
  assert.throws(() => fen(Number.MAX_SAFE_INTEGER + 1), RangeError)
})

test('a negative or fractional rate or a fractional amount is refused in an error that names it', () => {
  assert.deepEqual([ppm(0), ppm(60_000)], [0, 60_000])
  for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) assert.throws(() => ppm(wrong), { name: 'RangeError', message: `not a rate in ppm: ${wrong}` })
  assert.throws(() => fen(0.5), { name: 'RangeError', message: 'not an amount in whole fen: 0.5' })
})

test('a sum adds the amounts of a list and is zero for an empty list', () => {
  assert.equal(
    sumOf([fen(3), fen(-1), fen(5)], (each) => each),
    7,
  )
  assert.equal(
    sumOf([], () => fen(1)),
    0,
  )
})

test('a denominator of zero or less is refused', () => {
  for (const denominator of [0, -1, Number.NaN])
    assert.throws(() => proportion(fen(1), 1, denominator), { name: 'RangeError', message: `denominator must be positive: ${denominator}` })
})

test('a rate of a very large amount is rounded exactly', () => {
  const largest = fen(Number.MAX_SAFE_INTEGER)
  assert.equal(applyRate(largest, ppm(1_000_000)), largest)
  assert.equal(applyRate(largest, ppm(500_000)), 2 ** 52)
  assert.equal(applyRate(fen(-Number.MAX_SAFE_INTEGER), ppm(500_000)), -(2 ** 52))
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 1_000_000 }), (amount, rate) => {
      const [twice, by] = [BigInt(amount) * BigInt(rate) * 2n, 1_000_000n]
      const roundingOffset = twice < 0n ? -by : by
      assert.equal(BigInt(applyRate(fen(amount), ppm(rate))), (twice + roundingOffset) / (by * 2n))
    }),
  )
})

test('leftover fen go to the largest remainders, and to the earlier part if remainders are equal', () => {
  assert.deepEqual(allocate(fen(100), [1, 1, 1]), [34, 33, 33])
  assert.deepEqual(allocate(fen(10), [3, 3, 1]), [4, 4, 2])
  assert.deepEqual(allocate(fen(5), [1, 2, 3]), [1, 2, 2])
  assert.deepEqual(allocate(fen(2), [1, 1, 1, 1]), [1, 1, 0, 0])
  assert.deepEqual(allocate(fen(-5), [1, 2, 3]), [-1, -2, -2])
  assert.deepEqual(allocate(ZERO, [1, 0]), [0, 0])
})

test('an allocation with a negative weight or without a positive one is refused', () => {
  for (const weights of [[], [0, 0], [2, -1], [-1, -1]])
    assert.throws(() => allocate(fen(10), weights), { name: 'RangeError', message: 'weights must be positive' })
})

test('amounts are formatted plainly or with ¥ and commas, and zero has no sign', () => {
  assert.deepEqual([plainYuan(ZERO), plainYuan(fen(-5)), plainYuan(fen(123_450))], ['0.00', '-0.05', '1234.50'])
  assert.deepEqual([formatYuan(ZERO), formatYuan(fen(-123_456)), formatYuan(fen(123_456_789_012))], ['¥0.00', '-¥1,234.56', '¥1,234,567,890.12'])
})

test('a rate in ppm is formatted in percent, with a minus sign if it is negative', () => {
  assert.deepEqual([formatPpm(ppm(15_000)), formatPpm(-139_475), formatPpm(0)], ['1.5', '-13.9475', '0'])
})
