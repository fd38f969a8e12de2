import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#/server/kernel/database.ts'
export async function migrate(db: Database): Promise<void> {
  const dir = `${import.meta.dirname}/../../db/migrations`
  await sql.raw('create table if not exists migration(name text primary key)').execute(db.kysely)
  for (const f of readdirSync(dir).sort()) {
    const done = await sql`select 1 from migration where name = ${f}`.execute(db.kysely)
    if (done.rows.length) continue
    await sql.raw(readFileSync(`${dir}/${f}`, 'utf8')).execute(db.kysely)
    await sql`insert into migration values (${f})`.execute(db.kysely)
  }
}
