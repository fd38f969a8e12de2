import type { Context } from '#/server/kernel/context.ts'
import { waitingFor } from '#/server/tasks/operations.ts'

/** How much waits for the caller, all kinds of it together. */
export async function waitingCount(ctx: Context): Promise<number> {
  return (await waitingFor(ctx)).reduce((sum, each) => sum + each.count, 0)
}
