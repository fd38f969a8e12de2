// The dialogs share their fields, so they are bundled in one chunk.
export { AuditDialog, CancelDialog, CheckDialog, SubmitDialog } from './DecisionDialogs.tsx'
export { HaltDialog, ReleaseDialog, RerouteDialog } from './HaltDialogs.tsx'
export { HeldLinesDialog } from './HeldLinesDialog.tsx'
export { PayDialog } from './PayDialog.tsx'
