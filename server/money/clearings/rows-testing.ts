import assert from 'node:assert/strict'
import { type RawBuilder, sql } from 'kysely'
import { shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** A statement that changes rows. */
export type RowChange = Pick<RawBuilder<unknown>, 'execute'>

/** The `set` clause of an update. */
type Assignments = RawBuilder<unknown>

/** A person with one clearing of a closed December. One payment of the month was returned, and the other was not. */
export interface ClearingWorld {
  readonly server: TestServer
  readonly personId: number
  readonly month: string
  /** The amount of the clearing, refunded in full. */
  readonly excess: number
  readonly now: Date
}

export interface ClearingTestRow {
  readonly centre?: number
  readonly mode?: number
  readonly person?: number
  readonly month?: string
}

export interface ClearingAdjustment extends ClearingTestRow {
  readonly kind?: 'uncounted' | 'difference'
  readonly vat?: number
  readonly iit?: number
  /** Whether the payment belongs to the clearing. */
  readonly isCleared?: boolean
  readonly line?: number
  readonly isReversal?: boolean
}

/** Helpers that change the rows around the clearing, run a query, and roll the changes back. */
export function clearingRowHelpers(world: () => ClearingWorld) {
  const ids = { clearing: 0, standing: 0, returned: 0, batch: 0 }
  const newLine = 990_001
  const counted = <R>(changes: readonly RowChange[], ask: (ctx: Context) => Promise<R>): Promise<R> =>
    runAndRollBack(world().server, async (ctx) => {
      for (const table of ['tax_clearing', 'tax_adjustment', 'tax_reservation', 'tax_standing', 'tax_period', 'payment_line'])
        await ctx.run`alter table ${sql.table(table)} disable trigger user`
      const { personId, month } = world()
      const [clearing] = await ctx.rows<{ id: number }>`select id from tax_clearing where operator_id = ${personId}`
      ids.clearing = clearing?.id ?? assert.fail('no clearing')
      const lines = await ctx.rows<{ id: number; batch_id: number; returned: boolean }>`select line.id, line.batch_id, returned_at is not null as returned
        from tax_reservation own join payment_line line on line.id = own.line_id where own.operator_id = ${personId} and own.month = ${month}`
      for (const line of lines) ids[line.returned ? 'returned' : 'standing'] = line.id
      ids.batch = lines[0]?.batch_id ?? assert.fail('no line')
      await ctx.run`delete from tax_adjustment where kind = 'difference' and operator_id = ${personId}`
      for (const change of changes) await change.execute(ctx.db)
      return ask(ctx)
    })
  const later = (write: () => RawBuilder<unknown>): RowChange => ({ execute: (db) => write().execute(db) })
  const adjust = (of: ClearingAdjustment): RowChange =>
    later(() => {
      const at = of.month ?? world().month
      return sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, vat_fen, withheld_fen, clearing_id, clearing_line_id, is_reversal, at)
        values (${of.centre ?? 2}, ${of.mode ?? 2}, ${of.person ?? world().personId}, ${at}, ${at}, ${of.kind ?? 'uncounted'}, ${of.vat ?? 0}, ${of.iit ?? 0},
          ${of.isCleared ? ids.clearing : null}, ${of.line ?? (of.isCleared ? newLine : null)}, ${of.isReversal === true}, now())`
    })
  const addMonth = (of: ClearingTestRow & { vat?: number; gross?: number }): RowChange =>
    later(
      () => sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, vat_fen)
        values (${of.centre ?? 2}, ${of.mode ?? 2}, ${of.person ?? world().personId}, ${of.month ?? world().month}, ${of.gross ?? 0}, ${of.vat ?? 0})
        on conflict (centre_id, mode, operator_id, month) do update set gross_fen = excluded.gross_fen, vat_fen = tax_standing.vat_fen + excluded.vat_fen`,
    )
  const reserve = (of: ClearingTestRow & { isOpen?: boolean } = {}): RowChange =>
    later(
      () => sql`insert into tax_reservation (line_id, batch_id, centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen,
          local_education_fen, withheld_fen, is_open) values (${newLine}, ${ids.batch}, ${of.centre ?? 2}, ${of.mode ?? 2}, ${of.person ?? world().personId},
          ${of.month ?? world().month}, 100, 0, 0, 0, 0, 0, 0, ${of.isOpen ?? true})`,
    )
  const clearing = (set: Assignments): RowChange => later(() => sql`update tax_clearing set ${set} where id = ${ids.clearing}`)
  const updateStandingLine = (set: Assignments): RowChange => later(() => sql`update payment_line set ${set} where id = ${ids.standing}`)
  const reservation = (of: 'standing' | 'returned', set: Assignments): RowChange =>
    later(() => sql`update tax_reservation set ${set} where line_id = ${ids[of]}`)
  const stranger = () => world().personId + 1
  const [before_, after_] = [() => shiftMonth(world().month, -1), () => shiftMonth(world().month, 1)]
  /** Changes after which the remaining payment no longer counts in the person's month at this payer. */
  const elsewhere = () => [
    reservation('standing', sql`centre_id = 3`),
    reservation('standing', sql`mode = 1`),
    reservation('standing', sql`month = ${shiftMonth(world().month, -12)}`),
    reservation('standing', sql`operator_id = ${stranger()}`),
    updateStandingLine(sql`tax_unit_fen = 1, net_fen = net_fen + 1, cost_fen = cost_fen + 1`),
    updateStandingLine(sql`returned_at = now()`),
  ]
  return { ids, newLine, counted, later, adjust, addMonth, reserve, clearing, reservation, stranger, before_, after_, elsewhere }
}
