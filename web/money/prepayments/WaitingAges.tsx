import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ListAges } from '#/web/ui/AgeChart.tsx'
import { chartRows } from '#/web/ui/ListChart.tsx'
import { moneyTexts } from './money-texts.ts'
import { texts } from './texts.ts'

const dayMs = 86_400_000
const ageOf = (moment: string) => Math.max(0, nowMs() - Date.parse(moment)) / dayMs
const undecidedStates = ['submitted', 'matched'] as const

/** The ages of the undecided top-ups under the filter of the list. */
export function TopupAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.prepayments.list>[0]> }) {
  const t = useText()
  const chosenStates = undecidedStates.filter((state) => filter.states?.includes(state))
  const list = useRead(
    api.prepayments.list,
    { ...filter, states: chosenStates.length > 0 ? chosenStates : undecidedStates, ...chartRows },
    { follows: ['topups'] },
  )
  return (
    <ListAges
      title={t(moneyTexts.topupAges)}
      query={list}
      daysOf={(row) => ageOf(row.submittedAt)}
      amountOf={(row) => row.amount}
      amountName={t(texts.amount)}
    />
  )
}

/** The ages of the unclaimed bank credits under the filter of the list. */
export function CreditAges({ filter }: { readonly filter: NonNullable<Parameters<typeof api.prepayments.credits>[0]> }) {
  const t = useText()
  const list = useRead(api.prepayments.credits, { ...filter, state: 'unclaimed', ...chartRows }, { follows: ['topups'] })
  return (
    <ListAges
      title={t(moneyTexts.creditAges)}
      query={list}
      daysOf={(row) => ageOf(row.creditedAt)}
      amountOf={(row) => row.amount}
      amountName={t(texts.amount)}
    />
  )
}
