import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reports } from '#/api/desk/reports.ts'

test('a report refuses the year 2000, whose previous period is out of range', () => {
  const isAccepted = (period: string) => reports.sums.input.safeParse({ report: 'incomeSummary', period }).success
  assert.deepEqual(['2000', '2000-Q1', '2000-01', '2000-01-01'].map(isAccepted), [false, false, false, false])
  assert.deepEqual(['2001', '2026-Q4', '2026-11', '2026-11-05'].map(isAccepted), [true, true, true, true])
})
