import { onDemand } from '#/web/ui/onDemand.tsx'

// The forms are large and most visits change nothing, so the forms load on first use.
export const ClaimDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).ClaimDialog)
export const ClaimForUnitDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).ClaimForUnitDialog)
export const SlipDialog = onDemand(async () => (await import('#/web/parts/money/slip.tsx')).SlipDialog)
export const RefundDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).RefundDialog)
export const AdjustmentDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).AdjustmentDialog)
export const IssueDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).IssueDialog)
export const LimitDialog = onDemand(async () => (await import('./MoneyDialogs.tsx')).LimitDialog)
