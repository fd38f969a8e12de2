import { type RawBuilder, sql } from 'kysely'

// Top-ups and refunds for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Returns the id of the user who decided on a top-up; null before. */
export const deciderOfTopup = (id: Column) => sql<number | null>`(select topup.decided_by from topup where topup.id = ${id})`

/** Returns the id of the user who paid a refund, or who requested it if it is not paid yet. */
export const payerOfRefund = (id: Column) => sql<number | null>`(select coalesce(refund.paid_by, refund.applied_by) from refund where refund.id = ${id})`
