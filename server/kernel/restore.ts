import { sql } from 'kysely'
import { archivedFile, BadArchive, checkSums, dataPath, type Manifest, namedFiles, queuePath, readLines, readManifest } from '#/server/kernel/archive.ts'
import { plainText, readWhole, withEach } from '#/server/kernel/backup.ts'
import { type Content, clear, contentOf, type TableShape, tablesOf, takeKeysAway, triggersOf } from '#/server/kernel/catalog.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files.ts'
import { bytesDigest } from '#/server/kernel/input-digest.ts'
import type { RunningQueue } from '#/server/kernel/jobs.ts'
import { haveRoles, type Migration, migrate, readMigrations } from '#/server/kernel/migrate.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { Signer } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// The way back. Everything that can be refused is refused before anything is written. The schema comes step by step, as at any start; rows, sequences and
// queue then come in one transaction, so that a database is what the backup was, or there is nothing in it.

/** Fingerprints of the keys at hand. */
export interface KeysAtHand {
  readonly secret: readonly string[]
  readonly sealing: readonly string[]
  readonly index: string | null
}

/** Throws unless this program with these keys can use the backup: names every key that is missing. */
export async function expectUsable(folder: string, signer: Signer, keys: KeysAtHand, known: readonly Migration[] = readMigrations()): Promise<Manifest> {
  const manifest = await readManifest(folder, signer)
  const steps = new Map(known.map(({ name, sha256 }) => [name, sha256]))
  const foreign = manifest.migrations.find(({ name }) => !steps.has(name))
  if (foreign) {
    throw new BadArchive(
      `此备份由更新版本的程序（${manifest.program}）生成，含有 ${foreign.name}；请用该版本或更新版本恢复\nThis backup was made by a newer version of the program (${manifest.program}): it has ${foreign.name}. Restore it with that version or a newer one`,
    )
  }
  const changed = manifest.migrations.find(({ name, sha256 }) => steps.get(name) !== sha256)
  if (changed) throw new BadArchive(`${changed.name} 与此程序中的不同  ${changed.name} is not the one of this program: the backup is of another product`)
  const lack = (name: string, wanted: readonly string[], at: readonly string[]) =>
    wanted.filter((id) => !at.includes(id)).map((id) => `${name} 缺少密钥  lacks the key ${id}`)
  const lacking = [
    ...lack('SECRET_KEY', manifest.keys.secret, keys.secret),
    ...lack('VAULT_KEYS', manifest.keys.sealing, keys.sealing),
    ...lack('VAULT_INDEX_KEY', manifest.keys.index, keys.index === null ? [] : [keys.index]),
  ]
  if (lacking.length > 0) throw new BadArchive(`${lacking.join('\n')}\n未写入任何内容  Nothing was written`)
  return manifest
}

/** Throws unless the database is there to be filled. */
export async function expectEmpty(db: Db, mayBePrepared: boolean): Promise<Content> {
  const content = await contentOf(db)
  if (content.kind === 'used')
    throw new BadArchive(`目标数据库不为空（${content.table}），未写入任何内容  The database is not empty (${content.table}); nothing was written`)
  if (content.kind === 'prepared' && !mayBePrepared) {
    throw new BadArchive(
      '目标数据库已建表但无业务数据；如确认要覆盖，请加 --into-empty\nThe database is prepared, and nobody has worked in it. To restore into it, add --into-empty',
    )
  }
  return content
}

function insertOf({ name, columns }: TableShape, given: readonly string[]): string {
  const types = new Map(columns.map((column) => [column.name, column.type]))
  if (types.size !== given.length || given.some((column) => !types.has(column)))
    throw new BadArchive(`${name} 的列与备份不符  The columns of ${name} are not those of the backup`)
  const values = given.map((column, at) => `(line ->> ${at})::${types.get(column)}`)
  return `insert into ${name} (${given.map((column) => `"${column}"`).join(', ')}) overriding system value select ${values.join(', ')}`
}

// A parameter of the server's protocol may be large, a jsonb array at most 256 MB.
const charactersMost = 4_000_000

function* portions(lines: readonly string[]): Generator<string> {
  let from = 0
  for (let size = 0, at = 0; at < lines.length; at++) {
    size += lines[at]?.length ?? 0
    if (size < charactersMost && at < lines.length - 1) continue
    yield `[${lines.slice(from, at + 1).join(',')}]`
    from = at + 1
    size = 0
  }
}

async function fill(db: Db, folder: string, manifest: Manifest): Promise<void> {
  const shapes = new Map((await tablesOf(db)).map((shape) => [shape.name, shape]))
  if (shapes.size !== manifest.tables.length) throw new BadArchive('备份的表与其版本不符  The tables of the backup are not those of its version')
  for (const { name, columns, rows } of manifest.tables) {
    const shape = shapes.get(name)
    if (!shape) throw new BadArchive(`没有表  There is no table ${name}`)
    const insert = insertOf(shape, columns)
    let count = 0n
    for await (const lines of readLines(folder, dataPath(name))) {
      for (const portion of portions(lines)) {
        const result = await sql`${sql.raw(insert)} from jsonb_array_elements(${portion}::jsonb) line`.execute(db)
        count += result.numAffectedRows ?? 0n
      }
    }
    if (count !== BigInt(rows)) throw new BadArchive(`${name}: ${count} / ${rows}`)
  }
  for (const [name, last] of Object.entries(manifest.sequences)) await sql`select setval(${name}::regclass, ${last})`.execute(db)
}

async function requeue(db: Db, folder: string, queue: RunningQueue): Promise<void> {
  for await (const lines of readLines(folder, queuePath)) {
    const jobs = lines.map((line) => JSON.parse(line) as [string, string, object, string])
    await queue.take(
      db,
      jobs.map(([id, name, data, startAfter]) => ({ id, name, data, startAfter })),
    )
  }
}

async function queueNames(folder: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const lines of readLines(folder, queuePath)) for (const line of lines) names.add((JSON.parse(line) as [string, string])[1])
  return [...names]
}

/** The files of the backup, each checked, into the store; what stands there under the same id is the same file. */
async function putFiles(folder: string, manifest: Manifest, store: FileStore): Promise<void> {
  if (manifest.files === null) return
  const absent = new Set([...manifest.files.lost, ...manifest.files.letGo])
  for await (const files of namedFiles(folder, manifest.tables)) {
    await withEach(
      files.filter(({ id }) => !absent.has(id)),
      async ({ id, sha256 }) => {
        const bytes = await archivedFile(folder, id)
        if (bytesDigest(bytes).toString('hex') !== sha256) throw new BadArchive(`files/${id}: 与数据库记录不符  is not what the database says`)
        await store.write(id, bytes)
      },
    )
  }
}

/** The files that the database names and that the store does not have as they were; those the backup knew to be lost are not asked for. */
export async function filesAstray(folder: string, manifest: Manifest, store: FileStore): Promise<string[]> {
  const absent = new Set([...(manifest.files?.lost ?? []), ...(manifest.files?.letGo ?? [])])
  const astray: string[] = []
  for await (const files of namedFiles(folder, manifest.tables)) {
    await withEach(files, async (file) => {
      if (!absent.has(file.id) && (await readWhole(store, file)) === null) astray.push(file.id)
    })
  }
  return astray
}

export interface RestoreTarget {
  readonly database: Database
  readonly store: FileStore
  readonly queue: RunningQueue
  readonly vault: Vault | null
  /** Whether a database that was prepared and never used may be cleared first. */
  readonly intoEmpty: boolean
  /** All queues of this version. */
  readonly jobs: readonly string[]
}

async function load(db: Db, { queue }: RestoreTarget, folder: string, manifest: Manifest, keys: readonly string[]): Promise<void> {
  const names = (await tablesOf(db)).map(({ name }) => name)
  await sql`lock table ${sql.join(names.map((name) => sql.table(name)))} in access exclusive mode`.execute(db)
  // Somebody may have begun to work here since the first look.
  await expectEmpty(db, true)
  await plainText.execute(db)
  const { off, on } = await triggersOf(db)
  const bare = names.map((name) => `delete from ${name}`)
  await sql.raw([...off, ...bare].join(';\n')).execute(db)
  await fill(db, folder, manifest)
  await sql.raw([...keys, ...on].join(';\n')).execute(db)
  await requeue(db, folder, queue)
}

/**
 * Makes an empty database what the backup was, at the version of then, and brings it up to this one. The backup's data passes no trigger a second time: they
 * are off within the transaction that loads. Foreign keys come back there by looking at every row; they went before it, as each that goes takes eleven locks until
 * its transaction ends, of the seven thousand that a server has by default.
 */
export async function restoreInto(target: RestoreTarget, folder: string, manifest: Manifest, steps: readonly Migration[] = readMigrations()): Promise<void> {
  const { database, store, queue, vault, intoEmpty, jobs } = target
  const content = await expectEmpty(database.kysely, intoEmpty)
  await checkSums(folder, manifest)
  await putFiles(folder, manifest, store)
  await haveRoles(database)
  await queue.prepare([...new Set([...jobs, ...(await queueNames(folder))])])
  if (content.kind === 'prepared') await clear(database)
  const names = new Set(manifest.migrations.map(({ name }) => name))
  try {
    const then = steps.filter(({ name }) => names.has(name))
    await migrate(database, then, vault)
    // Until the rows are there no server starts here: it would lay down a schema that stands.
    await sql`delete from public.migration`.execute(database.kysely)
    const keys = await takeKeysAway(database)
    await asOwner(database, (db) => load(db, target, folder, manifest, keys), { statementMs: 0, tries: 1, isAlone: true })
  } catch (error) {
    const cleared = async () => {
      if ((await contentOf(database.kysely)).kind === 'prepared') await clear(database)
    }
    // What failed first is what is said; what could not be cleared either goes when the command is given again.
    await cleared().catch(() => undefined)
    throw error
  }
  await migrate(database, steps, vault)
  await sql`analyze`.execute(database.kysely)
}
