import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobs } from '#/server/app/modules.ts'
import { prepareEmptyDatabase } from '#/server/app/start.ts'
import { InvalidArchive, type Manifest } from '#/server/kernel/archive/archive.ts'
import { type AvailableKeys, findMissingFileIds, restoreInto } from '#/server/kernel/archive/restore.ts'
import { folderStore } from '#/server/kernel/files/files.ts'
import { bucketStore } from '#/server/kernel/files/files-s3.ts'
import { type SealedFileStore, sealedStore } from '#/server/kernel/files/sealed-files.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import { openQueue } from '#/server/kernel/jobs/jobs.ts'
import { systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import { skipNumbers } from '#/server/kernel/rows/numbers.ts'
import { startClock } from '#/server/lib/clock.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { DataDirInUse } from '#/server/lib/database/embedded-lock.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { secretsWith } from '#/server/lib/vault/secrets.ts'
import { existingVaultKeys, vaultKeysFor, vaultWith } from '#/server/lib/vault/vault.ts'
import { firstFailedCheck } from '#/tools/books.ts'

// Functions that `npm run backup`, `restore` and `move` share.

const limits = { statementMs: 600_000, idleMs: 600_000 }

/** Prints the error and exits. Known errors are printed without a stack trace. */
export function exitWithError(error: unknown): never {
  if (error instanceof DataDirInUse) {
    process.stderr.write(
      `内嵌数据库正由服务器（pid ${error.pid}）使用。请先停止服务器，完成后再启动；需要不停机备份请使用 PostgreSQL。\nThe embedded database is in use by the server (pid ${error.pid}). Stop it, and start it again afterwards; on PostgreSQL backups run while the server is running.\n`,
    )
  } else {
    const { message, detail } = error as Error & { detail?: string }
    process.stderr.write(`${message}\n${detail ? `${detail}\n` : ''}`)
  }
  process.exit(1)
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Formats a moment as a folder name: `2026-11-23T010203Z`. */
export function folderStamp(at: Date): string {
  return at.toISOString().replace(/:|\.\d+/g, '')
}

export function programVersion(): string {
  return (JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }).version
}

/** Opens the embedded database; throws InvalidArchive when it does not exist. */
export async function openEmbeddedDatabase({ dataDir }: Settings): Promise<Database> {
  const dir = join(dataDir, 'db')
  if (!existsSync(dir)) throw new InvalidArchive(`没有数据库 ${dir}  There is no database in ${dir}; is DATA_DIR right?`)
  return openDatabase({ dir, limits })
}

/** Opens the configured database. */
export function openTargetDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  return openDatabase(databaseUrl === null ? { dir: join(dataDir, 'db'), limits } : { url: databaseUrl, limits })
}

/** Returns the configured file store, whose files are sealed. */
export function openFileStore(settings: Settings): SealedFileStore {
  const { bucket, filesDir } = settings
  return sealedStore(bucket ? bucketStore(bucket) : folderStore(filesDir), vaultWith(vaultKeysFor(settings)))
}

/** Returns the fingerprints of the configured keys, without creating keys. */
export function availableKeysOf(settings: Settings): AvailableKeys {
  const vaultKeys = existingVaultKeys(settings)
  const marks = vaultKeys && vaultWith(vaultKeys).marks
  return { secret: secretsWith(settings.secretKeys).ids, sealing: marks?.all ?? [], index: marks?.index ?? null }
}

/** Writes an entry about a backup to the audit trail. */
export async function recordInTrail(
  database: Database,
  action: string,
  { at, engine, program, tables, queued, files }: Omit<Manifest, 'sums' | 'format'>,
): Promise<void> {
  const now = startClock(0).real()
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const detail = { at, engine, program, rows, queued, files: files?.count ?? 0, lost: files?.lost.length ?? 0 }
  const frame = { requestId: randomUUID(), ip: 'console', agent: 'console', actor: systemActor, scope: systemScope, action, outcome: 'done', at: now }
  await asOwner(database, (trx) => writeTrail(trx, frame, [{ refType: 'backup', refId: at, detail }]))
}

async function businessTime(database: Database, mode: Settings['mode']): Promise<Date> {
  const row = await database.kysely.selectFrom('counter').select('value').where('name', '=', 'clock_offset_ms').executeTakeFirst()
  return startClock(mode === 'demo' ? (row?.value ?? 0) : 0).now()
}

const silentLogger = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
}

/** The target and source of a restore. */
interface RestoreOptions {
  readonly settings: Settings
  readonly database: Database
  readonly folder: string
  readonly manifest: Manifest
  readonly intoEmpty: boolean
  /** Whether this is a move. A move includes everything, so no numbers were assigned after the backup. */
  readonly isMove: boolean
}

/** Fills the database from the backup and verifies it. Returns the first problem, or null if there is none. */
export async function restoreAndVerify({ settings, database, folder, manifest, intoEmpty, isMove }: RestoreOptions): Promise<string | null> {
  const store = openFileStore(settings)
  const vaultKeys = existingVaultKeys(settings)
  const queue = openQueue(database, silentLogger, { pollSeconds: 60 })
  const names = jobs.flatMap((job) => job.handlers.map(({ name }) => name))
  try {
    await restoreInto({ database, store, queue, vault: vaultKeys && vaultWith(vaultKeys), intoEmpty, jobs: names }, folder, manifest)
    const now = await businessTime(database, settings.mode)
    await prepareEmptyDatabase(database, queue, now)
    if (!isMove) await asOwner(database, (trx) => skipNumbers(trx, now))
    await recordInTrail(database, isMove ? 'admin.move' : 'admin.restore', manifest)
  } finally {
    await queue.stop()
  }
  printLine('核对文件与账务…  Comparing files and checking the books …')
  for (const id of manifest.files?.lost ?? []) printLine(`文件 file ${id} 备份时已缺失或损坏  was missing or damaged when the backup was made`)
  const missingIds = await findMissingFileIds(folder, manifest, store)
  for (const id of missingIds) printLine(`文件 file ${id} 缺失或与记录不符  is missing, or not what the database says`)
  const failedCheck = await firstFailedCheck(database, settings)
  if (failedCheck !== null) return `${failedCheck} 不成立  does not hold`
  return missingIds.length > 0 ? `${missingIds.length} 个文件缺失或不符  files are missing or not as they were` : null
}

/** Summarises a backup in one line. */
export function backupSummary({ at, engine, program, mode, tables, queued, files }: Omit<Manifest, 'sums' | 'format'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const fileSummary = files === null ? '' : `, ${files.count} files (${Math.ceil(files.bytes / 1024)} KB)`
  return `${at} ${mode}, ${engine}, ${program}: ${tables.length} tables, ${rows} rows, ${queued} queued${fileSummary}`
}
