import { join } from 'node:path'
import { readSettings } from '#/server/kernel/settings.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import { checksWith } from '#/server/system/integrity/public.ts'

// Asks the database of these settings (the same as the server's) whether its books are in order; the embedded one only while no server has it open.

const settings = readSettings(process.env)
const database = await openDatabase(
  settings.databaseUrl === null ? { dir: join(settings.dataDir, 'db') } : { url: settings.databaseUrl, limits: { statementMs: 600_000 } },
)
let firstBroken: string | null = null
try {
  const checks = checksWith(signerWith(settings.secretKeys), process.argv.includes('audit') ? 'trail' : 'all')
  for (const { name, title, broken } of checks) {
    const offenders = await broken(database.kysely, null, new Date())
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
