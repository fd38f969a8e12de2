import { shiftDay } from '#/domain/base/period.ts'

// Custody of money in mode 1. Units prepay businesses, so the centre holds money that it does not own.

/**
 * The two lawful ways to hold the money: an account that a bank supervises, or an agreement on entrusted payment with a
 * legal opinion.
 */
export const custodyMethods = ['supervised', 'entrusted'] as const
export type CustodyMethod = (typeof custodyMethods)[number]

/** States of a proof. Only the last confirmed proof of a centre counts. */
export const custodyStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type CustodyState = (typeof custodyStates)[number]

/** The centre is warned from this number of days before the end of a proof. */
const custodyWarningDays = 60

/**
 * `missing`: no proof was ever confirmed. `moved`: units now pay into another account than the one in the proof.
 * `expired`: the last day of the proof has passed. `ending`: that day is near.
 */
export const custodyStatuses = ['valid', 'ending', 'expired', 'moved', 'missing'] as const
export type CustodyStatus = (typeof custodyStatuses)[number]

interface ConfirmedProof {
  readonly way: CustodyMethod
  /** The centre's receiving account on the day of the proof. */
  readonly accountNo: string
  /** The last day on which the proof is valid. */
  readonly validUntil: string
}

/** Returns whether a centre's last confirmed proof is valid for the account into which units pay. */
export function custodyStatus(proof: ConfirmedProof | null, accountNo: string, today: string): CustodyStatus {
  if (proof === null) return 'missing'
  if (proof.validUntil < today) return 'expired'
  if (proof.way === 'supervised' && proof.accountNo !== accountNo) return 'moved'
  return proof.validUntil < shiftDay(today, custodyWarningDays) ? 'ending' : 'valid'
}
