import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// Growing tables are partitioned by month. A default partition accepts all other rows, so that an insert never fails
// for lack of a partition. The months of a past year become one partition, because each one makes every plan larger.

/**
 * Number of months before and after the current one that have partitions in advance. Such partitions are few, because
 * lookups by number are planned over every partition. An earlier month gets its partition when rows for it arrive.
 */
export const partitionedMonths = { back: 1, ahead: 2 } as const
const hourSeconds = 3600
// A long report or a backup may hold the table. The next hour tries again.
const exchangeTries = 3
const exchangePauseMs = 5000

const ensureJob = job('months.ensure', noPayload)
const mergeJob = job('months.merge', noPayload)

/**
 * The first statement of a snapshot that reads the partitioned tables: without the locks, partitions could be exchanged
 * after the snapshot, which sees no row of the new ones. `lock table` itself takes no snapshot.
 */
export const lockPartitions = sql`lock table ledger_entry, payment_line in access share mode`

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
        await ctx.run`set local statement_timeout = '10min'`
        return ensurePartition(ctx.db, month)
      })
      job.log.info({ ...month, moved: movedRowCount }, 'a month has its partition')
    } catch (error) {
      job.log.error({ ...month, error: String(error) }, 'a month could not get its partition')
    }
  }
}

/** A past year of one table whose months have their own partitions. */
export interface YearOfMonths {
  parent: string
  year: number
}

/** Runs statements in a separate transaction, as the database owner. */
type RunAsOwner = <T>(work: (db: Kysely<Tables>) => Promise<T>) => Promise<T>

/** Returns the years whose months are to become one partition. Must run as the database owner. */
export async function findYearsToMerge(db: Kysely<Tables>, now: Date): Promise<YearOfMonths[]> {
  return (await sql<YearOfMonths>`select parent, year from app.years_to_merge(${now}::timestamptz)`.execute(db)).rows
}

async function exchangeParts(runAsOwner: RunAsOwner, { parent, year }: YearOfMonths, mark: string, pauseMs: number): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await runAsOwner((db) => sql`select app.finish_year(${parent}, ${year}, ${mark})`.execute(db))
      return
    } catch (error) {
      if (tries === exchangeTries) throw error
      await sleep(pauseMs)
    }
  }
}

/**
 * Makes one partition of a year's months. A write to one of its rows meanwhile is refused and repeated later. Each month
 * is copied in its own transaction, and only the exchange at the end locks the table. Returns false when another server
 * merges the year, or when the work stopped.
 */
export async function mergeYear(
  runAsOwner: RunAsOwner,
  { parent, year }: YearOfMonths,
  { isStopping = (): boolean => false, pauseMs = exchangePauseMs } = {},
): Promise<boolean> {
  const begun = await runAsOwner((db) => sql<{ mark: string | null }>`select app.begin_year(${parent}, ${year}) as mark`.execute(db))
  const mark = begun.rows[0]?.mark ?? null
  if (mark === null) return false
  let isDone = false
  try {
    const { rows: months } = await runAsOwner((db) => sql<{ starts: string }>`select starts::text from app.months_of_year(${parent}, ${year})`.execute(db))
    for (const { starts } of months) {
      if (isStopping()) return false
      await runAsOwner((db) => sql`select app.copy_month(${parent}, ${year}, ${starts}::date, ${mark})`.execute(db))
    }
    const { rows: keys } = await runAsOwner((db) => sql<{ key: string }>`select unnest(app.tie_year(${parent}, ${year}, ${mark})) as key`.execute(db))
    const copy = sql.table(`merging.${parent}_${year}`)
    for (const { key } of keys) await runAsOwner((db) => sql`alter table ${copy} validate constraint ${sql.id(key)}`.execute(db))
    await runAsOwner((db) => sql`analyze ${copy}`.execute(db))
    await exchangeParts(runAsOwner, { parent, year }, mark, pauseMs)
    isDone = true
  } finally {
    if (!isDone) await runAsOwner((db) => sql`select app.abandon_year(${parent}, ${year}, ${mark})`.execute(db))
  }
  return true
}

async function mergeYears(job: JobContext): Promise<void> {
  const runAsOwner: RunAsOwner = (work) =>
    job.runAsOwner('months.merge', async (ctx) => {
      await ctx.run`set local statement_timeout = '10min'`
      return work(ctx.db)
    })
  for (const year of await job.runAsOwner('months.merge', (ctx) => findYearsToMerge(ctx.db, ctx.now))) {
    if (job.isStopping()) return
    try {
      if (await mergeYear(runAsOwner, year, { isStopping: job.isStopping })) job.log.info({ ...year }, 'the months of a year have become one partition')
    } catch (error) {
      job.log.error({ ...year, error: String(error) }, 'the months of a year could not be merged')
    }
  }
  await runAsOwner((db) => sql`select app.validate_references()`.execute(db))
}

export const jobs: Jobs = {
  handlers: [handleJob(ensureJob, ensurePartitions), handleJob(mergeJob, mergeYears)],
  every: { [ensureJob.name]: hourSeconds, [mergeJob.name]: hourSeconds },
}
