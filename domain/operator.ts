/** Where an operator stands: waiting for the papers, stopped, frozen, at work. */
const states = { signing: 3, stopped: 5, frozen: 6, active: 8 } as const

/** What can be done with an operator as a whole. */
export type OperatorVerb = 'freeze' | 'unfreeze'

const moves: Readonly<Record<OperatorVerb, { readonly from: readonly number[]; readonly to: number }>> = {
  freeze: { from: [states.signing, states.stopped, states.active], to: states.frozen },
  // Whoever was frozen before the papers were signed works again; payments ask for the papers themselves.
  unfreeze: { from: [states.frozen], to: states.active },
}

/** Where the verb leads from this state; null when it is not for this state. */
export function nextOperatorStatus(status: number, verb: OperatorVerb): number | null {
  const move = moves[verb]
  return move.from.includes(status) ? move.to : null
}

/** Income of twelve months from which a person is watched before the law asks for a registered business (5,000,000). */
export const watchedFen = 400_000_000
