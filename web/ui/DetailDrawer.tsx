import { onDemand } from './onDemand.tsx'

/** The details of a row, to the right of its list, or full-screen on a phone. The code loads on first use. */
export const DetailDrawer = onDemand(async () => (await import('./DrawerFrame.tsx')).DrawerFrame)
