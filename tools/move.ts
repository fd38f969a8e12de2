import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArchive } from '#/server/kernel/archive/archive.ts'
import { backUp } from '#/server/kernel/archive/backup.ts'
import { expectEmptyDatabase, expectUsableBackup } from '#/server/kernel/archive/restore.ts'
import { readSettings, type Settings } from '#/server/kernel/installation/settings.ts'
import { startClock } from '#/server/lib/clock.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import {
  availableKeysOf,
  backupSummary,
  exitWithError,
  folderStamp,
  openEmbeddedDatabase,
  openTargetDatabase,
  printLine,
  programVersion,
  restoreAndVerify,
} from '#/tools/archives.ts'

// `npm run move`: moves everything from the embedded database in DATA_DIR to the empty PostgreSQL database of
// DATABASE_URL, by means of a backup. Files stay where they are.

async function moveDatabase(settings: Settings, folder: string, at: Date): Promise<void> {
  const source = await openEmbeddedDatabase(settings)
  const target = await openTargetDatabase(settings)
  try {
    // Before any other read.
    await expectEmptyDatabase(target.kysely, true)
    const signer = signerWith(settings.secretKeys)
    const { secret } = availableKeysOf(settings)
    await backUp({ database: source, store: null, vault: null, signer, secretIds: secret, mode: settings.mode, program: programVersion(), at }, folder)
    const manifest = await expectUsableBackup(folder, signer, availableKeysOf(settings))
    printLine(backupSummary(manifest))
    const moveProblem = await restoreAndVerify({ settings, database: target, folder, manifest, intoEmpty: true, isMove: true })
    if (moveProblem !== null)
      throw new InvalidArchive(`核对未通过，原数据库未改动  The embedded database is as it was, and the copy is not right: ${moveProblem}`)
  } finally {
    await target.close()
    await source.close()
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === null)
    throw new InvalidArchive('请以 DATABASE_URL 指明空的 PostgreSQL 数据库  Name the empty PostgreSQL database in DATABASE_URL')
  const at = startClock(0).real()
  const folder = join(settings.dataDir, `move-${folderStamp(at)}`)
  mkdirSync(settings.dataDir, { recursive: true })
  try {
    await moveDatabase(settings, folder, at)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  // The folder is renamed, so that a start without DATABASE_URL cannot continue on the old books.
  const renamedFolder = join(settings.dataDir, `db.moved-${folderStamp(at)}`)
  renameSync(join(settings.dataDir, 'db'), renamedFolder)
  printLine(
    `已迁移并核对无误；原数据库保留在 ${renamedFolder}，请从此以 DATABASE_URL 启动服务器\nMoved and checked. The embedded database is kept as ${renamedFolder}; from now on start the server with DATABASE_URL`,
  )
}

main().catch(exitWithError)
