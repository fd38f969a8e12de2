import type { ReportColumnKey, ReportKey } from '#/api/desk/report-columns.texts.ts'

interface Measures {
  /** The columns for the time and for the name of a row. */
  readonly time: ReportColumnKey
  readonly name: ReportColumnKey
  /** The column that the bars show, and that of the line. */
  readonly bar: ReportColumnKey
  readonly line: ReportColumnKey
}

/** The summaries with a chart. The other reports list single payments or people. */
export const chartMeasures = {
  incomeSummary: { time: 'period', name: 'group', bar: 'gross', line: 'fee' },
  paymentSummary: { time: 'period', name: 'group', bar: 'paidNet', line: 'tax' },
  incomeTaxSummary: { time: 'month', name: 'centre', bar: 'withheld', line: 'unpaid' },
} as const satisfies Partial<Record<ReportKey, Measures>>

export type ChartedReport = keyof typeof chartMeasures

export const hasReportChart = (report: ReportKey): report is ChartedReport => Object.hasOwn(chartMeasures, report)
