import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { IndexedKind, SealedKind, Vault } from '#/server/lib/vault/vault.ts'

// Determines which keys a database needs, and rotates them. The name of a `…_sealed` column implies its kind, and
// `…_index` is its blind index. A jsonb column `sealed` contains texts of several kinds by name. The columns are read
// from the schema, so that no table is forgotten.

type Trx = Kysely<Tables>

interface SealedColumn {
  readonly name: string
  /** Null for a jsonb object that contains sealed texts. */
  readonly kind: SealedKind | null
  readonly index: string | null
}

interface SealedTable {
  readonly table: string
  readonly key: readonly { readonly name: string; readonly type: string }[]
  readonly columns: readonly SealedColumn[]
}

const numberKinds: readonly IndexedKind[] = ['id_number', 'card_no', 'mobile', 'account_no']

function sealedKindOf(column: string): SealedKind | null {
  if (column === 'sealed') return null
  const columnStem = column.slice(0, -'_sealed'.length)
  const numberKind = numberKinds.find((kind) => columnStem === kind || columnStem.endsWith(`_${kind}`))
  return (
    numberKind ??
    (columnStem === 'id_address' ? columnStem : columnStem.endsWith('private_key') ? 'private_key' : columnStem === 'settings' ? 'settings' : 'document')
  )
}

/** Returns every table with sealed columns, with its key and the kinds of its columns. */
export async function findSealedTables(trx: Trx): Promise<SealedTable[]> {
  const { rows } = await sql<{ table: string; column: string; index: string | null; key: { name: string; type: string }[] }>`
    select place.relname as table, own.attname as column, other.attname as index,
      (select jsonb_agg(jsonb_build_object('name', part.attname, 'type', format_type(part.atttypid, part.atttypmod)) order by array_position(pk.indkey::int2[], part.attnum))
        from pg_index pk join pg_attribute part on part.attrelid = place.oid and part.attnum = any(pk.indkey::int2[]) where pk.indrelid = place.oid and pk.indisprimary) as key
    from pg_class place join pg_attribute own on own.attrelid = place.oid and (own.attname like '%\_sealed' or own.attname = 'sealed' and own.atttypid = 'jsonb'::regtype) and not own.attisdropped
      left join pg_attribute other on other.attrelid = place.oid and other.attname = replace(own.attname, '_sealed', '_index') and other.attname <> own.attname
        and not other.attisdropped
    where place.relnamespace = 'public'::regnamespace and place.relkind in ('r', 'p') and not place.relispartition order by 1, 2`.execute(trx)
  const tables = new Map<string, SealedTable & { columns: SealedColumn[] }>()
  for (const { table, column, index, key } of rows) {
    const sealedTable = tables.get(table) ?? { table, key, columns: [] }
    sealedTable.columns.push({ name: column, kind: sealedKindOf(column), index })
    tables.set(table, sealedTable)
  }
  return [...tables.values()]
}

const rowsPerTransaction = 1000

/** Kinds that are tried for the texts in a jsonb object, which does not name them. */
const sealedKinds: readonly SealedKind[] = [...numberKinds, 'id_address', 'document', 'private_key', 'settings']

function unsealText(vault: Vault, sealed: string): { kind: SealedKind; text: string } {
  for (const kind of sealedKinds) {
    try {
      return { kind, text: vault.open(kind, sealed) }
    } catch {}
  }
  throw new Error('a sealed text opens as nothing')
}

function resealObject(vault: Vault, object: Row): Row | null {
  const outdatedEntries = Object.entries(object).filter(([, sealed]) => typeof sealed === 'string' && sealed !== '' && !vault.isCurrent(sealed))
  if (outdatedEntries.length === 0) return null
  const resealedEntries = outdatedEntries.map(([name, sealed]) => {
    const { kind, text } = unsealText(vault, String(sealed))
    return [name, vault.seal(kind, text)]
  })
  return { ...object, ...Object.fromEntries(resealedEntries) }
}

type Row = Readonly<Record<string, unknown>>

function resealRow(vault: Vault, place: SealedTable, row: Row): Row | null {
  const resealedRow: Record<string, unknown> = Object.fromEntries(place.key.map(({ name }) => [name, row[name]]))
  let hasOldKey = false
  for (const { name, kind, index } of place.columns) {
    const sealed = row[name]
    resealedRow[name] = sealed
    resealedRow[`was_${name}`] = sealed
    if (index) resealedRow[index] = row[index]
    if (kind === null) {
      const object = typeof sealed === 'object' && sealed !== null ? resealObject(vault, sealed as Row) : null
      if (object) resealedRow[name] = object
      hasOldKey ||= object !== null
      continue
    }
    if (typeof sealed !== 'string' || sealed === '') continue
    const text = vault.open(kind, sealed)
    if (!vault.isCurrent(sealed)) {
      resealedRow[name] = vault.seal(kind, text)
      hasOldKey = true
    }
    if (index) {
      resealedRow[index] = vault.index(kind as IndexedKind, text)
      hasOldKey ||= resealedRow[index] !== row[index]
    }
  }
  return hasOldKey ? resealedRow : null
}

async function rotateBatch(trx: Trx, vault: Vault, place: SealedTable, after: Row | null): Promise<{ last: Row | null; changed: number }> {
  const { table, key, columns } = place
  const keys = key.map(({ name }) => sql.ref(name))
  const names = [...columns.map(({ name }) => name), ...columns.flatMap(({ index }) => index ?? [])]
  const afterCondition = after ? sql`where (${sql.join(keys)}) > (${sql.join(key.map(({ name, type }) => sql`${after[name]}::${sql.raw(type)}`))})` : sql``
  const { rows } = await sql<Row>`select ${sql.join([...keys, ...names.map((name) => sql.ref(name))])} from ${sql.ref(table)} ${afterCondition}
    order by ${sql.join(keys)} limit ${rowsPerTransaction}`.execute(trx)
  const resealedRows = rows.flatMap((row) => resealRow(vault, place, row) ?? [])
  if (resealedRows.length > 0) {
    const formerNames = columns.map(({ name }) => `was_${name}`)
    const typedColumn = (name: string) => `${name} ${name === 'sealed' || name === 'was_sealed' ? 'jsonb' : 'text'}`
    const shape = [...key.map(({ name, type }) => `${name} ${type}`), ...[...names, ...formerNames].map(typedColumn)].join(', ')
    // Skips rows changed in the meantime, because they are already sealed with the newest key.
    const unchangedCondition = [
      ...key.map(({ name }) => `place.${name} = fresh.${name}`),
      ...columns.map(({ name }) => `place.${name} is not distinct from fresh.was_${name}`),
    ]
    await sql`update ${sql.ref(table)} place set ${sql.raw(names.map((name) => `${name} = fresh.${name}`).join(', '))}
      from json_to_recordset(${JSON.stringify(resealedRows)}::json) as fresh(${sql.raw(shape)}) where ${sql.raw(unchangedCondition.join(' and '))}`.execute(trx)
  }
  return { last: rows.length === rowsPerTransaction ? (rows.at(-1) ?? null) : null, changed: resealedRows.length }
}

/**
 * Reseals every value with the newest key and rewrites every index, with a limited number of rows per transaction.
 * Older keys are then no longer needed. An interrupted run can be repeated and skips finished rows. Returns the number
 * of changed rows per table.
 */
export async function resealEverything(database: Database, vault: Vault, now: Date): Promise<Readonly<Record<string, number>>> {
  const run = <T>(work: (trx: Trx) => Promise<T>) => asOwner(database, work, { statementMs: 0 })
  const changedCounts: Record<string, number> = {}
  for (const tableToReseal of await run(findSealedTables)) {
    changedCounts[tableToReseal.table] = 0
    for (let last: Row | null = null, isFirst = true; isFirst || last !== null; isFirst = false) {
      const batch: { last: Row | null; changed: number } = await run((trx) => rotateBatch(trx, vault, tableToReseal, last))
      last = batch.last
      changedCounts[tableToReseal.table] = (changedCounts[tableToReseal.table] ?? 0) + batch.changed
    }
  }
  await run(async (trx) => {
    await sql`delete from vault_key`.execute(trx)
    await recordKeys(trx, vault, now)
  })
  return changedCounts
}

async function recordKeys(trx: Trx, vault: Vault, now: Date): Promise<void> {
  await sql`insert into vault_key (kind, id, since) values ('sealing', ${vault.marks.newest}, ${now}), ('index', ${vault.marks.index}, ${now})
    on conflict do nothing`.execute(trx)
}

/** Throws unless the keys can open the database's numbers and match its indexes. Records a new sealing key. */
export async function expectMatchingKeys(database: Database, vault: Vault, now: Date): Promise<void> {
  await asOwner(database, async (trx) => {
    const rows = await trx.selectFrom('vault_key').select(['kind', 'id']).execute()
    const lostKey = rows.find(({ kind, id }) => kind === 'sealing' && !vault.marks.all.includes(id))
    if (lostKey) throw new Error(`VAULT_KEYS lacks the key ${lostKey.id}, which numbers in this database are sealed with; put it behind the new one and rotate`)
    const index = rows.find(({ kind }) => kind === 'index')
    if (index && index.id !== vault.marks.index)
      throw new Error('VAULT_INDEX_KEY is not the key this database finds numbers with; stop the servers and run: npm run admin -- rotate')
    await recordKeys(trx, vault, now)
  })
}
