import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, MAX_UNPACKED_BYTES, overfull, SheetTrouble } from '#/server/lib/spreadsheet/sheet.ts'
import { BrokenEntry, readEntry } from '#/server/lib/unzip.ts'

/** Beyond this size a workbook that shrinks more than `MAX_RATIO` times is a bomb, not a list. */
const RATIO_MATTERS_FROM = 16 * 1024 * 1024
const MAX_RATIO = 150
const MAX_PARTS = 2_000

/** The parts of a workbook, each unpacked only while it is read. */
export interface Archive {
  readonly names: readonly string[]
  /** The same names as the directory writes them. */
  readonly written: readonly string[]
  has(name: string): boolean
  /** Bytes of a part, unpacked, as the directory promises; 0 where there is none. */
  size(name: string): number
  /** Bytes as they are unpacked; ends in `damaged` when size or checksum are not those promised. */
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
    if (unpacked > MAX_UNPACKED_BYTES || seen > MAX_PARTS) throw overfull()
    if (entry.isEncrypted()) throw new SheetTrouble({ code: 'encrypted' })
    parts.set(entry.fileName.toLowerCase(), entry)
  }
  if (unpacked > RATIO_MATTERS_FROM && unpacked > packed * MAX_RATIO) throw overfull()
  return parts
}

async function* part(bytes: Buffer, zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) throw damaged('missing part')
  try {
    yield* readEntry(bytes, zip, entry)
  } catch (error) {
    throw error instanceof BrokenEntry ? damaged(error) : error
  }
}

/** Opens a zip container held in memory; refuses bombs by what the directory promises, and lies while a part is read. */
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
    throw error instanceof SheetTrouble ? error : damaged(error)
  }
}
