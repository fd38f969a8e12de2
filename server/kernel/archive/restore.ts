import { sql } from 'kysely'
import {
  checkSums,
  dataPath,
  InvalidArchive,
  type Manifest,
  namedFiles,
  queuePath,
  readArchivedFile,
  readLines,
  readManifest,
} from '#/server/kernel/archive/archive.ts'
import { forEachConcurrently, readVerifiedFile, textFormatSettings } from '#/server/kernel/archive/backup.ts'
import {
  type DatabaseContent,
  databaseContentOf,
  dropAllObjects,
  dropForeignKeys,
  type TableShape,
  tablesOf,
  triggerStatementsOf,
} from '#/server/kernel/archive/catalog.ts'
import { type EarlierHistory, earlierHistory, historyPosition } from '#/server/kernel/archive/earlier-history.ts'
import { baselineName, ensureRoles, type Migration, migrate, readMigrations } from '#/server/kernel/archive/migrate.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { openFile } from '#/server/kernel/files/sealed-files.ts'
import type { RunningQueue } from '#/server/kernel/jobs/jobs.ts'
import { bytesDigest } from '#/server/kernel/request/input-digest.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// Versions, keys, the target and all checksums are checked before anything is written. The schema is built migration by
// migration, as at any start. Rows, sequences and queue are loaded in one transaction, so that the database either
// equals the backup or stays empty.

export interface AvailableKeys {
  readonly secret: readonly string[]
  readonly sealing: readonly string[]
  readonly index: string | null
}

/** Returns the manifest with the baseline in place of the migrations that the baseline replaced. */
function manifestAtBaseline(manifest: Manifest, steps: ReadonlyMap<string, string>, earlier: EarlierHistory): Manifest {
  const historyPlace = historyPosition(manifest.migrations, earlier)
  if (historyPlace === 'now') return manifest
  if (historyPlace === 'partial')
    throw new InvalidArchive(
      `此备份早于 ${earlier.last}：请先用含该步骤的最后一版程序恢复并启动一次，再升级\nThis backup is from before ${earlier.last}: restore it with the last version that has this migration, start that version once, then install this one`,
    )
  return { ...manifest, migrations: [{ name: baselineName, sha256: steps.get(baselineName) ?? '' }] }
}

/**
 * Throws unless this program can use the backup with these keys. The error names every missing key. The returned
 * manifest lists migrations of this version.
 */
export async function expectUsableBackup(
  folder: string,
  signer: StatementSigner,
  keys: AvailableKeys,
  migrations: readonly Migration[] = readMigrations(),
  earlier = earlierHistory,
): Promise<Manifest> {
  const steps = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  const manifest = manifestAtBaseline(await readManifest(folder, signer), steps, earlier)
  const unknownMigration = manifest.migrations.find(({ name }) => !steps.has(name))
  if (unknownMigration) {
    throw new InvalidArchive(
      `此备份由更新版本的程序（${manifest.program}）生成，含有 ${unknownMigration.name}；请用该版本或更新版本恢复\nThis backup was made by a newer version of the program (${manifest.program}): it has ${unknownMigration.name}. Restore it with that version or a newer one`,
    )
  }
  const changedMigration = manifest.migrations.find(({ name, sha256 }) => steps.get(name) !== sha256)
  if (changedMigration)
    throw new InvalidArchive(
      `${changedMigration.name} 与此程序中的不同  ${changedMigration.name} is not the one of this program: the backup is of another product`,
    )
  const missingKeyText = (name: string, requested: readonly string[], at: readonly string[]) =>
    requested.filter((id) => !at.includes(id)).map((id) => `${name} 缺少密钥  lacks the key ${id}`)
  const missingKeys = [
    ...missingKeyText('SECRET_KEY', manifest.keys.secret, keys.secret),
    ...missingKeyText('VAULT_KEYS', manifest.keys.sealing, keys.sealing),
    ...missingKeyText('VAULT_INDEX_KEY', manifest.keys.index, keys.index === null ? [] : [keys.index]),
  ]
  if (missingKeys.length > 0) throw new InvalidArchive(`${missingKeys.join('\n')}\n未写入任何内容  Nothing was written`)
  return manifest
}

/** Throws unless the database is empty, or prepared and unused if `mayBePrepared`. */
export async function expectEmptyDatabase(db: Db, mayBePrepared: boolean): Promise<DatabaseContent> {
  const content = await databaseContentOf(db)
  if (content.kind === 'used')
    throw new InvalidArchive(`目标数据库不为空（${content.table}），未写入任何内容  The database is not empty (${content.table}); nothing was written`)
  if (content.kind === 'prepared' && !mayBePrepared) {
    throw new InvalidArchive(
      '目标数据库已建表但无业务数据；如确认要覆盖，请加 --into-empty\nThe database has tables but no business data. To restore into it, add --into-empty',
    )
  }
  return content
}

function insertStatementOf({ name, columns }: TableShape, literals: readonly string[]): string {
  const typesByColumn = new Map(columns.map((column) => [column.name, column.type]))
  if (typesByColumn.size !== literals.length || literals.some((column) => !typesByColumn.has(column)))
    throw new InvalidArchive(`${name} 的列与备份不符  The columns of ${name} are not those of the backup`)
  const values = literals.map((column, at) => `(line ->> ${at})::${typesByColumn.get(column)}`)
  return `insert into ${name} (${literals.map((column) => `"${column}"`).join(', ')}) overriding system value select ${values.join(', ')}`
}

// Maximum characters of rows in one insert. Protocol parameters may be larger, but a jsonb array holds at most 256 MB.
const maxInsertCharacters = 4_000_000

function* jsonChunks(lines: readonly string[]): Generator<string> {
  let from = 0
  for (let size = 0, at = 0; at < lines.length; at++) {
    size += lines[at]?.length ?? 0
    if (size < maxInsertCharacters && at < lines.length - 1) continue
    yield `[${lines.slice(from, at + 1).join(',')}]`
    from = at + 1
    size = 0
  }
}

async function fillTables(db: Db, folder: string, manifest: Manifest): Promise<void> {
  const shapesByName = new Map((await tablesOf(db)).map((shape) => [shape.name, shape]))
  if (shapesByName.size !== manifest.tables.length) throw new InvalidArchive('备份的表与其版本不符  The tables of the backup are not those of its version')
  for (const { name, columns, rows } of manifest.tables) {
    const shape = shapesByName.get(name)
    if (!shape) throw new InvalidArchive(`没有表  There is no table ${name}`)
    const insertStatement = insertStatementOf(shape, columns)
    let count = 0n
    for await (const lines of readLines(folder, dataPath(name))) {
      for (const chunk of jsonChunks(lines)) {
        const result = await sql`${sql.raw(insertStatement)} from jsonb_array_elements(${chunk}::jsonb) line`.execute(db)
        count += result.numAffectedRows ?? 0n
      }
    }
    if (count !== BigInt(rows)) throw new InvalidArchive(`${name}: ${count} / ${rows}`)
  }
  for (const [name, last] of Object.entries(manifest.sequences)) await sql`select setval(${name}::regclass, ${last})`.execute(db)
}

async function requeueJobs(db: Db, folder: string, queue: RunningQueue): Promise<void> {
  for await (const lines of readLines(folder, queuePath)) {
    const jobs = lines.map((line) => JSON.parse(line) as [string, string, object, string])
    await queue.take(
      db,
      jobs.map(([id, name, data, startAfter]) => ({ id, name, data, startAfter })),
    )
  }
}

async function readQueueNames(folder: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const lines of readLines(folder, queuePath)) for (const line of lines) names.add((JSON.parse(line) as [string, string])[1])
  return [...names]
}

/**
 * Verifies the backup's files and copies them into the store. Existing files may be overwritten, because the content of
 * a file id never changes.
 */
async function restoreFiles(folder: string, manifest: Manifest, { store, vault }: Pick<RestoreTarget, 'store' | 'vault'>): Promise<void> {
  if (manifest.files === null) return
  const absentFileIds = new Set([...manifest.files.lost, ...manifest.files.letGo])
  for await (const files of namedFiles(folder, manifest.tables)) {
    await forEachConcurrently(
      files.filter(({ id }) => !absentFileIds.has(id)),
      async ({ id, sha256 }) => {
        const archivedBytes = await readArchivedFile(folder, id)
        const bytes = vault === null ? archivedBytes : await openFile(vault, id, archivedBytes)
        if (bytesDigest(bytes).toString('hex') !== sha256) throw new InvalidArchive(`files/${id}: 与数据库记录不符  is not what the database says`)
        await store.write(id, bytes)
      },
    )
  }
}

/**
 * Returns the ids of files that the database refers to, but that the store lacks or has changed. Omits files that the
 * backup lists as lost or expired.
 */
export async function findMissingFileIds(folder: string, manifest: Manifest, store: FileStore): Promise<string[]> {
  const expectedMissingIds = new Set([...(manifest.files?.lost ?? []), ...(manifest.files?.letGo ?? [])])
  const missing: string[] = []
  for await (const files of namedFiles(folder, manifest.tables)) {
    await forEachConcurrently(files, async (file) => {
      if (!expectedMissingIds.has(file.id) && (await readVerifiedFile(store, file)) === null) missing.push(file.id)
    })
  }
  return missing
}

export interface RestoreTarget {
  readonly database: Database
  readonly store: FileStore
  readonly queue: RunningQueue
  /** Opens the sealed files of the backup; null when no keys exist. */
  readonly vault: Vault | null
  /** Whether a prepared but unused database may be cleared before the restore. */
  readonly intoEmpty: boolean
  /** All queues of this version. */
  readonly jobs: readonly string[]
}

async function loadRows(db: Db, { queue }: RestoreTarget, folder: string, manifest: Manifest, keys: readonly string[]): Promise<void> {
  const names = (await tablesOf(db)).map(({ name }) => name)
  await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(db)
  // A user may have started to work in this database since the first check.
  await expectEmptyDatabase(db, true)
  await textFormatSettings.execute(db)
  const { off, on } = await triggerStatementsOf(db)
  const deleteStatements = names.map((name) => `delete from ${name}`)
  await sql.raw([...off, ...deleteStatements].join(';\n')).execute(db)
  await fillTables(db, folder, manifest)
  await sql.raw([...keys, ...on].join(';\n')).execute(db)
  await requeueJobs(db, folder, queue)
}

/**
 * Restores a backup into an empty database at the backup's own version, then migrates it. Triggers are off while
 * loading, so that they do not run twice on the same data. Foreign keys are dropped before loading and validated when
 * they return. Each drop holds eleven locks until the commit, and a default server has room for 7,000.
 */
export async function restoreInto(target: RestoreTarget, folder: string, manifest: Manifest, steps: readonly Migration[] = readMigrations()): Promise<void> {
  const { database, store, queue, vault, intoEmpty, jobs } = target
  const content = await expectEmptyDatabase(database.kysely, intoEmpty)
  await checkSums(folder, manifest)
  await restoreFiles(folder, manifest, { store, vault })
  await ensureRoles(database)
  await queue.prepare([...new Set([...jobs, ...(await readQueueNames(folder))])])
  if (content.kind === 'prepared') await dropAllObjects(database)
  const names = new Set(manifest.migrations.map(({ name }) => name))
  try {
    const archivedSteps = steps.filter(({ name }) => names.has(name))
    await migrate(database, archivedSteps)
    // While `migration` is empty, no server starts on this database. So none sees it before its rows are loaded.
    await sql`delete from public.migration`.execute(database.kysely)
    const keys = await dropForeignKeys(database)
    await asOwner(database, (db) => loadRows(db, target, folder, manifest, keys), { statementMs: 0, tries: 1, isAlone: true })
  } catch (error) {
    const dropPrepared = async () => {
      if ((await databaseContentOf(database.kysely)).kind === 'prepared') await dropAllObjects(database)
    }
    // Reports the first error only. Leftovers are cleared when the command is run again.
    await dropPrepared().catch(() => undefined)
    throw error
  }
  await migrate(database, steps)
  await sql`analyze`.execute(database.kysely)
}
