import { join } from 'node:path'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { firstFailedCheck } from '#/tools/books.ts'

// Checks the books of the configured database. No server may use the embedded database meanwhile.

const settings = readSettings(process.env)
const database = await openDatabase(
  settings.databaseUrl === null ? { dir: join(settings.dataDir, 'db') } : { url: settings.databaseUrl, limits: { statementMs: 600_000 } },
)
let failedCheck: string | null
try {
  failedCheck = await firstFailedCheck(database, settings, process.argv.includes('audit') ? 'trail' : 'all')
} finally {
  await database.close()
}
if (failedCheck !== null) {
  process.stderr.write(`${failedCheck} does not hold\n`)
  process.exitCode = 1
}
