import { onDemand } from './onDemand.tsx'

/** A dialog: Enter in its form submits, Escape and × ask before throwing away what was entered. Its code comes with the first one. */
export const Dialog = onDemand(async () => (await import('./DialogFrame.tsx')).DialogFrame)
