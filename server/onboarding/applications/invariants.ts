import { type RawBuilder, sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

const brokenAppeals: RawBuilder<Violation> = sql`select 'appeal ' || id as id from registration_appeal
      where state = 'handed' and coalesce(upheld_by = resolved_by, upheld_reason = '')`

export const invariants: readonly Invariant[] = [{ name: 'INV-70', title: 'two people handed over each account after an appeal', broken: brokenAppeals }]
