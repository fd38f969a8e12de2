/** How a partner stands by its agreements: by the one in effect, else by the one on its way, else by the latest (`app.partner_agreement`). */
export const agreementStands = ['none', 'signing', 'early', 'current', 'over', 'terminated', 'refused', 'expired', 'revoked'] as const
export type AgreementStand = (typeof agreementStands)[number]

/** How a partner stands as a whole: only one that is ready may invite, and be given units. */
export const partnerStates = ['ready', 'signing', 'lacking', 'disabled'] as const
export type PartnerState = (typeof partnerStates)[number]

/** What follows from whether a partner was disabled and from how its agreement stands. */
export function partnerState({ isActive, agreement }: { isActive: boolean; agreement: AgreementStand }): PartnerState {
  if (!isActive) return 'disabled'
  if (agreement === 'current') return 'ready'
  return agreement === 'signing' ? 'signing' : 'lacking'
}
