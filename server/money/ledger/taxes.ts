import type { Fen } from '#/domain/money.ts'
import { taxPaidPostings } from '#/domain/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Owner, postJournals } from '#/server/money/ledger/journals.ts'

/** A payment to the tax office as the ledger sees it. */
export interface TaxMoney extends Omit<Owner, 'unitId'> {
  readonly id: number
  /** The period that it is of. */
  readonly no: string
  readonly kind: 'vat' | 'surcharge' | 'iit'
  /** Below zero: given back by the tax office. */
  readonly amount: Fen
  readonly memo: string
  /** When it was, of what is written into the past. */
  readonly at?: Date
}

/** Books tax that was paid to the tax office, each once. */
export async function postTaxPaid(ctx: Context, { id, no, centreId, mode, kind, amount, memo, at }: TaxMoney): Promise<void> {
  const owner = { centreId, mode, unitId: null }
  const head = { kind: 'tax', owner, refType: 'tax_payment', refId: id, refNo: no, idemKey: `tax:${id}`, memo } as const
  await postJournals(ctx, [{ ...head, postings: taxPaidPostings(kind, amount), ...(at && { at }) }])
}
