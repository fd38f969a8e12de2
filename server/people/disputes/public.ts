import type { Context } from '#/server/kernel/context.ts'
import { withdrawDispute } from '#/server/people/disputes/raising.ts'
import { isOpen } from '#/server/people/disputes/store.ts'

export { contractsWithUnit, paidByUnit } from '#/server/people/disputes/questions.ts'

export { openDispute } from '#/server/people/disputes/raising.ts'
export { disputeFacts, openDisputesOf, operatorsInDispute } from '#/server/people/disputes/store-fragments.ts'

/** Withdraws the caller's dispute if it is still open. */
export async function dropDispute(ctx: Context, id: number): Promise<void> {
  if (await isOpen(ctx, id)) await withdrawDispute(ctx, { disputeId: id })
}
