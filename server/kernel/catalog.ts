import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// What stands in a database, as its catalogue says: what is backed up and restored is what is there, so no table can be forgotten.

type Trx = Kysely<Tables>

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

// Extensions may have put tables into public; the queue is carried apart.
const ours = sql`n.nspname in ('public', 'app') and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`

/** Our tables with the columns that can be written, partitions under the table they are part of. */
export async function tablesOf(db: Trx): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`select n.nspname || '.' || c.relname as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where ${ours} and c.relkind in ('r', 'p') and not c.relispartition group by 1 order by 1`.execute(db)
  return rows
}

/** Our sequences that have given a number, and the last. */
export async function sequencesOf(db: Trx): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`select schemaname || '.' || sequencename as name, last_value as last from pg_sequences
    where schemaname in ('public', 'app') and last_value is not null order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** The steps of the schema that were applied. */
export async function migrationsOf(db: Trx): Promise<{ name: string; sha256: string }[]> {
  const there = await sql<{ place: string | null }>`select to_regclass('public.migration')::text as place`.execute(db)
  if (!there.rows[0]?.place) return []
  return (await sql<{ name: string; sha256: string }>`select name, sha256 from public.migration order by name`.execute(db)).rows
}

/** Whether the database has a queue. */
export async function hasQueue(db: Trx): Promise<boolean> {
  return (await sql<{ place: string | null }>`select to_regclass('pgboss.job')::text as place`.execute(db)).rows[0]?.place != null
}

// What the program itself writes at its first start, before anybody has worked in it.
const content = ['invoice_category', 'role', 'role_permission', 'role_right_given', 'permission_name', 'permission_order']
const machinery = ['migration', 'counter', 'vault_key', 'tax_policy', 'platform_setting', 'integrity_run', 'integrity_finding', 'throttle']
const beginnings = new Set([...content, ...machinery].map((name) => `public.${name}`))

/** Nothing at all; prepared by this program, and nobody has ever worked in it; or used, with a table that says so. */
export type Content = { readonly kind: 'nothing' | 'prepared' } | { readonly kind: 'used'; readonly table: string }

/** What a database holds. */
export async function contentOf({ kysely }: Database): Promise<Content> {
  const isFilled = async (table: string) => (await sql`select from ${sql.table(table)} limit 1`.execute(kysely)).rows.length > 0
  const waits = async () => (await sql`select from pgboss.job where state < 'completed' limit 1`.execute(kysely)).rows.length > 0
  if ((await hasQueue(kysely)) && (await waits())) return { kind: 'used', table: 'pgboss.job' }
  const tables = await tablesOf(kysely)
  if (tables.length === 0) return { kind: 'nothing' }
  for (const { name } of tables) if (!beginnings.has(name) && (await isFilled(name))) return { kind: 'used', table: name }
  const isOurs = tables.some(({ name }) => name === 'public.migration') && tables.some(({ name }) => name === 'public.app_user')
  return isOurs ? { kind: 'prepared' } : { kind: 'used', table: tables[0]?.name ?? '' }
}

/** Takes everything of ours away, but for the queue; roles belong to the server and stay. */
export async function clear(trx: Trx): Promise<void> {
  await sql`drop schema if exists app cascade`.execute(trx)
  const { rows } = await sql<{
    drop: string
  }>`select format('drop %s if exists %I.%I cascade', case c.relkind when 'S' then 'sequence' else 'table' end, n.nspname, c.relname) as drop
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('r', 'p', 'S') and not c.relispartition order by c.relkind = 'S'`.execute(
    trx,
  )
  for (const { drop } of rows) await sql.raw(drop).execute(trx)
}

/** Triggers and foreign keys, as statements that put them aside and back; what the table itself asks of a row (types, checks, uniqueness) stays on. */
export async function guardsOf(trx: Trx): Promise<{ aside: string[]; back: string[] }> {
  const triggers = await sql<{ at: string }>`select format('alter table only %s %%s trigger %I', c.oid::regclass, t.tgname) as at
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal and t.tgenabled = 'O' order by 1`.execute(trx)
  const foreign = await sql<{ aside: string; back: string }>`select format('alter table %s drop constraint %I', c.oid::regclass, k.conname) as aside,
      format('alter table %s add constraint %I %s', c.oid::regclass, k.conname, pg_get_constraintdef(k.oid)) as back
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and k.contype = 'f' and k.conparentid = 0 order by c.relname, k.conname`.execute(trx)
  const as = (word: string) => triggers.rows.map(({ at }) => at.replace('%s', word))
  return {
    aside: [...as('disable'), ...foreign.rows.map(({ aside }) => aside)],
    back: [...foreign.rows.map(({ back }) => back), ...as('enable')],
  }
}
