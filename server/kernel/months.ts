import { type Kysely, sql } from 'kysely'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// Tables that grow without end are cut by months; a default partition takes what falls outside, so that nothing is ever refused for want of one.

/** The months around now that have partitions. Few: what looks a row up by its number is planned for every one there is; what arrives for an earlier month gets its own within an hour. */
export const monthsKept = { back: 1, ahead: 2 } as const
const hour = 3600

const ensureJob = job('months.ensure', nothing)

/** One table's month. */
interface Month {
  parent: string
  starts: string
}

/** The months that need a partition; queried as the owner of the database. */
export async function missingMonths(db: Kysely<Tables>, now: Date): Promise<Month[]> {
  const result = await sql<Month>`select parent, starts::text from app.missing_months(${now}::timestamptz, ${monthsKept.back}, ${monthsKept.ahead})`.execute(db)
  return result.rows
}

/** Gives a month its partition; answers how many rows were in the default one and moved. */
export async function ensureMonth(db: Kysely<Tables>, { parent, starts }: Month): Promise<number> {
  const result = await sql<{ moved: number }>`select app.ensure_month(${parent}, ${starts}::date) as moved`.execute(db)
  return result.rows[0]?.moved ?? 0
}

/** Each month in a transaction of its own: one whose table is too busy now keeps no other waiting, and is tried again in an hour. */
async function ensure(job: JobContext): Promise<void> {
  const missing = await job.runAsOwner('months.ensure', (ctx) => missingMonths(ctx.db, ctx.now))
  for (const month of missing) {
    if (job.isStopping()) return
    try {
      const moved = await job.runAsOwner('months.ensure', async (ctx) => {
        await sql`set local statement_timeout = '10min'`.execute(ctx.db)
        return ensureMonth(ctx.db, month)
      })
      job.log.info({ ...month, moved }, 'a month has its partition')
    } catch (error) {
      job.log.error({ ...month, error: String(error) }, 'a month could not get its partition')
    }
  }
}

/** Partitions of the months ahead, made before they begin. */
export const jobs: Jobs = { handlers: [handle(ensureJob, ensure)], every: { [ensureJob.name]: hour } }
