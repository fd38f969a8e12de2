import { type DueKind, dueDay, lastMonthOf, monthStart, shiftDay, shiftMonth, yearAndMonthOf } from '#/domain/base/period.ts'
import { type Calendar, isPublished, weekendCalendar } from '#/domain/base/working-days.ts'

/** Recurring obligations of a registered business: annual report, declarations, and the service fee. */
export const obligationKinds = ['annualReport', 'vat', 'incomeTax', 'incomeAnnual', 'serviceFee'] as const
export type ObligationKind = (typeof obligationKinds)[number]

/** States of an obligation. `void`: a change or a deregistration removed it before it opened. */
export const obligationStates = ['open', 'overdue', 'done', 'void'] as const
export type ObligationState = (typeof obligationStates)[number]

export const taxKinds = ['small', 'general'] as const
export type TaxKind = (typeof taxKinds)[number]
/** Ways of taxation: by the books (查账征收), or on a deemed profit (核定征收). */
export const levyMethods = ['audit', 'deemed'] as const
export type LevyMethod = (typeof levyMethods)[number]

/**
 * The facts that decide the obligations of a business. Null stands for the usual case: a small-scale taxpayer with a
 * deemed profit.
 */
export interface ObligationFacts {
  /** The obligations start with the period of this day. */
  readonly from: string
  readonly taxKind: TaxKind | null
  readonly levy: LevyMethod | null
  /** The first day of each service year; null without a yearly fee. */
  readonly feeFrom: string | null
}

/** One obligation: its period (yyyy-MM, yyyy-Qn, yyyy), its first day and its deadline. */
export interface Obligation {
  readonly kind: ObligationKind
  readonly period: string
  readonly opensOn: string
  readonly dueOn: string
}

const feePaymentDays = 30

/** Returns the quarter (yyyy-Qn) of a day. */
export function quarterOf(day: string): string {
  const { year, month } = yearAndMonthOf(day.slice(0, 7))
  return `${year}-Q${Math.ceil(month / 3)}`
}

function dayAfterPeriod(period: string): string {
  return monthStart(shiftMonth(lastMonthOf(period), 1))
}

function nextPeriod(period: string): string {
  const next = dayAfterPeriod(period)
  if (/^\d{4}$/.test(period)) return next.slice(0, 4)
  return period.includes('Q') ? quarterOf(next) : next.slice(0, 7)
}

interface Horizon {
  readonly until: string
  readonly calendar: Calendar
}

/** Lists the declarations that open until a day, starting with the period `first`. */
function declarationsUntil(kind: ObligationKind, rule: DueKind, first: string, { until, calendar }: Horizon): Obligation[] {
  const obligations: Obligation[] = []
  for (let period = first; dayAfterPeriod(period) <= until; period = nextPeriod(period)) {
    obligations.push({ kind, period, opensOn: dayAfterPeriod(period), dueOn: dueDay(rule, period, calendar) })
  }
  return obligations
}

/** Returns the same day of another year. 29 February becomes 28 February in common years. */
function sameDayInYear(day: string, year: number): string {
  const anniversary = `${year}${day.slice(4)}`
  return day.endsWith('-02-29') && shiftDay(anniversary, 0) !== anniversary ? `${year}-02-28` : anniversary
}

function serviceFeesUntil(from: string, first: string, until: string): Obligation[] {
  const obligations: Obligation[] = []
  for (let year = Number(from.slice(0, 4)); sameDayInYear(from, year) <= until; year++) {
    const opensOn = sameDayInYear(from, year)
    if (opensOn >= first) obligations.push({ kind: 'serviceFee', period: String(year), opensOn, dueOn: shiftDay(opensOn, feePaymentDays) })
  }
  return obligations
}

/**
 * Returns the obligations that open until a day, ordered by deadline. Deadlines of declarations follow the working
 * calendar.
 */
export function obligationsUntil({ from, taxKind, levy, feeFrom }: ObligationFacts, until: string, calendar: Calendar = weekendCalendar): Obligation[] {
  const horizon = { until, calendar }
  const obligations = [
    ...declarationsUntil('annualReport', 'ANNUAL_REPORT', from.slice(0, 4), horizon),
    ...(taxKind === 'general'
      ? declarationsUntil('vat', 'VAT_MONTH', from.slice(0, 7), horizon)
      : declarationsUntil('vat', 'VAT_QUARTER', quarterOf(from), horizon)),
    ...declarationsUntil('incomeTax', 'BUSINESS_QUARTER', quarterOf(from), horizon),
    ...(levy === 'audit' ? declarationsUntil('incomeAnnual', 'BUSINESS_ANNUAL', from.slice(0, 4), horizon) : []),
    ...(feeFrom === null ? [] : serviceFeesUntil(feeFrom, from, until)),
  ]
  return obligations.sort((a, b) => (a.dueOn === b.dueOn ? obligationKinds.indexOf(a.kind) - obligationKinds.indexOf(b.kind) : a.dueOn < b.dueOn ? -1 : 1))
}

/** Returns the class of an obligation. The three kinds of tax declaration are one class. */
export function obligationClassOf(kind: ObligationKind): 'annualReport' | 'declaration' | 'serviceFee' {
  return kind === 'annualReport' || kind === 'serviceFee' ? kind : 'declaration'
}

/**
 * Returns whether the deadline may still move, because the holidays of its year are not published. Annual reports and
 * fees never move.
 */
export function isDeadlineProvisional({ kind, dueOn }: Pick<Obligation, 'kind' | 'dueOn'>, calendar: Calendar): boolean {
  return obligationClassOf(kind) === 'declaration' && !isPublished(dueOn, calendar)
}

/** Returns whether a missed deadline makes the business abnormal (年报/申报逾期). */
export function leadsToAbnormalList(kind: ObligationKind): boolean {
  return kind !== 'serviceFee'
}

/**
 * Returns the days of reminders: a week and two days before the deadline. Annual obligations have a reminder when they
 * open, and annual filings another 30 days before the deadline. No reminder precedes the opening.
 */
export function reminderDays({ kind, opensOn, dueOn }: Obligation): string[] {
  const isAnnual = kind === 'annualReport' || kind === 'incomeAnnual'
  const plannedDays = [
    ...(isAnnual || kind === 'serviceFee' ? [opensOn] : []),
    ...(isAnnual ? [shiftDay(dueOn, -30)] : []),
    shiftDay(dueOn, -7),
    shiftDay(dueOn, -2),
  ]
  return [...new Set(plannedDays.map((day) => (day < opensOn ? opensOn : day)))].sort()
}

/** Returns the day of the next reminder after `after`, or null. */
export function nextReminder(obligation: Obligation, after: string): string | null {
  return reminderDays(obligation).find((day) => day > after) ?? null
}

/** The closeness of a deadline, which decides the colour in lists. */
export type Urgency = 'early' | 'far' | 'soon' | 'near' | 'over'

/**
 * Returns the closeness of the deadline of an unsettled obligation: not open, far, within 30 days, within 7 days, past.
 */
export function urgencyOf({ opensOn, dueOn }: Pick<Obligation, 'opensOn' | 'dueOn'>, today: string): Urgency {
  if (dueOn < today) return 'over'
  if (opensOn > today) return 'early'
  if (dueOn <= shiftDay(today, 7)) return 'near'
  return dueOn <= shiftDay(today, 30) ? 'soon' : 'far'
}

/** A filing counts as due from this number of days before its deadline. */
export const nearDueDays = 30

/**
 * Returns whether the obligation needs action: overdue, or open and due within `nearDueDays`. The yearly fee is
 * excluded, because the centre collects it.
 */
export function isObligationDue({ kind, state, opensOn, dueOn }: { kind: string; state: string; opensOn: string; dueOn: string }, today: string): boolean {
  if (kind === 'serviceFee') return false
  return state === 'overdue' || (state === 'open' && opensOn <= today && dueOn <= shiftDay(today, nearDueDays))
}
