export { businessinvoices } from '#/server/taxation/businessinvoices/operations.ts'
export { type IssuedQuarterRow, issuedQuarters } from '#/server/taxation/businessinvoices/store.ts'
