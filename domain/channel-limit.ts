import { add, type Fen } from '#/domain/money.ts'

/** What one order and what one day of a channel may come to; null where there is no limit. */
export interface ChannelLimits {
  readonly single: Fen | null
  readonly daily: Fen | null
}

/** An order that is about to be sent. */
export interface Outgoing {
  readonly id: number
  readonly amount: Fen
}

/** Why an order is not sent. */
export type LimitBroken = 'single' | 'daily'

/**
 * Which of these orders a channel may not take today, and why; the rest fits, in this order. One that does not fit leaves its room to those behind it.
 */
export function beyondLimits(orders: readonly Outgoing[], limits: ChannelLimits, sentToday: Fen): ReadonlyMap<number, LimitBroken> {
  const beyond = new Map<number, LimitBroken>()
  let used = sentToday
  for (const { id, amount } of orders) {
    const after = add(used, amount)
    if (limits.single !== null && amount > limits.single) beyond.set(id, 'single')
    else if (limits.daily !== null && after > limits.daily) beyond.set(id, 'daily')
    else used = after
  }
  return beyond
}
