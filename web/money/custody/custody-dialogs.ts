// The dialogs share their fields, so they are bundled in one chunk.
export { DecideDialog } from './DecideDialog.tsx'
export { HistoryDialog } from './HistoryDialog.tsx'
