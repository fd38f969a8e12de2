import { type Expression, type SqlBool, sql } from 'kysely'
import type { InvoiceStanding } from '#/domain/collection.ts'

// A withdrawn or rejected application has released its lines. One issued application marks the batch as invoiced.
const over = (which: Expression<SqlBool>) =>
  sql<SqlBool>`exists (select from invoice_line part join invoice_application asked on asked.id = part.application_id where part.batch_id = batch.id and part.amount_fen > 0 and ${which})`

const issued = over(sql<SqlBool>`asked.issued_count > 0`)
const live = over(sql<SqlBool>`asked.state not in ('withdrawn', 'rejected')`)

/** The invoice state of a batch's payments. */
export const invoiceStanding = sql<InvoiceStanding>`case when ${issued} then 'issued' when ${live} then 'applied' else 'none' end`

/** Filters paid batches by invoice state. */
export function invoicedAs(standing: InvoiceStanding): Expression<SqlBool> {
  if (standing === 'issued') return issued
  if (standing === 'applied') return sql<SqlBool>`(${live} and not ${issued})`
  return sql<SqlBool>`(batch.success_count > 0 and not ${live})`
}
