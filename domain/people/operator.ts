import { type AccountStatus, accountStatus } from '#/domain/base/codes.ts'

export type OperatorAction = 'freeze' | 'unfreeze'

const moves: Readonly<Record<OperatorAction, { readonly from: readonly number[]; readonly to: AccountStatus }>> = {
  freeze: { from: [accountStatus.signing, accountStatus.disabled, accountStatus.active], to: accountStatus.frozen },
  // An operator who was frozen before signing becomes active too, because payments check the agreements separately.
  unfreeze: { from: [accountStatus.frozen], to: accountStatus.active },
}

/** Returns the status after the action, or null when the action is not allowed. */
export function nextOperatorStatus(status: number, action: OperatorAction): AccountStatus | null {
  const move = moves[action]
  return move.from.includes(status) ? move.to : null
}

/**
 * Twelve-month income in fen above which the platform watches a person. Above 5,000,000 yuan, the platform must guide
 * the person to register a business.
 */
export const watchThresholdFen = 400_000_000
