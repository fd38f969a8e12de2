export { businessinvoices } from '#/server/taxation/businessinvoices/operations.ts'
export { type InvoicePart, invoiceParts } from '#/server/taxation/businessinvoices/parts.ts'
export { hasSpecialInvoice } from '#/server/taxation/businessinvoices/store-quarters.ts'
