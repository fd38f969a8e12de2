import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'

// Backup and restore read the list of tables from the database catalogue, so that no table is forgotten.

type Trx = Kysely<Tables>

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

// Excludes tables that extensions create in `public`. The queue is backed up separately.
const isOurTable = sql`n.nspname in ('public', 'app') and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

/** Returns the product's tables with their writable columns. Partitions count as part of their parent. */
export async function tablesOf(db: Trx): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`select n.nspname || '.' || c.relname as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${isOurTable} and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`.execute(db)
  return rows
}

/** Returns the last value of each sequence of the product. Omits sequences that were never used. */
export async function sequencesOf(db: Trx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname in ('public', 'app') and last_value is not null order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function migrationsOf(db: Trx): Promise<{ name: string; sha256: string }[]> {
  const migrationTable = await sql<{ place: string | null }>`select to_regclass('public.migration')::text as place`.execute(db)
  if (!migrationTable.rows[0]?.place) return []
  return (await sql<{ name: string; sha256: string }>`select name, sha256 from public.migration order by name`.execute(db)).rows
}

export async function hasQueue(db: Trx): Promise<boolean> {
  return (await sql<{ place: string | null }>`select to_regclass('pgboss.job')::text as place`.execute(db)).rows[0]?.place != null
}

// Tables that the program fills at its first start, before any user has worked.
const seededTables = ['invoice_category', 'role', 'role_permission', 'role_right_given', 'permission_name', 'permission_order']
const serviceTables = ['migration', 'counter', 'vault_key', 'tax_policy', 'platform_setting', 'integrity_run', 'integrity_finding', 'throttle']
const initialTables = new Set([...seededTables, ...serviceTables].map((name) => `public.${name}`))

/**
 * `nothing`: no tables. `prepared`: set up by this program, but never used. `used`: contains data; names one table that
 * does.
 */
export type DatabaseContent = { readonly kind: 'nothing' | 'prepared' } | { readonly kind: 'used'; readonly table: string }

/** Classifies a database's content before a restore. */
export async function databaseContentOf(db: Trx): Promise<DatabaseContent> {
  const isFilled = async (table: string) => (await sql`select from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0
  const hasQueuedJobs = async () => (await sql`select from pgboss.job where state < 'completed' limit 1`.execute(db)).rows.length > 0
  if ((await hasQueue(db)) && (await hasQueuedJobs())) return { kind: 'used', table: 'pgboss.job' }
  const tables = await tablesOf(db)
  if (tables.length === 0) return { kind: 'nothing' }
  for (const { name } of tables) if (!initialTables.has(name) && (await isFilled(name))) return { kind: 'used', table: name }
  // The migration table identifies a database of the product, because it is created first and dropped last.
  const checksumColumns = (
    await sql`select from information_schema.columns where table_schema = 'public' and table_name = 'migration' and column_name = 'sha256'`.execute(db)
  ).rows
  return checksumColumns.length > 0 ? { kind: 'prepared' } : { kind: 'used', table: tables[0]?.name ?? '' }
}

// Each dropped object stays locked until the commit, and a server has room for about 7,000 locks.
const dropsPerTransaction = 20

/**
 * Drops all objects of the product except the queue, in several transactions. For unused databases only. Roles belong
 * to the whole database server and stay.
 */
export async function dropAllObjects(database: Database): Promise<void> {
  await dropForeignKeys(database)
  const { rows } = await sql<{ drop: string }>`select drop from (
      select case when c.relname = 'migration' then 3 else 1 end as turn, format('drop table %I.%I cascade', n.nspname, c.relname) as drop
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${isOurTable} and c.relkind in ('r', 'p') and not c.relispartition
      union all select 2, format('drop sequence if exists %I.%I cascade', n.nspname, c.relname)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${isOurTable} and c.relkind = 'S'
      union all select 2, 'drop schema if exists app cascade' union all select 2, 'drop schema if exists merging cascade') each order by turn, drop`.execute(
    database.kysely,
  )
  await dropObjects(
    database,
    rows.map((row) => row.drop),
  )
}

async function dropObjects(database: Database, statements: readonly string[]): Promise<void> {
  for (let from = 0; from < statements.length; from += dropsPerTransaction) {
    const statementGroup = statements.slice(from, from + dropsPerTransaction).join(';\n')
    await asOwner(database, (trx) => sql.raw(statementGroup).execute(trx), { statementMs: 0 })
  }
}

/** Drops the product's foreign keys and returns the statements that recreate and validate them. */
export async function dropForeignKeys(database: Database): Promise<string[]> {
  const { rows } = await sql<{ drop: string; back: string }>`select format('alter table %s drop constraint %I', c.oid::regclass, k.conname) as drop,
      format('alter table %s add constraint %I %s', c.oid::regclass, k.conname, pg_get_constraintdef(k.oid)) as back
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${isOurTable} and k.contype = 'f' and k.conparentid = 0 order by c.relname, k.conname`.execute(database.kysely)
  await dropObjects(
    database,
    rows.map((row) => row.drop),
  )
  return rows.map(({ back }) => back)
}

/** Returns statements that disable and enable the product's triggers. Types, checks and uniqueness stay active. */
export async function triggerStatementsOf(trx: Trx): Promise<{ off: string[]; on: string[] }> {
  const { rows } = await sql<{ at: string }>`select format('alter table only %s %%s trigger %I', c.oid::regclass, t.tgname) as at
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${isOurTable} and not t.tgisinternal and t.tgenabled = 'O' order by 1`.execute(trx)
  const statementsWith = (word: string) => rows.map(({ at }) => at.replace('%s', word))
  return { off: statementsWith('disable'), on: statementsWith('enable') }
}
