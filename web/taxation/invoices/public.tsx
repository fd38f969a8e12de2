import { onDemand } from '#/web/ui/onDemand.tsx'

export { BulkApproveButton } from './BulkApproveButton.tsx'
export { useLineColumns, useRedColumns } from './columns.tsx'
export { Card } from './Figures.tsx'
export { type ApplicationDetail, ApplicationTag } from './tags.tsx'
export { UnitFilter } from './UnitFilter.tsx'
/** One application with its invoices, of either mode. */
export const InvoiceDrawer = onDemand(async () => (await import('./InvoiceDrawer.tsx')).InvoiceDrawer)
/** Imports the results of the invoicing software. */
export const ImportDialog = onDemand(async () => (await import('./ImportDialog.tsx')).ImportDialog)
