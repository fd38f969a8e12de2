import { type RawBuilder, sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'

// Payments for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Selects the ids of all payments to an operator. */
export const paymentsTo = (operatorId: number) => sql`(select line.id from payment_line line where line.operator_id = ${operatorId})`

/**
 * Selects the payments to a natural person that arrived on or after a day. A line may be older than its payment by some
 * days, so partitions from six months before are read.
 */
export const paidToPersonSince = (operator: Column, day: Column) => sql`(
  select line.id, line.gross_fen from payment_line line where line.operator_id = ${operator} and line.mode = ${settlementMode.generalContract}
    and line.entity_id is null and line.state = 'success' and line.month >= date_trunc('month', ${day}) - interval '6 months'
    and (line.finished_at at time zone 'Asia/Shanghai')::date >= ${day})`

/** Counts the payments to an operator that are submitted and have no final result. */
export const unfinishedPayments = (operatorId: number) => sql`select count(*)
  from payment_line line join payment_batch batch on batch.month = line.month and batch.id = line.batch_id
  where line.operator_id = ${operatorId} and line.finished_at is null and line.state not in ('invalid', 'excluded')
    and batch.state in ('checking', 'auditing', 'payable', 'paying')`

/** Selects `batch_id` and `name` (payee) of a unit's line; `until` is the latest month of its partition. */
export const lineOfUnit = (of: { readonly id: Column; readonly unit: Column; readonly until: Column; readonly when: Column }) => sql`(
  select batch_id, name from payment_line where ${of.when} and payment_line.unit_id = ${of.unit} and payment_line.id = ${of.id}
    and payment_line.month <= ${of.until})`

/** Selects `batch_id` of a centre's line; `until` is the latest month of its partition. */
export const lineOfCentre = (of: { readonly id: Column; readonly centre: Column; readonly until: Column; readonly when: Column }) => sql`(
  select batch_id from payment_line where ${of.when} and payment_line.centre_id = ${of.centre} and payment_line.id = ${of.id}
    and payment_line.month <= ${of.until})`
