/**
 * State of a partner's agreement: of the one in effect, otherwise of the one being signed, otherwise of the latest
 * (`app.partner_agreement`).
 */
export const agreementStatuses = ['none', 'signing', 'early', 'current', 'over', 'terminated', 'refused', 'expired', 'revoked'] as const
export type AgreementStatus = (typeof agreementStatuses)[number]

/** State of a partner. Only a ready partner can invite units and be assigned to units. */
export const partnerStates = ['ready', 'signing', 'lacking', 'disabled'] as const
export type PartnerState = (typeof partnerStates)[number]

/** Returns the state of a partner. `ready` requires an active partner with an agreement in effect. */
export function partnerState({ isActive, agreement }: { isActive: boolean; agreement: AgreementStatus }): PartnerState {
  if (!isActive) return 'disabled'
  if (agreement === 'current') return 'ready'
  return agreement === 'signing' ? 'signing' : 'lacking'
}
