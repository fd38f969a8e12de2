import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateTimeOf, dayOf, dueDay, lastMonthOf, monthOf, parseMoment, twelveMonthsTo, yearAndMonthOf } from '#/domain/base/period.ts'

test('days and tax months begin at midnight in Shanghai', () => {
  const [last, first] = [new Date('2026-01-31T15:59:59.999Z'), new Date('2026-01-31T16:00:00Z')]
  assert.deepEqual([dayOf(last), dayOf(first)], ['2026-01-31', '2026-02-01'])
  assert.deepEqual([monthOf(last), monthOf(first)], ['2026-01', '2026-02'])
})

test('the year to a month has twelve months, oldest first', () => {
  const months = twelveMonthsTo('2026-02')
  assert.deepEqual([months.length, months[0], months.at(-2), months.at(-1)], [12, '2025-03', '2026-01', '2026-02'])
})

test('dates and times are parsed in Chinese, ISO, slash, dot and compact notation', () => {
  const read = (text: string) => {
    const moment = parseMoment(text)
    return moment && [moment.at.toISOString(), moment.hasTime, moment.hasSeconds]
  }
  for (const text of ['2026-11-21', '2026/11/21', '2026.11.21', '20261121', '2026年11月21日'])
    assert.deepEqual(read(text), ['2026-11-20T16:00:00.000Z', false, false])
  for (const text of ['2026-1-5', '2026年1月5日', '2026/1/5']) assert.deepEqual(read(text), ['2026-01-04T16:00:00.000Z', false, false])
  for (const text of ['2026-11-21 10:30', '2026/11/21T10:30', '2026-11-2110:30', '2026-11-21  10:30', '202611211030'])
    assert.deepEqual(read(text), ['2026-11-21T02:30:00.000Z', true, false])
  assert.deepEqual(read('2026-11-21 9:05'), ['2026-11-21T01:05:00.000Z', true, false])
  for (const text of ['2026-11-21 10:30:45', '20261121103045', '2026-11-21 10:30:45.123', '2026-11-21 10:30:45.1'])
    assert.deepEqual(read(text), ['2026-11-21T02:30:45.000Z', true, true])
})

test('an impossible or malformed date or time is refused', () => {
  const wrong = ['', '2026-02-29', '2026-13-01', '2026-11-31', '2026-11-21 24:30', '2026-11-21 10:60', '2026-11-21 10:30:60', '1999-01-01']
  for (const text of [
    ...wrong,
    'am 2026-11-21',
    '2026-11-21 noon',
    '2026-11-21 10',
    '2026-11-21 10:3',
    '2026-11-21 10:30:4',
    '2026-11-21 10:30:45.',
    '2026-11-21 10:30:45.x',
  ])
    assert.equal(parseMoment(text), null, text)
})

test('a period gives its last month, and a malformed month, quarter or year is refused', () => {
  assert.deepEqual(yearAndMonthOf('2026-03'), { year: 2026, month: 3 })
  for (const wrong of ['2026-13', '2026-00', '2026-3', 'x2026-03', '2026-03-01', '12026-03'])
    assert.throws(() => yearAndMonthOf(wrong), { name: 'RangeError', message: `not a month: ${wrong}` })
  assert.deepEqual(['2026-03', '2026-Q1', '2026Q1', '2026-Q4', '2026'].map(lastMonthOf), ['2026-03', '2026-03', '2026-03', '2026-12', '2026-12'])
  for (const wrong of ['x2026-Q1', '2026-Q12', '2026-Q5', '12026', '2026x']) assert.throws(() => lastMonthOf(wrong), RangeError)
})

test('a deadline on a weekend moves to Monday, and one at the end of a month is its last day', () => {
  assert.equal(dueDay('IIT_WITHHOLDING', '2026-06'), '2026-07-15')
  assert.equal(dueDay('PLATFORM_INFO_REPORT', '2026-03'), '2026-04-30')
  assert.equal(dueDay('PLATFORM_INFO_REPORT', '2026-06'), '2026-07-31')
  assert.equal(dueDay('IIT_WITHHOLDING', '2026-07'), '2026-08-17', 'the 15th is a Saturday')
  assert.equal(dueDay('IIT_WITHHOLDING', '2026-10'), '2026-11-16', 'the 15th is a Sunday')
})

test('times are formatted in Shanghai time, also across midnight and year end', () => {
  assert.equal(dateTimeOf(new Date('2026-12-31T15:59:59.999Z')), '2026-12-31 23:59:59')
  assert.equal(dateTimeOf(new Date('2026-12-31T16:00:00Z')), '2027-01-01 00:00:00')
})
