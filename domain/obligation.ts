import { type DueKind, dueDay, lastMonthOf, monthStart, partsOf, shiftDay, shiftMonth } from './period.ts'
import { type Calendar, isPublished, weekends } from './working-days.ts'

/** What a registered business owes again and again: reports, declarations, and the fee for keeping it. */
export const obligationKinds = ['annualReport', 'vat', 'incomeTax', 'incomeAnnual', 'serviceFee'] as const
export type ObligationKind = (typeof obligationKinds)[number]

/** `void` are those that fell away with a change or a cancellation before their time came. */
export const obligationStates = ['open', 'overdue', 'done', 'void'] as const
export type ObligationState = (typeof obligationStates)[number]

export const taxKinds = ['small', 'general'] as const
export type TaxKind = (typeof taxKinds)[number]
/** 查账征收 by the books, 核定征收 on a deemed profit. */
export const levies = ['audit', 'deemed'] as const
export type Levy = (typeof levies)[number]

/** What decides which obligations a business has. What nobody told is taken as usual: a small-scale payer on a deemed profit. */
export interface ObligationFacts {
  /** The calendar is kept from the period that contains this day. */
  readonly from: string
  readonly taxKind: TaxKind | null
  readonly levy: Levy | null
  /** The service year begins on this day of each year; null without a yearly fee. */
  readonly feeFrom: string | null
}

/** One obligation: what, for which period (yyyy-MM, yyyy-Qn, yyyy), from when it can be done, and until when. */
export interface Obligation {
  readonly kind: ObligationKind
  readonly period: string
  readonly opensOn: string
  readonly dueOn: string
}

const feeDays = 30

/** The quarter (yyyy-Qn) of a day. */
export function quarterOf(day: string): string {
  const { year, month } = partsOf(day.slice(0, 7))
  return `${year}-Q${Math.ceil(month / 3)}`
}

function afterPeriod(period: string): string {
  return monthStart(shiftMonth(lastMonthOf(period), 1))
}

function nextPeriod(period: string): string {
  const next = afterPeriod(period)
  if (/^\d{4}$/.test(period)) return next.slice(0, 4)
  return period.includes('Q') ? quarterOf(next) : next.slice(0, 7)
}

interface Span {
  readonly until: string
  readonly calendar: Calendar
}

/** Period by period from the one that contains a day, while the time to declare them begins until then. */
function declared(kind: ObligationKind, rule: DueKind, first: string, { until, calendar }: Span): Obligation[] {
  const found: Obligation[] = []
  for (let period = first; afterPeriod(period) <= until; period = nextPeriod(period)) {
    found.push({ kind, period, opensOn: afterPeriod(period), dueOn: dueDay(rule, period, calendar) })
  }
  return found
}

/** The same day of another year; 29 February becomes 28 February where there is none. */
function inYear(day: string, year: number): string {
  const wanted = `${year}${day.slice(4)}`
  return day.endsWith('-02-29') && shiftDay(wanted, 0) !== wanted ? `${year}-02-28` : wanted
}

function fees(from: string, first: string, until: string): Obligation[] {
  const found: Obligation[] = []
  for (let year = Number(from.slice(0, 4)); inYear(from, year) <= until; year++) {
    const opensOn = inYear(from, year)
    if (opensOn >= first) found.push({ kind: 'serviceFee', period: String(year), opensOn, dueOn: shiftDay(opensOn, feeDays) })
  }
  return found
}

/** Every obligation whose time begins until a day, by the day it is due; declarations by the calendar of working days. */
export function obligationsUntil({ from, taxKind, levy, feeFrom }: ObligationFacts, until: string, calendar: Calendar = weekends): Obligation[] {
  const span = { until, calendar }
  const found = [
    ...declared('annualReport', 'ANNUAL_REPORT', from.slice(0, 4), span),
    ...(taxKind === 'general' ? declared('vat', 'VAT_MONTH', from.slice(0, 7), span) : declared('vat', 'VAT_QUARTER', quarterOf(from), span)),
    ...declared('incomeTax', 'BUSINESS_QUARTER', quarterOf(from), span),
    ...(levy === 'audit' ? declared('incomeAnnual', 'BUSINESS_ANNUAL', from.slice(0, 4), span) : []),
    ...(feeFrom === null ? [] : fees(feeFrom, from, until)),
  ]
  return found.sort((a, b) => (a.dueOn === b.dueOn ? obligationKinds.indexOf(a.kind) - obligationKinds.indexOf(b.kind) : a.dueOn < b.dueOn ? -1 : 1))
}

/** What an obligation is for the register: reports and declarations that are late make a business abnormal, an unpaid fee does not. */
export function classOf(kind: ObligationKind): 'annualReport' | 'declaration' | 'serviceFee' {
  return kind === 'annualReport' || kind === 'serviceFee' ? kind : 'declaration'
}

/** Whether the day may still move, because the holidays of its year are not published yet; yearly reports and fees do not move. */
export function isProvisional({ kind, dueOn }: Pick<Obligation, 'kind' | 'dueOn'>, calendar: Calendar): boolean {
  return classOf(kind) === 'declaration' && !isPublished(dueOn, calendar)
}

/** Whether being late with it makes the business abnormal (年报/申报逾期). */
export function makesAbnormal(kind: ObligationKind): boolean {
  return kind !== 'serviceFee'
}

/** The days on which the operator is reminded: long windows when they open and a month before the end, all of them a week and two days before. */
export function reminderDays({ kind, opensOn, dueOn }: Obligation): string[] {
  const isLong = kind === 'annualReport' || kind === 'incomeAnnual'
  const wanted = [...(isLong || kind === 'serviceFee' ? [opensOn] : []), ...(isLong ? [shiftDay(dueOn, -30)] : []), shiftDay(dueOn, -7), shiftDay(dueOn, -2)]
  return [...new Set(wanted.map((day) => (day < opensOn ? opensOn : day)))].sort()
}

/** The next day of reminding after this one; null when there is none. */
export function nextReminder(obligation: Obligation, after: string): string | null {
  return reminderDays(obligation).find((day) => day > after) ?? null
}

/** How near the end is, for lists that colour it. */
export type Urgency = 'early' | 'far' | 'soon' | 'near' | 'over'

/** How near the end of an obligation that is not settled is on a day: not begun, far, within 30 days, within 7 days, over. */
export function urgencyOf({ opensOn, dueOn }: Pick<Obligation, 'opensOn' | 'dueOn'>, today: string): Urgency {
  if (dueOn < today) return 'over'
  if (opensOn > today) return 'early'
  if (dueOn <= shiftDay(today, 7)) return 'near'
  return dueOn <= shiftDay(today, 30) ? 'soon' : 'far'
}

/** So many days before it is due an operator is told of a filing. */
export const nearDays = 30

/** Whether somebody has to see to it now: late, or open and due within `nearDays`. The yearly fee is the centre's to collect. */
export function isDueNow({ kind, state, opensOn, dueOn }: { kind: string; state: string; opensOn: string; dueOn: string }, today: string): boolean {
  if (kind === 'serviceFee') return false
  return state === 'overdue' || (state === 'open' && opensOn <= today && dueOn <= shiftDay(today, nearDays))
}
