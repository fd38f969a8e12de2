import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { withdrawDispute } from '#/server/people/disputes/raising.ts'

export { disputeWith } from '#/server/people/disputes/raising.ts'

/** Whether nobody has decided a dispute yet. */
export async function isDisputeOpen(ctx: Context, id: number): Promise<boolean> {
  const result = await sql<{ is_open: boolean }>`select state = 'open' as is_open from identity_dispute where id = ${id}`.execute(ctx.db)
  return result.rows[0]?.is_open ?? false
}

/** Takes back a dispute of the caller, where it is still open. */
export async function dropDispute(ctx: Context, id: number): Promise<void> {
  if (await isDisputeOpen(ctx, id)) await withdrawDispute(ctx, { disputeId: id })
}
