import { type Kysely, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

// Generates Kysely's table types from the catalog after all migrations.

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_list: boolean
  readonly is_nullable: boolean
  readonly is_always: boolean
  readonly has_default: boolean
}

const columns = sql<Column>`
  select c.relname as table, a.attname as name, coalesce(e.typname, t.typname) as type, e.typname is not null as is_list, not a.attnotnull as is_nullable,
    a.attidentity = 'a' or a.attgenerated = 's' as is_always, a.atthasdef or a.attidentity = 'd' as has_default
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

// TypeScript types of column types, as the parsers of server/lib/database/values.ts return the values.
const values: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  char: 'string',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  timestamp: 'string',
  interval: 'string',
  timestamptz: 'Date',
  bytea: 'Uint8Array',
  json: 'Json',
  jsonb: 'Json',
}

const heading = `import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// Generated from db/migrations by \`npm run schema\`; do not edit.

/** jsonb: read as plain data, written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** The same for columns with a default. */
type JsonWithDefault = ColumnType<unknown, string | undefined, string>
`

function typeOf(column: Column): string {
  const value = values[column.type]
  if (value === undefined) throw new Error(`${column.table}.${column.name}: no value is agreed for the type ${column.type}`)
  const fullType = `${value}${column.is_list ? '[]' : ''}${column.is_nullable ? ' | null' : ''}`
  if (column.is_always) return `GeneratedAlways<${fullType}>`
  if (fullType === 'Json' && column.has_default) return 'JsonWithDefault'
  // Nullable columns are always optional.
  return column.has_default && !column.is_nullable ? `Generated<${fullType}>` : fullType
}

function typeName(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_all, _start, letter: string) => letter.toUpperCase())
}

/** Returns the text of server/lib/database/tables.ts for a database. */
export async function tablesText(db: Kysely<Tables>): Promise<string> {
  const columnsByTable = Map.groupBy((await columns.execute(db)).rows, ({ table }) => table)
  const interfaces = [...columnsByTable].map(
    ([table, own]) => `interface ${typeName(table)} {\n${own.map((column) => `  ${column.name}: ${typeOf(column)}`).join('\n')}\n}\n`,
  )
  const list = [...columnsByTable.keys()].map((table) => `  ${table}: ${typeName(table)}`).join('\n')
  return [heading, ...interfaces, `export interface Tables {\n${list}\n}\n`].join('\n')
}
