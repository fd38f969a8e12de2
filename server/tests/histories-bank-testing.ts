import { fen } from '#/domain/base/money.ts'
import type { ChannelResponse } from '#/server/money/payouts/channels/channel.ts'
import type { BankNotice, ScriptedBank } from '#/server/money/payouts/testing.ts'

// Outcomes of an order at the bank. The last four contradict the product's books.
const orderOutcomes = ['paid', 'paid', 'failed', 'held', 'slow', 'accepted', 'returned', 'silent', 'paid', 'paid', 'wrong', 'late', 'short', 'twice'] as const

/**
 * Returns a simulated bank that draws one outcome per order number, and loses responses and connections. The bank pays
 * some orders with another amount, or after a reported failure. Some returns are partial or repeated. Some reported
 * payments have an unknown number.
 */
export function randomBank() {
  const ordersByNo = new Map<string, { channelId: number; amount: number; ending: (typeof orderOutcomes)[number]; queries: number }>()
  const acknowledgedIds = new Set<string>()
  const laterResponses: ChannelResponse[] = []
  let outcomeIndex = 0
  const answerOrder = (requestNo: string): ChannelResponse => {
    const order = ordersByNo.get(requestNo)
    if (!order) return { requestNo, kind: 'absent' }
    const { ending, amount } = order
    const successResponse = (moved: number) => ({ requestNo, kind: 'success', reference: `H${requestNo}`, amount: fen(moved) }) as const
    if (ending === 'late' && !acknowledgedIds.has(requestNo)) {
      acknowledgedIds.add(requestNo)
      laterResponses.push(successResponse(amount))
    }
    if (ending === 'failed' || ending === 'late') return { requestNo, kind: 'failed', code: 'name_mismatch', reason: '户名不符' }
    if (ending === 'held') return { requestNo, kind: 'held', code: 'limit', reason: '超过收款账户当日限额' }
    if (order.queries === 0 && (ending === 'slow' || ending === 'silent')) return { requestNo, kind: 'unknown' }
    if (order.queries === 0 && ending === 'accepted') return { requestNo, kind: 'accepted', reference: `H${requestNo}` }
    return successResponse(ending === 'wrong' ? amount + 1 : amount)
  }
  const bank: ScriptedBank = {
    async send(requests, channelId) {
      const lateResponses = laterResponses.splice(0)
      if (outcomeIndex % 11 === 10) lateResponses.push({ requestNo: `X${outcomeIndex}`, kind: 'success', reference: `HX${outcomeIndex}`, amount: fen(500) })
      for (const { requestNo, amount } of requests)
        if (!ordersByNo.has(requestNo))
          ordersByNo.set(requestNo, { channelId, amount, ending: orderOutcomes[outcomeIndex++ % orderOutcomes.length] ?? 'paid', queries: 0 })
      return [
        ...lateResponses,
        ...requests.filter(({ requestNo }) => ordersByNo.get(requestNo)?.ending !== 'silent').map(({ requestNo }) => answerOrder(requestNo)),
      ]
    },
    async query(numbers) {
      for (const no of numbers) {
        const order = ordersByNo.get(no)
        if (order) order.queries++
      }
      return numbers.map(answerOrder)
    },
    async notices() {
      const returnNotices = (requestNo: string, channelId: number, notifyId: string, amount: number): BankNotice[] =>
        acknowledgedIds.has(notifyId) ? [] : [{ channelId, notifyId, requestNo, amount: fen(amount), reason: '账户已销户' }]
      return [...ordersByNo].flatMap(([requestNo, { channelId, ending, amount }]) => {
        if (ending !== 'returned' && ending !== 'short' && ending !== 'twice') return []
        const first = returnNotices(requestNo, channelId, `RH${requestNo}`, ending === 'short' && amount > 1 ? amount - 1 : amount)
        return ending === 'twice' && first.length === 0 ? returnNotices(requestNo, channelId, `RI${requestNo}`, amount) : first
      })
    },
    async acknowledge(ids) {
      for (const id of ids) acknowledgedIds.add(id)
    },
  }
  const shiftOutcomes = (by: number) => {
    outcomeIndex += by
  }
  return { bank, shift: shiftOutcomes }
}
