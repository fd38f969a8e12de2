import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damagedError, MAX_WORKBOOK_BYTES, SheetError, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'
import { BrokenEntry, readEntry } from '#/server/lib/unzip.ts'

/**
 * A workbook is a decompression bomb if it unpacks to more than this size and more than `MAX_RATIO` times its packed
 * size.
 */
const MIN_BYTES_FOR_RATIO = 16 * 1024 * 1024
const MAX_RATIO = 150
const MAX_PARTS = 2_000

/** The parts of a workbook. Each is unpacked while it is read. */
export interface Archive {
  readonly names: readonly string[]
  /** The same names as spelled in the directory. */
  readonly originalNames: readonly string[]
  has(name: string): boolean
  /** Returns the declared unpacked size of a part; 0 if it is missing. */
  size(name: string): number
  /** Unpacks a part. Throws `damagedError` if size or checksum differ from the directory. */
  read(name: string): AsyncIterable<Uint8Array>
}

async function listParts(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  let unpackedSize = 0
  let packedSize = 0
  let partCount = 0
  for await (const entry of zip.eachEntry()) {
    partCount += 1
    unpackedSize += entry.uncompressedSize
    packedSize += entry.compressedSize
    if (unpackedSize > MAX_WORKBOOK_BYTES || partCount > MAX_PARTS) throw tooLargeError()
    if (entry.isEncrypted()) throw new SheetError({ code: 'encrypted' })
    parts.set(entry.fileName.toLowerCase(), entry)
  }
  if (unpackedSize > MIN_BYTES_FOR_RATIO && unpackedSize > packedSize * MAX_RATIO) throw tooLargeError()
  return parts
}

async function* readPart(bytes: Buffer, zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
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
    const parts = await listParts(zip)
    return {
      names: [...parts.keys()],
      originalNames: [...parts.values()].map(({ fileName }) => fileName),
      has: (name) => parts.has(name.toLowerCase()),
      size: (name) => parts.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name) => readPart(bytes, zip, parts.get(name.toLowerCase())),
    }
  } catch (error) {
    throw error instanceof SheetError ? error : damagedError(error)
  }
}
