import { useState } from 'react'
import type { Fen } from '#/domain/base/money.ts'
import { maxCountedRows } from '#/domain/base/paging.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { Money } from './Money.tsx'
import { texts } from './texts.ts'

/** Returns whether totals of all rows under a filter were requested. A change of the filter resets it. */
export function useTotalsOnRequest(filter: object): [isWhole: boolean, ask: () => void] {
  const [requested, ask] = useState<string | null>(null)
  const filterKey = JSON.stringify(filter)
  return [requested === filterKey, () => ask(filterKey)]
}

/** A button in place of totals when the list has more rows than are counted. */
export function TotalsOnRequest({ onAsk, isBusy }: { readonly onAsk: () => void; readonly isBusy: boolean }) {
  const t = useText()
  return (
    <Button type="link" size="small" loading={isBusy} onClick={onAsk}>
      {t(texts.sumAll, { most: maxCountedRows })}
    </Button>
  )
}

interface TotalAmountProps {
  readonly label: string
  readonly list: { readonly data: unknown; readonly isFetching: boolean }
  readonly amount: Fen | undefined
  readonly onAsk: () => void
}

/** The total of the rows under a filter, or the button that requests it. */
export function TotalAmount({ label, list, amount, onAsk }: TotalAmountProps) {
  if (!list.data) return null
  return (
    <span>
      {label}{' '}
      {amount === undefined ? (
        <TotalsOnRequest onAsk={onAsk} isBusy={list.isFetching} />
      ) : (
        <b>
          <Money value={amount} />
        </b>
      )}
    </span>
  )
}
