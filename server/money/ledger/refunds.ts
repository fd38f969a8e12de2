import type { Fen } from '#/domain/base/money.ts'
import {
  adjustmentPostings,
  clearingPostings,
  refundPaymentPostings,
  refundRequestPostings,
  refundReturnPostings,
  refundReversalPostings,
  suspensePostings,
} from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Journal, type JournalOwner, postJournals } from '#/server/money/ledger/journals.ts'

/** The fields of a refund or an adjustment that the ledger uses. */
export interface UnitMovement extends JournalOwner {
  readonly id: number
  readonly no: string
  readonly amount: Fen
}

const postingsByStep = {
  asked: refundRequestPostings,
  undone: refundReversalPostings,
  paid: refundPaymentPostings,
  returned: refundReturnPostings,
} as const

/** Returns the journal of a refund's step. Each step is posted once. */
function refundJournal({ id, no, amount, centreId, mode, unitId }: UnitMovement, step: keyof typeof postingsByStep, memo = ''): Journal {
  const postings = postingsByStep[step](amount)
  return { kind: 'refund', owner: { centreId, mode, unitId }, refType: 'refund', refId: id, refNo: no, idemKey: `refund:${id}:${step}`, postings, memo }
}

/** Books a step of a refund. Refuses a reservation with `insufficient` when the unit has less. */
export async function postRefund(ctx: Context, refund: UnitMovement, step: keyof typeof postingsByStep, memo = ''): Promise<void> {
  await postJournals(ctx, [refundJournal(refund, step, memo)])
}

function adjustmentJournal({ id, no, amount, centreId, mode, unitId }: UnitMovement, reason: string): Journal {
  return {
    kind: 'adjustment',
    owner: { centreId, mode, unitId },
    refType: 'adjustment',
    refId: id,
    refNo: no,
    idemKey: `adjustment:${id}`,
    postings: adjustmentPostings(amount),
    memo: reason,
  }
}

/** Books an adjustment once. Refuses with `insufficient` when the unit's balance would go negative. */
export async function postAdjustment(ctx: Context, adjustment: UnitMovement, reason: string): Promise<void> {
  await postJournals(ctx, [adjustmentJournal(adjustment, reason)])
}

/** Books an unclaimed credit and its return. The bank shows both, and the suspense account ends at zero. */
export async function postCreditReturn(ctx: Context, credit: Omit<UnitMovement, 'no' | 'unitId'> & { readonly serial: string }, memo: string): Promise<void> {
  const { id, serial, amount, centreId, mode } = credit
  const journalHead = { kind: 'suspense', owner: { centreId, mode, unitId: null }, refType: 'bank_credit', refId: id, refNo: serial, memo } as const
  await postJournals(ctx, [
    { ...journalHead, idemKey: `credit:${id}:came`, postings: suspensePostings(amount) },
    { ...journalHead, idemKey: `credit:${id}:returned`, postings: clearingPostings(amount, 'bank') },
  ])
}
