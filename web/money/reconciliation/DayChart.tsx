import { reconFields as fields } from '#/api/money/reconciliation.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { completeGroups } from '#/web/ui/chart.ts'
import { chartRows, ListChart } from '#/web/ui/ListChart.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { texts } from './texts.ts'

/** The maximum number of days in the chart. */
const maxDays = 31

/**
 * Our daily amount over all channels, with the open differences. Selecting a day shows its rows. At most the last 31
 * days.
 */
export function DayChart({ filter }: { readonly filter: Parameters<typeof api.reconciliation.days>[0] }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const list = useRead(api.reconciliation.days, { ...filter, ...chartRows }, { follows: ['recon'] })
  const moneyFormats = { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, currentLanguage) }
  return (
    <ListChart title={t(texts.chart)} query={list}>
      {({ rows, count }) => (
        <TrendChart
          label={t(texts.chart)}
          series={[
            { name: t(fields.ours), shape: 'bar', ...moneyFormats },
            { name: t(fields.differences), shape: 'line', side: 'right', ...moneyFormats },
          ]}
          points={completeGroups(rows, count, (row) => row.day)
            .slice(-maxDays)
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
