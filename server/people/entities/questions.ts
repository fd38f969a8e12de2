import type { RawBuilder } from 'kysely'
import type { InvoiceDues } from '#/domain/people/entity.ts'
import { question } from '#/server/kernel/declarations/question.ts'

/** The number of the application of the business `entity`, or null. */
export const applicationNo = question<() => RawBuilder<string | null>>('entities.applicationNo')

/** The invoices that a business of an operator still owes. */
export const invoiceDues = question<(business: { readonly id: number; readonly operatorId: number }) => Promise<InvoiceDues>>('entities.invoiceDues')
