import { type AccountStatus, accountStatus } from '#/domain/codes.ts'

/** What can be done with an operator as a whole. */
export type OperatorVerb = 'freeze' | 'unfreeze'

const moves: Readonly<Record<OperatorVerb, { readonly from: readonly number[]; readonly to: AccountStatus }>> = {
  freeze: { from: [accountStatus.signing, accountStatus.disabled, accountStatus.active], to: accountStatus.frozen },
  // Whoever was frozen before the papers were signed works again; payments ask for the papers themselves.
  unfreeze: { from: [accountStatus.frozen], to: accountStatus.active },
}

/** Where the verb leads from this state; null when it is not for this state. */
export function nextOperatorStatus(status: number, verb: OperatorVerb): AccountStatus | null {
  const move = moves[verb]
  return move.from.includes(status) ? move.to : null
}

/** Income of twelve months from which a person is watched before the law asks for a registered business (5,000,000). */
export const watchedFen = 400_000_000
