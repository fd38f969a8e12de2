import type { Fen } from '#/domain/base/money.ts'
import { clearingPostings, type DifferenceAccount, differencePostings, suspensePostings } from '#/domain/money/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type Journal, postJournals } from '#/server/money/ledger/journals.ts'

export interface DifferenceMoney {
  readonly id: number
  readonly no: string
  readonly centreId: number
  readonly mode: Mode
  /** Negative for money that left beyond our bookings, positive for money that arrived. */
  readonly amount: Fen
  readonly memo: string
}

function headOf({ id, no, centreId, mode, memo }: DifferenceMoney): Omit<Journal, 'kind' | 'idemKey' | 'postings'> {
  return { owner: { centreId, mode, unitId: null }, refType: 'recon_item', refId: id, refNo: no, memo }
}

/** Books the bank's movement beyond our books on the suspense account, once per difference. */
export async function suspendDifference(ctx: Context, money: DifferenceMoney): Promise<void> {
  await postJournals(ctx, [{ ...headOf(money), kind: 'suspense', idemKey: `recon:${money.id}`, postings: suspensePostings(money.amount) }])
}

/** Clears a difference from suspense: to an account of the centre, or back to the bank. */
export async function clearDifference(ctx: Context, money: DifferenceMoney, to: 'bank' | DifferenceAccount): Promise<void> {
  const reversal = to === 'bank' && { reversesKey: `recon:${money.id}` }
  await postJournals(ctx, [
    { ...headOf(money), kind: 'adjustment', idemKey: `recon:${money.id}:cleared`, postings: clearingPostings(money.amount, to), ...reversal },
  ])
}

/** Books a bank movement that our books lack directly on an account of the centre, once per difference. */
export async function bookDifference(ctx: Context, money: DifferenceMoney, to: DifferenceAccount): Promise<void> {
  await postJournals(ctx, [{ ...headOf(money), kind: 'adjustment', idemKey: `recon:${money.id}`, postings: differencePostings(money.amount, to) }])
}
