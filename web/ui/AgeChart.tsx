import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { ageGroups, type ChartSeries } from './chart.ts'
import { TrendChart } from './TrendChart.tsx'
import { texts } from './texts.ts'
import './chart.css'

interface AgeChartProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The number of rows that match the filter. It exceeds `rows` if the list was cut. */
  readonly count: number
  readonly daysOf: (row: Row) => number
  readonly amountOf: (row: Row) => number
  readonly amount: Omit<ChartSeries, 'shape' | 'side'>
}

/** Open items by age: their number as bars, their amount as dots. */
export function AgeChart<Row>({ label, rows, count, daysOf, amountOf, amount }: AgeChartProps<Row>) {
  const t = useText()
  const currentLanguage = useLanguage()
  return (
    <div className="k-ages">
      <TrendChart
        label={label}
        series={[
          { name: t(texts.items), shape: 'bar', format: (value) => formatCount(value, currentLanguage) },
          { ...amount, shape: 'line', side: 'right' },
        ]}
        points={ageGroups(rows, daysOf).map(({ range, own }) => ({
          label: t(texts.ageDays, { range }),
          values: [own.length, own.reduce((sum, row) => sum + amountOf(row), 0)],
        }))}
      />
      {count > rows.length ? <p className="k-note">{t(texts.newestOnly, { shown: rows.length, count })}</p> : null}
    </div>
  )
}
