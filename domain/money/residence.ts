import type { TaxResidence } from '#/domain/people/particulars.ts'

// Tax residence of natural persons (个人所得税法 §1): a resident is domiciled in China, or stays there 183 days in a year.

/** Grounds of a decision. A person domiciled in China is a resident, whatever the number of days. */
export const residenceGrounds = ['domicile', 'days'] as const
export type ResidenceGround = (typeof residenceGrounds)[number]

export const residenceStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type ResidenceState = (typeof residenceStates)[number]

/** Days in China in the year from which a person without a domicile is a resident. */
const residentDays = 183
export const maxDays = 366

/**
 * Returns the residence that follows from a ground. `days` are those in China in the calendar year of the first day.
 */
export function residenceBy(ground: ResidenceGround, days: number | null): TaxResidence {
  return ground === 'domicile' || (days ?? 0) >= residentDays ? 'resident' : 'non_resident'
}
