import { Button } from 'antd'
import { useState } from 'react'
import { countedMost } from '#/domain/paging.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

/** Whether the sums of all rows under a filter were asked for, however many rows there are; another filter begins anew. */
export function useTotalsOnRequest(filter: object): [isWhole: boolean, ask: () => void] {
  const [asked, ask] = useState<string | null>(null)
  const now = JSON.stringify(filter)
  return [asked === now, () => ask(now)]
}

/** Stands where the sums of more rows than lists count would be. */
export function TotalsOnRequest({ onAsk, isBusy }: { readonly onAsk: () => void; readonly isBusy: boolean }) {
  const say = useText()
  return (
    <Button type="link" size="small" loading={isBusy} onClick={onAsk}>
      {say(texts.sumAll, { most: countedMost })}
    </Button>
  )
}
