import { settlementMode } from '#/domain/base/codes.ts'
import { add, type Fen, fen, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type CustodyStatus, custodyStatus } from '#/domain/money/custody.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import * as store from '#/server/money/custody/store.ts'
import { unitMoney } from '#/server/money/ledger/public.ts'

/** A centre that holds money of others, and whether a proof covers it. */
export interface CentreCustody {
  readonly centre: store.CentreRow
  readonly held: Fen
  readonly available: Fen
  readonly frozen: Fen
  readonly refunding: Fen
  readonly status: CustodyStatus
  readonly current: store.ProofRow | null
  readonly pending: store.ProofRow | null
}

/** Returns the centres of a scope that hold money of others in mode 1, with the ledger's balances and their proofs. */
export async function custodyByCentre(ctx: Context, scope: Scope = ctx.scope): Promise<CentreCustody[]> {
  const money = new Map((await unitMoney(ctx, settlementMode.individualBusiness)).map((row) => [row.centre_id, row]))
  const holdingCentreIds = [...money.values()].filter((row) => row.available + row.frozen + row.refunding > 0).map((row) => row.centre_id)
  const proofs = await store.currentProofs(ctx, scope)
  const proofOf = (centreId: number, state: 'confirmed' | 'pending') => proofs.find((row) => row.centre_id === centreId && row.state === state) ?? null
  return (await store.centresWithUnitFunds(ctx, scope, holdingCentreIds)).map((centre) => {
    const { available, frozen, refunding } = money.get(centre.id) ?? { available: ZERO, frozen: ZERO, refunding: ZERO }
    const current = proofOf(centre.id, 'confirmed')
    const proof = current && { way: current.way, accountNo: current.account_no, validUntil: current.valid_until }
    return {
      centre,
      held: add(fen(available), fen(frozen), fen(refunding)),
      available: fen(available),
      frozen: fen(frozen),
      refunding: fen(refunding),
      status: custodyStatus(proof, centre.account_no, dayOf(ctx.now)),
      current,
      pending: proofOf(centre.id, 'pending'),
    }
  })
}

/** Returns whether the money has no valid proof, or one that ends soon. */
export const needsProof = ({ status }: CentreCustody): boolean => status !== 'valid'

/** Returns whether the caller must confirm the pending proof. */
export const waitsForCaller = (ctx: Context, { pending }: CentreCustody): boolean =>
  pending !== null && !pending.is_same_hand && ctx.scope.all && ctx.actor.may('custody:check')
