import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { releasedParts } from '#/domain/taxation/invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { lockForUpdate, recordStep } from '#/server/taxation/invoices/application.ts'
import { notifyUnit } from '#/server/taxation/invoices/notifications.ts'
import * as lines from '#/server/taxation/invoices/store-lines.ts'
import { findOpenOrder } from '#/server/taxation/invoices/store-orders.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

/**
 * Releases the failed part of an application and its payments. Without an issued invoice the application ends as
 * withdrawn.
 */
export async function releaseFailedPart(ctx: Context, { reason, ...target }: { invoicingId: number; version: number; reason: string }): Promise<number> {
  const row = await lockForUpdate(ctx, target, 'release')
  // Refuses while a channel may have issued, or may still issue, an invoice.
  for (const paper of await papers.invoicesOf(ctx, row.id)) {
    const order = paper.number === null ? await findOpenOrder(ctx, { invoiceId: paper.id }) : undefined
    if (order) refuse(einvoiceRefusals, 'underWay', { requestNo: order.request_no })
  }
  const endColumns = { reason, finished_at: ctx.now }
  let freedAmount = row.amount_fen
  if (row.issued_count === 0) {
    await lines.releaseAllPayments(ctx, row.id)
    await recordStep(ctx, row, { kind: 'released', amount_fen: freedAmount, reason }, { ...endColumns, state: 'withdrawn' })
  } else {
    const { count, fen: amount } = await papers.releaseUnissued(ctx, row.id)
    freedAmount = amount
    const heldParts = await lines.loadHeldParts(ctx, row.id)
    await lines.releaseLines(ctx, { invoicingId: row.id, redId: null }, releasedParts(fen(freedAmount), heldParts))
    await recordStep(
      ctx,
      row,
      { kind: 'released', amount_fen: freedAmount, reason },
      { ...endColumns, state: 'issued', released_fen: freedAmount, released_count: count },
    )
  }
  await notifyUnit(ctx, row, 'invoiceReleased', { no: row.no, amount: formatYuan(fen(freedAmount)), reason }, [row.applied_by])
  return row.id
}
