import { type Fen, fen, ZERO } from '#/domain/base/money.ts'
import {
  clearingPostings,
  freezePostings,
  type PaymentParts,
  paymentPostings,
  returnPostings,
  shortageOf,
  suspensePostings,
  topupPostings,
  unfreezePostings,
} from '#/domain/money/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { accountKeyOf, type Journal, type JournalOwner, postJournals, postToAccounts } from '#/server/money/ledger/journals.ts'
import * as store from '#/server/money/ledger/store.ts'

export {
  type CommissionMoney,
  postCommissionAdjustment,
  postCommissionDebt,
  postCommissionPayment,
  postCommissionReturn,
} from '#/server/money/ledger/commission.ts'
export { InsufficientFunds, type Journal, type JournalOwner, postJournals } from '#/server/money/ledger/journals.ts'
export { firstPaymentSinceOpening, type OpeningMoney, postOpening, reverseOpening, unitsWithJournals } from '#/server/money/ledger/opening.ts'
export { bookDifference, clearDifference, type DifferenceMoney, suspendDifference } from '#/server/money/ledger/reconciliation.ts'
export { postAdjustment, postCreditReturn, postRefund, type UnitMovement } from '#/server/money/ledger/refunds.ts'
export { decideReturn, enterReturn, returnSerialOf } from '#/server/money/ledger/returned-transfers.ts'
export { holdersOf, markTransferBooked, markTransferReturned, releaseUnconfirmed, type TransferReference } from '#/server/money/ledger/store-transfers.ts'
export {
  type LateFeeMoney,
  type OverpaidMoney,
  postClearingPayment,
  postLateFee,
  postOverpaidTax,
  postTaxPayment,
  type TaxMoney,
} from '#/server/money/ledger/taxes.ts'
export {
  type BankTransfer,
  bookedAsDifference,
  closedDayOfDifference,
  expectNotCarriedOut,
  holderName,
  isOnStatement,
  registerTransfer,
  registerTransfers,
  releaseTransfer,
} from '#/server/money/ledger/transfers.ts'

/** Posts historical journals, oldest first, into books that are not in use yet. */
export async function postHistory(ctx: Context, history: readonly (Journal & { readonly at: Date })[]): Promise<void> {
  let pendingJournals: Journal[] = []
  for (const journal of history) {
    // A reversal looks up its journal in the database, so earlier ones must be written first.
    if (pendingJournals.some((earlier) => earlier.idemKey === journal.reversesKey)) {
      await postJournals(ctx, pendingJournals)
      pendingJournals = []
    }
    pendingJournals.push(journal)
  }
  await postJournals(ctx, pendingJournals)
}

/**
 * Returns the balances of units in a mode, by centre. In mode 1 this money belongs to units and businesses, never to
 * the centre.
 */
export const unitMoney = (ctx: Context, mode: Mode): Promise<store.UnitMoneyRow[]> => store.unitMoney(ctx, mode)

export interface TopupMoney extends JournalOwner {
  readonly id: number
  readonly no: string
  readonly amount: Fen
  readonly memo?: string
}

/** Returns the journal of a confirmed top-up. */
export function topupJournal(topup: TopupMoney): Journal {
  return {
    kind: 'topup',
    owner: ownerOf(topup),
    refType: 'topup',
    refId: topup.id,
    refNo: topup.no,
    idemKey: `topup:${topup.id}`,
    postings: topupPostings(topup.amount),
    ...(topup.memo && { memo: topup.memo }),
  }
}

/** Books a confirmed top-up, which increases the unit's available money. Posted once per top-up. */
export async function postTopup(ctx: Context, topup: TopupMoney): Promise<void> {
  await postJournals(ctx, [topupJournal(topup)])
}

export interface BatchMoney extends JournalOwner {
  readonly id: number
  readonly no: string
  readonly cost: Fen
}

function ownerOf({ centreId, mode, unitId }: JournalOwner): JournalOwner {
  return { centreId, mode, unitId }
}

/** Returns the journal that reserves the cost of a batch, after `times` earlier reservations. */
export function freezeJournal(batch: BatchMoney, times = 0): Journal {
  return {
    kind: 'freeze',
    owner: ownerOf(batch),
    refType: 'batch',
    refId: batch.id,
    refNo: batch.no,
    idemKey: times === 0 ? `batch:${batch.id}:freeze` : `batch:${batch.id}:freeze:${times + 1}`,
    postings: freezePostings(batch.cost),
  }
}

/**
 * Reserves the cost of a batch and returns zero. Without enough available money, reserves nothing and returns the
 * shortfall in fen. The caller has locked the batch, so two reservations cannot run concurrently. A released batch may
 * be reserved again.
 */
export async function freezeBatch(ctx: Context, batch: BatchMoney): Promise<Fen> {
  return ctx.widen('ledger', async () => {
    const [accounts, { times }] = await Promise.all([
      store.lockAccounts(ctx, [accountKeyOf(batch, 'unit_available'), accountKeyOf(batch, 'unit_frozen')]),
      store.freezeHistoryOf(ctx, batch.id),
    ])
    const available = accounts.find((account) => account.kind === 'unit_available')?.balance_fen ?? 0
    const shortage = shortageOf(batch.cost, fen(available))
    if (shortage > 0) return shortage
    await postToAccounts(ctx, accounts, [freezeJournal(batch, times)])
    return ZERO
  })
}

/**
 * Releases the whole reservation of a batch, once per reservation. Uses the amount of the last reservation, even if the
 * cost of the batch has changed since.
 */
export async function unfreezeBatch(ctx: Context, batch: Omit<BatchMoney, 'cost'>, memo = ''): Promise<void> {
  const { times, last } = await ctx.widen('ledger', () => store.freezeHistoryOf(ctx, batch.id))
  if (last === null) return
  await postJournals(ctx, [
    {
      kind: 'unfreeze',
      owner: ownerOf(batch),
      refType: 'batch',
      refId: batch.id,
      refNo: batch.no,
      idemKey: times === 1 ? `batch:${batch.id}:unfreeze` : `batch:${batch.id}:unfreeze:${times}`,
      postings: unfreezePostings(fen(last.fen)),
      memo,
      reversesKey: last.idem_key,
    },
  ])
}

export interface LineMoney extends JournalOwner, PaymentParts {
  readonly id: number
  readonly no: string
}

export interface LineEnd {
  readonly line: LineMoney
  readonly end: 'paid' | 'released' | 'returned'
  readonly memo?: string
}

/** Returns the journal of a line's outcome. */
export function journalOfLine({ line, end, memo }: LineEnd): Journal {
  const head = { owner: ownerOf(line), refType: 'line', refId: line.id, refNo: line.no, idemKey: `line:${line.id}:${end}`, ...(memo && { memo }) } as const
  if (end === 'paid') return { ...head, kind: 'payment', postings: paymentPostings(line) }
  if (end === 'released') return { ...head, kind: 'unfreeze', postings: unfreezePostings(line.cost) }
  return { ...head, kind: 'return', postings: returnPostings(line), reversesKey: `line:${line.id}:paid` }
}

/**
 * Books the outcomes of lines in a fixed number of statements. Paid moves reserved money to bank, tax and fee. Released
 * (failed or cancelled) makes it available again. Returned reverses a payment. Each outcome is posted once. Returns the
 * number of new ones. The journals of credits that the lines use are posted with them, so that all accounts are locked at once.
 */
export async function postLines(ctx: Context, ends: readonly LineEnd[], credits: readonly Journal[] = []): Promise<number> {
  return postJournals(ctx, [...ends.map(journalOfLine), ...credits])
}

/** The fields of an exception that the ledger needs: a bank movement that the books cannot assign. */
export interface ExceptionMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  readonly no: string
  readonly unitId: number | null
  /** Negative for money that left, positive for money that arrived. */
  readonly suspense: Fen
  readonly memo: string
}

function journalOfException({ centreId, mode, unitId, id, no, memo }: Omit<ExceptionMoney, 'suspense'>) {
  return { owner: { centreId, mode, unitId }, refType: 'payout_exception', refId: id, refNo: no, memo } as const
}

/** Books bank movements against the suspense account, once per exception. */
export async function postSuspense(ctx: Context, exceptions: readonly ExceptionMoney[]): Promise<void> {
  const journals = exceptions.map(
    (exception): Journal => ({
      ...journalOfException(exception),
      kind: 'suspense',
      idemKey: `exception:${exception.id}`,
      postings: suspensePostings(exception.suspense),
    }),
  )
  await postJournals(ctx, journals)
}

/**
 * Clears an exception from the suspense account (`clearingPostings` defines the target). Refuses with `insufficient`
 * when the unit must pay it and cannot. The journal counts as a reversal only if it undoes the booking in full.
 */
export async function clearSuspense(ctx: Context, exception: ExceptionMoney, to: 'bank' | 'unit_available' | 'adjustment', booked: Fen | null): Promise<void> {
  const postings = clearingPostings(exception.suspense, to, booked)
  const isReversal = to === 'bank' && (booked === null || booked === exception.suspense)
  await postJournals(ctx, [
    {
      ...journalOfException(exception),
      kind: 'adjustment',
      idemKey: `exception:${exception.id}:cleared`,
      postings,
      ...(isReversal && { reversesKey: `exception:${exception.id}` }),
    },
  ])
}

/** Reserves money of the unit again for a line that ended unpaid and was paid later. Refuses with `insufficient`. */
export async function refreezeLine(ctx: Context, line: LineMoney): Promise<void> {
  await postJournals(ctx, [
    {
      kind: 'freeze',
      owner: ownerOf(line),
      refType: 'line',
      refId: line.id,
      refNo: line.no,
      idemKey: `line:${line.id}:again`,
      postings: freezePostings(line.cost),
      reversesKey: `line:${line.id}:released`,
    },
  ])
}

/** Reserves the shortfall of a result above the reserved funds. Refuses with `insufficient`. */
export async function coverException(ctx: Context, exception: Omit<ExceptionMoney, 'suspense'>, missing: Fen): Promise<void> {
  await postJournals(ctx, [
    { ...journalOfException(exception), kind: 'freeze', idemKey: `exception:${exception.id}:freeze`, postings: freezePostings(missing) },
  ])
}

/**
 * Returns a unit's available and frozen balances at one centre in one mode. Both are zero without journals or outside
 * the caller's scope.
 */
export async function balances(
  ctx: Context,
  of: { readonly unitId: number; readonly centreId: number; readonly mode: Mode },
): Promise<{ available: Fen; frozen: Fen }> {
  const { available, frozen } = await store.balancesOf(ctx, of)
  return { available: fen(available), frozen: fen(frozen) }
}

/** Returns the centre's bank balance according to the ledger, both modes together. */
export async function bankBalance(ctx: Context, centreId: number): Promise<Fen> {
  return ctx.widen('ledger', async () => fen(await store.bankBalance(ctx, centreId)))
}

export type { BatchMovement, ExceptionEntry } from '#/server/money/ledger/store.ts'
export {
  accountPlaces,
  accountsOfKind,
  balancesInScope,
  bookedTransferOf,
  bookings,
  expectedTransfers,
  isBooked,
  isReturnForCaller,
  isTransferBooked,
  isTransferRegistered,
  journals,
  lockTransfers,
  modeOfRecord,
  newestJournalId,
  registeredReferences,
  type TransferReturnJson,
  transferReturnsOf,
  unitBalance,
} from '#/server/money/ledger/store-fragments.ts'

/** Returns every entry of an exception, on accounts of centre and unit, oldest first. */
export async function exceptionEntries(ctx: Context, exceptionId: number): Promise<store.ExceptionEntry[]> {
  return ctx.widen('ledger', () => store.entriesOfException(ctx, exceptionId))
}

/** Returns the journals of a batch and its lines in the caller's scope, oldest first. */
export async function batchMovements(ctx: Context, batch: { readonly id: number; readonly month: string }): Promise<store.BatchMovement[]> {
  // A unit cannot read exceptions, but sees their effects on its own accounts.
  const exceptionIds = await ctx.widen('exceptions of a batch', () => store.exceptionIdsOfBatch(ctx, batch.id))
  return store.movementsOfBatch(ctx, batch, exceptionIds)
}
