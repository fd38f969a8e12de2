import { type RawBuilder, sql } from 'kysely'

// SQL and questions about disputes.

/** Returns a dispute as a lateral table: state, created_at. */
export const disputeFacts = (id: RawBuilder<unknown>) => sql`(select state, created_at from identity_dispute known where known.id = ${id})`

/** Returns an operator's open disputes, as a table: id. */
export const openDisputesOf = (operatorId: number) => sql`(select id from identity_dispute where operator_id = ${operatorId} and state = 'open')`

/**
 * Selects those among some operators whom a unit may not pay, because of an open dispute or of one that ended their
 * work with it: operator_id, state.
 */
export const operatorsInDispute = (unitId: number, among: RawBuilder<unknown>) =>
  sql`select operator_id, min(state) as state from identity_dispute where unit_id = ${unitId} and state in ('open', 'ended')
    and operator_id in ${among} group by operator_id`
