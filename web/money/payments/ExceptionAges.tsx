import { exceptionFields } from '#/api/money/payout-exceptions.texts.ts'
import { exceptionStates } from '#/domain/money/payout-exception.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ListAges } from '#/web/ui/AgeChart.tsx'
import { chartRows } from '#/web/ui/ListChart.tsx'
import { exceptionTexts as texts } from './exception-texts.ts'

const unresolvedStates = exceptionStates.filter((state) => state !== 'resolved')

/** The ages of the unresolved exceptions under the filter of the list. */
export function ExceptionAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.payouts.exceptions>[0]> }) {
  const t = useText()
  const chosenStates = unresolvedStates.filter((state) => filter.states?.includes(state))
  const list = useRead(
    api.payouts.exceptions,
    { ...filter, states: chosenStates.length > 0 ? chosenStates : unresolvedStates, ...chartRows },
    { follows: ['batches'] },
  )
  return (
    <ListAges
      title={t(texts.ages)}
      query={list}
      daysOf={(row) => row.ageHours / 24}
      amountOf={(row) => row.suspense}
      amountName={t(exceptionFields.suspense)}
    />
  )
}
