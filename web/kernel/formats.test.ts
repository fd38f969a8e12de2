import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { formatAgo, formatDateTime, formatDateTimeSeconds, formatDay, formatMoney, formatShortMoney, formatSize, wholePercent } from './formats.ts'

test('times are shown in Shanghai time, whatever the browser’s time zone', () => {
  assert.equal(formatDateTime('2026-07-31T16:30:05Z'), '2026-08-01 00:30')
  assert.equal(formatDateTimeSeconds('2026-07-31T16:30:05Z'), '2026-08-01 00:30:05')
  assert.equal(formatDay('2026-12-31T16:00:00.000Z'), '2027-01-01')
  assert.equal(formatDateTime(null), '')
  assert.equal(formatDateTime('not a moment'), '')
})

test('a time within 30 seconds of now reads "just now", an older one names its unit', () => {
  const now = Date.parse('2026-08-01T00:00:30Z')
  assert.equal(formatAgo('2026-08-01T00:00:01Z', now, 'zh'), '刚刚')
  assert.equal(formatAgo('2026-08-01T00:00:01Z', now, 'en'), 'just now')
  assert.equal(formatAgo('2026-08-01T00:00:00Z', now, 'en'), '30 seconds ago')
  assert.deepEqual(
    [29_990, 30_000].map((ms) => formatAgo(new Date(now - ms).toISOString(), now, 'en')),
    ['just now', '30 seconds ago'],
  )
  assert.equal(formatAgo(new Date(now + 29_990).toISOString(), now, 'zh'), '刚刚')
  assert.equal(formatAgo('2026-07-31T22:00:30Z', now, 'zh'), '2小时前')
  assert.equal(formatAgo('2026-07-30T00:00:30Z', now, 'en'), '2 days ago')
})

test('an amount shows sign, separators and two decimals, and a missing amount shows a dash', () => {
  assert.equal(formatMoney(fen(123_456_789)), '¥1,234,567.89')
  assert.equal(formatMoney(fen(-5)), '-¥0.05')
  assert.equal(formatMoney(null), '—')
  assert.equal(formatShortMoney(123_456_700, 'zh'), '¥123.5万')
  assert.equal(formatShortMoney(123_456_700, 'en'), '¥1.2M')
})

test('a percentage is 100 only when everything is done', () => {
  assert.equal(wholePercent(999, 1000), 99)
  assert.equal(wholePercent(1000, 1000), 100)
  assert.equal(wholePercent(0, 0), 0)
})

test('a file size is shown in B if it is small and in MB if it is large', () => {
  assert.equal(formatSize(900), '900 B')
  assert.equal(formatSize(10 * 1024 * 1024), '10.0 MB')
})
