import type { UseQueryResult } from '@tanstack/react-query'
import { reportFields } from '#/api/desk/reports.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { ReportGroup } from '#/domain/desk/report.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { completeGroups } from '#/web/ui/chart.ts'
import { chartRows, ListChart } from '#/web/ui/ListChart.tsx'
import { ShareBars } from '#/web/ui/ShareBars.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { type ChartedReport, chartMeasures } from './chart.ts'

type Answer = Pick<OutputOf<typeof api.reports.sums>, 'rows' | 'count' | 'totals'>
type Row = Answer['rows'][number]

interface ReportChartProps {
  readonly report: ChartedReport
  readonly group: ReportGroup
  readonly requested: Omit<Parameters<typeof api.reports.months>[0], 'report'>
}

const amountOf = (row: Row, key: string) => Number(row.values[key] ?? 0)

/** Reads the rows of a summary like its table, but up to 200 of them. */
function useChartRows({ report, group, requested }: ReportChartProps): UseQueryResult<Answer, Error> {
  const isByMonth = report === 'incomeTaxSummary'
  const sums = useRead(
    api.reports.sums,
    { report: report === 'paymentSummary' ? report : 'incomeSummary', ...requested, group, ...chartRows },
    { isEnabled: !isByMonth },
  )
  const months = useRead(api.reports.months, { report: 'incomeTaxSummary', ...requested, ...chartRows }, { isEnabled: isByMonth })
  return isByMonth ? months : sums
}

/** The rows of a summary: over time, or as shares of units or centres. */
export function ReportChart(props: ReportChartProps) {
  const { report, group } = props
  const query = useChartRows(props)
  const t = useText()
  const currentLanguage = useLanguage()
  const { time, name, bar, line } = chartMeasures[report]
  const moneyFormats = { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, currentLanguage) }
  const title = t(reportFields[bar])
  const isTimeSeries = report === 'incomeTaxSummary' || group === 'time'
  const total = Number(query.data?.totals[bar] ?? 0)
  const sum = (rows: readonly Row[], key: string) => rows.reduce((all, row) => all + amountOf(row, key), 0)
  return (
    <ListChart title={title} query={query}>
      {({ rows, count }) =>
        isTimeSeries ? (
          <TrendChart
            label={title}
            series={[
              { name: title, shape: 'bar', ...moneyFormats },
              { name: t(reportFields[line]), shape: 'line', side: 'right', ...moneyFormats },
            ]}
            points={completeGroups(rows, count, (row) => String(row.values[time])).map(([label, own]) => ({ label, values: [sum(own, bar), sum(own, line)] }))}
          />
        ) : (
          <ShareBars
            label={title}
            total={total}
            format={moneyFormats.format}
            shares={rows.map((row) => ({ key: row.key, name: String(row.values[name] ?? '—'), value: amountOf(row, bar) }))}
          />
        )
      }
    </ListChart>
  )
}
