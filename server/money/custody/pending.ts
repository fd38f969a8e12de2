import { isAboveUnits, isPlatformScope, type PendingKind } from '#/server/kernel/declarations/pending.ts'
import type { CentreCustody } from '#/server/money/custody/public.ts'
import { custodyByCentre, needsProof, waitsForCaller } from '#/server/money/custody/status.ts'

const page = 'heldFunds'

const sumsOf = (centres: readonly CentreCustody[]) => centres.map(({ centre, held }) => ({ centre_id: centre.id, mode: null, count: 1, amount: held }))

/**
 * Centres that hold money of others without a valid proof, and proofs that another person of the platform must confirm.
 */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'custodyToProve',
    page,
    query: 'isOpen=1',
    rights: ['custody:edit'],
    isFor: isAboveUnits,
    sums: async (ctx, scope) => sumsOf((await custodyByCentre(ctx, scope)).filter(needsProof)),
  },
  {
    kind: 'custodyToConfirm',
    page,
    query: 'isForMe=1',
    rights: ['custody:check'],
    isFor: isPlatformScope,
    sums: async (ctx, scope) => sumsOf((await custodyByCentre(ctx, scope)).filter((row) => waitsForCaller(ctx, row))),
  },
]
