import { dueDay, lastMonthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { type Calendar, isPublished, nextWorkingDay } from '#/domain/base/working-days.ts'
import { quarterOf } from '#/domain/people/obligation.ts'

// Reports of a platform about the people whom it pays (国务院令第810号, 税务总局公告2025年第15号).

/** States of a quarter. `open`: no report is generated yet. A second person confirms only reports of the platform. */
export const reportStates = ['open', 'generated', 'confirmed', 'exported', 'reported'] as const
export type ReportState = (typeof reportStates)[number]

/** Changes of an identity since the previous report. */
export const identityStatuses = ['new', 'changed', 'left', 'same'] as const
export type IdentityStatus = (typeof identityStatuses)[number]

/** Reasons to report the platform's basic data. */
export const basicDataCauses = ['started', 'changed'] as const
export type BasicDataCause = (typeof basicDataCauses)[number]

/** The first quarter that must be reported. */
export const firstReportableQuarter = '2025-Q3'
/** The days within which basic data must be reported after the platform starts or the data change. */
export const basicDataDays = 30

/** Returns the next quarter. */
export function nextQuarter(quarter: string): string {
  return quarterOf(monthStart(shiftMonth(lastMonthOf(quarter), 1)))
}

/** Returns the quarters that ended before a day, newest first. */
export function reportableQuarters(today: string): string[] {
  const quarters: string[] = []
  for (let quarter = firstReportableQuarter; quarter < quarterOf(today); quarter = nextQuarter(quarter)) quarters.unshift(quarter)
  return quarters
}

/** Returns the first and last day of a quarter. */
export function quarterBounds(quarter: string): { readonly from: string; readonly to: string } {
  const last = lastMonthOf(quarter)
  return { from: monthStart(shiftMonth(last, -2)), to: shiftDay(monthStart(shiftMonth(last, 1)), -1) }
}

/** Returns the deadline for the report of a quarter, and whether holidays that are not published may still move it. */
export function reportDeadline(quarter: string, calendar: Calendar): { readonly dueOn: string; readonly isProvisional: boolean } {
  const dueOn = dueDay('PLATFORM_INFO_REPORT', quarter, calendar)
  return { dueOn, isProvisional: !isPublished(dueOn, calendar) }
}

/** Returns the deadline for reporting basic data. */
export function basicDataDueOn(happenedOn: string, calendar: Calendar): string {
  return nextWorkingDay(shiftDay(happenedOn, basicDataDays), calendar)
}

/** Returns a quarter in the form used on tax forms: 2025年第3季度. */
export function formatQuarter(quarter: string): string {
  return `${quarter.slice(0, 4)}年第${quarter.slice(-1)}季度`
}
