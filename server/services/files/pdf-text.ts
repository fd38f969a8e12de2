import { decodePDFRawStream, PDFArray, PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'

// The words of a PDF, as far as they are written as letters: enough to find a number in it. A scan has none. What cannot be read is left out, never guessed.

const pagesMost = 3
const depthMost = 4
const lettersMost = 50_000

type Decode = (codes: Buffer) => string

/** `<0041> <0041 0042>`: hexadecimal codes to the letters they stand for. */
const lettersOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
// Codes come in pairs of bytes; a shorter one is what is left when its zeros were.
const even = (hex: string) => {
  const digits = hex.replaceAll(/\s/g, '')
  return digits.padStart(Math.ceil(digits.length / 4) * 4, '0')
}

/** What a font says its codes mean (a ToUnicode map). */
function meanings(map: string): Map<number, string> {
  const known = new Map<number, string>()
  for (const [, body = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, from = '', to = ''] of body.matchAll(/<([\da-f\s]+)>\s*<([\da-f\s]+)>/gi)) known.set(Number.parseInt(from, 16), lettersOf(even(to)))
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', first, list = ''] of body.matchAll(/<([\da-f]+)>\s*<([\da-f]+)>\s*(?:<([\da-f\s]+)>|\[([^\]]*)\])/gi)) {
      const [low, high] = [Number.parseInt(from, 16), Math.min(Number.parseInt(to, 16), 0xff_ff)]
      const each = first === undefined ? [...list.matchAll(/<([\da-f\s]+)>/gi)].map(([, hex = '']) => lettersOf(even(hex))) : []
      const base = first === undefined ? 0 : Number.parseInt(even(first), 16)
      for (let code = low; code <= high; code++)
        known.set(code, first === undefined ? (each[code - low] ?? '') : String.fromCodePoint((base + code - low) % 0x11_00_00))
    }
  }
  return known
}

function bytesOf(stream: unknown): Buffer {
  return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()) : Buffer.alloc(0)
}

/** How a font's codes become letters: by its own map, else byte by byte; codes of composite fonts have two bytes. */
function decoderOf(font: PDFDict | undefined): Decode {
  const isWide = font?.lookup(PDFName.of('Subtype')) === PDFName.of('Type0')
  const map = bytesOf(font?.lookup(PDFName.of('ToUnicode'))).toString('latin1')
  const known = map === '' ? null : meanings(map)
  return (codes) => {
    if (known === null) return isWide ? '' : codes.toString('latin1')
    let text = ''
    for (let at = 0; at + (isWide ? 1 : 0) < codes.length; at += isWide ? 2 : 1) text += known.get(isWide ? codes.readUInt16BE(at) : (codes[at] ?? 0)) ?? ''
    return text
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** A string of a content stream, in parentheses or as hexadecimal digits. */
function codesIn(token: string): Buffer {
  if (token.startsWith('<')) {
    const hex = token.slice(1, -1).replaceAll(/\s/g, '')
    return Buffer.from(hex.length % 2 ? `${hex}0` : hex, 'hex')
  }
  const plain = token.slice(1, -1).replaceAll(/\\(?:([0-7]{1,3})|\r?\n|(.))/gs, (_, octal: string | undefined, letter: string | undefined) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) % 256)
    return letter === undefined ? '' : (escapes[letter] ?? letter)
  })
  return Buffer.from(plain, 'latin1')
}

const tokens = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[\da-fA-F\s]*>|\/[^\s/()<>[\]{}%]+|\[|\]|[^\s/()<>[\]{}%]+/g
// What moves to another place begins another word.
const moving: ReadonlySet<string> = new Set(['Td', 'TD', 'Tm', 'T*', 'BT', 'ET'])

function* words(content: Buffer, resources: PDFDict | undefined, depth: number): Iterable<string> {
  const named = (kind: string, name: string) => resources?.lookupMaybe(PDFName.of(kind), PDFDict)?.lookup(PDFName.of(name.slice(1)))
  const decoders = new Map<string, Decode>()
  let decode: Decode = () => ''
  let [strings, name]: [string[], string] = [[], '']
  for (const [token] of content.toString('latin1').matchAll(tokens)) {
    if (token.startsWith('(') || token.startsWith('<')) strings.push(token)
    else if (token.startsWith('/')) name = token
    else if (token === 'Tf') {
      const font = named('Font', name)
      decode = decoders.get(name) ?? decoderOf(font instanceof PDFDict ? font : undefined)
      decoders.set(name, decode)
    } else if (token === 'Tj' || token === 'TJ' || token === "'" || token === '"') yield strings.map((each) => decode(codesIn(each))).join('')
    else if (moving.has(token)) yield '\n'
    else if (token === 'Do' && depth < depthMost) {
      const form = named('XObject', name)
      if (form instanceof PDFRawStream && form.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Form'))
        yield* words(bytesOf(form), form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict) ?? resources, depth + 1)
    }
    if (/^[A-Za-z'"*]/.test(token)) strings = []
  }
}

/** The words of the first pages, with a line's end wherever the pen moves. */
export function textOf(document: PDFDocument): string {
  let text = ''
  for (const page of document.getPages().slice(0, pagesMost)) {
    const contents = page.node.Contents()
    const parts = contents instanceof PDFArray ? contents.asArray().map((each) => (each instanceof PDFRef ? document.context.lookup(each) : each)) : [contents]
    const content = Buffer.concat(parts.flatMap((part) => [bytesOf(part), Buffer.from('\n')]))
    for (const word of words(content, page.node.Resources(), 0)) {
      text += word
      if (text.length > lettersMost) return text
    }
  }
  return text
}
