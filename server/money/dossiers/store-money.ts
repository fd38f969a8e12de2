import { type Expression, type SqlBool, sql } from 'kysely'
import type { LineState } from '#/domain/line.ts'
import type { TrailKind } from '#/domain/trail.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Where a view begins: whose account, and which batch, line or top-up of it. */
export interface Beginning extends Row<'voucher', 'no' | 'unit_id' | 'centre_id' | 'mode' | 'batch_id' | 'line_id' | 'topup_id'> {
  mode: Mode
  unit_name: string
  centre_name: string
}

const sources: Readonly<Record<TrailKind, { table: string; batch: string; line: string; topup: string }>> = {
  batch: { table: 'payment_batch', batch: 'it.id', line: 'null::bigint', topup: 'null::bigint' },
  line: { table: 'payment_line', batch: 'it.batch_id', line: 'it.id', topup: 'null::bigint' },
  topup: { table: 'topup', batch: 'null::bigint', line: 'null::bigint', topup: 'it.id' },
  voucher: { table: 'voucher', batch: 'it.batch_id', line: 'it.line_id', topup: 'it.topup_id' },
}

/** What a view begins at, within the caller's scope. */
export async function beginningOf(ctx: Context, from: TrailKind, id: number): Promise<Beginning | undefined> {
  const { table, batch, line, topup } = sources[from]
  const result =
    await sql<Beginning>`select it.no, it.unit_id, it.centre_id, it.mode, unit.name as unit_name, centre.name as centre_name, ${sql.raw(batch)} as batch_id,
      ${sql.raw(line)} as line_id, ${sql.raw(topup)} as topup_id
    from ${sql.table(table)} it join unit on unit.id = it.unit_id join centre on centre.id = it.centre_id
    where it.id = ${id} and ${inScope(ctx.scope, 'it', { mode: true })}`.execute(ctx.db)
  return result.rows[0]
}

/** One movement of what the unit has available: money that came, or money set aside for a batch. */
export interface MovementRow extends Row<'ledger_journal', 'kind' | 'ref_id' | 'ref_no' | 'at'>, Row<'ledger_entry', 'journal_id'> {
  amount: number
  after: number
  /** All that ever came, up to and with this one. */
  came: number
  /** The part of the pool that this one takes up: from here on, in fen from the first money that ever came. */
  from_fen: number
}

/**
 * The account of a unit as a pool: money that came stands end to end, and what was set aside takes it up from the front. Money is not marked: that this fen of that top-up
 * paid that batch is a way of showing it, first in first out.
 */
const pool = (of: Beginning) => sql`
  account as (select id from account where kind = 'unit_available' and unit_id = ${of.unit_id} and centre_id = ${of.centre_id} and mode = ${of.mode}),
  movement as (
    select journal.id as journal_id, journal.kind, journal.ref_id, journal.ref_no, journal.at, entry.amount_fen as amount, entry.balance_after_fen as after,
      coalesce(sum(case when journal.kind in ('topup', 'opening') then entry.amount_fen end) over (order by entry.journal_id, entry.line), 0)::bigint as came
    from account join ledger_entry entry on entry.account_id = account.id join ledger_journal journal on journal.id = entry.journal_id),
  incoming as (select *, came - amount as from_fen from movement where kind in ('topup', 'opening')),
  aside as (
    select *, greatest(came - (after - amount), 0) as from_fen from movement where kind = 'freeze' and amount < 0
      and not exists (select from ledger_journal undone where undone.reverses = movement.journal_id and undone.kind = 'unfreeze'))`

export interface UsedRow extends MovementRow {
  used: number
  by: string | null
}

const most = 50

/** The money that came and that a batch takes up; or the one top-up that the view began at. */
export async function moneyBehind(ctx: Context, of: Beginning): Promise<UsedRow[]> {
  const result = await sql<UsedRow>`with ${pool(of)},
      wanted as (select from_fen, -amount as fen from aside where ref_id = ${of.batch_id}::bigint order by journal_id desc limit 1)
    select incoming.*, (select app_user.name from topup join app_user on app_user.id = topup.decided_by where incoming.kind = 'topup' and topup.id = incoming.ref_id) as by,
      coalesce(least(incoming.from_fen + incoming.amount, wanted.from_fen + wanted.fen) - greatest(incoming.from_fen, wanted.from_fen), 0)::bigint as used
    from incoming left join wanted on true
    where case when ${of.topup_id}::bigint is null then incoming.from_fen < wanted.from_fen + wanted.fen and incoming.from_fen + incoming.amount > wanted.from_fen
      else incoming.kind = 'topup' and incoming.ref_id = ${of.topup_id}::bigint end
    order by incoming.journal_id limit ${most}`.execute(ctx.db)
  return result.rows
}

export interface BatchUse extends UsedRow, Row<'payment_batch', 'gross_fen' | 'cost_fen'> {}

/** The batches that money was set aside for: the one at hand, or those that take up the top-up. */
export async function batchesBehind(ctx: Context, of: Beginning): Promise<BatchUse[]> {
  const wanted: Expression<SqlBool> =
    of.topup_id === null
      ? sql<SqlBool>`aside.ref_id = ${of.batch_id}::bigint`
      : sql<SqlBool>`aside.from_fen < came.from_fen + came.amount and aside.from_fen - aside.amount > came.from_fen`
  const result = await sql<BatchUse>`with ${pool(of)}, came as (select * from incoming where kind = 'topup' and ref_id = ${of.topup_id}::bigint)
    select aside.*, batch.gross_fen, batch.cost_fen, (select name from app_user where id = coalesce(batch.payer_id, batch.submitter_id, batch.maker_id)) as by,
      case when came.amount is null then -aside.amount else least(came.from_fen + came.amount, aside.from_fen - aside.amount) - greatest(came.from_fen, aside.from_fen) end::bigint as used
    from aside join payment_batch batch on batch.id = aside.ref_id left join came on true where ${wanted} order by aside.journal_id limit ${most}`.execute(
    ctx.db,
  )
  return result.rows
}

export interface PaidRow {
  count: number
  net: number
  vat: number
  surcharge: number
  iit: number
  fee: number
  released: number
  returned: number
  lines: number
}

/** What became of the lines of a batch, or of one of them, in sums. */
export async function paidOf(ctx: Context, batch: { id: number; month: string }, lineId: number | null): Promise<PaidRow | undefined> {
  const sum = (column: string, state: string) => sql`coalesce(sum(${sql.raw(column)}) filter (where state in (${sql.raw(state)})), 0)::bigint`
  const result =
    await sql<PaidRow>`select count(*) filter (where state = 'success') as count, ${sum('net_fen', `'success'`)} as net, ${sum('vat_fen', `'success'`)} as vat,
      ${sum('surcharge_fen', `'success'`)} as surcharge, ${sum('iit_fen', `'success'`)} as iit, ${sum('fee_fen', `'success'`)} as fee,
      ${sum('cost_fen', `'failed', 'cancelled'`)} as released, ${sum('cost_fen', `'returned'`)} as returned, count(*) filter (where state <> 'excluded') as lines
    from payment_line where month = ${batch.month}::date and batch_id = ${batch.id} and (${lineId}::bigint is null or id = ${lineId}::bigint)`.execute(ctx.db)
  return result.rows[0]
}

export interface TrailLine
  extends Row<'payment_line', 'id' | 'seq' | 'no' | 'name' | 'state' | 'net_fen' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'fee_fen' | 'finished_at'> {
  state: LineState
  last_journal: number | null
  voucher_no: string | null
}

/** A page of the lines of a batch, each with its last journal and its receipt. */
export async function linesBehind(
  ctx: Context,
  batch: { id: number; month: string },
  of: { lineId: number | null; page: number; size: number },
): Promise<TrailLine[]> {
  const result =
    await sql<TrailLine>`select line.id, line.seq, line.no, line.name, line.state, line.net_fen, line.vat_fen, line.surcharge_fen, line.iit_fen, line.fee_fen, line.finished_at,
      (select max(journal.id) from ledger_journal journal where journal.ref_type = 'line' and journal.ref_id = line.id) as last_journal,
      (select voucher.no from voucher where voucher.line_id = line.id) as voucher_no
    from payment_line line where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state <> 'excluded'
      and (${of.lineId}::bigint is null or line.id = ${of.lineId}::bigint)
    order by line.seq limit ${of.size} offset ${(of.page - 1) * of.size}`.execute(ctx.db)
  return result.rows
}

/** The receipts of a batch, or of a top-up, by kind. */
export async function receiptsBehind(ctx: Context, of: Beginning): Promise<(Row<'voucher', 'kind'> & { count: number; amount: number })[]> {
  const which = of.topup_id === null ? sql<SqlBool>`voucher.batch_id = ${of.batch_id}` : sql<SqlBool>`voucher.topup_id = ${of.topup_id}`
  const result = await sql<
    Row<'voucher', 'kind'> & { count: number; amount: number }
  >`select kind, count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from voucher
    where ${which} and (${of.line_id}::bigint is null or voucher.line_id = ${of.line_id}::bigint) and ${inScope(ctx.scope, 'voucher', { mode: true })} group by kind order by kind`.execute(
    ctx.db,
  )
  return result.rows
}

/** What was earned on a batch, or on one line of it, by whom. */
export async function earnedOn(ctx: Context, of: Beginning): Promise<(Row<'commission_item', 'party_type'> & { amount: number })[]> {
  const result = await sql<
    Row<'commission_item', 'party_type'> & { amount: number }
  >`select party_type, sum(amount_fen)::bigint as amount from commission_item item
    where ${of.line_id === null ? sql<SqlBool>`item.batch_id = ${of.batch_id}` : sql<SqlBool>`item.line_id = ${of.line_id}`} group by party_type order by party_type`.execute(
    ctx.db,
  )
  return result.rows
}
