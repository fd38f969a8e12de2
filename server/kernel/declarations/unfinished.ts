import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { unfinishedWords } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'

// Unfinished work prevents a unit, centre, channel or business from being closed. The modules that have such work
// declare it in `unfinished.ts`, and `server/app/unfinished.ts` collects it for lower modules.

/** A unit at all centres, or a centre with all its units. */
export type WorkOwner = { readonly unitId: number } | { readonly centreId: number }

type WorkCounter<Of> = (ctx: Context, of: Of) => Promise<number>

export interface UnfinishedCounters {
  /** Money of units in fen: available, reserved for batches, and reserved for refunds. */
  readonly money: WorkCounter<WorkOwner>
  readonly topups: WorkCounter<WorkOwner>
  /** Batches that are not closed, including paid ones in their return window. */
  readonly batches: WorkCounter<WorkOwner>
  readonly exceptions: WorkCounter<WorkOwner>
  /** Claims of operators that wait for the unit or for their payment. */
  readonly claims: WorkCounter<WorkOwner>
  /** Applications whose invoices are neither issued nor released. */
  readonly invoices: WorkCounter<WorkOwner>
  /** Submitted batches, whose terms no longer change. */
  readonly submittedBatches: WorkCounter<{ readonly unitId: number; readonly centreId: number; readonly mode: number }>
  /** Number of submitted payments to an operator's registered business. */
  readonly businessPayments: WorkCounter<{ readonly operatorId: number }>
  /** Number of payout orders without a final response. */
  readonly payouts: WorkCounter<{ readonly channelId: number }>
}

/** Returns the condition that selects an owner's rows. */
export function ownerCondition(owner: WorkOwner): RawBuilder<SqlBool> {
  return 'unitId' in owner ? sql<SqlBool>`unit_id = ${owner.unitId}` : sql<SqlBool>`centre_id = ${owner.centreId}`
}

/** Returns the count of a query (`from … where …`), or another aggregate of its rows. */
export async function selectFigure(ctx: Context, from: RawBuilder<unknown>, figure: RawBuilder<unknown> = sql`count(*)`): Promise<number> {
  const rows = await ctx.rows<{ figure: number }>`select ${figure} as figure ${from}`
  return rows[0]?.figure ?? 0
}

// Money is last, so that a top-up confirmed between the queries is not missed.
const ownerWorkKinds = ['topups', 'batches', 'exceptions', 'claims', 'invoices', 'money'] as const

/** Returns the work that prevents an owner from being closed, each kind with its count or amount in words. */
export async function describeUnfinishedWork(ctx: Context, owner: WorkOwner): Promise<string[]> {
  const words: string[] = []
  for (const kind of ownerWorkKinds) {
    const count = await ctx.unfinished[kind](ctx, owner)
    if (count > 0) words.push(translate(unfinishedWords[kind], ctx.language, { count, money: formatYuan(fen(count)) }))
  }
  return words
}
