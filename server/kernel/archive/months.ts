import { type Kysely, sql } from 'kysely'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// Growing tables are partitioned by month. A default partition accepts all other rows, so that an insert never fails
// for lack of a partition.

/**
 * Number of months before and after the current one that have partitions in advance. Such partitions are few, because
 * lookups by number are planned over every partition. An earlier month gets its partition when rows for it arrive.
 */
export const partitionedMonths = { back: 1, ahead: 2 } as const
const hourSeconds = 3600

const ensureJob = job('months.ensure', noPayload)

/** A monthly partition of one table. */
interface MonthPartition {
  parent: string
  starts: string
}

/** Returns the partitions that are missing. Must run as the database owner. */
export async function findMissingPartitions(db: Kysely<Tables>, now: Date): Promise<MonthPartition[]> {
  const result =
    await sql<MonthPartition>`select parent, starts::text from app.missing_months(${now}::timestamptz, ${partitionedMonths.back}, ${partitionedMonths.ahead})`.execute(
      db,
    )
  return result.rows
}

/** Creates a partition and returns the number of rows moved into it from the default partition. */
export async function ensurePartition(db: Kysely<Tables>, { parent, starts }: MonthPartition): Promise<number> {
  const result = await sql<{ moved: number }>`select app.ensure_month(${parent}, ${starts}::date) as moved`.execute(db)
  return result.rows[0]?.moved ?? 0
}

/**
 * Creates each partition in its own transaction. A locked table does not delay the others and is retried in an hour.
 */
async function ensurePartitions(job: JobContext): Promise<void> {
  const missingPartitions = await job.runAsOwner('months.ensure', (ctx) => findMissingPartitions(ctx.db, ctx.now))
  for (const month of missingPartitions) {
    if (job.isStopping()) return
    try {
      const movedRowCount = await job.runAsOwner('months.ensure', async (ctx) => {
        await sql`set local statement_timeout = '10min'`.execute(ctx.db)
        return ensurePartition(ctx.db, month)
      })
      job.log.info({ ...month, moved: movedRowCount }, 'a month has its partition')
    } catch (error) {
      job.log.error({ ...month, error: String(error) }, 'a month could not get its partition')
    }
  }
}

export const jobs: Jobs = { handlers: [handleJob(ensureJob, ensurePartitions)], every: { [ensureJob.name]: hourSeconds } }
