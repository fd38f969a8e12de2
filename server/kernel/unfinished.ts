import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

// Unfinished work that keeps a unit, a centre, a channel or a business from closing. The modules that have the work
// declare it in `unfinished.ts`, and `server/app/unfinished.ts` lists it for the modules below them.

/** A unit at all centres, or a centre with all units. */
export type Owner = { readonly unitId: number } | { readonly centreId: number }

type Sum<Of> = (ctx: Context, of: Of) => Promise<number>

export interface Unfinished {
  /** Money of units, in fen. */
  readonly money: Sum<Owner>
  readonly topups: Sum<Owner>
  readonly batches: Sum<Owner>
  /** Submitted batches, which keep the terms of their submission. */
  readonly submittedBatches: Sum<{ readonly unitId: number; readonly centreId: number; readonly mode: number }>
  /** Submitted payments to the business of an operator. */
  readonly businessPayments: Sum<{ readonly operatorId: number }>
  /** Payout orders without a final response. */
  readonly payouts: Sum<{ readonly channelId: number }>
}

/** Returns the condition for rows of an owner. */
export function ownedBy(owner: Owner): RawBuilder<SqlBool> {
  return 'unitId' in owner ? sql<SqlBool>`unit_id = ${owner.unitId}` : sql<SqlBool>`centre_id = ${owner.centreId}`
}

/** Returns the count, or another figure, of a query (`from … where …`). */
export async function figureOf(ctx: Context, from: RawBuilder<unknown>, figure: RawBuilder<unknown> = sql`count(*)`): Promise<number> {
  const { rows } = await sql<{ figure: number }>`select ${figure} as figure ${from}`.execute(ctx.db)
  return rows[0]?.figure ?? 0
}

/** Returns the money, batches and top-ups that keep an owner from closing. */
export async function unfinishedAt(ctx: Context, owner: Owner): Promise<Record<'money' | 'batches' | 'topups', number>> {
  const { money, batches, topups } = ctx.unfinished
  return { money: await money(ctx, owner), batches: await batches(ctx, owner), topups: await topups(ctx, owner) }
}
