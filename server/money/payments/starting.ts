import { paymentRefusals } from '#/api/money/payments.texts.ts'
import { isPayableOrder } from '#/domain/agreements/order.ts'
import { dayOf, monthOf, monthStart } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import * as changes from '#/server/money/payments/store-changes.ts'
import * as terms from '#/server/money/payments/store-terms.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

/** Returns the channel to pay through now. Refuses when no channel is active. */
export function expectOpenChannel({ id, isAgreed }: terms.UsableChannel): number {
  return id ?? refuse(paymentRefusals, isAgreed ? 'channelsClosed' : 'noChannel')
}

export async function startBatch(
  ctx: Context,
  order: Pick<terms.OrderRow, 'id' | 'centre_id' | 'unit_id' | 'mode'>,
  rest: { amountBasis: 'gross' | 'net'; remark: string; retryOfBatchId: number | null; copyOfBatchId?: number },
): Promise<number> {
  if (!(await keepOpen(ctx, { unitId: order.unit_id, centreId: order.centre_id }))) refuse(paymentRefusals, 'noSetting')
  const channelId = expectOpenChannel(await terms.findUsableChannel(ctx, order))
  const no = await nextNumber(ctx, 'PC', order.centre_id)
  const id = await changes.insert(ctx, {
    no,
    month: monthStart(monthOf(ctx.now)),
    centreId: order.centre_id,
    unitId: order.unit_id,
    mode: order.mode,
    orderId: order.id,
    channelId,
    ...rest,
  })
  ctx.note({
    refType: 'batch',
    refId: id,
    unitId: order.unit_id,
    centreId: order.centre_id,
    detail: { no, retryOf: rest.retryOfBatchId, ...(rest.copyOfBatchId && { copyOf: rest.copyOfBatchId }) },
  })
  return id
}

/** Returns why no one can pay under the order on this day; null if payment is possible. */
export function orderProblem(
  order: Pick<terms.OrderRow, 'setting_active' | 'paused_at' | 'sign_state' | 'contract_from' | 'contract_to' | 'state'>,
  today: string,
): 'noSetting' | 'orderPaused' | 'orderContract' | 'orderDraft' | 'orderOver' | null {
  if (!order.setting_active) return 'noSetting'
  if (order.paused_at !== null) return 'orderPaused'
  const isContractValid = order.sign_state === 'done' && order.contract_from <= today && today <= order.contract_to
  if (!isContractValid) return 'orderContract'
  return isPayableOrder({ state: order.state, isPaused: false }) ? null : order.state === 'draft' ? 'orderDraft' : 'orderOver'
}

/** Returns why the caller cannot create a batch for an order now; null when possible. */
export function orderRefusal(ctx: Context, order: terms.OrderRow): keyof typeof paymentRefusals | null {
  return order.unit_id === ctx.actor.unitId ? orderProblem(order, dayOf(ctx.now)) : 'orderUnusable'
}
