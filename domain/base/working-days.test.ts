import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { dueDay, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import {
  addWorkingDays,
  calendarOf,
  isPublished,
  isWorkingDay,
  missingYear,
  nextWorkingDay,
  type PublishedYear,
  upsertYear,
  weekendCalendar,
  workingDaysAgo,
  yearFault,
} from '#/domain/base/working-days.ts'

const folder = join(import.meta.dirname, '../../db/base/calendar')
const publishedYears = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as PublishedYear)
const calendar = calendarOf(publishedYears)

// 国家税务总局办公厅关于明确2025年度、2026年度申报纳税期限的通知（税总办征科函〔2024〕71号、〔2025〕64号）: the last day to declare in each month.
const lastDays = {
  2025: ['01-15', '02-20', '03-17', '04-18', '05-22', '06-16', '07-15', '08-15', '09-15', '10-27', '11-17', '12-15'],
  2026: ['01-20', '02-24', '03-16', '04-20', '05-22', '06-15', '07-15', '08-17', '09-15', '10-26', '11-16', '12-15'],
} as const

test('declarations of 2025 and 2026 are due on the days that the tax office published', () => {
  for (const [year, days] of Object.entries(lastDays)) {
    for (const [index, day] of days.entries()) {
      const month = `${year}-${String(index + 1).padStart(2, '0')}`
      assert.equal(dueDay('IIT_WITHHOLDING', shiftMonth(month, -1), calendar), `${year}-${day}`, month)
    }
  }
  assert.equal(dueDay('VAT_QUARTER', '2026-Q3', calendar), '2026-10-26')
})

test('a fixed deadline on a day off is moved, except that of the annual report', () => {
  // 31 May and 30 June 2026 are a Sunday and a Tuesday; 31 March is after the spring holidays.
  assert.equal(dueDay('BUSINESS_ANNUAL', '2025', calendar), '2026-03-31')
  assert.equal(dueDay('COMPREHENSIVE_ANNUAL', '2025', calendar), '2026-06-30')
  assert.equal(dueDay('PLATFORM_INFO_REPORT', '2026-Q3', calendar), '2026-11-02')
  // The company register accepts annual reports until 30 June, even if this is a Sunday as in 2024.
  assert.equal(dueDay('ANNUAL_REPORT', '2023', calendar), '2024-06-30')
})

test('in published years, holidays are days off and make-up days are working days', () => {
  for (const { year, off, working } of publishedYears) {
    assert.ok(off.length >= 6 && working.length > 0, String(year))
    for (const [first, last] of off) {
      assert.ok(first <= last && first.startsWith(`${year}-`) && last.startsWith(`${year}-`))
      for (let day = first; day <= last; day = shiftDay(day, 1)) assert.ok(!isWorkingDay(day, calendar), day)
    }
    for (const day of working) {
      assert.ok(isWorkingDay(day, calendar), day)
      assert.ok(!isWorkingDay(day, weekendCalendar), `${day} is a weekend day`)
    }
  }
  assert.ok(isPublished('2026-11-22', calendar))
  assert.ok(!isPublished('2099-01-04', calendar))
})

test('working days are counted forwards and backwards across public holidays', () => {
  assert.equal(addWorkingDays('2026-09-30', 3, calendar), '2026-10-10')
  assert.equal(workingDaysAgo('2026-10-11', 3, calendar), '2026-10-07')
  assert.equal(workingDaysAgo('2026-10-10', 3, calendar), '2026-09-29')
  assert.equal(nextWorkingDay('2026-02-15', calendar), '2026-02-24')
})

test('a payment before a weekend is watched for three full banking days', () => {
  assert.equal(workingDaysAgo('2026-12-02', 3, calendar), '2026-11-26', 'on Wednesday the one of Friday is still watched')
  assert.equal(workingDaysAgo('2026-12-03', 3, calendar), '2026-11-29')
})

test('added working days end on a working day and can be counted back', () => {
  const anyDay = fc.integer({ min: 0, max: 1500 }).map((by) => shiftDay('2024-06-01', by))
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 1, max: 30 }), (day, count) => {
      const laterDay = addWorkingDays(day, count, calendar)
      assert.ok(isWorkingDay(laterDay, calendar) && laterDay > day)
      assert.ok(laterDay >= addWorkingDays(day, count - 1, calendar))
      // A line that ended on this day is exactly `count` working days old. One day later it is not.
      const earlierDay = workingDaysAgo(shiftDay(laterDay, 1), count, calendar)
      assert.ok(addWorkingDays(earlierDay, count, calendar) <= laterDay)
      assert.ok(addWorkingDays(shiftDay(earlierDay, 1), count, calendar) > laterDay)
    }),
  )
})

test('a corrected year replaces the stored one, and next year is missing from December on', () => {
  for (const each of publishedYears) assert.equal(yearFault(each), null, String(each.year))
  const [first] = publishedYears
  assert.ok(first)
  const correctedYear = { ...first, source: 'corrected', off: [] }
  assert.deepEqual(
    upsertYear(publishedYears, correctedYear).filter(({ year }) => year === first.year),
    [correctedYear],
  )
  assert.equal(upsertYear(publishedYears, correctedYear).length, publishedYears.length)
  const years = new Set([2026])
  assert.deepEqual(
    ['2026-11-30', '2026-12-01', '2027-01-01'].map((day) => missingYear(years, day)),
    [null, 2027, 2027],
  )
})
