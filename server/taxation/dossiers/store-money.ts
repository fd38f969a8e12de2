import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { deciderOfTopup, payerOfRefund } from '#/server/money/prepayments/public.ts'
import { receiptNo } from '#/server/money/vouchers/public.ts'
import type { TrailStart } from '#/server/taxation/dossiers/store-beginning.ts'

/** A movement of a unit's available money: incoming, or reserved for a batch or refund. */
export interface MovementRow extends Row<'ledger_journal', 'kind' | 'ref_id' | 'ref_no' | 'at'>, Row<'ledger_entry', 'journal_id'> {
  amount: number
  after: number
  used: number
  by: string | null
  all_count: number
}

/**
 * Treats a unit's account as a first-in, first-out queue: reservations use the oldest incoming money first. Money is
 * not marked, so the link of a top-up to a batch is a convention. A payee's month may involve several units, each with
 * its own queue.
 */
const fundingTables = (of: TrailStart) => sql`
  account as (select id from account where kind = 'unit_available' and unit_id = any(${of.unit_ids}::bigint[]) and centre_id = ${of.centre_id} and mode = ${of.mode}),
  movement as (
    select account.id as account_id, journal.id as journal_id, journal.kind, journal.ref_id, journal.ref_no, journal.at, entry.amount_fen as amount, entry.balance_after_fen as after,
      coalesce(sum(case when journal.kind in ('topup', 'opening') then entry.amount_fen end) over (partition by account.id order by entry.journal_id, entry.line), 0)::bigint as came
    from account join ledger_entry entry on entry.account_id = account.id join ledger_journal journal on journal.id = entry.journal_id),
  incoming as (select *, came - amount as from_fen from movement where kind in ('topup', 'opening')),
  aside as (
    select *, greatest(came - (after - amount), 0) as from_fen from movement where amount < 0
      and case kind when 'freeze' then not exists (select from ledger_journal undone where undone.reverses = movement.journal_id and undone.kind = 'unfreeze')
        when 'refund' then not exists (select from movement back where back.kind = 'refund' and back.ref_id = movement.ref_id and back.amount > 0) else false end),
  traced as (
    select distinct on (aside.kind, aside.ref_id) aside.*, case when came.amount is null then -aside.amount
      else least(came.from_fen + came.amount, aside.from_fen - aside.amount) - greatest(came.from_fen, aside.from_fen) end::bigint as used
    from aside left join incoming came on came.kind = 'topup' and came.ref_id = ${of.topup_id}::bigint
    where case when ${of.topup_id}::bigint is not null then aside.from_fen < came.from_fen + came.amount and aside.from_fen - aside.amount > came.from_fen
      when aside.kind = 'freeze' then aside.ref_id = any(${of.batch_ids}::bigint[]) else aside.ref_id = ${of.refund_id}::bigint end
    order by aside.kind, aside.ref_id, aside.journal_id desc)`

const maxMovements = 50

export interface TopupMovementRow extends MovementRow {
  voucher_no: string | null
}

/** Returns the incoming money used by the trail, each with its receipt, or the top-up at which the trail starts. */
export async function topupMovementsOfTrail(ctx: Context, of: TrailStart): Promise<TopupMovementRow[]> {
  return ctx.rows<TopupMovementRow>`with ${fundingTables(of)} select incoming.journal_id, incoming.kind, incoming.ref_id, incoming.ref_no, incoming.at, incoming.amount, incoming.after,
      coalesce(part.fen, 0) as used, count(*) over () as all_count,
      (select app_user.name from app_user where incoming.kind = 'topup' and app_user.id = ${deciderOfTopup(sql`incoming.ref_id`)}) as by,
      case when incoming.kind = 'topup' then ${receiptNo({ topup: sql`incoming.ref_id` })} end as voucher_no
    from incoming left join lateral (
      select sum(least(incoming.from_fen + incoming.amount, traced.from_fen - traced.amount) - greatest(incoming.from_fen, traced.from_fen))::bigint as fen from traced
      where traced.account_id = incoming.account_id and incoming.from_fen < traced.from_fen - traced.amount and incoming.from_fen + incoming.amount > traced.from_fen) part on true
    where case when ${of.topup_id}::bigint is null then part.fen > 0 else incoming.kind = 'topup' and incoming.ref_id = ${of.topup_id}::bigint end
    order by incoming.journal_id limit ${maxMovements}`
}

export interface ReservedMoneyRow extends MovementRow {
  gross_fen: Row<'payment_batch'>['gross_fen'] | null
  cost_fen: Row<'payment_batch'>['cost_fen'] | null
}

/** Returns the batches and refunds with reserved money: those of the trail, or those that use its top-up. */
export async function reservedMoney(ctx: Context, of: TrailStart): Promise<ReservedMoneyRow[]> {
  return ctx.rows<ReservedMoneyRow>`with ${fundingTables(of)} select traced.journal_id, traced.kind, traced.ref_id, traced.ref_no, traced.at, traced.amount, traced.after, traced.used, count(*) over () as all_count,
      batch.gross_fen, batch.cost_fen, (select name from app_user where id = coalesce(batch.payer_id, batch.submitter_id, batch.maker_id,
        case when traced.kind = 'refund' then ${payerOfRefund(sql`traced.ref_id`)} end)) as by
    from traced left join payment_batch batch on traced.kind = 'freeze' and batch.id = traced.ref_id
    order by traced.journal_id limit ${maxMovements}`
}
