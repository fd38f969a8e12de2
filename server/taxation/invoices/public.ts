import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { invoices } from '#/server/taxation/invoices/operations.ts'
import { listFigures } from '#/server/taxation/invoices/store.ts'

export { lockForUpdate } from '#/server/taxation/invoices/application.ts'
export { businessInvoiceIssued } from '#/server/taxation/invoices/events.ts'
export { registerIssuedInvoice } from '#/server/taxation/invoices/issuing.ts'
export { addPastInvoices, type PastUnit } from '#/server/taxation/invoices/past-invoices.ts'
export { invoicesToIssue, returnedAfterInvoice } from '#/server/taxation/invoices/pending.ts'
export {
  type ApplicationFilter,
  type ApplicationRow,
  find as findApplication,
  insert as addApplication,
  list as listApplications,
  listFigures as invoiceFigures,
  totals as applicationTotals,
} from '#/server/taxation/invoices/store.ts'
export { type ApplicationCentreRow, applicationCentres, lockQuota } from '#/server/taxation/invoices/store-lines.ts'
export { addSteps, invoicesOf, planInvoices } from '#/server/taxation/invoices/store-papers.ts'
export { invoices }
export type InvoicingDetail = z.output<Modules['invoices']['get']['output']>

/**
 * Returns the amount that can still be invoiced in the caller's scope, in fen. In mode 1 the invoiced part of returned
 * payments does not reduce it.
 */
export async function invoiceQuota(ctx: Context, mode: Mode): Promise<number> {
  const { paid, used, red_due } = await listFigures(ctx, mode)
  return paid - used + (mode === settlementMode.individualBusiness ? red_due : 0)
}
