import { join } from 'node:path'
import { buildMonth, deleteMonths, dueMonths, sumFile, unsummedFileIds } from '#/server/desk/reports/public.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { openDatabase } from '#/server/lib/database/database.ts'

// `npm run reports`: recomputes the stored report figures of past months from the payment lines. No server may use the
// embedded database meanwhile.

const settings = readSettings(process.env)
const database = await openDatabase(
  settings.databaseUrl === null ? { dir: join(settings.dataDir, 'db') } : { url: settings.databaseUrl, limits: { statementMs: 600_000 } },
)
try {
  await database.kysely.transaction().execute(async (db) => {
    const now = { db, now: new Date() }
    await deleteMonths(now)
    for (const month of await dueMonths(now)) process.stdout.write(`${month} ${await buildMonth(now, month)} rows\n`)
    for (const fileId of await unsummedFileIds(now)) await sumFile(now, fileId)
  })
} finally {
  await database.close()
}
