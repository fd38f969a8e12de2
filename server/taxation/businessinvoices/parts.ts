import type { Fen } from '#/domain/base/money.ts'
import { dividePapers } from '#/domain/taxation/invoice-division.ts'
import type { Context } from '#/server/kernel/context.ts'
import { invoicedApplications } from '#/server/taxation/businessinvoices/store-quarters.ts'

/** The part of an invoice or red letter (negative) of a quarter that concerns a payment, with VAT. */
export interface InvoicePart {
  readonly entityId: number
  /** The quarter of the paper (yyyy-Qn). */
  readonly quarter: string
  readonly isSpecial: boolean
  readonly amount: Fen
  /** The quarters of the payment and of its return. Unreturned payments of a quarter have one part without a line. */
  readonly paidQuarter: string
  readonly returnedQuarter: string | null
  readonly lineId: number | null
}

/**
 * Divides the invoices that these businesses issued here before a day among the payments that they received as
 * small-scale taxpayers. Covers the papers since `from`, and all papers of special invoices for payments returned since.
 */
export async function invoiceParts(ctx: Context, businesses: readonly number[], from: string, to: string): Promise<InvoicePart[]> {
  const applications = await invoicedApplications(ctx, businesses, from, to)
  return applications.flatMap(({ entity_id: entityId, kind, papers, payments }) =>
    dividePapers(papers, payments).flatMap((shares, at) =>
      payments.flatMap(({ lineId, paidQuarter, returnedQuarter, isGeneral }, of) => {
        const [quarter, amount] = [papers[at]?.quarter, shares[of]]
        return isGeneral || quarter === undefined || amount === undefined
          ? []
          : [{ entityId, quarter, isSpecial: kind === 'special', amount, paidQuarter, returnedQuarter, lineId }]
      }),
    ),
  )
}
