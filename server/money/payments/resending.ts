import type { Modules } from '#/api/modules.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { copyLines, copyLinesForResend, previewResend } from '#/server/money/lines/public.ts'
import { lockForUpdate, reloadBatch } from '#/server/money/payments/lifecycle.ts'
import { presentBatch } from '#/server/money/payments/presentation.ts'
import { orderRefusal, startBatch } from '#/server/money/payments/starting.ts'
import * as store from '#/server/money/payments/store.ts'
import { hasClaims } from '#/server/money/payments/store-claims.ts'
import * as debts from '#/server/money/payments/store-debts.ts'
import * as terms from '#/server/money/payments/store-terms.ts'

export const resendOperations: Pick<Implementation<Modules['payments']>, 'resendable' | 'resend' | 'copy'> = {
  async resendable(ctx, { id }) {
    const batch = (await store.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
    const { ids, waiting } = await debts.resendableLines(ctx, batch)
    return { lines: await previewResend(ctx, { batchId: id, lineIds: ids }), waiting }
  },

  async resend(ctx, { lineIds, ...target }) {
    await debts.lockDebts(ctx, target.id)
    const batch = await lockForUpdate(ctx, target, 'resend')
    const { ids, waiting } = await debts.resendableLines(ctx, batch)
    if (ids.length === 0) refuse(paymentRefusals, waiting > 0 ? 'exceptionOpen' : (await hasClaims(ctx, batch)) ? 'claimsAgain' : 'nothingToResend')
    expectAllFound(lineIds ?? [], ids)
    const order = { id: batch.order_id, centre_id: batch.centre_id, unit_id: batch.unit_id, mode: batch.mode }
    const id = await startBatch(ctx, order, { amountBasis: batch.amount_basis, remark: batch.remark, retryOfBatchId: batch.id })
    const lines = await copyLinesForResend(ctx, { batchId: batch.id, lineIds: lineIds ?? ids }, id)
    const newBatch = await reloadBatch(ctx, id)
    ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, lines, into: newBatch.no } })
    return presentBatch(ctx, newBatch)
  },

  async copy(ctx, target) {
    const batch = await lockForUpdate(ctx, target, 'copy')
    const order = (await terms.ordersOf(ctx, batch.order_id))[0] ?? refuse(paymentRefusals, 'orderUnusable')
    refuseIf(paymentRefusals, orderRefusal(ctx, order))
    const id = await startBatch(ctx, order, { amountBasis: batch.amount_basis, remark: batch.remark, retryOfBatchId: null, copyOfBatchId: batch.id })
    const lines = await copyLines(ctx, batch.id, id)
    if (lines === 0) refuse(paymentRefusals, 'empty')
    const newBatch = await reloadBatch(ctx, id)
    ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, lines, into: newBatch.no } })
    return presentBatch(ctx, newBatch)
  },
}
