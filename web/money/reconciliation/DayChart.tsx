import type { UseQueryResult } from '@tanstack/react-query'
import { reconFields as fields } from '#/api/money/reconciliation.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { ListChart } from '#/web/ui/ListChart.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { texts } from './texts.ts'

/** Our amount of each listed day, all channels together, with the open differences. A day leads to its rows. */
export function DayChart({ query }: { readonly query: UseQueryResult<OutputOf<typeof api.reconciliation.days>, Error> }) {
  const say = useText()
  const spoken = useLanguage()
  const money = { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, spoken) }
  return (
    <ListChart title={say(texts.chart)} query={query}>
      {(rows) => (
        <TrendChart
          label={say(texts.chart)}
          series={[
            { name: say(fields.ours), shape: 'bar', ...money },
            { name: say(fields.differences), shape: 'line', side: 'right', ...money },
          ]}
          points={[...Map.groupBy(rows, (row) => row.day)]
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([day, own]) => ({
              label: day.slice(5),
              values: [sumOf(own, (row) => row.ours.amount), sumOf(own, (row) => row.differences.amount)],
              path: `${pages.zfdzList.path}?from=${day}&to=${day}`,
            }))}
        />
      )}
    </ListChart>
  )
}
