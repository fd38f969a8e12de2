import { dayStateNames, itemStateNames } from '#/api/money/reconciliation.texts.ts'
import type { ReconItemState } from '#/domain/money/reconciliation.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type ReconItem = OutputOf<typeof api.reconciliation.items>['rows'][number]
export type ItemDetail = OutputOf<typeof api.reconciliation.item>
export type DayDetail = OutputOf<typeof api.reconciliation.day>

const itemTones: Readonly<Record<ReconItemState, StatusTone>> = {
  open: 'red',
  waiting: 'gold',
  proposed: 'gold',
  hung: 'purple',
  exception: 'purple',
  settled: 'green',
}

export const DayTag = stateTag(dayStateNames, { waiting: 'gold', differing: 'red', balanced: 'blue', closed: 'green' })

/** The state of a difference, and whether it is overdue or blocks payouts. */
export function ItemTag({ item }: { readonly item: Pick<ReconItem, 'state' | 'stops' | 'isOverdue'> }) {
  const t = useText()
  return (
    <span className="k-row">
      <StatusTag tone={itemTones[item.state]}>{t(itemStateNames[item.state])}</StatusTag>
      {item.stops ? <StatusTag tone="red">{t(texts.stops)}</StatusTag> : null}
      {item.isOverdue ? <StatusTag tone="red">{t(texts.overdue)}</StatusTag> : null}
    </span>
  )
}
