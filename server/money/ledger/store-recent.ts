import { type RawBuilder, sql } from 'kysely'

/** The start of a recent check. Everything before it was checked earlier. */
export interface CheckedUntil {
  /** The latest journal of an earlier check. */
  readonly journal: number
  /**
   * The first day of a month. Covers batches, lines and entries of that month or later, and older batches with reserved
   * money.
   */
  readonly month: string
}

/** Conditions that restrict a check to recent rows, by table alias. All are true in a full check. */
export interface RecentRows {
  readonly since: CheckedUntil | null
  readonly batch: RawBuilder<boolean>
  readonly line: RawBuilder<boolean>
  readonly journal: RawBuilder<boolean>
  readonly entry: RawBuilder<boolean>
}

/** Returns the conditions for recent rows; with null, for all rows. */
export function among(since: CheckedUntil | null): RecentRows {
  if (since === null) return { since, batch: sql`true`, line: sql`true`, journal: sql`true`, entry: sql`true` }
  return {
    since,
    batch: sql`(batch.month >= ${since.month}::date or (batch.is_frozen and batch.state not in ('paid', 'closed', 'cancelled')))`,
    line: sql`line.month >= ${since.month}::date`,
    journal: sql`journal.id > ${since.journal}`,
    entry: sql`entry.month >= ${since.month}::date and entry.journal_id > ${since.journal}`,
  }
}

/**
 * Checks that each recent entry follows from the previous one and that the balance equals the last. Earlier entries
 * were checked before.
 */
export function recentBalances({ entry }: RecentRows): RawBuilder<{ id: string }> {
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

/** Checks the audit chains after the last signed heads. */
export const recentTrail = sql<{ id: string }>`
  select 'chain ' || chain || ' row ' || seq as id from (
    select entry.chain, entry.seq, entry.hash, entry.previous, app.audit_digest(entry) as digest,
      lag(entry.hash, 1, coalesce(signed.hash, decode(repeat('00', 32), 'hex'))) over chains as before, lag(entry.seq, 1, coalesce(signed.seq, 0::bigint)) over chains as seq_before
    from audit_log entry
      left join (select head.chain, head.seq, decode(head.hash, 'hex') as hash
        from (select statement from audit_signature order by id desc limit 1) last
          cross join lateral jsonb_to_recordset(last.statement::jsonb -> 'heads') head(chain bigint, seq bigint, hash text)) signed on signed.chain = entry.chain
    where entry.seq > coalesce(signed.seq, 0)
    window chains as (partition by entry.chain order by entry.seq)) walked
  where hash <> digest or previous <> before or seq <> seq_before + 1
  union all
  select 'chain ' || head.chain || ' head ' || head.seq from audit_chain head
  where head.hash is distinct from coalesce((select hash from audit_log where chain = head.chain and seq = head.seq), decode(repeat('00', 32), 'hex'))`
