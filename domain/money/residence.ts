import type { TaxResidence } from '#/domain/people/particulars.ts'

// Tax residence of natural persons (个人所得税法 §1). A resident has a domicile in China or stays there for 183 days in a
// year.

/** Grounds of a decision. A person with a domicile in China is a resident, regardless of the number of days. */
export const residenceGrounds = ['domicile', 'days'] as const
export type ResidenceGround = (typeof residenceGrounds)[number]

export const residenceStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type ResidenceState = (typeof residenceStates)[number]

/** A person without a domicile is a resident from this number of days in China in the year. */
const minResidentDays = 183
export const maxResidenceDays = 366

/** Returns the residence for a ground. `days` are the days in China in the calendar year of the first day. */
export function residenceForGround(ground: ResidenceGround, days: number | null): TaxResidence {
  return ground === 'domicile' || (days ?? 0) >= minResidentDays ? 'resident' : 'non_resident'
}
