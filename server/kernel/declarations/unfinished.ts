import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { unfinishedWords } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'

// Unfinished work prevents a unit, centre, channel or business from being closed. The modules that have such work
// declare it in `unfinished.ts`, and `server/app/unfinished.ts` collects it for lower modules.

/** A unit at all centres, or a centre with all its units. */
export type Owner = { readonly unitId: number } | { readonly centreId: number }

type SumFunction<Of> = (ctx: Context, of: Of) => Promise<number>

export interface UnfinishedCounters {
  /** Money of units in fen: available, reserved for batches, and reserved for refunds. */
  readonly money: SumFunction<Owner>
  readonly topups: SumFunction<Owner>
  /** Batches that are not closed, including paid ones in their return window. */
  readonly batches: SumFunction<Owner>
  readonly exceptions: SumFunction<Owner>
  /** Claims of operators that wait for the unit or for their payment. */
  readonly claims: SumFunction<Owner>
  /** Applications whose invoices are neither issued nor released. */
  readonly invoices: SumFunction<Owner>
  /** Submitted batches, whose terms no longer change. */
  readonly submittedBatches: SumFunction<{ readonly unitId: number; readonly centreId: number; readonly mode: number }>
  /** Number of submitted payments to an operator's registered business. */
  readonly businessPayments: SumFunction<{ readonly operatorId: number }>
  /** Number of payout orders without a final response. */
  readonly payouts: SumFunction<{ readonly channelId: number }>
}

/** Returns the condition that selects an owner's rows. */
export function ownerCondition(owner: Owner): RawBuilder<SqlBool> {
  return 'unitId' in owner ? sql<SqlBool>`unit_id = ${owner.unitId}` : sql<SqlBool>`centre_id = ${owner.centreId}`
}

/** Returns the count of a query (`from … where …`), or another aggregate of its rows. */
export async function selectFigure(ctx: Context, from: RawBuilder<unknown>, figure: RawBuilder<unknown> = sql`count(*)`): Promise<number> {
  const { rows } = await sql<{ figure: number }>`select ${figure} as figure ${from}`.execute(ctx.db)
  return rows[0]?.figure ?? 0
}

// Money last: a top-up that another transaction confirms between the queries then counts as one or the other.
const ownerWork = ['topups', 'batches', 'exceptions', 'claims', 'invoices', 'money'] as const

/** Returns the work that prevents an owner from being closed, each kind with its count or amount in words. */
export async function unfinishedWork(ctx: Context, owner: Owner): Promise<string[]> {
  const words: string[] = []
  for (const kind of ownerWork) {
    const count = await ctx.unfinished[kind](ctx, owner)
    if (count > 0) words.push(translate(unfinishedWords[kind], ctx.language, { count, money: formatYuan(fen(count)) }))
  }
  return words
}
