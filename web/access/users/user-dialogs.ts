// The dialogs share their fields, so they are bundled in one chunk.
export { ChangeDialog } from './ChangeDialogs.tsx'
export { CreateDialog } from './CreateDialog.tsx'
