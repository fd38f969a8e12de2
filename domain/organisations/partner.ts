/**
 * State of a partner's agreement: the one in effect, else the one being signed, else the latest
 * (`app.partner_agreement`).
 */
export const agreementStatuses = ['none', 'signing', 'early', 'current', 'over', 'terminated', 'refused', 'expired', 'revoked'] as const
export type AgreementStatus = (typeof agreementStatuses)[number]

/** State of a partner. Only a ready partner can invite and be assigned to units. */
export const partnerStates = ['ready', 'signing', 'lacking', 'disabled'] as const
export type PartnerState = (typeof partnerStates)[number]

/** Returns `ready` only for an active partner with an agreement in effect. */
export function partnerState({ isActive, agreement }: { isActive: boolean; agreement: AgreementStatus }): PartnerState {
  if (!isActive) return 'disabled'
  if (agreement === 'current') return 'ready'
  return agreement === 'signing' ? 'signing' : 'lacking'
}
