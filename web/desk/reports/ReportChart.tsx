import { reportFields } from '#/api/desk/reports.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { ReportGroup } from '#/domain/desk/report.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { ListChart } from '#/web/ui/ListChart.tsx'
import { ShareBars } from '#/web/ui/ShareBars.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { type ChartedReport, measures } from './chart.ts'

type Answer = Pick<OutputOf<typeof api.reports.sums>, 'rows' | 'totals'>
type Row = Answer['rows'][number]

interface ReportChartProps {
  readonly report: ChartedReport
  readonly group: ReportGroup
  readonly query: { readonly data: Answer | undefined; readonly error: unknown; readonly isPending: boolean; readonly refetch: () => unknown }
}

const amountOf = (row: Row, key: string) => Number(row.values[key] ?? 0)

/** The listed rows of a summary: over time, or as shares of units or centres. */
export function ReportChart({ report, group, query }: ReportChartProps) {
  const say = useText()
  const spoken = useLanguage()
  const { time, name, bar, line } = measures[report]
  const money = { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, spoken) }
  const title = say(reportFields[bar])
  const isOverTime = report === 'incomeTaxSummary' || group === 'time'
  const total = Number(query.data?.totals[bar] ?? 0)
  const sum = (rows: readonly Row[], key: string) => rows.reduce((all, row) => all + amountOf(row, key), 0)
  return (
    <ListChart title={title} query={query}>
      {(rows) =>
        isOverTime ? (
          <TrendChart
            label={title}
            series={[
              { name: title, shape: 'bar', ...money },
              { name: say(reportFields[line]), shape: 'line', side: 'right', ...money },
            ]}
            points={[...Map.groupBy(rows, (row) => String(row.values[time]))]
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(([label, own]) => ({ label, values: [sum(own, bar), sum(own, line)] }))}
          />
        ) : (
          <ShareBars
            label={title}
            total={total}
            format={money.format}
            shares={rows.map((row) => ({ key: row.key, name: String(row.values[name] ?? '—'), value: amountOf(row, bar) }))}
          />
        )
      }
    </ListChart>
  )
}
