import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, weekendCalendar } from '#/domain/base/working-days.ts'
import { basicDataDueOn, quarterBounds, reportableQuarters, reportDeadline } from './platform-report.ts'

test('quarters from 2025-Q3 are reported once they have ended', () => {
  assert.deepEqual(reportableQuarters('2025-09-30'), [])
  assert.deepEqual(reportableQuarters('2025-10-01'), ['2025-Q3'])
  assert.deepEqual(reportableQuarters('2026-04-01'), ['2026-Q1', '2025-Q4', '2025-Q3'])
  assert.deepEqual(quarterBounds('2025-Q3'), { from: '2025-07-01', to: '2025-09-30' })
})

test('a quarter is due at the end of the next month, provisionally without a calendar', () => {
  assert.deepEqual(reportDeadline('2025-Q3', calendarOf([{ year: 2025, source: '', off: [], working: [] }])), { dueOn: '2025-10-31', isProvisional: false })
  assert.deepEqual(reportDeadline('2025-Q4', weekendCalendar), { dueOn: '2026-02-02', isProvisional: true })
})

test('basic data are due 30 days after the event, on a working day', () => {
  assert.equal(basicDataDueOn('2025-07-01', weekendCalendar), '2025-07-31')
  assert.equal(basicDataDueOn('2025-07-03', weekendCalendar), '2025-08-04')
})
