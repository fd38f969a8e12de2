import { type RawBuilder, type SqlBool, sql } from 'kysely'

// Orders to the banks and their results for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** The parts of fees by recipient: accrued with a payment, reversed with its return. */
export const feeShares = sql`(
  select line_id, batch_id, unit_id, party_type, party_id, state, amount_fen, base_fen, fee_fen, at from commission_item)`

/** Counts the unsettled exceptions of payments to an operator. */
export const openExceptionsOf = (operatorId: number) => sql`select count(*) from payout_exception exception
  join payment_line line on line.month = exception.line_month and line.id = exception.line_id
  where line.operator_id = ${operatorId} and exception.state <> 'resolved'`

/** Returns the number of the last unsettled exception of a payment; null without one. */
export const openExceptionNo = (batchId: Column, lineId: Column) =>
  sql<string | null>`(select exception.no from payout_exception exception where exception.batch_id = ${batchId} and exception.line_id = ${lineId}
    and exception.state <> 'resolved' order by exception.id desc limit 1)`

/** Returns when the bank returned a payment; null if it did not. */
export const returnedAt = (lineId: Column) =>
  sql<Date | null>`(select max(event.at) from payout_event event where event.line_id = ${lineId} and event.to_state = 'returned')`

/** Selects `request_no`, `channel_ref` and `channel_id` of the last order for a payment; no row if it was never sent. */
export const lastOrderOf = (lineId: Column) => sql`(
  select request_no, channel_ref, channel_id from payout_attempt where payout_attempt.line_id = ${lineId} order by attempt_no desc limit 1)`

/** Each order to a bank with its payment and batch. */
export const paymentsByOrder = sql`(
  select attempt.id as attempt_id, attempt.request_no, attempt.channel_id, line.id as line_id, line.mode, line.state as line_state, line.cost_fen, line.batch_id
  from payout_attempt attempt left join payment_line line on line.month = attempt.month and line.id = attempt.line_id)`

/** Returns whether an order belongs to the batch with this number. */
export const isOrderOfBatch = (attemptId: Column, batchNo: string) => sql<SqlBool>`${attemptId} in (select attempt.id from payment_batch batch
  join payment_line line on line.month = batch.month and line.batch_id = batch.id
  join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id
  where batch.no = ${batchNo})`
