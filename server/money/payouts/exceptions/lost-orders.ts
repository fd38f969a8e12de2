import type { JobContext } from '#/server/kernel/context.ts'
import { collectResponses, type ParsedResponse } from '#/server/money/payouts/channels/channel.ts'
import { type ChannelRef, channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { applyAllResponses, failureLogger, openChannelOrNull } from '#/server/money/payouts/dispatch/dispatch.ts'
import { responseText } from '#/server/money/payouts/dispatch/responses.ts'
import { type NewExceptionFact, openExceptions } from '#/server/money/payouts/exceptions/exceptions.ts'

/** An order that was sent but is missing in the database. */
export interface LostOrder extends ChannelRef {
  readonly request_no: string
}

/** Returns the exception of an order that the bank did not pay; null while the bank has not decided. */
function unpaidFact(channelId: number, answer: ParsedResponse): NewExceptionFact | null {
  const { kind, requestNo } = answer
  if (kind !== 'failed' && kind !== 'held' && kind !== 'absent' && kind !== 'awaited') return null
  const reportedResult = kind === 'failed' ? 'failed' : null
  return { kind: 'absent', reported: reportedResult, theirs: null, suspense: 0, line: null, channelId, requestNo, noticeId: '', answer: responseText(answer) }
}

/**
 * Queries the bank about lost orders and opens exceptions. The money of a paid order is booked to suspense, an unpaid
 * order moves none. Returns the answers by order number. Some may still be undecided.
 */
export async function queryLostOrders(job: JobContext, orders: readonly LostOrder[]): Promise<Map<string, string>> {
  const open = channelOpener(job)
  const answerByNumber = new Map<string, string>()
  for (const [channelId, own] of Map.groupBy(orders, (order) => order.channel_id)) {
    const numbers = own.map((order) => order.request_no)
    const channel = own[0] ? openChannelOrNull(job, open, own[0]) : null
    const answers = await collectResponses(numbers, async () => (channel ? channel.query(numbers) : []), failureLogger(job))
    const matchingAnswers = answers.filter((answer) => numbers.includes(answer.requestNo))
    await applyAllResponses(job, [{ channelId, answers: matchingAnswers }], 'query')
    const unpaidFacts = matchingAnswers.flatMap((answer) => unpaidFact(channelId, answer) ?? [])
    await job.run('payouts.results', (ctx) => openExceptions(ctx, unpaidFacts))
    for (const answer of matchingAnswers) answerByNumber.set(answer.requestNo, responseText(answer))
  }
  return answerByNumber
}
