import { failCodeNames, lineReasons } from '#/api/money/payouts.texts.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { sandboxFee } from '#/domain/money/sandbox-tariff.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { ChannelKindOpener, ChannelResponse, PayoutRequest } from '#/server/money/payouts/channels/channel.ts'
import * as store from '#/server/money/payouts/channels/store-sandbox.ts'

const dayMs = 86_400_000

/** The result of an order by the last four digits of the card. Any other card is paid at once. */
const outcomeByCardTail: Readonly<Record<string, string>> = {
  '0001': 'wrong_name',
  '0002': 'limit',
  '0003': 'slow',
  '0004': 'returning',
  '0005': 'lost',
  '0006': 'later',
  '0007': 'short',
}

function outcomeOf(request: PayoutRequest): string {
  const outcome = outcomeByCardTail[request.cardNo.slice(-4)] ?? 'paid'
  // This card exceeds its daily limit: the first attempt is held, the next one succeeds.
  return outcome === 'limit' && !request.requestNo.endsWith('R1') ? 'paid' : outcome
}

function answerOf(row: store.SandboxRow, isFirst: boolean): ChannelResponse {
  const { request_no: requestNo, reference } = row
  const success = { requestNo, kind: 'success', reference, amount: fen(row.amount_fen) } as const
  if (row.outcome === 'short') return { ...success, amount: fen(row.amount_fen - 1) }
  if (row.outcome === 'wrong_name') return { requestNo, kind: 'failed', code: 'name_mismatch', reason: failCodeNames.name_mismatch.zh }
  if (row.outcome === 'limit') return { requestNo, kind: 'held', code: 'limit', reason: failCodeNames.limit.zh }
  if (row.outcome === 'slow') return !isFirst && row.queries >= 2 ? success : { requestNo, kind: 'unknown' }
  if (row.outcome === 'lost')
    return isFirst ? { requestNo, kind: 'unknown' } : { requestNo, kind: 'failed', code: 'channel_error', reason: failCodeNames.channel_error.zh }
  if (row.outcome === 'later' && isFirst) return { requestNo, kind: 'accepted', reference }
  return success
}

/**
 * The sandbox bank. The card decides the result. The sandbox never pays a number twice, answers queries and announces
 * returns days later.
 */
export const openSandbox: ChannelKindOpener = ({ id, settings }, { run }) => {
  const runInSandbox = <T>(what: (ctx: Context) => Promise<T>) => run('sandbox', what)
  return {
    async send(requests) {
      const orders = requests.map((request) => ({
        request_no: request.requestNo,
        card_tail: request.cardNo.slice(-4),
        amount_fen: request.amount,
        outcome: outcomeOf(request),
        reference: `SB${request.requestNo}`,
      }))
      const rows = await runInSandbox((ctx) => store.insertOrders(ctx, id, orders))
      return rows.map((row) => answerOf(row, row.queries === 0))
    },
    async query(requestNos) {
      const rows = new Map((await runInSandbox((ctx) => store.queryOrders(ctx, id, requestNos))).map((row) => [row.request_no, row]))
      return requestNos.map((requestNo): ChannelResponse => {
        const row = rows.get(requestNo)
        return row ? answerOf(row, false) : { requestNo, kind: 'absent' }
      })
    },
    async notices() {
      const returnDelayMs = Number(settings.returnAfterDays) * dayMs
      const rows = await runInSandbox((ctx) => store.unannouncedOrders(ctx, id, 'returning', new Date(ctx.now.getTime() - returnDelayMs)))
      return rows.map(({ request_no: requestNo, amount_fen }) => ({
        notifyId: `RT${requestNo}`,
        requestNo,
        amount: fen(amount_fen),
        reason: lineReasons.accountClosed.zh,
      }))
    },
    async dailyFile(day) {
      const rows = await runInSandbox((ctx) => store.movementsOn(ctx, id, day, Number(settings.returnAfterDays)))
      if (rows.length === 0) return null
      const lines = rows.map((row) => {
        const amount = fen(row.outcome === 'short' ? row.amount_fen - 1 : row.amount_fen)
        const fee = plainYuan(row.is_back ? fen(0) : sandboxFee(amount, day))
        return [row.request_no, row.is_back ? `RT${row.reference}` : row.reference, plainYuan(amount), row.is_back ? '退汇' : '成功', fee, dateTimeOf(row.at)]
      })
      const text = [['我方请求号', '通道流水号', '金额', '状态', '手续费', '完成时间'], ...lines].map((line) => line.join(',')).join('\r\n')
      return { name: `${day}.csv`, bytes: Buffer.from(`\uFEFF${text}\r\n`) }
    },
    async acknowledge(notifyIds) {
      await runInSandbox((ctx) =>
        store.markOrdersAnnounced(
          ctx,
          notifyIds.map((notifyId) => notifyId.slice(2)),
        ),
      )
    },
  }
}
