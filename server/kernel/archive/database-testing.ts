import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { schemaImage } from '#/server/kernel/archive/embedded-image.ts'
import { migrate } from '#/server/kernel/archive/migrate.ts'
import { type Database, type OpenOptions, openDatabase } from '#/server/lib/database/database.ts'

const adminUrl = process.env.TEST_DATABASE_URL

/** Opens an empty test database: embedded in memory, or created on `TEST_DATABASE_URL` and dropped on close. */
export async function openEmptyDatabase(options: Pick<OpenOptions, 'limits' | 'image'> = {}): Promise<Database> {
  if (!adminUrl) return openDatabase({ dir: ':memory:', ...options })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const runAsAdmin = async (what: string) => {
    const admin = await openDatabase({ url: adminUrl })
    await sql`${sql.raw(what)} ${sql.ref(name)}`.execute(admin.kysely)
    await admin.close()
  }
  await runAsAdmin('create database')
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href, ...options })
  const close = async () => {
    await database.close()
    await runAsAdmin('drop database')
  }
  return { ...database, close }
}

/** Opens a test database with this version's schema and no rows. */
export async function openMigratedDatabase(options: Pick<OpenOptions, 'limits'> = {}): Promise<Database> {
  const database = await openEmptyDatabase(adminUrl ? options : { ...options, image: await schemaImage() })
  await migrate(database)
  return database
}
