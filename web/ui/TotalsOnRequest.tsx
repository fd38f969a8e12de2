import { useState } from 'react'
import { maxCountedRows } from '#/domain/base/paging.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
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
