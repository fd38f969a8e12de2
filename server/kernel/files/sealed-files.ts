import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { FileStore } from '#/server/kernel/files/files.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// Files are sealed at rest, as numbers are. Each file has its own key, which is stored in the file's header, sealed
// with the vault's newest key. The content is AES-256-GCM in chunks, so that large files can be streamed. The nonce
// contains the position of the chunk and whether it is the last one, and the file's id is authenticated. So no chunk
// can be moved, cut off or put into another file.

const sealedMark = Buffer.from('YCKFILE1')
const chunkBytes = 64 * 1024
const tagBytes = 16
const keyBytes = 32
const maxHeadBytes = 1024

/** Number of chunks after which other work can run. */
const chunksPerTurn = 64

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(place, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function sealedHeadOf(vault: Vault, key: Buffer): Buffer {
  const sealedFileKey = Buffer.from(vault.seal('file_key', key.toString('base64')))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(sealedFileKey.length)
  return Buffer.concat([sealedMark, length, sealedFileKey])
}

/**
 * Returns the sealed key of a sealed file and the offset of its content; null for an unsealed file of an earlier
 * version.
 */
function readHead(bytes: Buffer): { sealedKey: string; from: number } | null {
  if (!bytes.subarray(0, sealedMark.length).equals(sealedMark)) return null
  const contentStart = sealedMark.length + 2 + bytes.readUInt16BE(sealedMark.length)
  return { sealedKey: bytes.subarray(sealedMark.length + 2, contentStart).toString(), from: contentStart }
}

/**
 * Yields chunks of exactly `size` bytes, and the rest as the last chunk. Yields one empty chunk for an empty source.
 */
async function* splitIntoChunks(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let heldBytes: Buffer = Buffer.alloc(0)
  for await (const part of source) {
    heldBytes = heldBytes.length === 0 ? Buffer.from(part.buffer, part.byteOffset, part.byteLength) : Buffer.concat([heldBytes, part])
    // Holds back a full chunk until more data arrives, because the last chunk must be marked as last.
    while (heldBytes.length > size) {
      yield { piece: heldBytes.subarray(0, size), isLast: false }
      heldBytes = heldBytes.subarray(size)
    }
  }
  yield { piece: heldBytes, isLast: true }
}

async function* sealChunks(vault: Vault, id: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const key = randomBytes(keyBytes)
  yield sealedHeadOf(vault, key)
  let chunkNo = 0
  for await (const { piece, isLast } of splitIntoChunks(source, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(chunkNo++, isLast)).setAAD(Buffer.from(id))
    if (chunkNo % chunksPerTurn === 0) await setImmediate()
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

async function* openChunks(vault: Vault, id: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = source[Symbol.asyncIterator]()
  let firstBuffer = Buffer.alloc(0)
  for (let hasMore = true; hasMore && firstBuffer.length < maxHeadBytes; ) {
    const { value, done } = await reader.next()
    hasMore = done !== true
    if (value) firstBuffer = Buffer.concat([firstBuffer, value])
  }
  const rest = async function* (first: Buffer) {
    yield first
    yield* { [Symbol.asyncIterator]: () => reader }
  }
  const head = readHead(firstBuffer)
  if (head === null) return yield* rest(firstBuffer) as AsyncGenerator<Buffer>
  const key = Buffer.from(vault.open('file_key', head.sealedKey), 'base64')
  let chunkIndex = 0
  for await (const { piece, isLast } of splitIntoChunks(rest(firstBuffer.subarray(head.from)), chunkBytes + tagBytes)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(chunkIndex++, isLast)).setAAD(Buffer.from(id))
    decipher.setAuthTag(piece.subarray(-tagBytes))
    if (chunkIndex % chunksPerTurn === 0) await setImmediate()
    yield Buffer.concat([decipher.update(piece.subarray(0, -tagBytes)), decipher.final()])
  }
}

/**
 * Collects at most this many bytes into one buffer. Joining all parts of a large file at the end would block other
 * work.
 */
async function collectBytes(source: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(limit)
  let size = 0
  for await (const part of source) {
    bytes.set(part, size)
    size += part.length
  }
  return bytes.subarray(0, size)
}

const streamOf = (bytes: Uint8Array) => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)])

/** Seals the bytes of a file with the newest key. */
export function sealFile(vault: Vault, id: string, bytes: Uint8Array): Promise<Buffer> {
  const chunks = Math.ceil(bytes.byteLength / chunkBytes) + 1
  return collectBytes(sealChunks(vault, id, streamOf(bytes)), maxHeadBytes + bytes.byteLength + chunks * tagBytes)
}

/**
 * Opens the bytes of a sealed file. Returns unsealed files of earlier versions unchanged. Throws when the bytes were
 * altered.
 */
export function openFile(vault: Vault, id: string, bytes: Uint8Array): Promise<Buffer> {
  return collectBytes(openChunks(vault, id, streamOf(bytes)), bytes.byteLength)
}

/** A store whose files are sealed at rest. */
export interface SealedFileStore extends FileStore {
  /** Seals a file that is unsealed or sealed with an older key. Returns whether the file was rewritten. */
  reseal(id: string): Promise<boolean>
}

async function readFirstBytes(source: Readable): Promise<Buffer> {
  let readBuffer = Buffer.alloc(0)
  for await (const part of source) {
    readBuffer = Buffer.concat([readBuffer, part])
    if (readBuffer.length >= maxHeadBytes) break
  }
  source.destroy()
  return readBuffer
}

/** Returns a store that seals data written to `inner` and opens data read from it. */
export function sealedStore(inner: FileStore, vault: Vault): SealedFileStore {
  return {
    write: async (id, bytes) => inner.write(id, await sealFile(vault, id, bytes)),
    async writeFrom(id, path) {
      const sealedPath = `${path}.sealed`
      try {
        await pipeline(sealChunks(vault, id, createReadStream(path)), createWriteStream(sealedPath, { mode: 0o600 }))
        await inner.writeFrom(id, sealedPath)
      } finally {
        await rm(sealedPath, { force: true })
      }
    },
    read: async (id) => openFile(vault, id, await inner.read(id)),
    async stream(id) {
      const source = await inner.stream(id)
      // Closes the source here too, because a generator that never started does not.
      return Readable.from(openChunks(vault, id, source), { objectMode: false }).once('close', () => source.destroy())
    },
    remove: inner.remove,
    list: inner.list,
    async reseal(id) {
      const head = readHead(await readFirstBytes(await inner.stream(id)))
      if (head !== null && vault.isCurrent(head.sealedKey)) return false
      const bytes = Buffer.from(await inner.read(id))
      const key = head === null ? null : Buffer.from(vault.open('file_key', head.sealedKey), 'base64')
      const resealedFile =
        key === null || head === null ? await sealFile(vault, id, bytes) : Buffer.concat([sealedHeadOf(vault, key), bytes.subarray(head.from)])
      await inner.write(id, resealedFile)
      return true
    },
  }
}

const prefixCount = 256

/**
 * Seals every file of a store with the newest key and returns the number of rewritten files. Older keys are then no
 * longer needed.
 */
export async function resealAllFiles(store: SealedFileStore): Promise<number> {
  let count = 0
  for (let part = 0; part < prefixCount; part++) {
    for (const { id } of await store.list(part.toString(16).padStart(2, '0'))) if (await store.reseal(id)) count++
  }
  return count
}
