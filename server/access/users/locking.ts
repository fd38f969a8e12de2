import { userRefusals } from '#/api/access/users.texts.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import * as store from '#/server/access/users/store.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'

/** Locks and returns the account; refuses if the caller may not perform this action on it. */
export async function lockForUpdate(ctx: Context, id: number, action: blockers.AccountAction): Promise<store.UserRow> {
  const row = (await store.lock(ctx, id)) ?? refuse(userRefusals, 'notFound')
  refuseIf(userRefusals, blockers.blockersOf(ctx, row, await lookups.assignableCentres(ctx))[action])
  return row
}
