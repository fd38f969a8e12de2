import { Parser } from 'saxen'
import { truncateUnits } from '#/domain/base/text.ts'
import { damagedError, MAX_CONTENT_BYTES, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlListener {
  /** A start tag, by its name without prefix. */
  open(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** A longer token is an attack, because a cell has at most 32,767 characters. */
const MAX_TOKEN_LENGTH = 1_000_000

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Decodes character references. Only the five built-in entities exist, so nothing is fetched or expanded. */
function decodeReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED_ENTITIES.get(name) ?? whole
    const codePoint = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole
  })
}

function localName(name: string): string {
  const colonIndex = name.indexOf(':')
  return colonIndex < 0 ? name : name.slice(colonIndex + 1)
}

/** Returns attributes by name. Prefixes (`r:id`) are removed and declarations (`xmlns:r`) skipped. */
function attributesOf(raw: Attributes | false): Attributes {
  const attributes: Record<string, string> = Object.create(null)
  if (raw === false) return attributes
  for (const name in raw) {
    const value = raw[name]
    if (value !== undefined && !name.startsWith('xmlns')) attributes[localName(name)] = decodeReferences(value)
  }
  return attributes
}

/**
 * Parses XML while it is unpacked, so that large parts neither fill memory nor block the event loop. Throws
 * `damagedError` for malformed XML, document types and endless tokens.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, listener: XmlListener, decoder = new TextDecoder()): Promise<void> {
  const parser = new Parser()
  let tokenLength = 0
  let parsedBytes = 0
  parser.on('error', (error) => {
    throw damagedError(error)
  })
  parser.on('attention', () => {
    throw damagedError('document type definition')
  })
  parser.on('openTag', (name, attributes) => {
    tokenLength = 0
    listener.open(localName(name), () => attributesOf(attributes()))
  })
  parser.on('closeTag', (name) => {
    tokenLength = 0
    listener.close?.(localName(name))
  })
  const text = listener.text?.bind(listener)
  if (text) {
    parser.on('text', (value) => text(decodeReferences(value)))
    parser.on('cdata', (value) => text(value))
  }
  for await (const bytes of pieces) {
    parsedBytes += bytes.byteLength
    if (parsedBytes > MAX_CONTENT_BYTES) throw tooLargeError()
    const piece = decoder.decode(bytes, { stream: true })
    tokenLength += piece.length
    if (tokenLength > MAX_TOKEN_LENGTH) throw damagedError('endless token')
    parser.write(piece)
  }
  parser.write(decoder.decode())
  parser.end()
}

/** The texts of a document by element path below the root. Repeated paths stay in document order. */
export type XmlTexts = ReadonlyMap<string, readonly string[]>

const CHUNK_BYTES = 64 * 1024
const MAX_DEPTH = 200
const MAX_VALUE_LENGTH = 1_000
const MAX_VALUES = 10_000

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/**
 * Returns the texts at these paths, each up to 1,000 characters. Returns null if the document is malformed, too deeply
 * nested, or has too many texts at a path.
 */
export async function xmlTexts(bytes: Uint8Array, paths: readonly string[]): Promise<XmlTexts | null> {
  const texts = new Map(paths.map((path) => [path, [] as string[]]))
  const openElements: { readonly path: string; readonly values: string[] | undefined }[] = []
  let elements = 0
  const listener: XmlListener = {
    open(name) {
      if (openElements.length >= MAX_DEPTH) throw damagedError('nested too deep')
      const parent = openElements.at(-1)
      const path = parent === undefined ? '' : parent.path === '' ? name : `${parent.path}/${name}`
      const values = texts.get(path)
      if (values && values.length >= MAX_VALUES) throw damagedError('too many values')
      values?.push('')
      openElements.push({ path, values })
      elements += 1
    },
    close: () => void openElements.pop(),
    text(text) {
      const values = openElements.at(-1)?.values
      if (values) values.push(truncateUnits(`${values.pop() ?? ''}${truncateUnits(text, MAX_VALUE_LENGTH)}`, MAX_VALUE_LENGTH))
    },
  }
  try {
    await readXml(piecesOf(bytes), listener, new TextDecoder('utf-8', { fatal: true }))
  } catch {
    return null
  }
  return openElements.length === 0 && elements > 0 ? texts : null
}
