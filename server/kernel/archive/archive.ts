import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { syncFolder, syncPath } from '#/server/lib/database/embedded-files.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'

// A backup is a folder that administrators can inspect. `manifest.json` describes it, `data/` has one compressed file
// of lines per table, and `files/` mirrors the store. `sha256sum -c SHA256SUMS` verifies it without this program. The
// manifest is signed.

const manifestTableSchema = z.strictObject({
  name: z.string().regex(/^[a-z_]+\.[a-z_0-9]+$/),
  columns: z.array(z.string()).min(1),
  rows: z.int().min(0),
})

const manifestSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  /** Time of the snapshot. */
  at: z.iso.datetime(),
  mode: z.enum(['demo', 'production']),
  engine: z.enum(['embedded', 'server']),
  /** Applied schema migrations. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  tables: z.array(manifestTableSchema),
  sequences: z.record(z.string(), z.int()),
  /** Number of unfinished jobs. */
  queued: z.int(),
  /** Fingerprints of the keys needed to read the data: `SECRET_KEY`, `VAULT_KEYS`, `VAULT_INDEX_KEY`. */
  keys: z.strictObject({ secret: z.array(z.string()), sealing: z.array(z.string()), index: z.array(z.string()) }),
  /**
   * Null when files were not copied. `lost` files were missing or damaged in the store; `letGo` files were past their
   * last day.
   */
  files: z.strictObject({ count: z.int(), bytes: z.int(), lost: z.array(z.string()), letGo: z.array(z.string()) }).nullable(),
  /** The digest of `SHA256SUMS`, which lists the digests of all other files. */
  sums: z.string(),
})

export type Manifest = z.output<typeof manifestSchema>
export type ManifestTable = z.output<typeof manifestTableSchema>

/** A backup that is invalid or unusable. The message is for the administrator who restores it. */
export class InvalidArchive extends Error {
  override readonly name = 'InvalidArchive'
}

const signaturePrefix = 'backup\n'
const linesPerBatch = 500

export const dataPath = (table: string) => `data/${table}.jsonl.gz`
export const filePath = (id: string) => `files/${id.slice(0, 2)}/${id}`
export const queuePath = 'queue.jsonl.gz'

function hashStream(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

/** Writes a backup under a draft name and renames it once it is complete and on disk. */
export class ArchiveWriter {
  readonly folder: string
  readonly #draft: string
  readonly #sums: string[] = []

  private constructor(folder: string) {
    this.folder = folder
    this.#draft = `${folder}.part`
  }

  static async begin(folder: string): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(folder)
    await rm(writer.#draft, { recursive: true, force: true })
    await mkdir(join(writer.#draft, 'data'), { recursive: true, mode: 0o700 })
    return writer
  }

  /** Compresses lines as they arrive, with at most one batch in memory. Returns the number of lines. */
  async lines(path: string, batches: AsyncIterable<readonly string[]>): Promise<number> {
    const hash = createHash('sha256')
    let count = 0
    const texts = async function* () {
      for await (const batch of batches) {
        count += batch.length
        yield `${batch.join('\n')}\n`
      }
    }
    await pipeline(Readable.from(texts()), createGzip(), hashStream(hash), createWriteStream(join(this.#draft, path), { flags: 'wx', mode: 0o600 }))
    this.#sums.push(`${hash.digest('hex')}  ${path}`)
    return count
  }

  async file(id: string, sha256: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#draft, filePath(id))
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(path, 'wx', 0o600)
    await handle.writeFile(bytes).finally(() => handle.close())
    this.#sums.push(`${sha256}  ${filePath(id)}`)
  }

  /** The draft folder, from which the caller can read the written parts. */
  get draft(): string {
    return this.#draft
  }

  async finish(manifest: Omit<Manifest, 'sums' | 'format'>, signer: StatementSigner): Promise<void> {
    const write = async (name: string, text: string) => {
      const handle = await open(join(this.#draft, name), 'wx', 0o600)
      await handle.writeFile(text).finally(() => handle.close())
    }
    const sums = `${this.#sums.join('\n')}\n`
    const fullManifest: Manifest = { format: 1, ...manifest, sums: createHash('sha256').update(sums).digest('hex') }
    const text = `${JSON.stringify(fullManifest, null, 2)}\n`
    await write('SHA256SUMS', sums)
    await write('manifest.json', text)
    await write('manifest.signature', `${JSON.stringify(signer.sign(signaturePrefix + text))}\n`)
    syncFolder(this.#draft)
    await rename(this.#draft, this.folder)
    syncPath(dirname(this.folder))
  }

  async discard(): Promise<void> {
    await rm(this.#draft, { recursive: true, force: true })
  }
}

async function readArchiveText(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new InvalidArchive(`${folder} 不是完整的备份（缺少 ${name}）  is not a whole backup: it has no ${name}`)
    throw error
  })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads the manifest; throws if its format is newer or its signature is not this installation's. */
export async function readManifest(folder: string, signer: StatementSigner): Promise<Manifest> {
  const text = await readArchiveText(folder, 'manifest.json')
  const raw = jsonOrNull(text)
  const format = z.object({ format: z.int() }).safeParse(raw)
  if (format.success && format.data.format > 1)
    throw new InvalidArchive('此备份由更新版本的程序生成，请用该版本恢复  This backup was made by a newer version of the program; restore it with that version')
  const signature = z.object({ signer: z.string(), signature: z.string() }).safeParse(jsonOrNull(await readArchiveText(folder, 'manifest.signature')))
  const isOwnSignature = signature.success ? signer.isOurs(signaturePrefix + text, signature.data) : false
  if (isOwnSignature === null)
    throw new InvalidArchive(`SECRET_KEY 缺少签署此备份的密钥  SECRET_KEY lacks the key that signed this backup (${signature.data?.signer ?? ''})`)
  const manifest = manifestSchema.safeParse(raw)
  if (!isOwnSignature || !manifest.success)
    throw new InvalidArchive('manifest.json 已损坏或被改动，未写入任何内容  manifest.json is damaged or was changed; nothing was written')
  return manifest.data
}

async function fileDigestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}

/** Throws unless every file of the backup is present and unchanged. */
export async function checkSums(folder: string, manifest: Manifest): Promise<void> {
  const failDamaged = (name: string) => {
    throw new InvalidArchive(`备份不完整或已损坏：${name}，未写入任何内容  The backup is cut or damaged at ${name}; nothing was written`)
  }
  if ((await fileDigestOf(join(folder, 'SHA256SUMS'))) !== manifest.sums) failDamaged('SHA256SUMS')
  const missingPaths = new Set([queuePath, ...manifest.tables.map(({ name }) => dataPath(name))])
  let fileCount = 0
  for (const line of (await readArchiveText(folder, 'SHA256SUMS')).split('\n')) {
    const path = line.slice(66)
    if (path === '') continue
    if ((await fileDigestOf(join(folder, path))) !== line.slice(0, 64)) failDamaged(path)
    if (!missingPaths.delete(path)) fileCount++
  }
  for (const path of missingPaths) failDamaged(path)
  if (fileCount !== (manifest.files?.count ?? 0)) failDamaged('files')
}

/** Yields the lines of a backup file in batches. */
export async function* readLines(folder: string, path: string): AsyncGenerator<string[]> {
  const text = createReadStream(join(folder, path)).compose(createGunzip()) as Readable
  let rest = ''
  let lines: string[] = []
  for await (const chunk of text.setEncoding('utf8')) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    if (lines.length < linesPerBatch) continue
    yield lines
    lines = []
  }
  if (lines.length > 0) yield lines
}

/** A stored file that a backed-up row refers to. */
export interface NamedFile {
  readonly id: string
  readonly sha256: string
}

/** Yields the files that the backed-up rows refer to, except those due for deletion. */
export async function* namedFiles(folder: string, tables: readonly ManifestTable[]): AsyncGenerator<NamedFile[]> {
  const table = tables.find(({ name }) => name === 'public.stored_file')
  if (!table) return
  const [id, sha256, deleting] = ['id', 'sha256', 'deleting_at'].map((name) => table.columns.indexOf(name)) as [number, number, number]
  for await (const lines of readLines(folder, dataPath(table.name))) {
    const rows = lines.map((line) => JSON.parse(line) as (string | null)[])
    yield rows.filter((row) => (row[deleting] ?? null) === null).map((row) => ({ id: row[id] ?? '', sha256: row[sha256] ?? '' }))
  }
}

export async function readArchivedFile(folder: string, id: string): Promise<Uint8Array> {
  return readFile(join(folder, filePath(id)))
}
