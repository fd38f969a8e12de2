import { onDemand } from '#/web/ui/onDemand.tsx'

/** The face data of an operator. Other users never load this code. */
export const FaceData = onDemand(async () => (await import('./FaceData.tsx')).FaceData)
