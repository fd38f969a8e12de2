import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allocate, capitalYuan, fen, formatYuan, parseYuan, plainYuan, proportion } from '#/domain/money.ts'

test('yuan are read as people and files write them', () => {
  for (const [text, expected] of [
    ['1,234.5', 123_450],
    ['１２．３０', 1230],
    ['¥ 8', 800],
    ['0.01', 1],
    ['12元', 1200],
    ['-3.2', -320],
  ] as const)
    assert.equal(parseYuan(text), expected)
  for (const text of ['', '1.234', 'abc', '1e5', '1,23', '--1', '99999999999999']) assert.equal(parseYuan(text), null)
})

test('amounts in Chinese capitals read as documents write them', () => {
  const cases = [
    [0, '零元整'],
    [100_520, '壹仟零伍元贰角整'],
    [5, '伍分'],
    [10, '壹角整'],
    [100_005, '壹仟元零伍分'],
    [1_000_000_000, '壹仟万元整'],
    [10_100_000, '壹拾万壹仟元整'],
    [123_456_789, '壹佰贰拾叁万肆仟伍佰陆拾柒元捌角玖分'],
  ] as const
  for (const [amount, words] of cases) assert.equal(capitalYuan(fen(amount)), words)
})

test('what is written can be read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (value) => {
      assert.equal(parseYuan(plainYuan(fen(value))), value)
      assert.equal(parseYuan(formatYuan(fen(value))), value)
    }),
  )
})

test('rounding is half away from zero, exact at any size', () => {
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

test('parts of a total add up to it', () => {
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

test('half a fen is no amount', () => {
  assert.throws(() => fen(0.5), RangeError)
  assert.throws(() => fen(Number.MAX_SAFE_INTEGER + 1), RangeError)
})
