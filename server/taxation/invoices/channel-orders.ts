import { einvoiceRefusals } from '#/api/taxation/einvoices.texts.ts'
import { busyInvoiceOrderStates } from '#/domain/taxation/einvoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as orders from '#/server/taxation/invoices/store-orders.ts'

/**
 * Closes a channel's order that staff handle manually. Refuses while the channel may still execute it. Returns true if
 * there was an open order, which the channel may have executed.
 */
export async function cancelChannelOrder(ctx: Context, of: { invoiceId: number } | { redId: number }): Promise<boolean> {
  const openOrder = await orders.findOpenOrder(ctx, of)
  if (!openOrder) return false
  if (busyInvoiceOrderStates.some((state) => state === openOrder.state)) refuse(einvoiceRefusals, 'underWay', { requestNo: openOrder.request_no })
  await orders.endOrder(ctx, openOrder.id, { state: 'closed', fault: openOrder.fault, values: openOrder.fault_values })
  return true
}

/** Refuses to end an application while a channel may still issue a part of it. */
export async function expectNoOpenOrder(ctx: Context, invoicingId: number): Promise<void> {
  const { busy, first } = await orders.countBusyOrders(ctx, invoicingId)
  if (busy > 0) refuse(einvoiceRefusals, 'underWay', { requestNo: first })
}
