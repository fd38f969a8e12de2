import { type RawBuilder, sql } from 'kysely'

/** Since when something is looked at: what came before was found to hold. */
export interface Since {
  /** The newest journal that an earlier run saw. */
  readonly journal: number
  /** The first day of a month: batches, lines and entries of it and later, and older batches that still have money set aside. */
  readonly month: string
}

/** Conditions that narrow a check to what is recent, on tables under these names; each is true where everything is checked. */
export interface Among {
  readonly since: Since | null
  readonly batch: RawBuilder<boolean>
  readonly line: RawBuilder<boolean>
  readonly journal: RawBuilder<boolean>
  readonly entry: RawBuilder<boolean>
}

/** What a check is asked about: what is recent, or everything. */
export function among(since: Since | null): Among {
  if (since === null) return { since, batch: sql`true`, line: sql`true`, journal: sql`true`, entry: sql`true` }
  return {
    since,
    batch: sql`(batch.month >= ${since.month}::date or (batch.is_frozen and batch.state not in ('paid', 'closed', 'cancelled')))`,
    line: sql`line.month >= ${since.month}::date`,
    journal: sql`journal.id > ${since.journal}`,
    entry: sql`entry.month >= ${since.month}::date and entry.journal_id > ${since.journal}`,
  }
}

/** A chain of balances that held up to a journal holds to its end when each entry behind it follows from the one before, and the balance is the last. */
export function recentBalances({ entry }: Among): RawBuilder<{ id: string }> {
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

/** The chains of the trail behind the heads that were signed last. */
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
