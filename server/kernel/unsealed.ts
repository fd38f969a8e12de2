import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/lib/database/database.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { IndexedKind, Vault } from '#/server/lib/vault/vault.ts'

// Databases of earlier versions hold plain numbers. This seals them between the migration that adds sealed columns
// and the one that drops the plain ones. Each transaction seals a limited number of rows and clears their plain
// columns, so that an interrupted run continues.

interface PlainColumn {
  /** `<name>` becomes `<name>_sealed`. */
  readonly name: string
  readonly kind: IndexedKind
  readonly hasIndex: boolean
  readonly hasTail?: boolean
}

interface PlainTable {
  readonly table: string
  readonly key: Readonly<Record<string, 'bigint' | 'date'>>
  readonly columns: readonly PlainColumn[]
}

const idNumber: PlainColumn = { name: 'id_number', kind: 'id_number', hasIndex: true }
const mobile: PlainColumn = { name: 'mobile', kind: 'mobile', hasIndex: true }
const cardNo: PlainColumn = { name: 'card_no', kind: 'card_no', hasIndex: true }
const id = { id: 'bigint' } as const

const plainTables: readonly PlainTable[] = [
  { table: 'operator', key: id, columns: [idNumber, mobile] },
  { table: 'operator_card', key: id, columns: [{ ...cardNo, hasTail: true }] },
  { table: 'candidate', key: id, columns: [idNumber, mobile, cardNo] },
  { table: 'unit_related_person', key: id, columns: [idNumber] },
  { table: 'payment_line', key: { month: 'date', ...id }, columns: [idNumber, mobile, { ...cardNo, hasTail: true }] },
  { table: 'voucher', key: id, columns: [{ name: 'payee_card_no', kind: 'card_no', hasIndex: false }] },
]

const atOnce = 2000

/** The migration before which every number must be sealed. */
export const sealedBefore = '0032_no_plain_numbers.sql'

type Trx = Kysely<Tables>

function isPlain({ columns }: PlainTable) {
  return sql.join(
    columns.map(({ name }) => sql`${sql.ref(name)} is not null`),
    sql` or `,
  )
}

async function sealSome(trx: Trx, vault: Vault, place: PlainTable): Promise<number> {
  const { table, key, columns } = place
  const keys = Object.keys(key)
  const requested = [...keys, ...columns.map(({ name }) => name)].map((name) => sql.ref(name))
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(requested)} from ${sql.ref(table)} where ${isPlain(place)} limit ${atOnce}`.execute(trx)
  if (rows.length === 0) return 0
  const fresh = rows.map((row) => {
    const of: Record<string, unknown> = Object.fromEntries(keys.map((name) => [name, row[name]]))
    for (const { name, kind } of columns) {
      const text = typeof row[name] === 'string' ? row[name] : ''
      of[`${name}_sealed`] = vault.seal(kind, text)
      of[`${name}_index`] = vault.index(kind, text)
      of[`${name}_tail`] = text.slice(-4)
    }
    return of
  })
  const made = columns.flatMap(({ name, hasIndex, hasTail }) => [
    [`${name}_sealed`, `${name}_sealed`],
    ...(hasIndex ? [[`${name}_index`, `${name}_index`]] : []),
    ...(hasTail ? [['card_tail', `${name}_tail`]] : []),
  ]) as [string, string][]
  const columnsOf = [...Object.entries(key).map(([name, type]) => `${name} ${type}`), ...made.map(([, from]) => `${from} text`)]
  const sets = [...made.map(([to, from]) => `${to} = fresh.${from}`), ...columns.map(({ name }) => `${name} = null`)]
  await sql`update ${sql.ref(table)} place set ${sql.raw(sets.join(', '))}
    from json_to_recordset(${JSON.stringify(fresh)}::json) as fresh(${sql.raw(columnsOf.join(', '))})
    where ${sql.raw(keys.map((name) => `place.${name} = fresh.${name}`).join(' and '))}`.execute(trx)
  return rows.length
}

async function sealAnswers(trx: Trx, vault: Vault): Promise<number> {
  const { rows } = await sql<Row<'idempotency', 'user_id' | 'operation' | 'key'> & { answer: unknown }>`
    select user_id, operation, key, answer from idempotency where answer is not null limit ${atOnce}`.execute(trx)
  const fresh = rows.map(({ answer, ...row }) => ({ ...row, sealed: vault.seal('document', JSON.stringify(answer)) }))
  await sql`update idempotency place set answer_sealed = fresh.sealed, answer = null
    from json_to_recordset(${JSON.stringify(fresh)}::json) as fresh(user_id bigint, operation text, key text, sealed text)
    where place.user_id = fresh.user_id and place.operation = fresh.operation and place.key = fresh.key`.execute(trx)
  return rows.length
}

/** Jobs of an earlier version identified people by their number. */
async function sealJobs(trx: Trx, vault: Vault): Promise<void> {
  const found = await sql<{ place: string | null }>`select to_regclass('pgboss.job')::text as place`.execute(trx)
  if (!found.rows[0]?.place) return
  const { rows } = await sql<{ id: string; number: string }>`select id::text, data ->> 'idNumber' as number from pgboss.job where data ? 'idNumber'`.execute(
    trx,
  )
  for (const { id, number } of rows) {
    const index = vault.index('id_number', number)
    await sql`update pgboss.job set data = data - 'idNumber' || jsonb_build_object('idIndex', ${index}::text) where id = ${id}::uuid`.execute(trx)
  }
}

/** Seals every plain number of an earlier version; throws without a vault if there is one. */
export async function sealPlainNumbers(database: Database, vault: Vault | null): Promise<void> {
  const run = <T>(work: (trx: Trx) => Promise<T>) => asOwner(database, work, { statementMs: 0 })
  const left = await run(async (trx) => {
    for (const place of plainTables) {
      if ((await sql`select from ${sql.ref(place.table)} where ${isPlain(place)} limit 1`.execute(trx)).rows.length > 0) return true
    }
    return (await sql`select from idempotency where answer is not null limit 1`.execute(trx)).rows.length > 0
  })
  if (!left) return
  if (!vault) throw new Error('identity and card numbers are to be sealed first: start the server once with its VAULT_KEYS')
  for (const place of plainTables) for (let done = atOnce; done === atOnce; ) done = await run((trx) => sealSome(trx, vault, place))
  for (let done = atOnce; done === atOnce; ) done = await run((trx) => sealAnswers(trx, vault))
  await run((trx) => sealJobs(trx, vault))
}
