import { Parser } from 'saxen'
import { damaged } from '#/server/lib/spreadsheet/sheet.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlListener {
  /** A start tag, by its name without prefix. */
  open(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/** A token longer than this is an attack: a cell holds 32 767 characters at most. */
const LONGEST_TOKEN = 1_000_000

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** Character references of XML; entities beyond the five built-in ones do not exist here, so nothing is ever fetched or multiplied. */
function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** Attribute values by name; a prefix in front of the name (`r:id`) is dropped, declarations (`xmlns:r`) are not attributes. */
function attributesOf(raw: Attributes | false): Attributes {
  const attributes: Record<string, string> = Object.create(null)
  if (raw === false) return attributes
  for (const name in raw) {
    const value = raw[name]
    if (value !== undefined && !name.startsWith('xmlns')) attributes[localName(name)] = decoded(value)
  }
  return attributes
}

/**
 * Reads XML as it is unpacked, piece by piece, so that neither memory nor the event loop feels the size of the part.
 * Broken XML, a document type definition and endless tokens end in `damaged`.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, listener: XmlListener): Promise<void> {
  const parser = new Parser()
  let silent = 0
  parser.on('error', (error) => {
    throw damaged(error)
  })
  parser.on('attention', () => {
    throw damaged('document type definition')
  })
  parser.on('openTag', (name, attributes) => {
    silent = 0
    listener.open(localName(name), () => attributesOf(attributes()))
  })
  parser.on('closeTag', (name) => {
    silent = 0
    listener.close?.(localName(name))
  })
  const text = listener.text?.bind(listener)
  if (text) {
    parser.on('text', (value) => text(decoded(value)))
    parser.on('cdata', (value) => text(value))
  }
  const decoder = new TextDecoder()
  for await (const bytes of pieces) {
    const piece = decoder.decode(bytes, { stream: true })
    silent += piece.length
    if (silent > LONGEST_TOKEN) throw damaged('endless token')
    parser.write(piece)
  }
  parser.write(decoder.decode())
  parser.end()
}
