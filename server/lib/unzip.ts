import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { truncateUnits } from '#/domain/base/text.ts'

const STORED_METHOD = 0
const DEFLATED_METHOD = 8
/** Size of unpacked chunks in bytes. */
const CHUNK_BYTES = 128 * 1024
const UTF8_FLAG = 0x800
const UNICODE_PATH_FIELD = 0x7075

/** Thrown when the bytes of an archive differ from its directory. */
export class BrokenEntry extends Error {}

async function* unpackBytes(packed: Buffer, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED_METHOD) {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) yield packed.subarray(at, at + CHUNK_BYTES)
    return
  }
  if (method !== DEFLATED_METHOD) throw new BrokenEntry(`compression method ${method}`)
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  inflate.end(packed)
  try {
    yield* inflate
  } catch (error) {
    throw new BrokenEntry('not to be unpacked', { cause: error })
  }
}

/** Unpacks an entry. Throws `BrokenEntry` as soon as the bytes differ from the directory. */
export async function* readEntry(bytes: Buffer, zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch((error: unknown) => {
    throw new BrokenEntry('no header', { cause: error })
  })
  let sum = 0
  let size = 0
  for await (const piece of unpackBytes(bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize), entry.compressionMethod)) {
    size += piece.length
    if (size > entry.uncompressedSize) throw new BrokenEntry('longer than promised')
    sum = crc32(piece, sum)
    yield piece
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) throw new BrokenEntry('checksum')
}

/** Decodes the name of an entry. Chinese programs write GBK and others UTF-8, often without declaring it. */
function nameOf(entry: Entry): string {
  const { generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields } = entry
  const isUtf8Declared = (flags & UTF8_FLAG) !== 0 || extraFields.some((extraField) => extraField.id === UNICODE_PATH_FIELD)
  for (const encoding of isUtf8Declared ? [] : ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(raw).replaceAll('\\', '/')
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return getFileNameLowLevel(flags, raw, extraFields, false)
}

/** The limits for an uploaded ZIP. */
export interface ZipLimits {
  readonly files: number
  /** Maximum total of unpacked bytes. */
  readonly maxUnpackedBytes: number
}

/** A file in a ZIP, with its original path and size. */
export interface ZipItem {
  readonly path: string
  readonly size: number
}

export type ZipProblem = 'broken' | 'encrypted' | 'tooLarge' | 'tooMany' | 'path'

/** Why a ZIP is refused. */
export class ZipError extends Error {
  readonly problem: ZipProblem
  readonly path: string

  constructor(problem: ZipProblem, path = '', options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
    this.path = path
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const controlCharacters = /[\u0000-\u001f\u007f]/g

/** Cleans a path of a ZIP for storage and display. */
export function cleanPath(path: string): string {
  return truncateUnits(path.toWellFormed().replace(controlCharacters, '_'), 300)
}

/** An uploaded ZIP, held in memory. */
export interface ZipArchive {
  readonly items: readonly ZipItem[]
  /** Unpacks the file at a position of `items`. */
  read(position: number): Promise<Buffer>
}

const systemFileNames = /^(?:\..*|thumbs\.db|desktop\.ini)$/i
/** Returns whether a path is a folder or a file that an operating system adds automatically. */
const isSystemEntry = (path: string) => path.endsWith('/') || path.startsWith('__MACOSX/') || systemFileNames.test(path.split('/').at(-1) ?? '')

async function itemsOf(zip: ZipFile, length: number, limits: ZipLimits): Promise<{ path: string; entry: Entry }[]> {
  const entries: { path: string; entry: Entry }[] = []
  let unpackedSize = 0
  let packedSize = 0
  let entryCount = 0
  for await (const entry of zip.eachEntry()) {
    // Folders and system files are not listed but still take time. So all entries together are limited to twice the
    // number of files plus 100.
    if (++entryCount > 2 * limits.files + 100) throw new ZipError('tooMany')
    const path = nameOf(entry)
    if (validateFileName(path) !== null) throw new ZipError('path', path)
    unpackedSize += entry.uncompressedSize
    packedSize += entry.compressedSize
    if (unpackedSize > limits.maxUnpackedBytes) throw new ZipError('tooLarge')
    // Refuses entries that share bytes, because they let a small file unpack into a huge one.
    if (packedSize > length) throw new ZipError('broken')
    if (entry.isEncrypted()) throw new ZipError('encrypted', path)
    if (isSystemEntry(path)) continue
    entries.push({ path, entry })
    if (entries.length > limits.files) throw new ZipError('tooMany')
  }
  return entries
}

/**
 * Opens an uploaded ZIP without unpacking it. Refuses damaged or encrypted archives, declared sizes above the limits,
 * and paths that would leave the target folder. Entries are never written to disk under their own names.
 */
export async function openZip(archiveBytes: Uint8Array, limits: ZipLimits): Promise<ZipArchive> {
  const bytes = Buffer.from(archiveBytes.buffer, archiveBytes.byteOffset, archiveBytes.byteLength)
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, decodeStrings: false })
    const items = await itemsOf(zip, bytes.length, limits)
    return {
      items: items.map(({ path, entry }) => ({ path, size: entry.uncompressedSize })),
      async read(position) {
        const pieces: Uint8Array[] = []
        const entry = items[position]?.entry
        if (!entry) throw new BrokenEntry('no such file')
        for await (const piece of readEntry(bytes, zip, entry)) pieces.push(piece)
        return Buffer.concat(pieces)
      },
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken', '', { cause: error })
  }
}
