import { onDemand } from './onDemand.tsx'

/** A dialog. Enter submits its form, and Escape and × ask before discarding input. The code loads on first use. */
export const Dialog = onDemand(async () => (await import('./DialogFrame.tsx')).DialogFrame)
