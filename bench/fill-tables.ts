import { sql } from 'kysely'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** A table to fill with many rows. */
export interface TableFill {
  readonly table: string
  /** A query that returns one row for each row to insert, with its number `at`. */
  readonly from: string
  /** Column values as SQL. `''` uses the column's default. */
  readonly given: Readonly<Record<string, string>>
  /** A query whose first row supplies the columns that `given` lacks. Without a template they have their defaults. */
  readonly template?: string
}

async function columnsOf(db: Parameters<Parameters<typeof asOwner>[1]>[0], { table, given, template }: TableFill) {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(db)
  const names = rows.map((row) => row.name).filter((name) => given[name] !== '' && (template !== undefined || given[name] !== undefined))
  return { names: names.map((name) => `"${name}"`).join(', '), values: names.map((name) => given[name] ?? `template."${name}"`).join(', ') }
}

/**
 * Fills tables of a temporary database with set-based statements. Removes foreign keys and triggers first, and creates
 * indexes afterwards, which is faster than inserting row by row.
 */
export async function fillTables(server: TestServer, tableFills: readonly TableFill[]): Promise<void> {
  const tables = [...new Set(tableFills.map(({ table }) => table))]
  await asOwner(
    server.running.kernel.database,
    async (trx) => {
      const run = (text: string) => sql.raw(text).execute(trx)
      const { rows: indexes } = await sql<{ name: string; definition: string }>`select pg_class.relname as name, pg_get_indexdef(pg_class.oid) as definition
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = any(${tables}::regclass[]) and not indisprimary and not exists (select from pg_constraint where conindid = indexrelid)`.execute(trx)
      for (const each of indexes) await run(`drop index ${each.name}`)
      const { rows: keys } = await sql<{ place: string; name: string }>`select conrelid::regclass::text as place, conname as name from pg_constraint
        where conrelid = any(${tables}::regclass[]) and contype = 'f' and conparentid = 0`.execute(trx)
      for (const { place, name } of keys) await run(`alter table ${place} drop constraint ${name}`)
      for (const table of tables) await run(`alter table ${table} disable trigger user`)
      for (const tableFill of tableFills) {
        const { names, values } = await columnsOf(trx, tableFill)
        const template = tableFill.template === undefined ? '' : `cross join (${tableFill.template} limit 1) template`
        await run(`insert into ${tableFill.table} (${names}) overriding system value select ${values} from (${tableFill.from}) source ${template}`)
      }
      for (const each of indexes) await run(each.definition.replace(' ON ONLY ', ' ON '))
    },
    { statementMs: 0 },
  )
}
