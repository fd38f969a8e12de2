import { onDemand } from './onDemand.tsx'

export type { Given } from './ReasonFrame.tsx'

/** Asks before something is done: says what will happen, takes the reason and, where it matters, the login password once more. Its code comes with the first one. */
export const ReasonDialog = onDemand(async () => (await import('./ReasonFrame.tsx')).ReasonFrame)
