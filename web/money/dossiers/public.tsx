export { BatchInvoices } from './BatchInvoices.tsx'
