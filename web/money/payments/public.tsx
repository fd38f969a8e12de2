export { Calculation, LedgerTables, rateText, type ShownSteps } from './Calculation.tsx'
export { paidInvoiceTexts } from './paid-invoice-texts.ts'
export { invoiceAt, PageLink, useInvoiceColumns } from './paid-invoices.tsx'
export { ZipTask } from './Records.tsx'
