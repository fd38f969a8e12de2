import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

// Unfinished work prevents a unit, centre, channel or business from being closed. The modules that have such work
// declare it in `unfinished.ts`, and `server/app/unfinished.ts` collects it for lower modules.

/** A unit at all centres, or a centre with all its units. */
export type Owner = { readonly unitId: number } | { readonly centreId: number }

type Sum<Of> = (ctx: Context, of: Of) => Promise<number>

export interface Unfinished {
  /** Money of units in fen: available, reserved for batches, and reserved for refunds. */
  readonly money: Sum<Owner>
  readonly topups: Sum<Owner>
  readonly batches: Sum<Owner>
  /** Submitted batches, whose terms no longer change. */
  readonly submittedBatches: Sum<{ readonly unitId: number; readonly centreId: number; readonly mode: number }>
  /** Number of submitted payments to an operator's registered business. */
  readonly businessPayments: Sum<{ readonly operatorId: number }>
  /** Number of payout orders without a final response. */
  readonly payouts: Sum<{ readonly channelId: number }>
}

/** Returns the condition that selects an owner's rows. */
export function ownerCondition(owner: Owner): RawBuilder<SqlBool> {
  return 'unitId' in owner ? sql<SqlBool>`unit_id = ${owner.unitId}` : sql<SqlBool>`centre_id = ${owner.centreId}`
}

/** Returns the count of a query (`from … where …`), or another aggregate of its rows. */
export async function figureOf(ctx: Context, from: RawBuilder<unknown>, figure: RawBuilder<unknown> = sql`count(*)`): Promise<number> {
  const { rows } = await sql<{ figure: number }>`select ${figure} as figure ${from}`.execute(ctx.db)
  return rows[0]?.figure ?? 0
}

/** Returns the money, batches and top-ups that prevent an owner from being closed. */
export async function unfinishedAt(ctx: Context, owner: Owner): Promise<Record<'money' | 'batches' | 'topups', number>> {
  const { money, batches, topups } = ctx.unfinished
  // Money last: a top-up that another transaction confirms between the queries then counts as one or the other.
  return { topups: await topups(ctx, owner), batches: await batches(ctx, owner), money: await money(ctx, owner) }
}
