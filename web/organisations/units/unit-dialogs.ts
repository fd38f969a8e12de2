// The dialogs share their fields, so they are bundled in one chunk.
export { AddPlaceDialog } from './AddPlaceDialog.tsx'
export { CreateDialog } from './CreateDialog.tsx'
export { EditDialog } from './EditDialog.tsx'
