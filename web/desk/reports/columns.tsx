import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { type ReportColumnKey, type ReportKey, type ReportValue, reports } from '#/api/desk/report-columns.texts.ts'
import { flagNames, reportEndNames, reportFields, rollingAlertNames } from '#/api/desk/reports.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatPpm } from '#/domain/base/money.ts'
import { type ReportMovementKind, reportSpanOf } from '#/domain/desk/report.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { can } from '#/web/kernel/session.ts'
import { MoneyLink } from '#/web/parts/money/MoneyLink.tsx'
import type { Column } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type ReportRow = OutputOf<typeof api.reports.movements>['rows'][number]
type Value = ReportRow['values'][string] | undefined

/** The detail report and filters behind each column of a summary. */
const drillTargets: Readonly<
  Partial<Record<ReportKey, { readonly to: ReportKey; readonly by: Readonly<Partial<Record<ReportColumnKey, ReportMovementKind | ''>>> }>>
> = {
  incomeSummary: { to: 'incomeDetail', by: { lines: 'paid', people: 'paid', gross: '', fee: '', parts: '', earned: '', before: '' } },
  paymentSummary: {
    to: 'paymentDetail',
    by: {
      paidLines: 'paid',
      paidNet: 'paid',
      failedLines: 'failed',
      failedNet: 'failed',
      returnedLines: 'returned',
      returnedNet: 'returned',
      tax: '',
      fee: '',
      cost: '',
      channelFee: '',
      channelFeeTold: '',
      before: '',
    },
  },
  incomeTax: { to: 'paymentDetail', by: { income: '', withheld: '' } },
  incomeTaxSummary: { to: 'incomeTax', by: { people: '', income: '', due: '', withheld: '' } },
  vatCumulative: { to: 'paymentDetail', by: { monthGross: '', vat: '' } },
}

/** Columns that link to the tax period of a centre's month. */
const periodColumns: readonly ReportColumnKey[] = ['difference', 'handedOver', 'unpaid']

/** Returns the path of the rows behind a figure; null when the figure has none. */
function drillPathOf(report: ReportKey, key: ReportColumnKey, row: ReportRow, stored: URLSearchParams): string | null {
  if (periodColumns.includes(key) && row.drill?.declarationId && can('taxListWtdz')) return `${pages.taxListWtdz.path}?open=${row.drill.declarationId}`
  const of = drillTargets[report]
  const kind = of?.by[key]
  if (!of || kind === undefined || !row.drill) return null
  const drillParams = new URLSearchParams([...stored].filter(([name]) => ['basis', 'centreId', 'mode', 'unitId', 'partnerId'].includes(name)))
  const { declarationId: _period, ...drill } = row.drill
  for (const [name, value] of Object.entries({ ...drill, kind })) if (value) drillParams.set(name, String(value))
  if (of.to === 'incomeTax') drillParams.delete('mode')
  if (key === 'before') drillParams.set('period', reportSpanOf(drill.period).before)
  return `${pages[of.to].path}?${drillParams}`
}

const tones = { paid: 'green', returned: 'purple', failed: 'red' } as const satisfies Record<ReportMovementKind, string>
const widths: Readonly<Record<ReportValue, number>> = {
  day: 110,
  moment: 165,
  text: 180,
  mode: 150,
  money: 130,
  count: 104,
  rate: 90,
  change: 90,
  end: 110,
  flag: 90,
  alert: 140,
}
const rightAlignedValues: readonly ReportValue[] = ['money', 'count', 'rate', 'change']

function useCellRenderer() {
  const t = useText()
  const language = useLanguage()
  return (as: ReportValue, value: Value, path: string | null): ReactNode => {
    if (value === null || value === undefined || value === '') return <span className="k-muted">—</span>
    if (as === 'money') return path ? <MoneyLink value={fen(Number(value))} path={path} /> : <Money value={fen(Number(value))} />
    if (as === 'count') {
      const count = formatCount(Number(value), language)
      return path ? <Link to={path}>{count}</Link> : <span className="r-number">{count}</span>
    }
    if (as === 'rate') return `${formatPpm(Number(value))}%`
    if (as === 'change')
      return <span className={Number(value) < 0 ? 'k-loss' : 'k-gain'}>{`${Number(value) > 0 ? '+' : ''}${(Number(value) / 10_000).toFixed(1)}%`}</span>
    if (as === 'mode') return t(contractModeNames[value === 1 ? 1 : 2])
    if (as === 'end') return <StatusTag tone={tones[value as ReportMovementKind]}>{t(reportEndNames[value as ReportMovementKind])}</StatusTag>
    if (as === 'alert') return <StatusTag tone={value === 'over' ? 'red' : 'gold'}>{t(rollingAlertNames[value as keyof typeof rollingAlertNames])}</StatusTag>
    if (as === 'flag') return value ? <StatusTag tone="gold">{t(flagNames.yes)}</StatusTag> : '—'
    return String(value)
  }
}

interface ReportColumnOptions {
  readonly totals: Readonly<Record<string, Value>> | undefined
  readonly hidden: readonly string[]
}

const truncatedColumns: readonly ReportColumnKey[] = ['unit', 'group', 'operator', 'centre']
const columnWidths: Readonly<Partial<Record<ReportColumnKey, number>>> = {
  batch: 200,
  line: 230,
  channelRef: 230,
  invoiceNo: 240,
  group: 200,
  period: 110,
  month: 100,
  idNumber: 190,
  cardNo: 200,
  channel: 140,
  sales: 150,
  salesNet: 150,
  feeOperator: 160,
  operator: 120,
}

/** The columns shown first, which keep a row's amounts next to its name. The others follow in workbook order. */
const firstColumnsByReport: Readonly<Partial<Record<ReportKey, readonly ReportColumnKey[]>>> = {
  incomeDetail: ['day', 'end', 'unit', 'operator', 'gross', 'fee', 'sales', 'salesNet', 'outputVat'],
  paymentDetail: ['bookedAt', 'unit', 'operator', 'net', 'gross', 'vat', 'surcharge', 'iit'],
  incomeTax: [
    ...([
      'month',
      'operator',
      'income',
      'withheld',
      'cumulativeIncome',
      'expense',
      'deduction',
      'taxable',
      'taxRate',
      'quick',
      'cumulativeTax',
      'withheldBefore',
    ] as const),
  ],
}

function orderForScreen<C extends { readonly key: ReportColumnKey }>(report: ReportKey, columns: readonly C[]): C[] {
  const leadingKeys = firstColumnsByReport[report] ?? []
  const rankOf = ({ key }: C) => (leadingKeys.includes(key) ? leadingKeys.indexOf(key) : leadingKeys.length)
  return columns.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** Returns the columns of a report, with totals over all rows. */
export function useReportColumns(report: ReportKey, { totals, hidden }: ReportColumnOptions, stored: URLSearchParams): Column<ReportRow>[] {
  const t = useText()
  const cell = useCellRenderer()
  const columns: readonly { readonly key: ReportColumnKey; readonly as: ReportValue }[] = reports[report].columns
  const hasTotals = totals !== undefined && Object.keys(totals).length > 0
  const totalOf = (isFirst: boolean, value: Value, as: ReportValue) => {
    if (isFirst) return hasTotals ? <b>{t(texts.total)}</b> : undefined
    return value === undefined ? undefined : <b>{cell(as, value, null)}</b>
  }
  return orderForScreen(report, columns)
    .filter(({ key }) => !hidden.includes(key))
    .map(({ key, as }, at): Column<ReportRow> => {
      const total = totalOf(at === 0, totals?.[key], as)
      return {
        key,
        title: t(reportFields[key]),
        width: columnWidths[key] ?? widths[as],
        ...(rightAlignedValues.includes(as) && { align: 'right' as const }),
        ...(truncatedColumns.includes(key) && { isCut: true }),
        ...(at === 0 && { isAlways: true, pin: 'left' as const }),
        ...(total !== undefined && { total }),
        render: (row) =>
          key === 'batch' && row.batchId ? (
            <Link to={`/zf/batch/${row.batchId}`}>{String(row.values.batch)}</Link>
          ) : (
            cell(as, row.values[key], drillPathOf(report, key, row, stored))
          ),
      }
    })
}
