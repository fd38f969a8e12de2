import { shiftDay, shiftMonth } from './period.ts'

// The seven financial reports: their columns, the days that movements belong to, and the periods they are asked for.

/** What a value of a report is, and so how it is shown. */
export type ReportValue = 'day' | 'moment' | 'text' | 'mode' | 'money' | 'count' | 'rate' | 'change' | 'end' | 'flag' | 'alert'

interface ReportColumn {
  readonly key: string
  readonly as: ReportValue
}

interface ReportShape {
  /** `movements`: one row for each payment and each return; `sums`: one row for each group of them; `months`: of a person's month, or of all months of a centre. */
  readonly of: 'movements' | 'sums' | 'months'
  readonly columns: readonly ReportColumn[]
}

type Columns<K extends readonly string[], As extends ReportValue> = { readonly [I in keyof K]: { readonly key: K[I]; readonly as: As } }
const columnsAs =
  <As extends ReportValue>(as: As) =>
  <const K extends readonly string[]>(...keys: K) =>
    keys.map((key) => ({ key, as })) as unknown as Columns<K, As>
const [money, text] = [columnsAs('money'), columnsAs('text')]

export const reports = {
  incomeDetail: {
    of: 'movements',
    columns: [
      { key: 'day', as: 'day' },
      { key: 'end', as: 'end' },
      ...text('unit', 'batch', 'line', 'operator'),
      { key: 'mode', as: 'mode' },
      ...money('gross', 'fee', 'feeNet', 'feeVat'),
      { key: 'feeRate', as: 'rate' },
      ...money('platformPart', 'centrePart', 'partnerPart', 'staffPart'),
    ],
  },
  incomeSummary: {
    of: 'sums',
    columns: [
      ...text('period', 'group'),
      { key: 'lines', as: 'count' },
      { key: 'people', as: 'count' },
      ...money('gross', 'fee', 'parts', 'earned', 'before'),
      { key: 'change', as: 'change' },
    ],
  },
  paymentDetail: {
    of: 'movements',
    columns: [
      { key: 'bookedAt', as: 'moment' },
      { key: 'arrivedAt', as: 'moment' },
      ...text('unit', 'batch', 'operator', 'idNumber', 'cardNo'),
      ...money('gross', 'vat', 'surcharge', 'iit', 'feeOperator', 'net'),
      ...text('channel', 'channelRef'),
      { key: 'end', as: 'end' },
      { key: 'returnedOn', as: 'day' },
    ],
  },
  paymentSummary: {
    of: 'sums',
    columns: [
      ...text('period', 'group'),
      { key: 'paidLines', as: 'count' },
      ...money('paidNet'),
      { key: 'failedLines', as: 'count' },
      ...money('failedNet'),
      { key: 'returnedLines', as: 'count' },
      ...money('returnedNet', 'tax', 'fee', 'cost', 'before'),
      { key: 'change', as: 'change' },
    ],
  },
  incomeTax: {
    of: 'months',
    columns: [
      ...text('month', 'operator', 'idNumber', 'incomeKind'),
      ...money('income', 'cumulativeIncome', 'expense', 'deduction', 'taxable'),
      { key: 'taxRate', as: 'rate' },
      ...money('quick', 'cumulativeTax', 'withheldBefore', 'withheld'),
    ],
  },
  incomeTaxSummary: {
    of: 'months',
    columns: [...text('month', 'centre'), { key: 'people', as: 'count' }, ...money('income', 'due', 'withheld', 'difference')],
  },
  vatCumulative: {
    of: 'months',
    columns: [
      ...text('month', 'operator'),
      { key: 'mode', as: 'mode' },
      ...money('monthGross'),
      { key: 'isOver', as: 'flag' },
      ...money('vatDue', 'vat', 'quarterGross', 'rolling'),
      { key: 'alert', as: 'alert' },
    ],
  },
} as const satisfies Record<string, ReportShape>

export type ReportKey = keyof typeof reports
export const reportKeys = Object.keys(reports) as ReportKey[]
export type ReportColumnKey = (typeof reports)[ReportKey]['columns'][number]['key']

/** The reports whose rows are movements, or sums of them. */
export const movementReports = ['incomeDetail', 'incomeSummary', 'paymentDetail', 'paymentSummary'] as const
export type MovementReport = (typeof movementReports)[number]
export const isMovementReport = (report: ReportKey): report is MovementReport => movementReports.some((each) => each === report)

/** What can happen to a line that a report counts. Each belongs to a day of its own, so that a late return changes no day but its own. */
export const movementKinds = ['paid', 'returned', 'failed'] as const
export type MovementKind = (typeof movementKinds)[number]

/** By which day a movement is counted: of submitting its batch, of booking it as a success, of its arrival at the payee's bank. */
export const reportBases = ['booked', 'submitted', 'arrived'] as const
export type ReportBasis = (typeof reportBases)[number]

/** What the rows of a summary stand for. */
export const reportGroups = ['unit', 'centre', 'time'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** Which parts of a fee a report shows: those that the reader may know. */
export const partColumns: readonly ReportColumnKey[] = ['platformPart', 'centrePart', 'partnerPart', 'staffPart', 'parts', 'earned']

/** A day, month, quarter or year, as an address has it: 2026-11-05, 2026-11, 2026-Q4, 2026. */
export const reportPeriod = /^20\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|-Q[1-4])?$/

export type PeriodKind = 'day' | 'month' | 'quarter' | 'year'

/** The first and the last day of a period, the one before it, and what it falls into. */
export interface ReportSpan {
  readonly kind: PeriodKind
  readonly from: string
  readonly to: string
  readonly before: string
  /** The parts that it is seen in: months of a quarter or year, days of a month. */
  readonly step: 'day' | 'month'
}

const lastOf = (month: string) => shiftDay(`${shiftMonth(month, 1)}-01`, -1)
const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`

/** What a period covers; throws RangeError for what is none. */
export function spanOf(period: string): ReportSpan {
  if (!reportPeriod.test(period)) throw new RangeError(`not a period: ${period}`)
  if (/^\d{4}$/.test(period)) {
    return { kind: 'year', from: `${period}-01-01`, to: `${period}-12-31`, before: String(Number(period) - 1), step: 'month' }
  }
  if (period[5] === 'Q') {
    const first = `${period.slice(0, 4)}-${String(Number(period[6]) * 3 - 2).padStart(2, '0')}`
    return { kind: 'quarter', from: `${first}-01`, to: lastOf(shiftMonth(first, 2)), before: quarterOf(shiftMonth(first, -1)), step: 'month' }
  }
  if (period.length === 7) return { kind: 'month', from: `${period}-01`, to: lastOf(period), before: shiftMonth(period, -1), step: 'day' }
  return { kind: 'day', from: period, to: period, before: shiftDay(period, -1), step: 'day' }
}

/** The period of a kind that a day lies in. */
export function periodOn(day: string, kind: PeriodKind): string {
  if (kind === 'day') return day
  if (kind === 'year') return day.slice(0, 4)
  return kind === 'month' ? day.slice(0, 7) : quarterOf(day.slice(0, 7))
}

/** The change against the period before in millionths of it; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1_000_000)
}
