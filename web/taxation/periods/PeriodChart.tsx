import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { completeGroups } from '#/web/ui/chart.ts'
import { chartRows, ListChart } from '#/web/ui/ListChart.tsx'
import { TrendChart } from '#/web/ui/TrendChart.tsx'
import { yearTexts as texts } from './year.texts.ts'

const taxes = ['vat', 'surcharge', 'iit'] as const

/** The taxes of the listed periods by month, stacked, with the amount still due. */
export function PeriodChart({ filter }: { readonly filter: Parameters<typeof api.periods.list>[0] }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const list = useRead(api.periods.list, { ...filter, ...chartRows })
  const moneyFormats = { format: (value: number) => formatYuan(fen(value)), axis: (value: number) => formatShortMoney(value, currentLanguage) }
  return (
    <ListChart title={t(texts.taxes)} query={list}>
      {({ rows, count }) => (
        <TrendChart
          label={t(texts.taxes)}
          series={[
            ...taxes.map((key) => ({ name: t(fields[key]), shape: 'bar' as const, ...moneyFormats })),
            { name: t(fields.left), shape: 'line', ...moneyFormats },
          ]}
          points={completeGroups(rows, count, (row) => row.month).map(([month, own]) => ({
            label: month.slice(2),
            values: [...taxes, 'left' as const].map((key) => sumOf(own, (row) => row[key])),
          }))}
        />
      )}
    </ListChart>
  )
}
