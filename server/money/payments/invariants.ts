import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { accountsOfKind, bookings, journals } from '#/server/money/ledger/public.ts'

const sentBatchStates = sql`('paying', 'paid', 'partial', 'failed', 'closed')`
const openLineStates = sql`('queued', 'sent', 'processing', 'held', 'unknown')`

/** Invariants of batches and lines: their sums, the reserved money, and at most one active line for each debt. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-05',
    title: 'every line: cost = net + tax + fee, gross = net + tax + fee of the operator − tax of the unit',
    broken: (
      of,
    ) => sql`select 'line ' || no as id from payment_line line where ${of.line} and (cost_fen <> net_fen + vat_fen + surcharge_fen + iit_fen + fee_fen
      or gross_fen <> net_fen + vat_fen + surcharge_fen + iit_fen + fee_operator_fen - tax_unit_fen or fee_fen <> fee_unit_fen + fee_operator_fen)`,
  },
  {
    name: 'INV-06',
    title: 'every batch is the sum of its lines',
    broken: (
      of,
    ) => sql`select 'batch ' || batch.no as id from payment_batch batch left join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where ${of.batch} group by batch.id
      having batch.gross_fen <> coalesce(sum(line.gross_fen), 0) or batch.vat_fen <> coalesce(sum(line.vat_fen), 0)
        or batch.surcharge_fen <> coalesce(sum(line.surcharge_fen), 0) or batch.iit_fen <> coalesce(sum(line.iit_fen), 0)
        or batch.fee_fen <> coalesce(sum(line.fee_fen), 0) or batch.net_fen <> coalesce(sum(line.net_fen), 0)
        or batch.cost_fen <> coalesce(sum(line.cost_fen), 0)
        or (batch.state in ${sentBatchStates} and batch.line_count <> count(*) filter (where line.state <> 'excluded'))
        or batch.success_count <> count(*) filter (where line.state = 'success')
        or batch.success_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state = 'success'), 0)
        or batch.returned_count <> count(*) filter (where line.state = 'returned')
        or batch.returned_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state = 'returned'), 0)
        or batch.failed_count <> count(*) filter (where line.state in ('failed', 'cancelled'))
        or batch.failed_cost_fen <> coalesce(sum(line.cost_fen) filter (where line.state in ('failed', 'cancelled')), 0)
        or batch.failed_resent_cost_fen not between 0 and batch.failed_cost_fen or batch.returned_resent_cost_fen not between 0 and batch.returned_cost_fen`,
  },
  {
    name: 'INV-07',
    title: 'money is reserved once for an active batch, and the batch is paid at most once',
    broken: (
      of,
    ) => sql`select 'batch ' || batch.no as id from payment_batch batch left join ${journals} journal on journal.ref_type = 'batch' and journal.ref_id = batch.id
      where ${of.batch} group by batch.id
      having count(*) filter (where journal.kind = 'freeze') - count(*) filter (where journal.kind = 'unfreeze')
          <> case when batch.state in ${sentBatchStates} or batch.is_frozen then 1 else 0 end
        or (batch.state in ${sentBatchStates}) <> (batch.paid_at is not null)`,
  },
  {
    name: 'INV-28',
    title: 'the money reserved for a batch always equals the cost of its open lines',
    broken: sql`select 'batch ' || batch.no as id from payment_batch batch
      left join lateral (select sum(line.cost_fen) as fen from payment_line line
        where line.month = batch.month and line.batch_id = batch.id and line.state not in ('invalid', 'excluded')) cost on true
      left join lateral (select sum(booking.amount_fen) as fen from ${bookings} booking
        where booking.account = 'unit_frozen' and booking.ref_type = 'batch' and booking.ref_id = batch.id) aside on true
      where coalesce(aside.fen, 0) <> case when batch.state in ${sentBatchStates} or batch.is_frozen then coalesce(cost.fen, 0) else 0 end`,
  },
  {
    name: 'INV-44',
    title: 'no line of a frozen batch was sent after the freeze',
    broken: sql`select 'line ' || line.no as id from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.halted_at is not null and line.sent_at > batch.halted_at`,
  },
  {
    name: 'INV-09',
    title: 'reserved money of each line is used exactly once, and every reserved balance belongs to open lines',
    broken: (of) => sql`select 'line ' || line.no as id from payment_line line
      left join ${journals} journal on journal.ref_type = 'line' and journal.ref_id = line.id
      where ${of.line} and line.state not in ('invalid', 'warned', 'ready', 'excluded')
      group by line.month, line.id
      having count(*) filter (where journal.kind = 'payment') <> case when line.state in ('success', 'returned') then 1 else 0 end
        or count(*) filter (where journal.kind = 'unfreeze') - count(*) filter (where journal.kind = 'freeze') <> case when line.state in ('failed', 'cancelled') then 1 else 0 end
        or count(*) filter (where journal.kind = 'return') <> case when line.state = 'returned' then 1 else 0 end
      union all
      select 'account ' || account.id from ${accountsOfKind('unit_frozen')} account
        left join lateral (
          select coalesce(sum(case when batch.state in ${sentBatchStates} then open.cost else batch.cost_fen end), 0) as fen
          from payment_batch batch cross join lateral (
            select coalesce(sum(line.cost_fen), 0) as cost from payment_line line
            where line.month = batch.month and line.batch_id = batch.id and line.state in ${openLineStates}) open
          where batch.unit_id = account.unit_id and batch.centre_id = account.centre_id and batch.mode = account.mode and batch.is_frozen and ${of.batch}) held on true
      where account.balance_fen <> held.fen`,
  },
  {
    name: 'INV-59',
    title: 'each debt, with its repeats or its claim, has at most one line paid or under way',
    broken: sql`select 'line ' || coalesce(first.no, again.first_line_id::text) as id from (
        select first_line_id, first_line_month, count(*) filter (where state = 'success' or state in ${openLineStates}) as alive
        from payment_line where first_line_id is not null group by first_line_id, first_line_month) again
      left join payment_line first on first.month = again.first_line_month and first.id = again.first_line_id
      where again.alive + case when first.state = 'success' or first.state in ${openLineStates} then 1 else 0 end > 1`,
  },
]
