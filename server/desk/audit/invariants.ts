import { sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

/** Checks the audit chains after the last signed heads. */
const recentChainFaults = sql<Violation>`
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

// Invariants of the audit log (INV-19); its hash chains can also be verified independently.
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-19',
    title: 'the chains of the trail are intact: no entry was altered, removed or inserted',
    broken: (of) =>
      of.since !== null
        ? recentChainFaults
        : sql`select 'chain ' || chain || ' row ' || seq as id from (
        select chain, seq, hash, previous, app.audit_digest(entry) as digest,
          lag(hash, 1, decode(repeat('00', 32), 'hex')) over chains as before, lag(seq, 1, 0::bigint) over chains as seq_before
        from audit_log entry window chains as (partition by chain order by seq)) walked
      where hash <> digest or previous <> before or seq <> seq_before + 1
      union all
      select 'chain ' || head.chain || ' head ' || head.seq from audit_chain head
      where head.hash is distinct from coalesce((select hash from audit_log where chain = head.chain and seq = head.seq), decode(repeat('00', 32), 'hex'))
        or head.seq <> (select count(*) from audit_log where chain = head.chain)`,
  },
]
