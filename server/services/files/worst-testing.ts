import { deflateSync } from 'node:zlib'
import { sharp } from '#/server/lib/sharp.ts'
import { rawZip } from '#/server/lib/unzip-testing.ts'

// Small files that take long to read, one per kind of document. server/lib/spreadsheet/worst-testing.ts has the
// spreadsheets.

const noBytes = new Uint8Array()
const maxEntries = 10_000

/** Builds an archive with the maximum number of entries that is read, each with a long name. */
function manyEntries(first: string): Buffer {
  const names = Array.from({ length: maxEntries - 1 }, (_, at) => `${at}/${'长'.repeat(80)}.xml`)
  return rawZip([first, ...names].map((name) => ({ name, bytes: noBytes, flags: 0x800 })))
}

/** Builds a PDF whose objects are packed in one stream that unpacks to `megabytes` of spaces. */
function packedObjects(megabytes: number): Buffer {
  const packedBytes = deflateSync(Buffer.concat([Buffer.from('1 0 '), Buffer.alloc(megabytes * 1024 * 1024, ' ')]), { level: 9 })
  const head = `%PDF-1.7\n2 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packedBytes.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), packedBytes, Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF')])
}

/** Builds a PDF with this many objects that each open a nested array. */
function nestedObjects(depth: number, objects: number): Buffer {
  const nestedArrays = '['.repeat(depth) + ']'.repeat(depth)
  const body = Array.from({ length: objects }, (_, at) => `${at + 1} 0 obj\n${nestedArrays}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R>>\n%%EOF`)
}

/** Builds a picture of one colour with almost the maximum number of pixels; it has a few kB. */
const largePicture = (kind: 'png' | 'webp' | 'jpeg') =>
  sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#fff' } })
    [kind]()
    .toBuffer()

/** Returns the worst archives, OFD and PDF documents by their names. */
export function worstDocuments(): Readonly<Record<string, Uint8Array>> {
  return {
    'ZIP: 10,000 entries': manyEntries('a.pdf'),
    'OFD: 10,000 entries': manyEntries('OFD.xml'),
    'PDF: 200 MB in one stream of objects': packedObjects(200),
    'PDF: nested arrays': nestedObjects(2_000, 400),
  }
}

export async function worstPictures(): Promise<Readonly<Record<string, Uint8Array>>> {
  return {
    'PNG of 49 megapixels': await largePicture('png'),
    'WEBP of 49 megapixels': await largePicture('webp'),
    'JPG of 49 megapixels': await largePicture('jpeg'),
  }
}
