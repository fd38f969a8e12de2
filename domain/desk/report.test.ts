import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodContaining, relativeChangePpm, reportSpanOf } from './report.ts'

test('a period has a first day, a last day and a previous period of the same kind', () => {
  const datesOf = (period: string) => {
    const { kind, from, to, before } = reportSpanOf(period)
    return [kind, from, to, before]
  }
  assert.deepEqual(datesOf('2026-01-01'), ['day', '2026-01-01', '2026-01-01', '2025-12-31'])
  assert.deepEqual(datesOf('2028-02'), ['month', '2028-02-01', '2028-02-29', '2028-01'])
  assert.deepEqual(datesOf('2026-Q1'), ['quarter', '2026-01-01', '2026-03-31', '2025-Q4'])
  assert.deepEqual(datesOf('2026-Q4'), ['quarter', '2026-10-01', '2026-12-31', '2026-Q3'])
  assert.deepEqual(datesOf('2026'), ['year', '2026-01-01', '2026-12-31', '2025'])
  for (const wrong of ['2026-13', '2026-Q5', '26', '2026-1', '1999']) assert.throws(() => reportSpanOf(wrong), RangeError)
})

test('a day is in one period of each kind: day, month, quarter and year', () => {
  assert.deepEqual(
    (['day', 'month', 'quarter', 'year'] as const).map((kind) => periodContaining('2026-08-31', kind)),
    ['2026-08-31', '2026-08', '2026-Q3', '2026'],
  )
})

test('a change is relative to the previous amount, or null after zero', () => {
  assert.equal(relativeChangePpm(150, 100), 500_000)
  assert.equal(relativeChangePpm(50, -100), 1_500_000)
  assert.equal(relativeChangePpm(5, 0), null)
})
