import { collectionRefusals } from '#/api/money/collections.texts.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import { type Fen, fen, parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { claimDaysProblem } from '#/domain/money/collection.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import type { ClaimColumns } from '#/server/money/collections/store.ts'
import * as orders from '#/server/money/collections/store-orders.ts'
import { expectPayable } from '#/server/money/lines/public.ts'
import { orderProblem } from '#/server/money/payments/public.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

export interface EnteredClaim {
  readonly orderId: number
  readonly amount: string
  readonly content: string
  readonly from: string
  readonly to: string
}

/** The claiming operator, and the id of an existing claim. */
interface ClaimOwner {
  readonly operatorId: number
  readonly claimId: number
}

export function parseAmount(text: string): Fen {
  const value = parseYuan(text)
  return value === null || value <= 0 ? refuse(collectionRefusals, 'zeroAmount') : value
}

/** Locks the order of a claim. Refuses when the operator cannot claim for it now. */
async function findClaimableOrder(ctx: Context, orderId: number, { operatorId, claimId }: ClaimOwner): Promise<orders.ClaimableOrder> {
  const [order] = await orders.claimableOrders(ctx, { operatorId, orderId, butClaimId: claimId })
  if (!order) return refuse(collectionRefusals, 'orderForeign')
  refuseIf(paymentRefusals, orderProblem(order, dayOf(ctx.now)))
  if (order.mode === 1 && order.entity_id === null) refuse(collectionRefusals, 'noBusiness')
  if (!order.has_agreement) refuse(collectionRefusals, 'noAgreement')
  return order
}

/** Returns the columns of a draft. The order decides unit, centre, mode and the business that is paid. */
export async function claimFieldsOf(ctx: Context, typed: EnteredClaim, whose: ClaimOwner): Promise<ClaimColumns> {
  const amount = parseAmount(typed.amount)
  const order = await findClaimableOrder(ctx, typed.orderId, whose)
  const { from, to, content } = typed
  const problem = claimDaysProblem({ from, to }, { from: order.valid_from, to: order.valid_to }, dayOf(ctx.now))
  if (problem) refuse(collectionRefusals, problem, { from: order.valid_from, to: order.valid_to })
  const { id: order_id, centre_id, unit_id, mode, entity_id } = order
  return { order_id, centre_id, unit_id, mode, entity_id, amount_fen: amount, content, period_from: from, period_to: to }
}

/**
 * Refuses a claim whose days overlap, whose order has too little budget left, or whose operator cannot be paid. Runs on
 * submission and again on confirmation.
 */
export async function expectClaimFits(ctx: Context, facts: ClaimColumns, whose: ClaimOwner): Promise<void> {
  const { operatorId, claimId } = whose
  const order = await findClaimableOrder(ctx, facts.order_id, whose)
  if (!(await keepOpen(ctx, { unitId: order.unit_id, centreId: order.centre_id }))) refuse(paymentRefusals, 'noSetting')
  const days = { from: facts.period_from, to: facts.period_to }
  const problem = claimDaysProblem(days, { from: order.valid_from, to: order.valid_to }, dayOf(ctx.now))
  if (problem) refuse(collectionRefusals, problem, { from: order.valid_from, to: order.valid_to })
  const overlappingClaim = await orders.overlappingClaim(ctx, { operatorId, orderId: order.id, claimId, ...days })
  if (overlappingClaim) refuse(collectionRefusals, 'overlaps', { no: overlappingClaim.no, from: overlappingClaim.from_day, to: overlappingClaim.to_day })
  if (order.used + order.claimed + facts.amount_fen > order.budget_fen) refuse(collectionRefusals, 'overRest')
  const orderPlace = { unit_id: order.unit_id, centre_id: order.centre_id, mode: order.mode, order_id: order.id }
  await expectPayable(ctx, orderPlace, { operatorId, entityId: facts.entity_id, amount: fen(facts.amount_fen), content: facts.content })
}
