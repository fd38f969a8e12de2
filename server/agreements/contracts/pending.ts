import { sql } from 'kysely'
import { faceFiling } from '#/domain/agreements/face.ts'
import { countPersonsWithFaces } from '#/server/agreements/contracts/store-faces.ts'
import type { Context } from '#/server/kernel/context.ts'
import {
  countWithoutPlace,
  isPlatformScope,
  type PendingFigure,
  type PendingKind,
  sumsByPlace,
  sumWithoutPlace,
  totalOf,
} from '#/server/kernel/declarations/pending.ts'

/** Contracts that the caller can sign now, also as the account of a party. */
const openSignatures = (ctx: Context) => {
  const { unitId, operatorId, partnerId } = ctx.actor
  return countWithoutPlace(
    ctx,
    sql`from sign_task task join contract on contract.id = task.contract_id
      where task.state = 'open' and task.way = 'hand' and contract.sign_state = 'signing'
        and ((task.signer_type = 'unit' and task.signer_id = ${unitId ?? 0}) or (task.signer_type = 'operator' and task.signer_id = ${operatorId ?? 0})
          or (task.signer_type = 'partner' and task.signer_id = ${partnerId ?? 0}))`,
    { since: sql`task.opened_at` },
  )
}

/** Paper contracts that other users entered and that no one has compared with the original yet. */
const uncheckedPapers: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`contract.source = 'paper' and contract.sign_state = 'draft' and contract.created_by <> ${ctx.actor.userId}`
  return sumsByPlace(ctx, scope, { table: sql`contract`, as: 'contract', where, since: sql`contract.created_at`, hasMode: true })
}

/** One item while the number of stored faces requires a filing with the authority, now or soon. */
const facesToFile: PendingKind['sums'] = async (ctx) => sumWithoutPlace(faceFiling(await countPersonsWithFaces(ctx)) === 'none' ? 0 : 1)

/** Pending work: contracts to sign, paper contracts to compare, and the filing of stored faces. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'sign', page: 'dzqyList', query: 'tab=tasks&isMine=1', sums: openSignatures },
  { kind: 'papers', page: 'htList', query: 'isToCheck=1', rights: ['ht:check'], sums: uncheckedPapers },
  { kind: 'facesToFile', page: 'goLive', query: '', isFor: isPlatformScope, sums: facesToFile },
]

/** Returns the number of contracts waiting for the caller's signature. */
export const signaturesDue = async (ctx: Context): Promise<PendingFigure> => ({ count: totalOf(await openSignatures(ctx)).count, amount: null })
