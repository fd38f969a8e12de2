import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'
import type { BatchStateChange } from '#/server/money/payments/store-changes.ts'
import * as store from '#/server/money/payments/store-recipients.ts'
import { holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

const kinds = { checking: 'batchToCheck', auditing: 'batchToAudit', payable: 'batchToPay', paying: 'batchToRegister' } as const

/** Notifies users who may do the next step of a batch. If funds are insufficient, notifies users who may top up. */
export async function notifyNextDuty(ctx: Context, batch: BatchRow, change: BatchStateChange): Promise<void> {
  const reference = { path: `/zf/batch/${batch.id}`, refType: 'batch', refId: batch.id } as const
  const amount = formatYuan(fen(batch.cost_fen))
  if (change.state === 'auditing' && change.is_insufficient) {
    const to = [batch.maker_id, ...(await holdersInUnit(ctx, batch.unit_id, 'cz:apply'))]
    await sendNotification(ctx, { ...reference, to, kind: 'batchShort', values: { no: batch.no, amount }, unlessUnread: true })
    return
  }
  const state = change.state as keyof typeof kinds
  if (change.state === batch.state || !Object.hasOwn(kinds, state)) return
  const to = await ctx.widen('people who can continue a batch', () => store.findRecipientIds(ctx, batch, state, change.channel_id ?? null))
  const values = { no: batch.no, unit: batch.unit_name, count: batch.line_count, amount }
  await sendNotification(ctx, { ...reference, to, kind: kinds[state], values })
}
