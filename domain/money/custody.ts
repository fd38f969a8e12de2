import { shiftDay } from '#/domain/base/period.ts'

// Money of others in mode 1: units prepay it for businesses, so it rests with the centre without belonging to it.

/** The two lawful ways: an account that a bank supervises, or an agreement on entrusted payment with a legal opinion. */
export const custodyWays = ['supervised', 'entrusted'] as const
export type CustodyWay = (typeof custodyWays)[number]

/** States of a proof. The last confirmed one of a centre counts. */
export const custodyStates = ['pending', 'confirmed', 'rejected', 'replaced'] as const
export type CustodyState = (typeof custodyStates)[number]

/** Days before the end of a proof from which the centre is warned. */
const warnDays = 60

/**
 * `missing`: never proved. `moved`: the supervised account is no longer the one that units pay into.
 * `expired`, `ending`: by the last day of the proof.
 */
export const custodyStatuses = ['valid', 'ending', 'expired', 'moved', 'missing'] as const
export type CustodyStatus = (typeof custodyStatuses)[number]

interface ConfirmedProof {
  readonly way: CustodyWay
  /** The centre's receiving account on the day of the proof. */
  readonly accountNo: string
  /** The last day on which it holds. */
  readonly validUntil: string
}

/** Returns whether a centre's last confirmed proof covers the money that units pay into `accountNo`. */
export function custodyStatus(proof: ConfirmedProof | null, accountNo: string, today: string): CustodyStatus {
  if (proof === null) return 'missing'
  if (proof.validUntil < today) return 'expired'
  if (proof.way === 'supervised' && proof.accountNo !== accountNo) return 'moved'
  return proof.validUntil < shiftDay(today, warnDays) ? 'ending' : 'valid'
}
