import { sql } from 'kysely'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { sweepFiles, sweepOrphans } from '#/server/retention/files.ts'
import { type Rule, rules } from '#/server/retention/rules.ts'

const portion = 1000
const everySeconds = 3600

/** Deletes some rows that have been over for long enough, with what hangs on them; answers how many. */
async function forget(ctx: Context, rule: Rule): Promise<number> {
  const before = new Date((rule.clock === 'real' ? ctx.real : ctx.now).getTime() - rule.keepMs)
  const over = sql`${sql.raw(rule.since)} < ${before}${rule.unless ? sql` and not ${sql.raw(`(${rule.unless})`)}` : sql``}`
  // Locked, so that nobody brings back to life what is about to go; what somebody holds now goes the next time.
  const chosen = sql`select row.ctid from ${sql.table(rule.table)} row where ${over} limit ${portion} for update skip locked`
  if (!rule.with) {
    const gone = await sql`delete from ${sql.table(rule.table)} where ctid = any(array(${chosen}))`.execute(ctx.db)
    return Number(gone.numAffectedRows ?? 0n)
  }
  const { rows } = await sql<{ id: number | string }>`select id from ${sql.table(rule.table)} where ctid = any(array(${chosen}))`.execute(ctx.db)
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  const these = sql`any(${ids}::${sql.raw(typeof ids[0] === 'string' ? 'uuid' : 'bigint')}[])`
  if (rule.files) {
    const named = sql`select named.id from ${sql.table(rule.table)} row, lateral (${sql.raw(rule.files)}) named (id) where row.id = ${these}`
    await sql`update stored_file set expires_at = ${ctx.now} where id in (${named})`.execute(ctx.db)
  }
  for (const { table, column } of rule.with) await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${these}`.execute(ctx.db)
  await sql`delete from ${sql.table(rule.table)} where id = ${these}`.execute(ctx.db)
  return ids.length
}

/** Deletes all that has been kept for long enough, a portion in a transaction. Several servers may do it at once. */
async function sweep(job: JobContext): Promise<void> {
  for (const rule of rules) {
    let gone = portion
    while (gone === portion && !job.isStopping()) gone = await job.runAsOwner('retention.sweep', (ctx) => forget(ctx, rule))
  }
  await sweepFiles(job, job.store)
  await sweepOrphans(job, job.store, await job.runAsOwner('retention.sweep', async (ctx) => ctx.real))
}

/** What is kept for a time goes after it. */
export const jobs: Jobs = { handlers: { 'retention.sweep': sweep }, every: { 'retention.sweep': everySeconds } }
