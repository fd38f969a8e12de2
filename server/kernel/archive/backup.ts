import { sql } from 'kysely'
import { ArchiveWriter, dataPath, type Manifest, type ManifestTable, namedFiles, queuePath } from '#/server/kernel/archive/archive.ts'
import { hasQueue, migrationsOf, sequencesOf, type TableShape, tablesOf } from '#/server/kernel/archive/catalog.ts'
import { lockPartitions } from '#/server/kernel/archive/months.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { sealFile } from '#/server/kernel/files/sealed-files.ts'
import { bytesDigest } from '#/server/kernel/request/input-digest.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// A single read-only transaction reads a consistent snapshot of all tables. Files never change and are copied
// afterwards.

const rowsPerBatch = 500
const fileConcurrency = 8

/**
 * Transaction-local settings under which values convert to the same text on every database. With row security off, a
 * query that would miss rows fails.
 */
export const textFormatSettings = sql`set local datestyle to 'ISO, YMD'; set local intervalstyle to 'postgres'; set local timezone to 'UTC';
  set local extra_float_digits to 1; set local bytea_output to 'hex'; set local search_path to public; set local row_security to off`

async function* linesOf(db: Db, query: string): AsyncGenerator<string[]> {
  await sql`declare backup_lines no scroll cursor for ${sql.raw(query)}`.execute(db)
  while (true) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.raw(String(rowsPerBatch))} from backup_lines`.execute(db)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await sql`close backup_lines`.execute(db)
}

/** Selects every value as PostgreSQL text, because JavaScript numbers and dates would lose precision. */
const rowsQuery = ({ name, columns }: TableShape) =>
  `select array_to_json(array[${columns.map((column) => `"${column.name}"::text`).join(', ')}])::text as line from ${name}`

// Completed jobs are omitted. Active jobs are queued again, as after a server crash.
const queueQuery = `select json_build_array(id, name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text as line
  from pgboss.job where state < 'completed' order by created_on, id`

async function* noLines(): AsyncGenerator<string[]> {}

type Snapshot = Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'queued'> & { readonly sealing: string[]; readonly index: string[] }

async function writeSnapshot(database: Database, writer: ArchiveWriter): Promise<Snapshot> {
  const takeSnapshot = async (db: Db): Promise<Snapshot> => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    await lockPartitions.execute(db)
    await textFormatSettings.execute(db)
    const migrations = await migrationsOf(db)
    const tables: ManifestTable[] = []
    for (const table of await tablesOf(db)) {
      const rows = await writer.lines(dataPath(table.name), linesOf(db, rowsQuery(table)))
      tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), rows })
    }
    const queuedJobCount = await writer.lines(queuePath, (await hasQueue(db)) ? linesOf(db, queueQuery) : noLines())
    const keys = await db.selectFrom('vault_key').select(['kind', 'id']).orderBy('id').execute()
    const idsOf = (kind: string) => keys.filter((key) => key.kind === kind).map(({ id }) => id)
    return { migrations, tables, sequences: await sequencesOf(db), queued: queuedJobCount, sealing: idsOf('sealing'), index: idsOf('index') }
  }
  if ((await migrationsOf(database.kysely)).length === 0) throw new Error('数据库中没有本程序的数据  The database holds nothing of this program')
  return asOwner(database, takeSnapshot, { statementMs: 0, tries: 1 })
}

/** Returns a stored file's bytes; null when it is missing or its digest differs. */
export async function readVerifiedFile(store: FileStore, { id, sha256 }: { id: string; sha256: string }): Promise<Uint8Array | null> {
  const bytes = await store.read(id).catch(() => null)
  return bytes && bytesDigest(bytes).toString('hex') === sha256 ? bytes : null
}

/** Runs `work` on each element with limited concurrency. */
export async function forEachConcurrently<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += fileConcurrency) await Promise.all(all.slice(from, from + fileConcurrency).map(work))
}

interface FileSource extends Pick<BackupSource, 'database' | 'vault'> {
  readonly store: FileStore
}

async function copyFiles({ database, store, vault }: FileSource, writer: ArchiveWriter, tables: readonly ManifestTable[]): Promise<Manifest['files']> {
  const sum = { count: 0, bytes: 0 }
  const unreadableIds: string[] = []
  for await (const files of namedFiles(writer.draft, tables)) {
    await forEachConcurrently(files, async (file) => {
      const bytes = await readVerifiedFile(store, file)
      if (bytes === null) return void unreadableIds.push(file.id)
      const sealedBytes = vault === null ? bytes : await sealFile(vault, file.id, bytes)
      await writer.file(file.id, bytesDigest(sealedBytes).toString('hex'), sealedBytes)
      sum.count++
      sum.bytes += bytes.byteLength
    })
  }
  if (unreadableIds.length === 0) return { ...sum, lost: [], letGo: [] }
  // The retention job may have deleted the file since the snapshot.
  const rows = await database.kysely.selectFrom('stored_file').select('id').where('id', 'in', unreadableIds).where('deleting_at', 'is', null).execute()
  const remainingIds = new Set(rows.map(({ id }) => id))
  return { ...sum, lost: unreadableIds.filter((id) => remainingIds.has(id)), letGo: unreadableIds.filter((id) => !remainingIds.has(id)) }
}

export interface BackupSource {
  readonly database: Database
  /** Null when files are not copied. */
  readonly store: FileStore | null
  /** Seals the files of the backup in the same way as the store; null leaves them unsealed. */
  readonly vault: Vault | null
  readonly signer: StatementSigner
  /** Fingerprints of the keys of `SECRET_KEY`. */
  readonly secretIds: readonly string[]
  readonly mode: Manifest['mode']
  readonly program: string
  readonly at: Date
}

/** The action of the trail that records a backup. */
export const backupAction = 'admin.backup'

/** Returns when the last backup was recorded; null if never. Needs a connection that sees the platform's trail. */
export async function lastBackupAt(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('audit_log').select('at').where('action', '=', backupAction).orderBy('at', 'desc').limit(1).executeTakeFirst()
  return row?.at ?? null
}

/** Writes a backup into a new folder. On PostgreSQL the server may keep running meanwhile. */
export async function backUp(source: BackupSource, folder: string): Promise<Omit<Manifest, 'sums' | 'format'>> {
  const { database, store, vault, signer, secretIds, mode, program, at } = source
  const writer = await ArchiveWriter.begin(folder)
  try {
    const { sealing, index, ...taken } = await writeSnapshot(database, writer)
    const files = store && (await copyFiles({ database, store, vault }, writer, taken.tables))
    const keys = { secret: [...secretIds], sealing, index }
    const manifest = { program, at: at.toISOString(), mode, engine: database.engine, ...taken, keys, files }
    await writer.finish(manifest, signer)
    return manifest
  } catch (error) {
    await writer.discard()
    throw error
  }
}
