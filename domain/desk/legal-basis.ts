/** Laws on which a period of retention rests. */
export const legalBases = ['books', 'taxPapers', 'platformDuty', 'signatures', 'security', 'purpose', 'rights'] as const
export type LegalBasis = (typeof legalBases)[number]
