import { reconFields as fields } from '#/api/money/reconciliation.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { unsettledStates } from '#/domain/money/reconciliation.ts'
import { api } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { AgeChart } from '#/web/ui/AgeChart.tsx'
import { chartRows, ListChart } from '#/web/ui/ListChart.tsx'
import { texts } from './texts.ts'

/** The ages of the open differences under the filter of the list. */
export function ItemAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.reconciliation.items>[0]> }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const chosen = unsettledStates.filter((state) => filter.states?.includes(state))
  const list = useRead(api.reconciliation.items, { ...filter, states: chosen.length > 0 ? chosen : unsettledStates, ...chartRows }, { follows: ['recon'] })
  const title = t(texts.ages)
  return (
    <ListChart title={title} query={list}>
      {({ rows, count }) => (
        <AgeChart
          label={title}
          rows={rows}
          count={count}
          daysOf={(row) => row.ageDays}
          amountOf={(row) => row.difference}
          amount={{
            name: t(fields.difference),
            format: (value) => formatYuan(fen(value)),
            axis: (value) => formatShortMoney(value, currentLanguage),
          }}
        />
      )}
    </ListChart>
  )
}
