import type { KyselyPlugin } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { queriesOn } from '#/server/lib/database/queries.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Runs this work as a job. Returns the number of its SQL statements, including those that queue jobs. */
export async function countStatements(server: TestServer, job: string, work: (ctx: Context) => Promise<unknown>): Promise<number> {
  let count = 0
  const countQuery: KyselyPlugin['transformQuery'] = ({ node }) => {
    count++
    return node
  }
  const countingPlugin: KyselyPlugin = { transformQuery: countQuery, transformResult: async ({ result }) => result }
  await jobContext(server.running.kernel, () => false).run(job, async (ctx) => {
    const enqueueAll: Context['enqueueAll'] = async (queue, list) => {
      if (list.length > 0) count++
      await ctx.enqueueAll(queue, list)
    }
    const enqueue: Context['enqueue'] = async (queue, data) => {
      count++
      await ctx.enqueue(queue, data)
    }
    const db = ctx.db.withPlugin(countingPlugin)
    await work({ ...ctx, db, ...queriesOn(db), enqueueAll, enqueue })
  })
  return count
}
