import { type RawBuilder, sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

const brokenDisputes: RawBuilder<Violation> = sql`select 'objection ' || id as id from identity_dispute
      where state = 'kept' and coalesce(kept_by = resolved_by, kept_reason = '')`

/** Invariants of identity disputes. */
export const invariants: readonly Invariant[] = [{ name: 'INV-71', title: 'two people resumed payments after each objection', broken: brokenDisputes }]
