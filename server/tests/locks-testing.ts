import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

/**
 * Starts calls one after another while a transaction holds a lock. Before the next one starts, each has ended or waits
 * for a lock. Returns their answers. Needs a database server.
 */
export async function whileLocked<T extends readonly unknown[]>(
  db: Kysely<Tables>,
  lock: RawBuilder<unknown>,
  calls: { readonly [At in keyof T]: () => Promise<T[At]> },
): Promise<T> {
  const startedCalls: Promise<unknown>[] = []
  await db.transaction().execute(async (trx) => {
    await lock.execute(trx)
    const waitingCount = async () =>
      (
        await sql`select from pg_locks where not granted and pid in
          (select pid from pg_locks join pg_database on pg_database.oid = database where datname = current_database())`.execute(trx)
      ).rows.length
    let endedCount = 0
    for (const call of calls) {
      startedCalls.push(
        call().finally(() => {
          endedCount++
        }),
      )
      while (endedCount + (await waitingCount()) < startedCalls.length);
    }
  })
  return (await Promise.all(startedCalls)) as unknown as T
}
