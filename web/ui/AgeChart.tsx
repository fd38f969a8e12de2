import type { Fen } from '#/domain/base/money.ts'
import { formatCount, formatMoney, formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { ageTexts } from './age-chart.texts.ts'
import { ageGroups } from './chart.ts'
import { ListChart } from './ListChart.tsx'
import { TrendChart } from './TrendChart.tsx'
import './chart.css'

interface Ages<Row> {
  readonly daysOf: (row: Row) => number
  /** The amount in fen. */
  readonly amountOf: (row: Row) => number
  readonly amountName: string
}

interface AgeChartProps<Row> extends Ages<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  /** The number of rows that match the filter. It exceeds `rows` if the list was cut. */
  readonly count: number
}

/** Open items by age: their number as bars, their amount as dots. */
export function AgeChart<Row>({ label, rows, count, daysOf, amountOf, amountName }: AgeChartProps<Row>) {
  const t = useText()
  const currentLanguage = useLanguage()
  return (
    <div className="k-ages">
      <TrendChart
        label={label}
        series={[
          { name: t(ageTexts.items), shape: 'bar', format: (value) => formatCount(value, currentLanguage) },
          {
            name: amountName,
            shape: 'dot',
            side: 'right',
            format: (value) => formatMoney(value as Fen),
            axis: (value) => formatShortMoney(value, currentLanguage),
          },
        ]}
        points={ageGroups(rows, daysOf).map(({ range, own }) => ({
          label: t(ageTexts.ageDays, { range }),
          values: [own.length, own.length === 0 ? null : own.reduce((sum, row) => sum + amountOf(row), 0)],
        }))}
      />
      {count > rows.length ? <p className="k-note">{t(ageTexts.newestOnly, { shown: rows.length, count })}</p> : null}
    </div>
  )
}

type Query<Row> = Parameters<typeof ListChart<{ readonly rows: readonly Row[]; readonly count: number }>>[0]['query']

/** The ages of a list's open items, under its filter. */
export function ListAges<Row>({ title, query, ...ages }: Ages<Row> & { readonly title: string; readonly query: Query<Row> }) {
  return (
    <ListChart title={title} query={query} empty={{ title: ageTexts.noAges, reason: ageTexts.noAgesMore }}>
      {({ rows, count }) => <AgeChart label={title} rows={rows} count={count} {...ages} />}
    </ListChart>
  )
}
