import { type RawBuilder, sql } from 'kysely'
import type { Db, JobContext } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files.ts'

const portion = 200
const action = 'retention.files'
const hourMs = 3_600_000
// What a transaction is still about to name has its bytes before its row.
const orphanMs = 24 * hourMs
const abandonedMs = 30 * 24 * hourMs

/** Nothing names the file any more: every column that can is asked, whichever tables there are. Links, readings and the list of tasks do not hold one. */
async function unnamed(db: Db): Promise<RawBuilder<unknown>> {
  const columns = await sql<{ name: string; column: string }>`
    select relname::text as name, attname::text as column from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and atttypid = 'uuid'::regtype and attname ~ 'file_id$' and not attisdropped
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname not in ('file_link', 'card_reading', 'task')
    order by 1, 2`.execute(db)
  const holders = columns.rows.map(({ name, column }) => sql`not exists (select from ${sql.table(name)} holder where holder.${sql.ref(column)} = file.id)`)
  return sql.join(holders, sql` and `)
}

/** Pictures that were taken or sent and then taken again, or sent for nothing: nobody named them within a month. */
async function expireAbandoned(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - abandonedMs)
  await sql`update stored_file set expires_at = ${now} where id in (
      select file.id from stored_file file where file.purpose in ('application', 'face') and file.expires_at is null and file.created_at < ${before}
        and ${await unnamed(db)} and not exists (select from sign_task where sign_task.evidence ->> 'faceFile' = file.id::text)
      limit ${portion})`.execute(db)
}

/** Marks files that have expired; from here on they are gone for everybody. */
async function mark(db: Db, now: Date): Promise<void> {
  await sql`update stored_file set deleting_at = ${now} where id in (
      select file.id from stored_file file where file.expires_at < ${now} and file.deleting_at is null and ${await unnamed(db)}
      order by file.expires_at limit ${portion})`.execute(db)
}

async function marked(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('stored_file').select('id').where('deleting_at', 'is not', null).limit(portion).execute()
  return rows.map((row) => row.id)
}

async function forget(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from file_link where file_id = any(${[...ids]}::uuid[])`.execute(db)
  await sql`delete from card_reading where file_id = any(${[...ids]}::uuid[])`.execute(db)
  await sql`update task set file_id = null where file_id = any(${[...ids]}::uuid[])`.execute(db)
  await sql`delete from stored_file where id = any(${[...ids]}::uuid[]) and deleting_at is not null`.execute(db)
}

/**
 * Files that have expired: the row is marked, then the bytes go, then the row. Whoever dies in between leaves a mark, and the next run takes it up; bytes are
 * never named by a row that somebody can still open.
 */
export async function sweepFiles(job: JobContext, store: FileStore): Promise<void> {
  while (!job.isStopping()) {
    const ids = await job.runAsOwner(action, async (ctx) => {
      await expireAbandoned(ctx.db, ctx.now)
      await mark(ctx.db, ctx.now)
      return marked(ctx.db)
    })
    if (ids.length === 0) return
    for (const id of ids) await store.remove(id)
    await job.runAsOwner(action, (ctx) => forget(ctx.db, ids))
  }
}

/** Bytes that no row names, since a transaction that was to name them was rolled back: looked for in a part of the store at a time, all of it once a day. */
export async function sweepOrphans(job: JobContext, store: FileStore, real: Date): Promise<void> {
  const parts = 256 / 16
  const first = (Math.floor(real.getTime() / hourMs) % 16) * parts
  for (let part = first; part < first + parts && !job.isStopping(); part++) {
    const old = (await store.list(part.toString(16).padStart(2, '0'))).filter(({ at }) => at.getTime() < real.getTime() - orphanMs).map(({ id }) => id)
    for (let from = 0; from < old.length; from += portion) {
      const ids = old.slice(from, from + portion)
      const known = await job.runAsOwner(action, async ({ db }) => {
        const rows = await db.selectFrom('stored_file').select('id').where('id', 'in', ids).execute()
        return new Set(rows.map((row) => row.id))
      })
      const orphans = ids.filter((id) => !known.has(id))
      for (const id of orphans) await store.remove(id)
      if (orphans.length > 0) job.log.info({ files: orphans.length }, 'bytes without a row were removed')
    }
  }
}
