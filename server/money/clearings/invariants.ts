import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/invariant.ts'

const total = sql.raw('vat_fen + city_fen + education_fen + local_education_fen + withheld_fen')

export const invariants: readonly Invariant[] = [
  {
    name: 'INV-65',
    title: 'every fen of a cleared month is credited once, refunded once or open, and the account of cleared tax holds what is owed to the people',
    broken: sql`with used as (
        select clearing_id, sum(${total}) as fen from tax_adjustment where clearing_line_id is not null group by clearing_id),
      taken as (
        select clearing_id, -sum(${total}) as fen from tax_adjustment where clearing_id is not null and clearing_line_id is null group by clearing_id),
      refunded as (
        select journal.ref_id as clearing_id, sum(entry.amount_fen) as fen from ledger_journal journal
          join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
          join account on account.id = entry.account_id and account.kind = 'bank'
        where journal.kind = 'clearing' and journal.ref_type = 'tax_clearing' group by journal.ref_id)
      select 'clearing ' || clearing.id as id from tax_clearing clearing
        left join used on used.clearing_id = clearing.id left join taken on taken.clearing_id = clearing.id left join refunded on refunded.clearing_id = clearing.id
      where clearing.used_fen <> coalesce(used.fen, 0) or clearing.refunded_fen <> coalesce(refunded.fen, 0)
        or clearing.left_fen <> clearing.amount_fen - clearing.used_fen - clearing.refunded_fen or clearing.left_fen < 0
        or coalesce(taken.fen, 0) <> case when clearing.decided_at is not null and clearing.state in ('approved', 'done', 'chosen') then clearing.amount_fen else 0 end
        or (clearing.state = 'done') <> (clearing.left_fen = 0)
      union all
      select 'credit of line ' || clearing_line_id from tax_adjustment where clearing_line_id is not null
        group by clearing_line_id having sum(${total}) < 0 or count(distinct operator_id) > 1
      union all
      select 'cleared tax of centre ' || coalesce(account.centre_id, owed.centre_id)
        from (select centre_id, balance_fen from account where kind = 'cleared_tax') account
        full join (select clearing.centre_id, sum(coalesce(taken.fen, 0) - clearing.refunded_fen - coalesce(paid.fen, 0)) as fen from tax_clearing clearing
            left join taken on taken.clearing_id = clearing.id
            left join lateral (select sum(${total}) as fen from tax_adjustment spent where spent.clearing_id = clearing.id and spent.clearing_line_id is not null
              and exists (select from ledger_journal journal where journal.ref_type = 'tax_adjustment' and journal.ref_id = spent.id)) paid on true
          group by clearing.centre_id) owed on owed.centre_id = account.centre_id
      where coalesce(account.balance_fen, 0) <> coalesce(owed.fen, 0)`,
  },
]
