import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'

/** Invariants of credits, refunds, corrections and statements of unit accounts. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-37',
    title: 'every confirmed bank credit was booked as one top-up of the same unit, place and amount; a credit returned to an unknown payer as none',
    broken: sql`select 'credit ' || credit.serial as id from bank_credit credit
        left join topup on topup.bank_credit_id = credit.id
        left join ledger_journal journal on journal.ref_type = 'topup' and journal.ref_id = topup.id
        left join credit_return back on back.credit_id = credit.id and back.state = 'confirmed'
      group by credit.id
      having (credit.state = 'confirmed') <> coalesce(bool_or(topup.state = 'confirmed'), false) or count(journal.id) <> case credit.state when 'confirmed' then 1 else 0 end
        or bool_or(topup.state = 'confirmed' and (topup.amount_fen, topup.centre_id, topup.unit_id, topup.mode) is distinct from (credit.amount_fen, credit.centre_id, credit.unit_id, credit.mode))
        or (credit.state = 'returned') <> (count(back.id) = 1)
        or credit.state in ('confirmed', 'returned') and not exists (select from bank_transfer transfer where transfer.is_booked
          and (transfer.centre_id, transfer.direction, transfer.serial) = (credit.centre_id, 'in', credit.serial))`,
  },
  {
    name: 'INV-38',
    title: 'the money reserved for refunds equals the open ones, each paid refund left the bank once, and no account got back more than it paid in',
    broken: sql`select 'unit ' || unit_id || ' centre ' || centre_id || ' mode ' || mode as id from (
        select unit_id, centre_id, mode, balance_fen as fen from account where kind = 'unit_refund'
        union all select unit_id, centre_id, mode, -amount_fen from refund where state in ('applied', 'approved', 'failing')) held
      group by unit_id, centre_id, mode having sum(fen) <> 0
      union all
      select 'refund ' || refund.no from refund
        left join ledger_journal journal on journal.ref_type = 'refund' and journal.ref_id = refund.id
        left join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
        left join account on account.id = entry.account_id and account.kind = 'bank'
      group by refund.id having coalesce(sum(entry.amount_fen) filter (where account.kind = 'bank'), 0) <> case refund.state when 'paid' then refund.amount_fen else 0 end
        or refund.state in ('paid', 'returned') and not exists (select from bank_transfer transfer where transfer.is_booked
          and transfer.is_returned = (refund.state = 'returned') and (transfer.centre_id, transfer.direction, transfer.serial) = (refund.centre_id, 'out', refund.bank_serial))
      union all
      select 'unit ' || unit_id || ' origin ' || right(account, 4) from (
        select topup.unit_id, topup.centre_id, topup.mode, credit.payer_account as account, topup.amount_fen as fen
          from topup join bank_credit credit on credit.id = topup.bank_credit_id where topup.state = 'confirmed'
        union all select unit_id, centre_id, mode, payee_account, -amount_fen from refund where state in ('applied', 'approved', 'failing', 'paid')) moved
      group by unit_id, centre_id, mode, account having sum(fen) < 0`,
  },
  {
    name: 'INV-39',
    title: 'every approved correction of a balance is booked once with its amount, and no unapproved one is booked',
    broken: sql`select 'adjustment ' || adjustment.no as id from balance_adjustment adjustment
        left join ledger_journal journal on journal.ref_type = 'adjustment' and journal.ref_id = adjustment.id
        left join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date and entry.unit_id is not null
      group by adjustment.id having coalesce(sum(entry.amount_fen), 0) <> case adjustment.state when 'approved' then adjustment.amount_fen else 0 end`,
  },
  {
    name: 'INV-40',
    title: 'every statement equals the books of its month, and opens with the closing balance of the one before',
    broken: sql`select 'statement ' || statement.no as id from balance_statement statement
        left join lateral (select coalesce(sum(entry.amount_fen), 0) as fen, count(distinct journal.id) as journals
          from ledger_journal journal join ledger_entry entry on entry.journal_id = journal.id and entry.month = statement.month
          where journal.unit_id = statement.unit_id and journal.centre_id = statement.centre_id and journal.mode = statement.mode and entry.unit_id is not null) booked on true
        left join balance_statement before on before.unit_id = statement.unit_id and before.centre_id = statement.centre_id and before.mode = statement.mode
          and before.month = statement.month - interval '1 month'
      where booked.fen <> statement.closing_available_fen + statement.closing_aside_fen - statement.opening_available_fen - statement.opening_aside_fen
        or booked.journals <> statement.journal_count
        or (before.closing_available_fen, before.closing_aside_fen) <> (statement.opening_available_fen, statement.opening_aside_fen)`,
  },
]
