import type { Context } from '#/server/kernel/context.ts'
import { waitingFor } from '#/server/services/tasks/operations.ts'

/** Returns the total number of the caller's pending items. */
export async function waitingCount(ctx: Context): Promise<number> {
  return (await waitingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}
