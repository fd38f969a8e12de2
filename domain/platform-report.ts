import { quarterOf } from './obligation.ts'
import { dueDay, lastMonthOf, monthStart, shiftDay, shiftMonth } from './period.ts'
import { type Calendar, isPublished, nextWorkingDay } from './working-days.ts'

// What a platform reports of the people it pays (国务院令第810号, 税务总局公告2025年第15号).

/** Where a quarter stands; `open` is one that nothing was generated for. */
export const reportStates = ['open', 'generated', 'exported', 'reported'] as const
export type ReportState = (typeof reportStates)[number]

/** What an identity is against the report before. */
export const identityStatuses = ['new', 'changed', 'left', 'same'] as const
export type IdentityStatus = (typeof identityStatuses)[number]

/** Why basic data of the platform are reported. */
export const basicCauses = ['started', 'changed'] as const
export type BasicCause = (typeof basicCauses)[number]

/** The first quarter that is reported. */
export const firstQuarter = '2025-Q3'
/** Basic data are due so many days after the platform begins, or what was reported changes. */
export const basicDays = 30

/** The quarter after one. */
export function nextQuarter(quarter: string): string {
  return quarterOf(monthStart(shiftMonth(lastMonthOf(quarter), 1)))
}

/** The quarters that are over on a day, the newest first. */
export function reportableQuarters(today: string): string[] {
  const quarters: string[] = []
  for (let quarter = firstQuarter; quarter < quarterOf(today); quarter = nextQuarter(quarter)) quarters.unshift(quarter)
  return quarters
}

/** First and last day of a quarter. */
export function daysOf(quarter: string): { readonly from: string; readonly to: string } {
  const last = lastMonthOf(quarter)
  return { from: monthStart(shiftMonth(last, -2)), to: shiftDay(monthStart(shiftMonth(last, 1)), -1) }
}

/** Until when a quarter is reported, and whether the day may still move with the calendar. */
export function reportDue(quarter: string, calendar: Calendar): { readonly dueOn: string; readonly isProvisional: boolean } {
  const dueOn = dueDay('PLATFORM_INFO_REPORT', quarter, calendar)
  return { dueOn, isProvisional: !isPublished(dueOn, calendar) }
}

/** Until when basic data are reported. */
export function basicDue(happenedOn: string, calendar: Calendar): string {
  return nextWorkingDay(shiftDay(happenedOn, basicDays), calendar)
}

/** A quarter as forms write it: 2025年第3季度. */
export function plainQuarter(quarter: string): string {
  return `${quarter.slice(0, 4)}年第${quarter.slice(-1)}季度`
}
