import { sql } from 'kysely'
import type { Invariant } from '#/server/money/ledger/invariants.ts'
import { recentTrail } from '#/server/money/ledger/store-recent.ts'

// The audit log, whose hash chains can be verified independently (INV-19).
export const trail: readonly Invariant[] = [
  {
    name: 'INV-19',
    title: 'the chains of the trail are whole: nothing altered, left out or put in between',
    broken: (of) =>
      of.since !== null
        ? recentTrail
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
