import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, SheetTrouble } from '#/server/lib/spreadsheet/sheet.ts'

/** Everything in a workbook, unpacked. */
export const MAX_CONTENT_BYTES = 128 * 1024 * 1024

/** Beyond this size a workbook that shrinks more than `MAX_RATIO` times is a bomb, not a list. */
const RATIO_MATTERS_FROM = 16 * 1024 * 1024
const MAX_RATIO = 150
const MAX_PARTS = 2_000

const tooLarge = () => new SheetTrouble({ code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES })

const STORED = 0
const DEFLATED = 8
/** Unpacked bytes handed on at a time. */
const PIECE = 128 * 1024

/** The parts of a workbook, each unpacked only while it is read. */
export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Bytes as they are unpacked; ends in `damaged` when size or checksum are not those promised. */
  read(name: string): AsyncIterable<Uint8Array>
}

async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  let unpacked = 0
  let packed = 0
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize
    packed += entry.compressedSize
    if (unpacked > MAX_CONTENT_BYTES || parts.size >= MAX_PARTS) throw tooLarge()
    if (entry.isEncrypted()) throw new SheetTrouble({ code: 'encrypted' })
    parts.set(entry.fileName.toLowerCase(), entry)
  }
  if (unpacked > RATIO_MATTERS_FROM && unpacked > packed * MAX_RATIO) throw tooLarge()
  return parts
}

async function* unpacked(packed: Buffer, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    for (let at = 0; at < packed.length; at += PIECE) yield packed.subarray(at, at + PIECE)
    return
  }
  if (method !== DEFLATED) throw damaged(`compression method ${method}`)
  const inflate = createInflateRaw({ chunkSize: PIECE })
  inflate.end(packed)
  try {
    yield* inflate
  } catch (error) {
    throw damaged(error)
  }
}

async function* part(bytes: Buffer, zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (!entry) throw damaged('missing part')
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((error: unknown) => {
    throw damaged(error)
  })
  let sum = 0
  let size = 0
  for await (const piece of unpacked(bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize), entry.compressionMethod)) {
    size += piece.length
    if (size > entry.uncompressedSize) throw damaged('longer than promised')
    sum = crc32(piece, sum)
    yield piece
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw damaged('checksum')
}

/** Opens a zip container held in memory; refuses bombs by what the directory promises, and lies while a part is read. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
    const parts = await listed(zip)
    return {
      names: [...parts.keys()],
      has: (name) => parts.has(name.toLowerCase()),
      read: (name) => part(bytes, zip, parts.get(name.toLowerCase())),
    }
  } catch (error) {
    throw error instanceof SheetTrouble ? error : damaged(error)
  }
}
