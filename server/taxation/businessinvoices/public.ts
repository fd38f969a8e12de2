export { businessinvoices } from '#/server/taxation/businessinvoices/operations.ts'
export { hasSpecialInvoice, type IssuedQuarterRow, issuedQuarters, wasReversedBefore } from '#/server/taxation/businessinvoices/store-quarters.ts'
