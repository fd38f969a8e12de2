import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/kernel/database.ts'
import type { Tables } from '#/server/kernel/tables.ts'
const lit = (t: string) => `'${t.replaceAll("'", "''")}'`
async function run<T>(db: Database, head: string, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return db.kysely.connection().execute(async (conn) => {
    await sql.raw(head).execute(conn)
    try {
      const r = await work(conn)
      await sql.raw('commit').execute(conn)
      return r
    } catch (e) {
      await sql.raw('rollback').execute(conn)
      throw e
    }
  })
}
export function inTransaction<T>(db: Database, settings: Record<string, string>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  const sets = Object.entries(settings).map(([k, v]) => `set_config(${lit(k)}, ${lit(v)}, true)`).join(', ')
  return run(db, `begin; set local role app_rw; select ${sets}`, work)
}
export function asOwner<T>(db: Database, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return run(db, 'begin', work)
}
