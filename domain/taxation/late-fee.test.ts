import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { daysOfDelay, lateFee } from './late-fee.ts'

describe('the late-payment surcharge', () => {
  test('the surcharge runs from the day after the due day to the day of payment at 0.05 % a day', () => {
    assert.equal(lateFee(fen(1_000_000), '2026-11-16', '2026-11-16'), 0)
    assert.equal(lateFee(fen(1_000_000), '2026-11-16', '2026-11-10'), 0)
    assert.equal(lateFee(fen(1_000_000), '2026-11-16', '2026-11-17'), 500)
    assert.equal(lateFee(fen(1_000_000), '2026-11-16', '2026-12-16'), 15_000)
    assert.equal(daysOfDelay('2026-11-16', '2026-12-16'), 30)
  })

  test('the surcharge is rounded once for the whole delay', () => {
    // 3.34 × 0.0005 × 3 = 0.00501 is rounded to 0.01. Rounding each day separately would give 0.00.
    assert.equal(lateFee(fen(333), '2026-11-16', '2026-11-19'), 0)
    assert.equal(lateFee(fen(334), '2026-11-16', '2026-11-19'), 1)
  })

  test('tax that the tax office refunds has no late-payment surcharge', () => {
    assert.equal(lateFee(fen(-5_000), '2026-11-16', '2026-12-16'), 0)
  })

  test('each day of delay uses the rate of that day', () => {
    const rates = [
      { from: '2001-05-01', ppmPerDay: 500, source: 'old' },
      { from: '2026-12-01', ppmPerDay: 300, source: 'new' },
    ]
    // The old rate applies from 17 to 30 November, the new one from 1 to 10 December.
    assert.equal(lateFee(fen(1_000_000), '2026-11-16', '2026-12-10', rates), 14 * 500 + 10 * 300)
    assert.equal(lateFee(fen(1_000_000), '2026-11-29', '2026-11-30', rates), 500)
    assert.equal(lateFee(fen(1_000_000), '2026-12-05', '2026-12-06', rates), 300)
  })
})
