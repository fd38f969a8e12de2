// The dialogs share their fields, so they are bundled in one chunk.
export { CloseDialog } from './CloseDialog.tsx'
export { MobileDialog } from './MobileDialog.tsx'
