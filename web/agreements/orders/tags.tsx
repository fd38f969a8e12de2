import { assignmentStateNames, orderStateNames, priceModeNames } from '#/api/agreements/orders.texts.ts'
import type { OrderState } from '#/domain/agreements/order.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type Order = OutputOf<typeof api.orders.list>['rows'][number]
export type OrderDetail = OutputOf<typeof api.orders.get>

const tones: Readonly<Record<OrderState | 'paused', StatusTone>> = {
  draft: 'grey',
  published: 'gold',
  accepted: 'blue',
  doing: 'blue',
  delivered: 'gold',
  checked: 'green',
  settled: 'green',
  cancelled: 'grey',
  paused: 'purple',
}

/** The state of an order, or that it is paused. */
export function OrderTag({ order }: { readonly order: Pick<Order, 'state' | 'isPaused' | 'reason'> }) {
  const t = useText()
  const state = order.isPaused ? 'paused' : order.state
  return (
    <StatusTag tone={tones[state]} title={order.reason}>
      {t(orderStateNames[state])}
    </StatusTag>
  )
}

export const AssignmentTag = stateTag(assignmentStateNames, { offered: 'gold', accepted: 'green', declined: 'grey', withdrawn: 'grey' })

/** The pricing of an order in one line. */
export function Pricing({ price }: Pick<Order, 'price'>) {
  const t = useText()
  if (price === null) return <span className="k-muted">{t(texts.priceLater)}</span>
  const priceRange = price.highest === null ? formatMoney(price.price) : `${formatMoney(price.price)} – ${formatMoney(price.highest)}`
  return (
    <span>
      {t(priceModeNames[price.mode])} {priceRange} × {price.quantity}
    </span>
  )
}
