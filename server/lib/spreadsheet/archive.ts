import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damagedError, MAX_UNPACKED_BYTES, SheetError, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'
import { BrokenEntry, readEntry } from '#/server/lib/unzip.ts'

/** A workbook above this size that expands more than `MAX_RATIO` times is a decompression bomb. */
const RATIO_MATTERS_FROM = 16 * 1024 * 1024
const MAX_RATIO = 150
const MAX_PARTS = 2_000

/** The parts of a workbook. Each is unpacked while it is read. */
export interface Archive {
  readonly names: readonly string[]
  /** The same names as spelled in the directory. */
  readonly written: readonly string[]
  has(name: string): boolean
  /** Returns the declared unpacked size of a part; 0 if it is missing. */
  size(name: string): number
  /** Unpacks a part. Throws `damagedError` if size or checksum differ from the directory. */
  read(name: string): AsyncIterable<Uint8Array>
}

async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  let unpacked = 0
  let packed = 0
  let seen = 0
  for await (const entry of zip.eachEntry()) {
    seen += 1
    unpacked += entry.uncompressedSize
    packed += entry.compressedSize
    if (unpacked > MAX_UNPACKED_BYTES || seen > MAX_PARTS) throw tooLargeError()
    if (entry.isEncrypted()) throw new SheetError({ code: 'encrypted' })
    parts.set(entry.fileName.toLowerCase(), entry)
  }
  if (unpacked > RATIO_MATTERS_FROM && unpacked > packed * MAX_RATIO) throw tooLargeError()
  return parts
}

async function* part(bytes: Buffer, zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) throw damagedError('missing part')
  try {
    yield* readEntry(bytes, zip, entry)
  } catch (error) {
    throw error instanceof BrokenEntry ? damagedError(error) : error
  }
}

/**
 * Opens a zip container in memory. Refuses decompression bombs by the declared sizes, and false declarations while
 * reading.
 */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    const parts = await listed(zip)
    return {
      names: [...parts.keys()],
      written: [...parts.values()].map(({ fileName }) => fileName),
      has: (name) => parts.has(name.toLowerCase()),
      size: (name) => parts.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name) => part(bytes, zip, parts.get(name.toLowerCase())),
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damagedError(error)
  }
}
