import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { byPlace, counted, type PendingKind, summed, type Waiting } from '#/server/kernel/pending.ts'

/** Contracts that the caller, or the party the caller acts for, can sign now. */
const openSignatures = (ctx: Context) => {
  const { unitId, operatorId, partnerId } = ctx.actor
  return counted(
    ctx,
    sql`from sign_task task join contract on contract.id = task.contract_id
      where task.state = 'open' and task.way = 'hand' and contract.sign_state = 'signing'
        and ((task.signer_type = 'unit' and task.signer_id = ${unitId ?? 0}) or (task.signer_type = 'operator' and task.signer_id = ${operatorId ?? 0})
          or (task.signer_type = 'partner' and task.signer_id = ${partnerId ?? 0}))`,
  )
}

/** Paper contracts entered by others and not yet checked. */
const uncheckedPapers: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`contract.source = 'paper' and contract.sign_state = 'draft' and contract.created_by <> ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`contract`, as: 'contract', where, hasMode: true })
}

/** Contracts to sign, and paper contracts to compare. */
export const pending: readonly PendingKind[] = [
  { kind: 'sign', page: 'dzqyList', query: 'tab=tasks&isMine=1', sums: openSignatures },
  { kind: 'papers', page: 'htList', query: 'isToCheck=1', rights: ['ht:check'], sums: uncheckedPapers },
]

/** Returns contracts waiting for the caller's signature. */
export const ownSignatures = async (ctx: Context): Promise<Waiting> => ({ count: summed(await openSignatures(ctx)).count, amount: null })
