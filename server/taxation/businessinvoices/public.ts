export { businessinvoices } from '#/server/taxation/businessinvoices/operations.ts'
