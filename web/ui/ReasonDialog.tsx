import { onDemand } from './onDemand.tsx'

export type { ReasonInput } from './ReasonFrame.tsx'

/**
 * A confirmation that states the effect and asks for the reason and, if required, the login password. The code loads on
 * first use.
 */
export const ReasonDialog = onDemand(async () => (await import('./ReasonFrame.tsx')).ReasonFrame)
