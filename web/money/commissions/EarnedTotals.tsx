import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { TotalsOnRequest } from '#/web/ui/TotalsOnRequest.tsx'
import { texts } from './texts.ts'

interface EarnedTotalsProps {
  readonly totals: OutputOf<typeof api.commissions.days>['totals']
  readonly onAsk: () => void
  readonly isBusy: boolean
}

/** Volume and commission of all rows under the filter. */
export function EarnedTotals({ totals, onAsk, isBusy }: EarnedTotalsProps) {
  const t = useText()
  if (!totals) return <TotalsOnRequest onAsk={onAsk} isBusy={isBusy} />
  return (
    <span>
      {t(texts.volume)} <Money value={totals.base} /> · {t(texts.commission)}{' '}
      <b>
        <Money value={totals.commission} />
      </b>
    </span>
  )
}
