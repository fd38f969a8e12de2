import { useState } from 'react'
import { maxCounted } from '#/domain/base/paging.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** Returns whether totals of all rows under a filter were requested. A change of the filter resets it. */
export function useTotalsOnRequest(filter: object): [isWhole: boolean, ask: () => void] {
  const [requested, ask] = useState<string | null>(null)
  const now = JSON.stringify(filter)
  return [requested === now, () => ask(now)]
}

/** A button in place of totals when the list has more rows than are counted. */
export function TotalsOnRequest({ onAsk, isBusy }: { readonly onAsk: () => void; readonly isBusy: boolean }) {
  const t = useText()
  return (
    <Button type="link" size="small" loading={isBusy} onClick={onAsk}>
      {t(texts.sumAll, { most: maxCounted })}
    </Button>
  )
}
