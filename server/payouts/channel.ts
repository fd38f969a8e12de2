import type { Fen } from '#/domain/money.ts'

/** One order to a bank or payment company. The number is fixed before the first try and never changes: the channel pays a number at most once. */
export interface PayoutRequest {
  readonly requestNo: string
  readonly amount: Fen
  readonly payeeName: string
  readonly cardNo: string
  readonly bankName: string
}

/**
 * What the channel says of one order.
 * - accepted: it has the order, the end is open.
 * - success, failed: its last word (a success may still come back as a return).
 * - held: it did not take the order (a limit, no balance) and will never execute this number.
 * - unknown: no word at all: time-out, broken connection, nonsense. Never taken for a failure.
 * - absent: asked about it, the channel says that it never got this number.
 * - awaited: a person will tell the end; there is nobody to ask.
 */
export type ChannelAnswer = { readonly requestNo: string } & (
  | { readonly kind: 'accepted'; readonly reference: string }
  | { readonly kind: 'success'; readonly reference: string; readonly amount: Fen }
  | { readonly kind: 'failed' | 'held'; readonly code: string; readonly reason: string }
  | { readonly kind: 'unknown' | 'absent' | 'awaited' }
)

/** Money that came back after success. */
export interface ReturnNotice {
  readonly notifyId: string
  readonly requestNo: string
  readonly amount: Fen
  readonly reason: string
}

/** A way to pay people. Never called while a transaction of ours is open. */
export interface PayoutChannel {
  /** Places orders; each gets its own answer. A repeated number is answered, not paid again. */
  send(requests: readonly PayoutRequest[]): Promise<readonly ChannelAnswer[]>
  /** Asks what became of orders; changes nothing. */
  query(requestNos: readonly string[]): Promise<readonly ChannelAnswer[]>
  /** Returns that were not acknowledged yet. */
  notices(): Promise<readonly ReturnNotice[]>
  /** To be called after what a notice said is committed here. */
  acknowledge(notifyIds: readonly string[]): Promise<void>
}

/** Asks a channel that may throw or forget somebody: every number gets an answer, `unknown` where there was none. */
export async function answersOf(
  requestNos: readonly string[],
  ask: () => Promise<readonly ChannelAnswer[]>,
  onError: (error: unknown) => void,
): Promise<ChannelAnswer[]> {
  const given = await ask().catch((error: unknown) => {
    onError(error)
    return []
  })
  const byNumber = new Map(given.map((answer) => [answer.requestNo, answer]))
  return requestNos.map((requestNo) => byNumber.get(requestNo) ?? { requestNo, kind: 'unknown' })
}
