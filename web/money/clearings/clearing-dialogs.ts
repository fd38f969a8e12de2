// The dialogs share their fields, so they are bundled in one chunk.
export { PaperChoiceDialog } from './PaperChoiceDialog.tsx'
export { DecideDialog, EndDialog, StartDialog } from './StaffDialogs.tsx'
export { TransferDialog } from './TransferDialog.tsx'
