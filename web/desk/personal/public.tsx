import { onDemand } from '#/web/ui/onDemand.tsx'

/** The personal data of an operator. Other users never load this code. */
export const PersonalData = onDemand(async () => (await import('./PersonalData.tsx')).PersonalData)
