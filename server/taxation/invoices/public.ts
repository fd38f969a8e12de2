import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { invoices } from '#/server/taxation/invoices/operations.ts'
import { figures } from '#/server/taxation/invoices/store.ts'

export { take } from '#/server/taxation/invoices/application.ts'
export { issue } from '#/server/taxation/invoices/issuing.ts'
export {
  type ApplicationFilter,
  type ApplicationRow,
  add as addApplication,
  figures as invoiceFigures,
  find as findApplication,
  list as listApplications,
  totals as applicationTotals,
} from '#/server/taxation/invoices/store.ts'
export { categoryNamed, lockQuota, type PlaceRow, places } from '#/server/taxation/invoices/store-lines.ts'
export { addSteps, invoicesOf, planInvoices } from '#/server/taxation/invoices/store-papers.ts'
export { invoices }
/** An application with its invoices. */
export type Invoicing = z.output<Modules['invoices']['get']['output']>

/** What may still be invoiced, in the caller's scope. */
export async function invoiceQuota(ctx: Context): Promise<number> {
  const { paid, used } = await figures(ctx)
  return paid - used
}
