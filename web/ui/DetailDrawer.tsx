import { onDemand } from './onDemand.tsx'

/** The details of one row, at the right of its list; the whole screen on a telephone. Its code comes with the first one. */
export const DetailDrawer = onDemand(async () => (await import('./DrawerFrame.tsx')).DrawerFrame)
