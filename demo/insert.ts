import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

export type TableName = keyof Tables & string

type WrittenValue<Read, Inserted> = unknown extends Read
  ? unknown
  : Read extends { readonly __select__: unknown }
    ? unknown
    : Date extends Read
      ? Inserted | string
      : Inserted

/** A row to insert: moments as Date or ISO text, jsonb as plain data, and its id if it is known beforehand. */
export type Row<N extends TableName> = {
  readonly [C in keyof Insertable<Tables[N]>]: C extends keyof Selectable<Tables[N]> ? WrittenValue<Selectable<Tables[N]>[C], Insertable<Tables[N]>[C]> : never
} & { readonly id?: number | string }

const chunkSize = 2000

/**
 * Inserts many rows per statement. Refuses a row whose columns differ from those of the first, because its values would
 * be lost.
 */
export async function insertAll<N extends TableName>(trx: Kysely<Tables>, table: N, rows: readonly Row<N>[], limit = chunkSize): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first)
  const irregularRow = rows.find((row) => Object.keys(row).length !== names.length || !names.every((name) => name in row))
  if (irregularRow) throw new Error(`rows of ${table} differ in their columns: ${names.join(', ')} / ${Object.keys(irregularRow).join(', ')}`)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  for (let offset = 0; offset < rows.length; offset += limit) {
    const chunkJson = JSON.stringify(rows.slice(offset, offset + limit))
    await sql`insert into ${sql.ref(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.ref(table)}, ${chunkJson}::json)`.execute(trx)
  }
}

/** Advances the sequences of tables past the ids of inserted rows. */
export async function advanceSequences(trx: Kysely<Tables>, tables: readonly TableName[]): Promise<void> {
  const steps = tables.map((table) => sql`setval(pg_get_serial_sequence(${table}, 'id'), greatest((select max(id) from ${sql.ref(table)}), 1))`)
  await sql`select ${sql.join(steps)}`.execute(trx)
}
