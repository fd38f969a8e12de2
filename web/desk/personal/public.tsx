import { onDemand } from '#/web/ui/onDemand.tsx'

/** Loads with the page of an operator only. */
export const PersonalData = onDemand(async () => (await import('./PersonalData.tsx')).PersonalData)
