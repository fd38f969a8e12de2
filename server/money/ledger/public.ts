import { type Fen, fen, ZERO } from '#/domain/money.ts'
import {
  clearingPostings,
  freezePostings,
  type PaidParts,
  paymentPostings,
  returnPostings,
  shortageOf,
  suspensePostings,
  topupPostings,
  unfreezePostings,
} from '#/domain/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { accountOf, type Journal, type Owner, postJournals } from '#/server/money/ledger/journals.ts'
import * as store from '#/server/money/ledger/store.ts'

export { type CommissionMoney, postCommissionAdjusted, postCommissionOwed, postCommissionPaid } from '#/server/money/ledger/commission.ts'
export { invariants, offendersOf } from '#/server/money/ledger/invariants.ts'
export { type Journal, NotCovered, type Owner, postJournals } from '#/server/money/ledger/journals.ts'
export { type OpeningMoney, paidOnOpening, postOpening, reverseOpening, unitsThatMoved } from '#/server/money/ledger/opening.ts'
export { bookDifference, clearDifference, type DifferenceMoney, hangDifference } from '#/server/money/ledger/reconciliation.ts'
export { type OwnMoney, postAdjustment, postCreditReturned, postRefund } from '#/server/money/ledger/refunds.ts'
export type { Since } from '#/server/money/ledger/store-recent.ts'
export { type LateFeeMoney, type OverpaidMoney, postLateFee, postOverpaidTax, postTaxPaid, type TaxMoney } from '#/server/money/ledger/taxes.ts'

/** Posts historical journals with their times, oldest first, into books that are not in use yet. */
export async function postHistory(ctx: Context, history: readonly (Journal & { readonly at: Date })[]): Promise<void> {
  let wave: Journal[] = []
  for (const journal of history) {
    // What a journal takes back is looked up among those that are written.
    if (wave.some((earlier) => earlier.idemKey === journal.reversesKey)) {
      await postJournals(ctx, wave)
      wave = []
    }
    wave.push(journal)
  }
  await postJournals(ctx, wave)
}

/** A top-up as the ledger sees it. */
export interface TopupMoney extends Owner {
  readonly id: number
  readonly no: string
  readonly amount: Fen
  readonly memo?: string
}

/** What a confirmed top-up moves. */
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

/** A confirmed top-up: the unit has `amount` more to spend. Posted once per top-up. */
export async function postTopup(ctx: Context, topup: TopupMoney): Promise<void> {
  await postJournals(ctx, [topupJournal(topup)])
}

/** A batch as the ledger sees it. */
export interface BatchMoney extends Owner {
  readonly id: number
  readonly no: string
  readonly cost: Fen
}

function ownerOf({ centreId, mode, unitId }: Owner): Owner {
  return { centreId, mode, unitId }
}

/** What setting the cost of a batch aside moves, after so many times before. */
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
 * Sets the cost of a batch aside and answers zero; when the unit has too little, sets nothing aside and answers what is missing. The caller holds the batch's
 * row, so the same freeze is not asked for twice at a time; a batch that went back may be frozen again.
 */
export async function freezeBatch(ctx: Context, batch: BatchMoney): Promise<Fen> {
  return ctx.widen('ledger', async () => {
    const accounts = await store.lockAccounts(ctx, [accountOf(batch, 'unit_available'), accountOf(batch, 'unit_frozen')])
    const available = accounts.find((account) => account.kind === 'unit_available')?.balance_fen ?? 0
    const missing = shortageOf(batch.cost, fen(available))
    if (missing > 0) return missing
    const { times } = await store.freezesOf(ctx, batch.id)
    await postJournals(ctx, [freezeJournal(batch, times)])
    return ZERO
  })
}

/**
 * Gives a whole batch that was set aside back to the unit (cancelled, or back to its maker): exactly what the last freeze took, whatever the batch comes to by
 * now, and once per freeze.
 */
export async function unfreezeBatch(ctx: Context, batch: Omit<BatchMoney, 'cost'>, memo = ''): Promise<void> {
  const { times, last } = await ctx.widen('ledger', () => store.freezesOf(ctx, batch.id))
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

/** A line as the ledger sees it. */
export interface LineMoney extends Owner, PaidParts {
  readonly id: number
  readonly no: string
}

/** How the money of one line ended. */
export interface LineEnd {
  readonly line: LineMoney
  readonly end: 'paid' | 'released' | 'returned'
  readonly memo?: string
}

/** What the end of a line moves. */
export function lineJournal({ line, end, memo }: LineEnd): Journal {
  const head = { owner: ownerOf(line), refType: 'line', refId: line.id, refNo: line.no, idemKey: `line:${line.id}:${end}`, ...(memo && { memo }) } as const
  if (end === 'paid') return { ...head, kind: 'payment', postings: paymentPostings(line) }
  if (end === 'released') return { ...head, kind: 'unfreeze', postings: unfreezePostings(line.cost) }
  return { ...head, kind: 'return', postings: returnPostings(line), reversesKey: `line:${line.id}:paid` }
}

/**
 * Moves the money of lines that ended, all in a fixed number of statements: paid (out of what was set aside, to bank, tax and fee), released (failed or
 * cancelled: back to available) or returned after it was paid. Each end of a line is posted once; answers how many were new.
 */
export async function postLines(ctx: Context, ends: readonly LineEnd[]): Promise<number> {
  return postJournals(ctx, ends.map(lineJournal))
}

/** An exception as the ledger sees it: what the bank did and the books cannot place. */
export interface ExceptionMoney extends Omit<Owner, 'unitId'> {
  readonly id: number
  readonly no: string
  readonly unitId: number | null
  /** Below zero for money that left, above zero for money that came. */
  readonly suspense: Fen
  readonly memo: string
}

function ofException({ centreId, mode, unitId, id, no, memo }: Omit<ExceptionMoney, 'suspense'>) {
  return { owner: { centreId, mode, unitId }, refType: 'payout_exception', refId: id, refNo: no, memo } as const
}

/** Books what the bank did against the suspense account; each exception once. */
export async function postSuspense(ctx: Context, exceptions: readonly ExceptionMoney[]): Promise<void> {
  const journals = exceptions.map(
    (each): Journal => ({ ...ofException(each), kind: 'suspense', idemKey: `exception:${each.id}`, postings: suspensePostings(each.suspense) }),
  )
  await postJournals(ctx, journals)
}

/**
 * Takes an exception off the suspense account (`clearingPostings` says where to). Refuses with `insufficient` when the unit is to bear it and cannot. Only what is
 * taken back as it was booked counts as a reversal.
 */
export async function clearSuspense(ctx: Context, exception: ExceptionMoney, to: 'bank' | 'unit_available' | 'adjustment', booked: Fen | null): Promise<void> {
  const postings = clearingPostings(exception.suspense, to, booked)
  const isReversal = to === 'bank' && (booked === null || booked === exception.suspense)
  await postJournals(ctx, [
    {
      ...ofException(exception),
      kind: 'adjustment',
      idemKey: `exception:${exception.id}:cleared`,
      postings,
      ...(isReversal && { reversesKey: `exception:${exception.id}` }),
    },
  ])
}

/** Sets money of the unit aside again for a line that ended without payment and was paid after all. Refuses with `insufficient`. */
export async function freezeLineAgain(ctx: Context, line: LineMoney): Promise<void> {
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

/** Sets aside what is missing for an end that was not covered. Refuses with `insufficient`. */
export async function coverException(ctx: Context, exception: Omit<ExceptionMoney, 'suspense'>, missing: Fen): Promise<void> {
  await postJournals(ctx, [{ ...ofException(exception), kind: 'freeze', idemKey: `exception:${exception.id}:freeze`, postings: freezePostings(missing) }])
}

/** What a unit can spend and what is set aside, at one centre in one mode; zeros when nothing ever happened or the caller cannot see it. */
export async function balances(
  ctx: Context,
  of: { readonly unitId: number; readonly centreId: number; readonly mode: Mode },
): Promise<{ available: Fen; frozen: Fen }> {
  const { available, frozen } = await store.balancesOf(ctx, of)
  return { available: fen(available), frozen: fen(frozen) }
}

/** What the centre holds at the bank according to the ledger, both modes together. */
export async function bankBalance(ctx: Context, centreId: number): Promise<Fen> {
  return ctx.widen('ledger', async () => fen(await store.bankBalance(ctx, centreId)))
}

export type { BatchMovement, ExceptionEntry } from '#/server/money/ledger/store.ts'

/** Every entry that an exception made, on the accounts of centre and unit, oldest first. */
export async function exceptionEntries(ctx: Context, exceptionId: number): Promise<store.ExceptionEntry[]> {
  return ctx.widen('ledger', () => store.entriesOfException(ctx, exceptionId))
}

/** The money trail of a batch and its lines, oldest first; only what the caller's scope shows. */
export async function batchMovements(ctx: Context, batch: { readonly id: number; readonly month: string }): Promise<store.BatchMovement[]> {
  // A unit does not see exceptions, but what they did to its own accounts.
  const exceptionIds = await ctx.widen('exceptions of a batch', () => store.exceptionsOfBatch(ctx, batch.id))
  return store.movementsOfBatch(ctx, batch, exceptionIds)
}
