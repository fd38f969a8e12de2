import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkSums, InvalidArchive } from '#/server/kernel/archive/archive.ts'
import { expectUsableBackup } from '#/server/kernel/archive/restore.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import { availableKeysOf, backupSummary, exitWithError, openTargetDatabase, printLine, restoreAndVerify } from '#/tools/archives.ts'

// `npm run restore -- <folder>`: fills the configured empty database and file store from a backup, and checks the
// books. `--check` only inspects the backup.

const usage = `用法 usage:
  npm run restore -- <folder>                恢复到空数据库                      into an empty database
  npm run restore -- <folder> --into-empty   覆盖已建表但从未使用的数据库        into one that is prepared and was never used
  npm run restore -- <folder> --check        仅核对备份与密钥，不写入            looks at backup and keys, writes nothing`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' }, 'into-empty': { type: 'boolean' } } })
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new InvalidArchive(usage)
  const folder = resolve(given)
  const settings = readSettings(process.env)
  const manifest = await expectUsableBackup(folder, signerWith(settings.secretKeys), availableKeysOf(settings))
  printLine(backupSummary(manifest))
  if (manifest.mode !== settings.mode) throw new InvalidArchive(`MODE=${settings.mode}，备份为 the backup is of MODE=${manifest.mode}`)
  if (values.check) {
    await checkSums(folder, manifest)
    return printLine('备份完整，密钥齐全  The backup is whole and its keys are at hand')
  }
  const database = await openTargetDatabase(settings)
  try {
    const isIntoEmpty = values['into-empty'] === true
    const restoreProblem = await restoreAndVerify({ settings, database, folder, manifest, intoEmpty: isIntoEmpty, isMove: false })
    if (restoreProblem !== null) throw new InvalidArchive(`数据已恢复，但核对未通过  The data is back, but not all of it is right: ${restoreProblem}`)
    printLine('已恢复并核对无误，可以启动服务器  Restored and checked; the server can be started')
  } finally {
    await database.close()
  }
}

main().catch(exitWithError)
