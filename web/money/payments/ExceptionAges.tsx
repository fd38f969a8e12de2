import { exceptionFields } from '#/api/money/payout-exceptions.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { exceptionStates } from '#/domain/money/payout-exception.ts'
import { api } from '#/web/kernel/api.ts'
import { formatShortMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { AgeChart } from '#/web/ui/AgeChart.tsx'
import { chartRows, ListChart } from '#/web/ui/ListChart.tsx'
import { exceptionTexts as texts } from './exception-texts.ts'

const unresolved = exceptionStates.filter((state) => state !== 'resolved')

/** The ages of the unresolved exceptions under the filter of the list. */
export function ExceptionAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.payouts.exceptions>[0]> }) {
  const t = useText()
  const currentLanguage = useLanguage()
  const chosen = unresolved.filter((state) => filter.states?.includes(state))
  const list = useRead(api.payouts.exceptions, { ...filter, states: chosen.length > 0 ? chosen : unresolved, ...chartRows }, { follows: ['batches'] })
  const title = t(texts.ages)
  return (
    <ListChart title={title} query={list}>
      {({ rows, count }) => (
        <AgeChart
          label={title}
          rows={rows}
          count={count}
          daysOf={(row) => row.ageHours / 24}
          amountOf={(row) => row.suspense}
          amount={{
            name: t(exceptionFields.suspense),
            format: (value) => formatYuan(fen(value)),
            axis: (value) => formatShortMoney(value, currentLanguage),
          }}
        />
      )}
    </ListChart>
  )
}
