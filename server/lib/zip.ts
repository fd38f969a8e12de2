import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { truncateUnits } from '#/domain/base/text.ts'

/** A file in an archive. `name` may contain folders (`2026-01/张三.pdf`) and is made safe and unique. */
export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
}

interface ZipOptions {
  /** Date of the entry. By default a fixed date, so that the bytes are reproducible. */
  readonly modified?: Date
}

const MAX_NAME_LENGTH = 120
/** Earliest date of the zip format. */
const DEFAULT_DATE = new Date(1980, 0, 1)
const RESERVED_NAME_PATTERN = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069"*:<>?|]/g

function safePart(part: string): string {
  const cleanPart = part
    .toWellFormed()
    .replace(UNSAFE_CHARACTERS, '_')
    .trim()
    .replace(/(?<![. ])[. ]+$/, '')
  if (cleanPart === '' || cleanPart === '.' || cleanPart === '..') return ''
  const dotIndex = cleanPart.lastIndexOf('.')
  const extension = dotIndex > 0 ? truncateUnits(cleanPart.slice(dotIndex), 16) : ''
  const stem = truncateUnits(dotIndex > 0 ? cleanPart.slice(0, dotIndex) : cleanPart, MAX_NAME_LENGTH)
  return RESERVED_NAME_PATTERN.test(cleanPart) ? `_${stem}${extension}` : stem + extension
}

/** Returns a function that makes names safe and unique on every operating system, and keeps them inside the folder. */
export function createUniqueNamer(): (name: string) => string {
  const usedNames = new Set<string>()
  return (name) => {
    const safeName = name.replaceAll('\\', '/').split('/').map(safePart).filter(Boolean).join('/') || 'file'
    const dotIndex = safeName.lastIndexOf('.')
    const [stem, extension] = dotIndex > safeName.lastIndexOf('/') + 1 ? [safeName.slice(0, dotIndex), safeName.slice(dotIndex)] : [safeName, '']
    let uniqueName = safeName
    for (let copy = 2; usedNames.has(uniqueName.normalize('NFC').toLowerCase()); copy += 1) uniqueName = `${stem} (${copy})${extension}`
    usedNames.add(uniqueName.normalize('NFC').toLowerCase())
    return uniqueName
  }
}

/**
 * Copies the name out of Node's 64 KB buffer pool. yazl stores every name as a slice of the pool, which retains the
 * whole pool buffer: 600 MB for 10,000 receipts.
 */
function copyOutOfPool(zip: ZipFile): void {
  const { entries } = zip as unknown as { readonly entries: { utf8FileName: Buffer }[] }
  const entry = entries.at(-1)
  if (entry) entry.utf8FileName = Buffer.from(Uint8Array.from(entry.utf8FileName).buffer)
}

/** Adds an entry and waits until its bytes are written, so that memory holds one entry at a time. */
async function addEntry(zip: ZipFile, closing: Promise<void>, name: string, bytes: ZipEntry['bytes'], mtime: Date): Promise<void> {
  const source = Readable.from(bytes instanceof Uint8Array ? [bytes] : bytes, { objectMode: false })
  const sourceEnd = finished(source, { writable: false })
  let pendingSource: Readable | undefined = source
  zip.addReadStreamLazy(name, { mtime, mode: 0o100644 }, (give) => {
    if (pendingSource) give(null, pendingSource)
    // yazl holds this function until the archive is complete. Clearing the variable frees the bytes.
    pendingSource = undefined
  })
  copyOutOfPool(zip)
  await Promise.race([sourceEnd, closing])
  source.destroy()
}

async function addEntries(zip: ZipFile, out: Readable, entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, mtime: Date): Promise<void> {
  const nameOf = createUniqueNamer()
  const streamEnd = new Promise<void>((resolve) => out.once('close', resolve))
  for await (const entry of entries) {
    if (out.destroyed) return
    await addEntry(zip, streamEnd, nameOf(entry.name), entry.bytes, mtime)
  }
  zip.end()
}

function startArchive(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, mtime: Date): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  addEntries(zip, output, entries, mtime).catch(fail)
  return output
}

/**
 * Writes an archive as a stream while it is read, with one entry in memory. Production starts when reading starts. If
 * an entry fails, the stream ends with its error. If the reader stops, production stops.
 */
export function zipStream(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>, options: ZipOptions = {}): Readable {
  let reader: Readable | undefined
  const startReading = () => {
    const entryStream = startArchive(entries, options.modified ?? DEFAULT_DATE)
    entryStream.on('data', (chunk: Buffer) => archive.push(chunk) || entryStream.pause())
    entryStream.on('end', () => archive.push(null))
    entryStream.on('error', (error) => archive.destroy(error))
    return entryStream
  }
  const archive = new Readable({
    read() {
      reader ??= startReading()
      reader.resume()
    },
    destroy(error, done) {
      reader?.destroy()
      done(error)
    },
  })
  return archive
}
