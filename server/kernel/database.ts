import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '#/server/kernel/tables.ts'
export interface Database { kysely: Kysely<Tables>; engine: 'embedded' | 'server'; close(): Promise<void> }
export async function openDatabase(o: { url?: string; dir?: string; log?: unknown }): Promise<Database> {
  pg.types.setTypeParser(20, Number)
  pg.types.setTypeParser(1082, (t) => t)
  const pool = new pg.Pool({ connectionString: o.url ?? 'postgres://lead@localhost:55432/x', max: 10 })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { kysely, engine: 'server', close: () => kysely.destroy() }
}
