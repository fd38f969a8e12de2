import { permanentNumber } from '#/domain/base/id-paper.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { type Fen, fen, sumOf } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { isBlockingFault, type PeriodFault, periodFaults, type TaxKind, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { idsInScope, type PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-check.ts'

/**
 * One tax of a period: the amount of its lines, the parts of unfinished and of other payments, and the booked amount.
 */
export interface BookComparison {
  readonly kind: TaxKind
  readonly accrued: Fen
  readonly underWay: Fen
  readonly taken: Fen
  readonly booked: Fen
  readonly journals: { id: number; no: string; at: string; amount: Fen; memo: string }[]
}

/**
 * Compares the lines with the ledger, tax by tax, without unfinished payments (INV-15). `comparedAt` is the closing
 * time, or null for a live comparison.
 */
export function compareBooks(ctx: Context, row: PeriodRow): Promise<{ books: BookComparison[]; comparedAt: string | null }> {
  return ctx.widen('lines of a declaration', async () => {
    const rows = await store.compareWithLedger(ctx, [row.id])
    const isEqual = rows.every(({ accrued, waiting, booked }) => accrued - waiting === booked)
    const unmatchedEntries = isEqual ? [] : await store.unmatchedTaxRows(ctx, row)
    const comparisons = taxKinds.flatMap((kind) =>
      rows
        .filter(({ tax }) => tax === kind)
        .map(
          ({ accrued, waiting, booked }): BookComparison => ({
            kind,
            accrued: fen(accrued),
            underWay: fen(waiting),
            taken: fen(accrued - waiting),
            booked: fen(booked),
            journals: unmatchedEntries
              .filter(({ tax }) => tax === kind)
              .map(({ id, ref_no, at, fen: amount, memo }) => ({ id, no: ref_no, at: at.toISOString(), amount: fen(amount), memo })),
          }),
        ),
    )
    return { books: comparisons, comparedAt: rows[0]?.booked_at?.toISOString() ?? null }
  })
}

/**
 * Returns, for each of these periods in the caller's scope, the booked total of all taxes and its difference from the
 * lines.
 */
export async function bookedTotals(ctx: Context, ids: readonly number[]) {
  const visibleIds = await idsInScope(ctx, ids)
  expectAllFound(ids, visibleIds)
  const rows = await ctx.widen('lines of a declaration', () => store.compareWithLedger(ctx, visibleIds))
  const byPeriod = Map.groupBy(rows, (row) => row.id)
  return visibleIds.map((id) => {
    const taxRows = byPeriod.get(id) ?? []
    return {
      id,
      booked: sumOf(taxRows, ({ booked }) => fen(booked)),
      underWay: sumOf(taxRows, ({ waiting }) => fen(waiting)),
      gap: sumOf(taxRows, ({ accrued, waiting, booked }) => fen(booked - (accrued - waiting))),
      comparedAt: taxRows[0]?.booked_at?.toISOString() ?? null,
    }
  })
}

/** A kind of fault with the first payees affected. */
export interface PeriodCheckFault {
  readonly kind: PeriodFault
  readonly isBlocking: boolean
  readonly count: number
  readonly people: { operatorId: number; name: string; idNumber: string }[]
}

/** Finds payees paid under two numbers of one permit: one person registered as two operators. */
async function duplicatePermits(ctx: Context, row: PeriodRow): Promise<PeriodCheckFault['people']> {
  const rows = await ctx.widen('lines of a declaration', () => store.permitHolders(ctx, row))
  const people = rows.map(({ id, name, id_number_sealed }) => ({ id, name, number: ctx.vault.open('id_number', id_number_sealed) }))
  const byPermit = Map.groupBy(people, ({ number }) => permanentNumber('hk_macau_permit', number))
  return [...byPermit.values()]
    .filter((duplicates) => duplicates.length > 1)
    .flatMap((duplicates) => duplicates.map(({ id, name, number }) => ({ operatorId: id, name, idNumber: maskIdNumber(number) })))
}

/** Returns all faults and the comparison with the ledger, for review before a period is closed. */
export async function checkPeriod(ctx: Context, row: PeriodRow): Promise<{ faults: PeriodCheckFault[]; books: BookComparison[]; comparedAt: string | null }> {
  const rows = await ctx.widen('lines of a declaration', () => store.faultyPayees(ctx, row, dayOf(ctx.now)))
  const duplicatePermitHolders = await duplicatePermits(ctx, row)
  const { books, comparedAt } = await compareBooks(ctx, row)
  const byKind = Map.groupBy(rows, (each) => each.fault as string)
  const faults = periodFaults.flatMap((kind): PeriodCheckFault[] => {
    const isBlocking = isBlockingFault(kind)
    if (kind === 'ledger') {
      const count = books.filter((book) => book.taken !== book.booked).length
      return count > 0 ? [{ kind, isBlocking, count, people: [] }] : []
    }
    if (kind === 'samePermit')
      return duplicatePermitHolders.length > 0 ? [{ kind, isBlocking, count: duplicatePermitHolders.length, people: duplicatePermitHolders.slice(0, 50) }] : []
    const faultyPeople = byKind.get(kind) ?? []
    const people = faultyPeople.map((each) => ({
      operatorId: each.id,
      name: each.name,
      idNumber: each.id_number_sealed === '' ? '' : maskIdNumber(ctx.vault.open('id_number', each.id_number_sealed)),
    }))
    return faultyPeople[0] ? [{ kind, isBlocking, count: faultyPeople[0].count, people }] : []
  })
  return { faults, books, comparedAt }
}
