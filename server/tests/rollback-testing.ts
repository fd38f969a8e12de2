import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Thrown to roll back the transaction. */
class RollBack extends Error {}

/** Runs work as the database owner, rolls back its changes, and returns its result. */
export async function runAndRollBack<R>(server: TestServer, work: (ctx: Context) => Promise<R>): Promise<R> {
  const results: R[] = []
  const runOnce = async (ctx: Context) => {
    results.push(await work(ctx))
    throw new RollBack()
  }
  await jobContext(server.running.kernel, () => false)
    .runAsOwner('test', runOnce)
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error
    })
  const [result] = results
  if (results.length === 0) throw new Error('the work ended without a result')
  return result as R
}
