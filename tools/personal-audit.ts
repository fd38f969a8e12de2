import { join } from 'node:path'
import { personalParts } from '#/server/app/personal.ts'
import { yearlyAudit } from '#/server/desk/personal/public.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { openDatabase } from '#/server/lib/database/database.ts'

// `npm run personal-audit -- 2026`: prints the yearly audit of personal data. No server may use the embedded database
// meanwhile.

const year = Number(process.argv[2])
if (!Number.isInteger(year) || year < 2020 || year > 9999) {
  process.stderr.write('用法 usage: npm run personal-audit -- 2026\n')
  process.exit(1)
}
const settings = readSettings(process.env)
const database = await openDatabase(
  settings.databaseUrl === null ? { dir: join(settings.dataDir, 'db') } : { url: settings.databaseUrl, limits: { statementMs: 600_000 } },
)
try {
  const { text, findings } = await yearlyAudit(database.kysely, year, new Date(), personalParts)
  process.stdout.write(text)
  if (findings > 0) process.stderr.write(`须处理 to be mended: ${findings}\n`)
  process.exitCode = findings > 0 ? 1 : 0
} finally {
  await database.close()
}
