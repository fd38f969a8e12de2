import { paymentRefusals } from '#/api/money/payments.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { addClaimLines, type ClaimToPay } from '#/server/money/lines/public.ts'
import { reloadBatch } from '#/server/money/payments/lifecycle.ts'
import { orderRefusal, startBatch } from '#/server/money/payments/starting.ts'
import * as claimsOf from '#/server/money/payments/store-claims.ts'
import * as terms from '#/server/money/payments/store-terms.ts'

// The demo calls this operation to halt a batch.
export { haltOperations } from '#/server/money/payments/halting.ts'
export { hasInvoiceStatus, invoiceStatusOf } from '#/server/money/payments/questions.ts'
export { orderProblem } from '#/server/money/payments/starting.ts'
export { recountPaymentsOfClaims } from '#/server/money/payments/store-claims.ts'
export { batchHeads, batchNo, batchServices, batchWithNo, lineSources } from '#/server/money/payments/store-fragments.ts'

/**
 * Creates a batch of the caller's unit that pays these claims of one order. The lines are checked and computed as
 * usual.
 */
export async function payClaims(ctx: Context, orderId: number, remark: string, claims: readonly ClaimToPay[]): Promise<{ id: number; no: string }> {
  const order = (await terms.ordersOf(ctx, orderId))[0] ?? refuse(paymentRefusals, 'orderUnusable')
  refuseIf(paymentRefusals, orderRefusal(ctx, order))
  const hasOpenException = await claimsOf.hasClaimWithException(
    ctx,
    claims.map((claim) => claim.claimId),
  )
  if (hasOpenException) refuse(paymentRefusals, 'exceptionOpen')
  const id = await startBatch(ctx, order, { amountBasis: 'gross', remark, retryOfBatchId: null })
  await addClaimLines(ctx, id, claims)
  return { id, no: (await reloadBatch(ctx, id)).no }
}
