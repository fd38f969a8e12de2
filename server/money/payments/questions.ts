import type { RawBuilder, SqlBool } from 'kysely'
import type { PaymentInvoiceStatus } from '#/domain/money/collection.ts'
import { question } from '#/server/kernel/declarations/question.ts'

/** The invoice state of the payments of the row `batch`. */
export const invoiceStatusOf = question<() => RawBuilder<PaymentInvoiceStatus>>('payments.invoiceStatus')

/** Whether the row `batch` has paid lines in this invoice state. */
export const hasInvoiceStatus = question<(status: PaymentInvoiceStatus) => RawBuilder<SqlBool>>('payments.invoicedAs')
