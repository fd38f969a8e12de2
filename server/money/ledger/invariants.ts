import { type RawBuilder, sql } from 'kysely'
import type { Invariant, RecentRows, Violation } from '#/server/kernel/declarations/invariant.ts'

/**
 * Checks that each recent entry follows from the previous one and that the balance equals the last. Earlier entries
 * were checked before.
 */
function recentBalances({ entry }: RecentRows): RawBuilder<Violation> {
  return sql`
  select 'entry ' || entry.journal_id || '/' || entry.line as id from ledger_entry entry
    left join lateral (select balance_after_fen from ledger_entry earlier where earlier.account_id = entry.account_id
      and (earlier.journal_id, earlier.line) < (entry.journal_id, entry.line) order by earlier.journal_id desc, earlier.line desc limit 1) last on true
  where ${entry} and entry.balance_after_fen - entry.amount_fen <> coalesce(last.balance_after_fen, 0)
  union all
  select 'account ' || account.id from account
    left join lateral (select balance_after_fen from ledger_entry entry where entry.account_id = account.id
      order by entry.journal_id desc, entry.line desc limit 1) last on true
  where account.balance_fen <> coalesce(last.balance_after_fen, 0)`
}

/** Invariants of journals, entries and accounts. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-01',
    title: 'every journal sums to zero and has its stated number of entries',
    broken: (of) => sql`select 'journal ' || journal.id as id from ledger_journal journal
        left join ledger_entry entry on entry.journal_id = journal.id and ${of.entry}
      where ${of.journal} group by journal.id having coalesce(sum(entry.amount_fen), 0) <> 0 or count(entry.line) <> min(journal.entries) or count(entry.line) < 2`,
  },
  {
    name: 'INV-02',
    title: 'the accounts of each centre and mode sum to zero',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode as id from account group by centre_id, mode having sum(balance_fen) <> 0`,
  },
  {
    name: 'INV-03',
    title: 'every balance is the sum of its entries, and follows from the one before',
    broken: (of) =>
      of.since !== null
        ? recentBalances(of)
        : sql`select 'account ' || account.id as id from account left join ledger_entry entry on entry.account_id = account.id
      group by account.id having account.balance_fen <> coalesce(sum(entry.amount_fen), 0)
      union all
      select 'entry ' || journal_id || '/' || line from (
        select journal_id, line, balance_after_fen - amount_fen as before, coalesce(lag(balance_after_fen) over (partition by account_id order by journal_id, line), 0) as last
        from ledger_entry) chain where before <> last`,
  },
  {
    name: 'INV-04',
    title: 'no unit has a negative balance, available or reserved',
    broken: sql`select 'account ' || id as id from account where unit_id is not null and balance_fen < 0`,
  },
]
