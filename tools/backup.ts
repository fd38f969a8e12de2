import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { InvalidArchive } from '#/server/kernel/archive/archive.ts'
import { backUp, backupAction } from '#/server/kernel/archive/backup.ts'
import { migrationsOf } from '#/server/kernel/archive/catalog.ts'
import { readMigrations } from '#/server/kernel/archive/migrate.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { startClock } from '#/server/lib/clock.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import { vaultKeysFor, vaultWith } from '#/server/lib/vault/vault.ts'
import {
  availableKeysOf,
  backupSummary,
  exitWithError,
  folderStamp,
  openEmbeddedDatabase,
  openFileStore,
  openTargetDatabase,
  printLine,
  programVersion,
  recordInTrail,
} from '#/tools/archives.ts'

// `npm run backup [-- <folder>]`: writes the database, files and key fingerprints, all as of one moment, into a new
// folder.

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const at = startClock(0).real()
  const folder = resolve(process.argv[2] ?? join(settings.dataDir, 'backups', folderStamp(at)))
  if (existsSync(folder)) throw new InvalidArchive(`${folder} 已存在  is there already: a backup is a new folder`)
  const signer = signerWith(settings.secretKeys)
  const { secret } = availableKeysOf(settings)
  const database = await (settings.databaseUrl === null ? openEmbeddedDatabase(settings) : openTargetDatabase(settings))
  try {
    const source = {
      database,
      store: openFileStore(settings),
      vault: vaultWith(vaultKeysFor(settings)),
      signer,
      secretIds: secret,
      mode: settings.mode,
      program: programVersion(),
      at,
    }
    const backupManifest = await backUp(source, folder)
    printLine(`已备份  Backed up: ${folder}\n${backupSummary(backupManifest)}`)
    // In another version, the audit trail may have a different structure.
    const isCurrent = (await migrationsOf(database.kysely)).length === readMigrations().length
    if (isCurrent) await recordInTrail(database, backupAction, backupManifest)
    const lostFiles = backupManifest.files?.lost ?? []
    if (lostFiles.length > 0) {
      printLine(
        `数据库已备份，但文件存储中有 ${lostFiles.length} 个文件缺失或损坏  The rest is whole, but the store lacks files or has damaged ones:\n${lostFiles.join('\n')}`,
      )
      process.exitCode = 2
    }
  } finally {
    await database.close()
  }
}

main().catch(exitWithError)
