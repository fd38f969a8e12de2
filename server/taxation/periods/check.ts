import { maskIdNumber } from '#/domain/identity.ts'
import { type Fen, fen, sumOf } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import { isBlockingFault, type PeriodFault, periodFaults, type TaxKind, taxKinds } from '#/domain/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { idsInSight, type PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-check.ts'

/** What the period took of each tax, and what the books say of it. */
export interface Compared {
  readonly kind: TaxKind
  readonly taken: Fen
  readonly booked: Fen
  readonly journals: { id: number; no: string; at: string; amount: Fen; memo: string }[]
}

/** The lines beside the books, tax by tax (INV-15); what is under way counts in neither. */
export function compareBooks(ctx: Context, row: PeriodRow): Promise<Compared[]> {
  return ctx.widen('lines of a declaration', async () => {
    const booked = new Map((await store.bookedOf(ctx, [row.id])).map((each) => [each.tax, each.fen]))
    const waiting = row.state === 'open' ? await store.underWayOf(ctx, row) : { vat: 0, surcharge: 0, iit: 0 }
    const strays = await store.straysOf(ctx, row)
    const taken = { vat: row.vat_fen, surcharge: row.surcharge_fen, iit: row.iit_fen }
    return taxKinds.map((kind) => ({
      kind,
      taken: fen(taken[kind] - waiting[kind]),
      booked: fen(booked.get(kind) ?? 0),
      journals: strays
        .filter((stray) => stray.tax === kind)
        .map(({ id, ref_no, at, fen: amount, memo }) => ({ id, no: ref_no, at: at.toISOString(), amount: fen(amount), memo })),
    }))
  })
}

/** What the tax accounts hold for each of these periods in the caller's scope, all taxes together. */
export async function bookedFor(ctx: Context, ids: readonly number[]): Promise<{ id: number; booked: Fen }[]> {
  const seen = await idsInSight(ctx, ids)
  const rows = await ctx.widen('lines of a declaration', () => store.bookedOf(ctx, seen))
  const byPeriod = Map.groupBy(rows, (row) => row.id)
  return seen.map((id) => ({ id, booked: sumOf(byPeriod.get(id) ?? [], (row) => fen(row.fen)) }))
}

/** A kind of fault with the first who have it. */
export interface Fault {
  readonly kind: PeriodFault
  readonly isBlocking: boolean
  readonly count: number
  readonly people: { operatorId: number; name: string; idNumber: string }[]
}

/** Everything that is to be looked at before a period is closed. */
export async function preCheck(ctx: Context, row: PeriodRow): Promise<{ faults: Fault[]; books: Compared[] }> {
  const rows = await ctx.widen('lines of a declaration', () => store.faultsOf(ctx, row, dayOf(ctx.now)))
  const books = await compareBooks(ctx, row)
  const byKind = Map.groupBy(rows, (each) => each.fault as string)
  const faults = periodFaults.flatMap((kind): Fault[] => {
    const isBlocking = isBlockingFault(kind)
    if (kind === 'ledger') {
      const count = books.filter((each) => each.taken !== each.booked).length
      return count > 0 ? [{ kind, isBlocking, count, people: [] }] : []
    }
    const found = byKind.get(kind) ?? []
    const people = found.map((each) => ({
      operatorId: each.id,
      name: each.name,
      idNumber: each.id_number_sealed === '' ? '' : maskIdNumber(ctx.vault.open('id_number', each.id_number_sealed)),
    }))
    return found[0] ? [{ kind, isBlocking, count: found[0].count, people }] : []
  })
  return { faults, books }
}
