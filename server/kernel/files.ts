import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Files } from '#/server/kernel/context.ts'
import { refuseWithin } from '#/server/kernel/database-dialect.ts'
import { bytesDigest } from '#/server/kernel/input-digest.ts'
import type { Outside } from '#/server/kernel/outside.ts'

/** Where file bytes live; the folder by default, another store behind the same two functions. */
export interface FileStore {
  write(id: string, bytes: Uint8Array): Promise<void>
  read(id: string): Promise<Uint8Array>
}

/** A store that is never waited for inside a transaction. */
export function outsideOnly(store: FileStore): FileStore {
  return {
    async write(id, bytes) {
      refuseWithin('the file store')
      return store.write(id, bytes)
    },
    async read(id) {
      refuseWithin('the file store')
      return store.read(id)
    },
  }
}

/** Files in a folder, by id alone: no name from outside ever becomes a path. */
export function folderStore(folder: string): FileStore {
  const place = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('not a file id')
    return join(folder, id.slice(0, 2), id)
  }
  return {
    async write(id, bytes) {
      const path = place(id)
      await mkdir(join(folder, id.slice(0, 2)), { recursive: true })
      const handle = await open(`${path}.tmp`, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${path}.tmp`, path)
    },
    read: (id) => readFile(place(id)),
  }
}

/** The store as one transaction sees it: row-level security decides which files there are. */
export function filesFor(store: FileStore, db: Db, who: { userId: number; now: Date; outside: Outside }): Files {
  let saved = 0
  return {
    async save(file) {
      const sha256 = bytesDigest(file.bytes).toString('hex')
      // The same bytes kept twice are two files: each has its place in the order.
      const id = await who.outside('store', [saved++, sha256], async () => {
        const made = randomUUID()
        await store.write(made, file.bytes)
        return made
      })
      await db
        .insertInto('stored_file')
        .values({
          id,
          name: file.name,
          media_type: file.mediaType,
          size_bytes: file.bytes.byteLength,
          sha256,
          purpose: file.purpose,
          unit_id: file.unitId ?? null,
          centre_id: file.centreId ?? null,
          operator_id: file.operatorId ?? null,
          partner_id: file.partnerId ?? null,
          created_by: who.userId,
          created_at: who.now,
          expires_at: file.keepDays === undefined ? null : new Date(who.now.getTime() + file.keepDays * 86_400_000),
        })
        .execute()
      return { id, sha256 }
    },
    async open(id) {
      const row = await db.selectFrom('stored_file').select(['id', 'name', 'media_type', 'sha256', 'expires_at']).where('id', '=', id).executeTakeFirst()
      if (!row || (row.expires_at !== null && row.expires_at <= who.now)) return null
      return { id: row.id, name: row.name, mediaType: row.media_type, sha256: row.sha256, bytes: await who.outside('read', id, () => store.read(id)) }
    },
  }
}
