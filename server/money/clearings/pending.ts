import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import type { Context } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingKind, sumsByPlace, sumWithoutPlace } from '#/server/kernel/declarations/pending.ts'
import * as store from '#/server/money/clearings/store.ts'

const page = 'taxClearings'

function staffKind(
  kind: PendingKind['kind'],
  query: string,
  right: Permission,
  where: (ctx: Context) => RawBuilder<SqlBool>,
  { amount = sql`clearing.left_fen + clearing.transfer_fen`, since }: { readonly amount?: RawBuilder<unknown>; readonly since?: RawBuilder<unknown> } = {},
): PendingKind {
  return {
    kind,
    page,
    query,
    rights: [right],
    isFor: isAboveUnits,
    sums: (ctx, scope) => sumsByPlace(ctx, scope, { table: sql`tax_clearing clearing`, as: 'clearing', where: where(ctx), amount, since }),
  }
}

/** Clearings that the person must answer, and those that need a step of the centre. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'clearingsToChoose',
    page,
    query: 'isForMe=1',
    isFor: ({ actor }) => actor.operatorId !== null,
    sums: async (ctx) => sumWithoutPlace((await store.list(ctx, { states: ['offered'] }, { page: 1, size: 20 })).count),
  },
  {
    kind: 'clearingsToRepay',
    page,
    query: 'isOwed=1',
    isFor: ({ actor }) => actor.operatorId !== null,
    sums: async (ctx) => sumWithoutPlace((await store.list(ctx, { isOwed: true }, { page: 1, size: 20 })).count),
  },
  staffKind('clearingsToOffer', 'states=found,refused', 'tax:edit', store.pendingStepConditions.offer),
  staffKind('clearingsToDecide', 'isForMe=1&states=chosen', 'tax:check', store.pendingStepConditions.decide, { since: sql`clearing.chosen_at` }),
  staffKind('clearingsToPay', 'isForMe=1&states=approved', 'tax:edit', store.pendingStepConditions.pay, { since: sql`clearing.decided_at` }),
  staffKind('clearingsToConfirm', 'isForMe=1&isPending=1', 'tax:check', store.pendingStepConditions.confirm, {
    amount: sql`coalesce((select entry.amount_fen from tax_clearing_entry entry where entry.clearing_id = clearing.id and entry.state = 'pending'), clearing.amount_fen)`,
  }),
  staffKind('clearingsToRecover', 'isForMe=1&isOwed=1', 'tax:edit', store.pendingStepConditions.recover, { amount: sql`clearing.owed_fen` }),
]
