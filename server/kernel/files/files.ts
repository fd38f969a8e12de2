import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Db, Files } from '#/server/kernel/context.ts'
import type { ExternalCall } from '#/server/kernel/request/external-calls.ts'
import { bytesDigest } from '#/server/kernel/request/input-digest.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

/** Storage of file contents, in a folder by default or in a bucket. */
export interface FileStore {
  write(id: string, bytes: Uint8Array): Promise<void>
  /** Stores a local file without loading it into memory. */
  writeFrom(id: string, path: string): Promise<void>
  read(id: string): Promise<Uint8Array>
  /** Streams a file. Rejects before the first chunk if the file is absent. */
  stream(id: string): Promise<Readable>
  /** Removes the bytes. Succeeds even if the file is absent. */
  remove(id: string): Promise<void>
  /** Returns the ids with this two-digit hexadecimal prefix and their write times. */
  list(prefix: string): Promise<StoredBytes[]>
}

/** The file store is unreachable, broke the connection or does not answer. The caller should answer 503. */
export class FileStoreLost extends Error {
  readonly retryAfterSeconds = 2

  constructor(why: string) {
    super(`the file store was lost: ${why}`)
    this.name = 'FileStoreLost'
  }
}

/** Wraps a store so that it refuses use inside a transaction. */
export function withoutTransaction(store: FileStore): FileStore {
  const outsideTransaction = <A extends unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...callArgs: A): Promise<T> => {
      refuseInTransaction('the file store')
      return work(...callArgs)
    }
  }
  return {
    write: outsideTransaction(store.write),
    writeFrom: outsideTransaction(store.writeFrom),
    read: outsideTransaction(store.read),
    stream: outsideTransaction(store.stream),
    remove: outsideTransaction(store.remove),
    list: outsideTransaction(store.list),
  }
}

export interface StoredBytes {
  readonly id: string
  readonly at: Date
}

/** File names in the store are ids, never names given by users. */
export const fileIdPattern = /^[0-9a-f-]{36}$/

/** Returns a store that keeps files in a folder by id, so that no name given by a user becomes a path. */
export function folderStore(folder: string): FileStore {
  const pathOfFile = (id: string) => {
    if (!fileIdPattern.test(id)) throw new Error('not a file id')
    return join(folder, id.slice(0, 2), id)
  }
  // The name of a draft is random, because two servers may seal the same file again at the same time.
  const draftOf = (id: string) => `${pathOfFile(id)}.${randomUUID()}.tmp`
  return {
    async write(id, bytes) {
      const draft = draftOf(id)
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true })
      const handle = await open(draft, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, pathOfFile(id))
    },
    async writeFrom(id, path) {
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true })
      const draft = draftOf(id)
      await copyFile(path, draft)
      const handle = await open(draft, 'r+')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, pathOfFile(id))
    },
    read: (id) => readFile(pathOfFile(id)),
    stream: async (id) => (await open(pathOfFile(id), 'r')).createReadStream(),
    remove: async (id) => rm(pathOfFile(id), { force: true }),
    async list(prefix) {
      const names = await readdir(join(folder, prefix)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      // Skips temporary files of interrupted writes.
      const ids = names.filter((name) => fileIdPattern.test(name))
      return Promise.all(ids.map(async (id) => ({ id, at: (await stat(pathOfFile(id))).mtime })))
    },
  }
}

/** Throws an error that names the folder if no file can be created in it. */
export async function expectWritableFolder(folder: string): Promise<void> {
  const probe = join(folder, `${randomUUID()}.tmp`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '', { mode: 0o600 })
    await rm(probe)
  } catch (error) {
    throw new Error(`FILES: no file can be created in ${folder}: ${String(error)}`)
  }
}

/** Returns the file store for one transaction; row-level security limits the visible files. */
export function filesFor(store: FileStore, db: Db, who: { userId: number; now: Date; outside: ExternalCall }): Files {
  let savedCount = 0
  const rowOf = (file: Parameters<Files['adopt']>[0]) => ({
    id: file.id,
    name: file.name,
    media_type: file.mediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    purpose: file.purpose,
    unit_id: file.unitId ?? null,
    centre_id: file.centreId ?? null,
    operator_id: file.operatorId ?? null,
    partner_id: file.partnerId ?? null,
    created_by: who.userId,
    created_at: who.now,
    is_encrypted: true,
    expires_at: file.keepDays === undefined ? null : new Date(who.now.getTime() + file.keepDays * 86_400_000),
  })
  return {
    async save(file) {
      const [stored] = await this.saveAll([file])
      if (!stored) throw new Error('a file that was kept has an id')
      return stored
    },
    async saveAll(files) {
      if (files.length === 0) return []
      const digests = files.map(({ bytes }) => bytesDigest(bytes).toString('hex'))
      // The key contains the number of the call, so that equal bytes saved twice become two files.
      const ids = await who.outside('store', [savedCount++, digests], async () => {
        const newIds: string[] = []
        for (const { bytes } of files) {
          const id = randomUUID()
          await store.write(id, bytes)
          newIds.push(id)
        }
        return newIds
      })
      const newFiles = files.map((file, at) => ({ ...file, id: ids[at] ?? '', sha256: digests[at] ?? '', sizeBytes: file.bytes.byteLength }))
      await db.insertInto('stored_file').values(newFiles.map(rowOf)).execute()
      return newFiles.map(({ id, sha256 }) => ({ id, sha256 }))
    },
    async adopt(file) {
      await db.insertInto('stored_file').values(rowOf(file)).execute()
    },
    async open(id) {
      const row = await db
        .selectFrom('stored_file')
        .select(['id', 'name', 'media_type', 'sha256', 'expires_at'])
        .where('id', '=', id)
        .where('deleting_at', 'is', null)
        .executeTakeFirst()
      if (!row || (row.expires_at !== null && row.expires_at <= who.now)) return null
      return { id: row.id, name: row.name, mediaType: row.media_type, sha256: row.sha256, bytes: await who.outside('read', id, () => store.read(id)) }
    },
  }
}

/** A temporary file to make permanent, with its owner. */
export interface FileOwnerRow {
  readonly id: string
  readonly unit_id: number | null
  readonly operator_id: number | null
}

/**
 * Makes temporary files permanent for this purpose and owner. The caller must already have found them in its own scope.
 */
export async function makeFilesPermanent(db: Db, purpose: string, files: readonly FileOwnerRow[]): Promise<void> {
  const requestedRows = rowsFrom('requested', { id: 'uuid', unit_id: 'bigint', operator_id: 'bigint' }, files)
  await sql`update stored_file set purpose = ${purpose}, unit_id = requested.unit_id, operator_id = requested.operator_id, expires_at = null
    from ${requestedRows} where stored_file.id = requested.id`.execute(db)
}
