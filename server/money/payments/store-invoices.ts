import { type Expression, type SqlBool, sql } from 'kysely'
import type { PaymentInvoiceStatus } from '#/domain/money/collection.ts'

// A withdrawn or rejected application has released its lines. One issued application marks the batch as invoiced.
const over = (which: Expression<SqlBool>) =>
  sql<SqlBool>`exists (select from invoice_line part join invoice_application asked on asked.id = part.application_id where part.batch_id = batch.id and part.amount_fen > 0 and ${which})`

const issued = over(sql<SqlBool>`asked.issued_count > 0`)
const live = over(sql<SqlBool>`asked.state not in ('withdrawn', 'rejected')`)

/** The invoice state of a batch's payments. */
export const invoiceStatus = sql<PaymentInvoiceStatus>`case when ${issued} then 'issued' when ${live} then 'applied' else 'none' end`

/** Filters paid batches by invoice state. */
export function invoicedAs(status: PaymentInvoiceStatus): Expression<SqlBool> {
  if (status === 'issued') return issued
  if (status === 'applied') return sql<SqlBool>`(${live} and not ${issued})`
  return sql<SqlBool>`(batch.success_count > 0 and not ${live})`
}
