import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { baselineName, migrate } from '#/server/kernel/archive/migrate.ts'
import type { Database } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { baselineText } from '#/tools/schema-files.ts'

// Describes everything in a database that a migration can change, so that two databases can be compared.

type Db = Kysely<Tables>

/** Excludes system objects, and the queue that pg-boss creates. */
const isProductSchema = sql`n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and n.nspname <> 'pgboss'`
/**
 * Selects the rights of roles other than the owner, or null if there are none. An unset list stands for the defaults of
 * the kind of object.
 */
const grantsQuery = (acl: string, kind: string, owner: string) =>
  sql.raw(`(select string_agg(concat_ws(' ', case a.grantee when 0 then 'public' else a.grantee::regrole::text end,
      a.privilege_type, case when a.is_grantable then 'grantable' end), ', ' order by a.grantee::regrole::text, a.privilege_type)
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a where a.grantee <> ${owner})`)
const relationName = sql`c.oid::regclass`
const namespaceJoin = sql`join pg_namespace n on n.oid = c.relnamespace`

// Each query returns the keys of objects, each with its full description.
const queries = [
  sql`select 'schema ' || n.nspname as key, concat_ws(' | ', ${grantsQuery('n.nspacl', 'n', 'n.nspowner')},
      obj_description(n.oid, 'pg_namespace')) as text
    from pg_namespace n where ${isProductSchema}`,
  sql`select 'relation ' || ${relationName} as key, concat_ws(' | ', c.relkind, c.relpersistence, pg_get_partkeydef(c.oid),
      i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid), c.relrowsecurity, c.relforcerowsecurity, c.relreplident,
      c.reloptions, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      ${grantsQuery('c.relacl', 'r', 'c.relowner')}, obj_description(c.oid, 'pg_class')) as text
    from pg_class c ${namespaceJoin} left join pg_inherits i on i.inhrelid = c.oid
    where ${isProductSchema} and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
  sql`select 'column ' || ${relationName} || '.' || a.attname as key,
      concat_ws(' | ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation,
      a.attstorage, a.attcompression, a.attoptions, nullif(a.attstattarget, -1),
      ${grantsQuery('a.attacl', 'c', 'c.relowner')}, col_description(c.oid, a.attnum)) as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid ${namespaceJoin}
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${isProductSchema} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')`,
  // Excludes the names of NOT NULL constraints. Only newer engines store them, and they depend on the history of a
  // column.
  sql`select 'constraint ' || ${relationName} || ' ' || k.conname as key, concat_ws(' | ', k.contype,
      pg_get_constraintdef(k.oid), k.convalidated, k.conislocal, obj_description(k.oid, 'pg_constraint')) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid ${namespaceJoin} where ${isProductSchema} and k.contype <> 'n'`,
  sql`select 'index ' || ${relationName} as key, concat_ws(' | ', pg_get_indexdef(c.oid), i.indisvalid, i.indisclustered,
      i.indisreplident, c.reloptions, obj_description(c.oid, 'pg_class')) as text
    from pg_index i join pg_class c on c.oid = i.indexrelid ${namespaceJoin} where ${isProductSchema}`,
  sql`select 'policy ' || ${relationName} || ' ' || p.polname as key, concat_ws(' | ', p.polcmd, p.polpermissive,
      array(select r::regrole::text from unnest(p.polroles) r order by 1), pg_get_expr(p.polqual, c.oid),
      'check ' || pg_get_expr(p.polwithcheck, c.oid)) as text
    from pg_policy p join pg_class c on c.oid = p.polrelid ${namespaceJoin} where ${isProductSchema}`,
  sql`select 'trigger ' || ${relationName} || ' ' || t.tgname as key,
      concat_ws(' | ', pg_get_triggerdef(t.oid), t.tgenabled) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid ${namespaceJoin} where ${isProductSchema} and not t.tgisinternal`,
  sql`select 'function ' || p.oid::regprocedure as key, concat_ws(' | ', pg_get_functiondef(p.oid),
      ${grantsQuery('p.proacl', 'f', 'p.proowner')}, obj_description(p.oid, 'pg_proc')) as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${isProductSchema} and p.prokind in ('f', 'p')`,
  sql`select 'sequence ' || ${relationName} as key, concat_ws(' | ', s.seqtypid::regtype, s.seqstart, s.seqincrement,
      s.seqmin, s.seqmax, s.seqcycle, pg_sequence_last_value(c.oid), exists (select from pg_depend d where d.objid = c.oid
        and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass),
      ${grantsQuery('c.relacl', 's', 'c.relowner')}) as text
    from pg_sequence s join pg_class c on c.oid = s.seqrelid ${namespaceJoin} where ${isProductSchema}`,
  sql`select 'type ' || t.oid::regtype as key, concat_ws(' | ', t.typtype, t.typbasetype::regtype, t.typdefault,
      array(select e.enumlabel from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder)) as text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${isProductSchema} and t.typtype in ('d', 'e', 'r', 'm')`,
  sql`select 'extension ' || extname as key, extversion as text from pg_extension`,
  sql`select 'statistics ' || s.stxname as key, pg_get_statisticsobjdef(s.oid) as text from pg_statistic_ext s`,
  sql`select 'rule ' || ${relationName} || ' ' || r.rulename as key, pg_get_ruledef(r.oid) as text
    from pg_rewrite r join pg_class c on c.oid = r.ev_class ${namespaceJoin} where ${isProductSchema} and c.relkind <> 'v'`,
  sql`select concat_ws(' ', 'default privileges', d.defaclrole::regrole, d.defaclobjtype) as key,
      ${grantsQuery('d.defaclacl', 'r', 'd.defaclrole')} as text
    from pg_default_acl d`,
]

const filledTables = sql<{ name: string }>`select ${relationName}::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${isProductSchema} and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'`

/** Returns all objects and rows of a database with their descriptions, by kind and name. */
export async function schemaFacts(db: Db): Promise<Map<string, string>> {
  const facts = new Map<string, string>()
  for (const query of queries) {
    const { rows } = await (query as ReturnType<typeof sql<{ key: string; text: string | null }>>).execute(db)
    for (const { key, text } of rows) facts.set(key, text ?? '')
  }
  for (const { name } of (await filledTables.execute(db)).rows) {
    const { rows } = await sql<{ row: string }>`select each::text as row from ${sql.table(name)} each order by 1`.execute(db)
    for (const { row } of rows) facts.set(`row ${name} ${row}`, '')
  }
  return facts
}

/** Returns the objects that differ between two databases. Each has its two descriptions, labelled with these names. */
export function differencesOf(facts: readonly [Map<string, string>, Map<string, string>], names: readonly [string, string]): string[] {
  const [one, other] = facts
  const factText = (text: string | undefined) => (text === undefined ? 'missing' : text || 'present')
  const keys = [...new Set([...one.keys(), ...other.keys()])].sort().filter((key) => one.get(key) !== other.get(key))
  return keys.map((key) => `${key}\n  ${names[0]}: ${factText(one.get(key))}\n  ${names[1]}: ${factText(other.get(key))}`)
}

/** Builds db/schema in an empty database and returns how it differs from one that the migrations built. */
export async function differencesFromMigrations(empty: Database, migrated: Database): Promise<string[]> {
  const text = baselineText()
  await migrate(empty, [{ name: baselineName, text, sha256: createHash('sha256').update(text).digest('hex') }])
  return differencesOf([await schemaFacts(empty.kysely), await schemaFacts(migrated.kysely)], ['db/schema', 'db/migrations'])
}
