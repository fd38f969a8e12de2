import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { busyOrderStates } from '#/domain/taxation/einvoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import * as orders from '#/server/taxation/invoices/store-orders.ts'

/**
 * Closes a channel's order that staff handle manually. Refuses while the channel may still execute it. Returns true if
 * there was an open order, which the channel may have executed.
 */
export async function cancelChannelOrder(ctx: Context, of: { invoiceId: number } | { redId: number }): Promise<boolean> {
  const open = await orders.findOpenOrder(ctx, of)
  if (!open) return false
  if (busyOrderStates.some((state) => state === open.state)) refuse(einvoiceRefusals, 'underWay', { requestNo: open.request_no })
  await orders.endOrder(ctx, open.id, { state: 'closed', fault: open.fault, values: open.fault_values })
  return true
}

/** Refuses to end an application while a channel may still issue a part of it. */
export async function expectNoOpenOrder(ctx: Context, invoicingId: number): Promise<void> {
  const { busy, first } = await orders.openCount(ctx, invoicingId)
  if (busy > 0) refuse(einvoiceRefusals, 'underWay', { requestNo: first })
}
