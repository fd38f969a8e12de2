/** Legal bases of retention periods, as the register of processing names them. */
export const legalBases = ['books', 'taxPapers', 'platformDuty', 'signatures', 'security', 'purpose', 'rights'] as const
export type LegalBasis = (typeof legalBases)[number]
