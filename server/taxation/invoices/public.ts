import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { invoices } from '#/server/taxation/invoices/operations.ts'
import { figures } from '#/server/taxation/invoices/store.ts'

export { invoices }
/** An application with its invoices. */
export type Invoicing = z.output<Modules['invoices']['get']['output']>

/** What may still be invoiced, in the caller's scope. */
export async function invoiceQuota(ctx: Context): Promise<number> {
  const { paid, used } = await figures(ctx)
  return paid - used
}
