import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { fen, formatYuan, sumOf } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { type ReturnedPartRow, returnedParts } from '#/server/taxation/invoices/store-lines.ts'

const namedLines = 5

const describeParts = (parts: readonly ReturnedPartRow[]) => ({
  count: parts.length,
  amount: formatYuan(sumOf(parts, (part) => fen(part.fen))),
  lines:
    parts
      .slice(0, namedLines)
      .map((part) => `${part.no} ${formatYuan(fen(part.fen))}`)
      .join(', ') + (parts.length > namedLines ? ' …' : ''),
})

/** Describes the returned payments of an application for a message; null if there are none. */
export async function describeReturned(ctx: Context, invoicingId: number): Promise<ReturnType<typeof describeParts> | null> {
  const parts = await returnedParts(ctx, invoicingId)
  return parts.length === 0 ? null : describeParts(parts)
}

/**
 * Refuses if a payment of the application was returned. An invoice dated before every return already exists at the tax
 * office, so it passes and needs a red letter.
 */
export async function expectNotReturned(ctx: Context, invoicingId: number, issuedOn?: string): Promise<void> {
  const parts = await returnedParts(ctx, invoicingId)
  if (parts.length === 0 || (issuedOn !== undefined && parts.every((part) => issuedOn < part.returned_on))) return
  refuse(invoiceRefusals, 'paymentsReturned', describeParts(parts))
}
