import type { Context } from '#/server/kernel/context.ts'
import { pendingFor } from '#/server/services/tasks/operations.ts'

/** Returns the total number of the caller's pending items. */
export async function pendingCount(ctx: Context): Promise<number> {
  return (await pendingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}
