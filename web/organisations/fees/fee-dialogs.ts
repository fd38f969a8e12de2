// The dialogs share their fields, so they are bundled in one chunk.
export { PlanDialog } from './PlanDialog.tsx'
export { SplitDialog } from './SplitDialog.tsx'
export { TrialDialog } from './Trial.tsx'
