import { amountNames } from '#/api/amounts.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'

type PendingWork = OutputOf<typeof api.tasks.waiting>[number]

const batchKinds: ReadonlySet<PendingWork['kind']> = new Set(['fix', 'check', 'audit', 'topup', 'pay', 'byHand', 'failed', 'returned'])

/** The amount of pending work with its label. For batches and lines it is the cost to the unit. */
export function WaitingAmount({ of }: { readonly of: PendingWork }) {
  const t = useText()
  if (of.amount === 0) return <span />
  return (
    <span className="k-note">
      {batchKinds.has(of.kind) ? `${t(amountNames.cost)} ` : null}
      <Money value={of.amount} isMuted />
    </span>
  )
}
