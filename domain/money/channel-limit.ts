import { add, type Fen } from '#/domain/base/money.ts'

/** Limits of a channel per order and per day; null for no limit. */
export interface ChannelLimits {
  readonly single: Fen | null
  readonly daily: Fen | null
}

/** An order about to be sent. */
export interface OutgoingPayment {
  readonly id: number
  readonly amount: Fen
}

/** The limit that an order exceeds. */
export type ExceededLimit = 'single' | 'daily'

/**
 * Returns the orders that exceed a limit of the channel today. Orders are considered in the given sequence. A skipped
 * order does not count towards the daily limit.
 */
export function exceededLimits(orders: readonly OutgoingPayment[], limits: ChannelLimits, sentToday: Fen): ReadonlyMap<number, ExceededLimit> {
  const limitByOrder = new Map<number, ExceededLimit>()
  let sentSoFar = sentToday
  for (const { id, amount } of orders) {
    const totalAfter = add(sentSoFar, amount)
    if (limits.single !== null && amount > limits.single) limitByOrder.set(id, 'single')
    else if (limits.daily !== null && totalAfter > limits.daily) limitByOrder.set(id, 'daily')
    else sentSoFar = totalAfter
  }
  return limitByOrder
}
