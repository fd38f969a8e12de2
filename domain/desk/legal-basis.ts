/** Laws that set a retention period. */
export const legalBases = ['books', 'taxPapers', 'platformDuty', 'signatures', 'security', 'purpose', 'rights'] as const
export type LegalBasis = (typeof legalBases)[number]
