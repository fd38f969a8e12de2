import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate, readMigrations } from '#/server/kernel/archive/migrate.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'

// Creating a database takes seconds and copying an image a fraction of a second, so tests start from cached images.

const modulesFolder = join(import.meta.dirname, '../../../node_modules')
const cacheFolder = join(modulesFolder, '.cache/yunchuangke')
const maxImages = 6

function readCachedImage(path: string): Uint8Array | null {
  try {
    const bytes = readFileSync(path)
    const now = new Date()
    utimesSync(path, now, now)
    return bytes
  } catch {
    return null
  }
}

function storeImage(path: string, bytes: Uint8Array): void {
  mkdirSync(cacheFolder, { recursive: true })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, bytes)
  renameSync(draft, path)
  const imagesNewestFirst = readdirSync(cacheFolder)
    .map((name) => ({ path: join(cacheFolder, name), at: statSync(join(cacheFolder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
  for (const oldImage of imagesNewestFirst.slice(maxImages)) rmSync(oldImage.path, { force: true })
}

/** Returns the bytes from `make`, cached in a file until `key` changes. `key` must cover all inputs of `make`. */
export async function cachedBytes(key: readonly string[], make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const hash = createHash('sha256')
  const engine = readFileSync(join(modulesFolder, '@electric-sql/pglite/package.json'), 'utf8')
  for (const each of [engine, ...key]) hash.update(each).update('\0')
  const path = join(cacheFolder, `${hash.digest('hex').slice(0, 32)}.tar`)
  const storedImage = readCachedImage(path)
  if (storedImage) return storedImage
  const newImage = await make()
  storeImage(path, newImage)
  return newImage
}

/** Returns the image of a database on the embedded engine. */
export async function databaseImageOf(database: Database): Promise<Uint8Array> {
  await sql`checkpoint`.execute(database.kysely)
  return database.dump()
}

/** Returns the image of an empty database after `fill`, cached by `key`. */
export function preparedImage(key: readonly string[], fill: (database: Database) => Promise<void>): Promise<Uint8Array> {
  return cachedBytes(key, async () => {
    const database = await openDatabase({ dir: ':memory:' })
    try {
      await fill(database)
      return await databaseImageOf(database)
    } finally {
      await database.close()
    }
  })
}

/** Returns the image of a database with this version's schema and no rows. */
export function schemaImage(): Promise<Uint8Array> {
  return preparedImage(
    readMigrations().flatMap(({ name, sha256 }) => [name, sha256]),
    (database) => migrate(database),
  )
}
