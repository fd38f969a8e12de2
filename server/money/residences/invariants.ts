import { type RawBuilder, sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

// A declaration later than the decision belongs to a new registration, which a reviewer accepted.
const violations: RawBuilder<Violation> = sql`select 'operator ' || operator.id as id from operator
    join lateral (select decision.residence, max(decision.decided_at) over () as decided_at from residence_decision decision
      where decision.operator_id = operator.id and decision.state = 'confirmed' order by decision.from_day desc, decision.version desc limit 1) decided on true
  where operator.tax_residence_at <= decided.decided_at and operator.tax_residence is distinct from decided.residence`

/** Invariant: payments check the tax residence confirmed by two people. */
export const invariants: readonly Invariant[] = [{ name: 'INV-69', title: 'payments check the tax residence that two people decided last', broken: violations }]
