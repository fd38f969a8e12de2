import type { RawBuilder, SqlBool } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** The invoice state of the payment `line`: in mode 1 of the business's invoice, in mode 2 of the centre's. */
export const lineInvoiceStatus = question<() => RawBuilder<string>>('collections.lineInvoiceStatus')

/** Whether the tax of the payment `line` is declared, or has a certificate. */
export const hasTaxProof = question<(proof: 'declared' | 'certified') => RawBuilder<SqlBool>>('collections.taxProof')
