import { unsettledReconStates } from '#/domain/money/reconciliation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ListAges } from '#/web/ui/AgeChart.tsx'
import { chartRows } from '#/web/ui/ListChart.tsx'
import { texts } from './texts.ts'

/**
 * The ages of the open differences under the filter of the list. Amounts are absolute, so that opposite ones do not
 * cancel out.
 */
export function ItemAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.reconciliation.items>[0]> }) {
  const t = useText()
  const chosenStates = unsettledReconStates.filter((state) => filter.states?.includes(state))
  const list = useRead(
    api.reconciliation.items,
    { ...filter, states: chosenStates.length > 0 ? chosenStates : unsettledReconStates, ...chartRows },
    { follows: ['recon'] },
  )
  return (
    <ListAges title={t(texts.ages)} query={list} daysOf={(row) => row.ageDays} amountOf={(row) => Math.abs(row.difference)} amountName={t(texts.absolute)} />
  )
}
