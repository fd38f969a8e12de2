import { join } from 'node:path'
import { openDatabase } from '#/server/kernel/database.ts'
import { readSettings } from '#/server/kernel/settings.ts'
import { findings } from '#/server/ledger/invariants.ts'

// Asks the database of these settings (the same as the server's) whether its books are in order; the embedded one only while no server has it open.

const settings = readSettings(process.env)
const database = await openDatabase(
  settings.databaseUrl === null ? { dir: join(settings.dataDir, 'db') } : { url: settings.databaseUrl, limits: { statementMs: 600_000 } },
)
let firstBroken: string | null = null
try {
  for await (const { name, title, offenders } of findings(database.kysely, process.argv.includes('audit') ? 'audit' : 'all')) {
    const isWhole = offenders.length === 0
    process.stdout.write(isWhole ? `${name} ok — ${title}\n` : `${name} BROKEN — ${title}\n  ${offenders.join('\n  ')}\n`)
    if (!isWhole) firstBroken ??= name
  }
} finally {
  await database.close()
}
if (firstBroken !== null) {
  process.stderr.write(`${firstBroken} does not hold\n`)
  process.exitCode = 1
}
