import { onDemand } from '#/web/ui/onDemand.tsx'

/** Loads with the page of an operator only. */
export const FaceData = onDemand(async () => (await import('./FaceData.tsx')).FaceData)
