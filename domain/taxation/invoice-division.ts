import { add, allocate, atMost, type Fen, negate, subtract, sumOf, ZERO } from '#/domain/base/money.ts'

/** A payment on an invoice application, or several with the same history. */
export interface InvoicedPayment {
  readonly amount: Fen
  /** The quarter of its return (yyyy-Qn); null without one. */
  readonly returnedQuarter: string | null
  /** The red letters that released it. */
  readonly redIds: readonly number[]
}

/** An issued invoice of an application, or a red letter with a negative amount. */
export interface InvoicePaper {
  readonly quarter: string
  readonly amount: Fen
  /** Null for an invoice. */
  readonly redId: number | null
  readonly isDiscount: boolean
}

/**
 * Divides a red letter among the payments that it concerns: those that it released, or for a discount those that were
 * not returned. The excess over their invoiced amounts concerns the others.
 */
function divideRedLetter(paper: InvoicePaper, payments: readonly InvoicedPayment[], invoiced: readonly Fen[]): Fen[] {
  const isConcerned = payments.map(({ returnedQuarter, redIds }) =>
    paper.isDiscount ? returnedQuarter === null || returnedQuarter > paper.quarter : paper.redId !== null && redIds.includes(paper.redId),
  )
  let left = negate(paper.amount)
  let divided = payments.map(() => ZERO)
  for (const isTurn of [true, false]) {
    const weights = invoiced.map((amount, at) => (isConcerned[at] === isTurn ? amount : ZERO))
    const part = atMost(
      left,
      sumOf(weights, (weight) => weight),
    )
    if (part === 0) continue
    const shares = allocate(part, weights)
    divided = divided.map((share, at) => subtract(share, shares[at] ?? ZERO))
    left = subtract(left, part)
  }
  if (left > 0) throw new RangeError('red letters above the invoices of their application')
  return divided
}

/**
 * Divides the papers of an application, oldest first, among its payments. An invoice is divided by the amounts of the
 * payments. Returns the shares by paper and payment. Throws RangeError if red letters exceed the invoices before them.
 */
export function dividePapers(papers: readonly InvoicePaper[], payments: readonly InvoicedPayment[]): Fen[][] {
  let invoiced = payments.map(() => ZERO)
  return papers.map((paper) => {
    const shares =
      paper.redId === null
        ? allocate(
            paper.amount,
            payments.map(({ amount }) => amount),
          )
        : divideRedLetter(paper, payments, invoiced)
    invoiced = invoiced.map((amount, at) => add(amount, shares[at] ?? ZERO))
    return shares
  })
}
