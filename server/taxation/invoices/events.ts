import { z } from 'zod'
import { Day, Id } from '#/api/operation.ts'
import { event } from '#/server/kernel/jobs/job.ts'

/** An invoice or a red letter of a business was registered. */
export const businessInvoiceIssued = event('invoices.businessInvoiceIssued', z.object({ entityId: Id, issuedOn: Day }))
