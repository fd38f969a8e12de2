import type { Context } from '#/server/kernel/context.ts'
import { figures } from '#/server/taxation/invoices/store.ts'

/** What may still be invoiced, in the caller's scope. */
export async function invoiceQuota(ctx: Context): Promise<number> {
  const { paid, used } = await figures(ctx)
  return paid - used
}
