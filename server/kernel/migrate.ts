import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#/server/kernel/database.ts'
import { asOwner } from '#/server/kernel/transaction.ts'

/** One step of the schema, forward only. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

const folder = join(import.meta.dirname, '../../db/migrations')
// Two servers that start at once must not both migrate.
const lockKey = 7_120_260_101

/** All migrations of this version of the program, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    })
}

/** Brings the database up to this version, each step in its own transaction; refuses when a step that was applied has changed since. */
export async function migrate(database: Database): Promise<void> {
  await sql`create table if not exists migration (name text primary key, sha256 text not null, at timestamptz not null default now())`.execute(database.kysely)
  for (const step of readMigrations()) {
    await asOwner(database, async (trx) => {
      if (database.engine === 'server') await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
      const applied = await sql<{ sha256: string }>`select sha256 from migration where name = ${step.name}`.execute(trx)
      const sha256 = applied.rows[0]?.sha256
      if (sha256 !== undefined && sha256 !== step.sha256) throw new Error(`the migration ${step.name} was changed after it had been applied`)
      if (sha256 !== undefined) return
      await sql.raw(step.text).execute(trx)
      await sql`insert into migration (name, sha256) values (${step.name}, ${step.sha256})`.execute(trx)
    })
  }
}
