// The dialogs share their fields, so they are bundled in one chunk.
export { HandOverDialog } from './HandOverDialog.tsx'
export { ActionDialog, PersonDialog } from './PersonDialogs.tsx'
