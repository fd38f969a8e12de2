import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { damaged, SheetTrouble } from '#/server/kernel/spreadsheet-sheet.ts'

/** Everything in a workbook, unpacked. */
export const MAX_CONTENT_BYTES = 128 * 1024 * 1024

/** Beyond this size a workbook that shrinks more than `MAX_RATIO` times is a bomb, not a list. */
const RATIO_MATTERS_FROM = 16 * 1024 * 1024
const MAX_RATIO = 150
const MAX_PARTS = 2_000

const tooLarge = () => new SheetTrouble({ code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES })

/** The parts of a workbook, each unpacked only while it is read. */
export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** Bytes as they are unpacked; ends in `damaged` when size or checksum are not those promised. */
  open(name: string): Promise<Readable>
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

function verified(entry: Entry): Transform {
  let sum = 0
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum)
      size += chunk.length
      done(size > entry.uncompressedSize ? damaged('longer than promised') : null, chunk)
    },
    flush(done) {
      done(size === entry.uncompressedSize && sum === entry.crc32 ? null : damaged('checksum'))
    },
  })
}

/** Opens a zip container held in memory; refuses bombs by what the directory promises, and lies when a part is read. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  let parts: Map<string, Entry>
  let zip: ZipFile
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    parts = await listed(zip)
  } catch (error) {
    throw error instanceof SheetTrouble ? error : damaged(error)
  }
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(name.toLowerCase()),
    async open(name) {
      const entry = parts.get(name.toLowerCase())
      if (!entry) throw damaged(`no part ${name}`)
      try {
        const source = await zip.openReadStreamPromise(entry)
        const checked = verified(entry)
        source.on('error', (error) => checked.destroy(damaged(error)))
        checked.on('close', () => source.destroy())
        return source.pipe(checked)
      } catch (error) {
        throw damaged(error)
      }
    },
  }
}
