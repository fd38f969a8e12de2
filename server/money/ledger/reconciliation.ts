import type { Fen } from '#/domain/money.ts'
import { clearingPostings, differencePostings, suspensePostings } from '#/domain/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type Journal, postJournals } from '#/server/money/ledger/journals.ts'

/** A difference of reconciliation as the ledger sees it. */
export interface DifferenceMoney {
  readonly id: number
  readonly no: string
  readonly centreId: number
  readonly mode: Mode
  /** Below zero for money that left beyond what is booked, above zero for money that is there. */
  readonly amount: Fen
  readonly memo: string
}

function headOf({ id, no, centreId, mode, memo }: DifferenceMoney): Omit<Journal, 'kind' | 'idemKey' | 'postings'> {
  return { owner: { centreId, mode, unitId: null }, refType: 'recon_item', refId: id, refNo: no, memo }
}

/** What the bank moved beyond our books goes to the suspense account; once for each difference. */
export async function hangDifference(ctx: Context, money: DifferenceMoney): Promise<void> {
  await postJournals(ctx, [{ ...headOf(money), kind: 'suspense', idemKey: `recon:${money.id}`, postings: suspensePostings(money.amount) }])
}

/** What hung is booked as the centre's, or was made good at the bank. */
export async function clearDifference(ctx: Context, money: DifferenceMoney, to: 'bank' | 'adjustment'): Promise<void> {
  const reversal = to === 'bank' && { reversesKey: `recon:${money.id}` }
  await postJournals(ctx, [
    { ...headOf(money), kind: 'adjustment', idemKey: `recon:${money.id}:cleared`, postings: clearingPostings(money.amount, to), ...reversal },
  ])
}

/** What the bank moved beyond our books is the centre's at once. */
export async function bookDifference(ctx: Context, money: DifferenceMoney): Promise<void> {
  await postJournals(ctx, [{ ...headOf(money), kind: 'adjustment', idemKey: `recon:${money.id}`, postings: differencePostings(money.amount) }])
}
