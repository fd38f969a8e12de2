import { type Fen, formatYuan } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { ListChart } from '#/web/ui/ListChart.tsx'
import type { QueryContent } from '#/web/ui/QueryContent.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'

interface Months {
  readonly rows: readonly { readonly month: string; readonly amount: Fen; readonly path?: string | null }[]
}

interface MonthChartProps {
  readonly title: string
  /** The name of the amount. */
  readonly amount: string
  readonly query: Parameters<typeof QueryContent<Months>>[0]['query']
  /** Shown when every amount is zero. */
  readonly empty: { readonly title: Text; readonly reason: Text }
}

/** One amount by month as bars. A bar leads to the list behind it, if the answer has its path. */
export function MonthChart({ title, amount, query, empty }: MonthChartProps) {
  const currentLanguage = useLanguage()
  const isEmpty = query.data?.rows.every((row) => row.amount === 0)
  return (
    <ListChart title={title} query={isEmpty ? { ...query, data: { rows: [] } } : query} empty={empty}>
      {({ rows }) => (
        <TrendChart
          label={title}
          height={200}
          series={[{ name: amount, shape: 'bar', format: (value) => formatYuan(value as Fen), axis: (value) => formatShortMoney(value, currentLanguage) }]}
          points={rows.map((row) => ({ label: row.month.slice(2), values: [row.amount], path: row.path ?? null }))}
        />
      )}
    </ListChart>
  )
}
