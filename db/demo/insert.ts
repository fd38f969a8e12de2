import { type Kysely, sql } from 'kysely'
import type { Tables } from '#/server/kernel/tables.ts'

const chunk = 2000

/** Inserts rows as they are, many in one statement; every row has the columns of the first. */
export async function insertAll(trx: Kysely<Tables>, table: keyof Tables & string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  for (let from = 0; from < rows.length; from += chunk) {
    const part = JSON.stringify(rows.slice(from, from + chunk))
    await sql`insert into ${sql.ref(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.ref(table)}, ${part}::jsonb)`.execute(trx)
  }
}

/** Lets a table's own numbering go on after rows that came with their numbers. */
export async function continueNumbers(trx: Kysely<Tables>, table: keyof Tables & string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest((select coalesce(max(id), 0) from ${sql.ref(table)}), 1))`.execute(trx)
}
