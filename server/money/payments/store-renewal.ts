import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'

const submittedStates: readonly string[] = ['checking', 'auditing', 'payable']

/** Returns whether a batch was submitted and is not paid yet. */
export const isAwaitingDecision = (batch: Pick<BatchRow, 'state'>): boolean => submittedStates.includes(batch.state)

/** Returns submitted, unpaid batches that were computed under another policy, oldest first. */
export async function batchesOfOtherPolicies(ctx: Context, version: string, limit: number): Promise<number[]> {
  const rows = await ctx.rows<Row<'payment_batch', 'id'>>`select id from payment_batch
    where state = any(${submittedStates}::text[]) and policy_version is distinct from ${version} order by id limit ${limit}`
  return rows.map((row) => row.id)
}
