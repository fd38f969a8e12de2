import { crc32, deflateSync } from 'node:zlib'
import { Constructed, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { Upload } from '#/api/operation.ts'

// The slowest files that pass the first checks of an upload.

/** Builds a list as text with the requested number of rows. */
export function csvOf(headings: readonly string[], rows: number, cell: (heading: string, at: number) => string): Upload {
  const lines = Array.from({ length: rows }, (_, at) => headings.map((heading) => cell(heading, at)).join())
  return { filename: 'list.csv', mediaType: 'text/csv', bytes: Buffer.from([headings.join(), ...lines].join('\n')) }
}

/** Builds a PDF of one page that also contains megabytes of spaces, compressed to a few kB. */
export function blankPdf(megabytes: number): Upload {
  const deflatedBlank = deflateSync(Buffer.concat([Buffer.from('9 0 '), Buffer.alloc(megabytes * 1024 * 1024, ' '), Buffer.from('null')]), { level: 9 })
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<<>>>>\nendobj\n',
    `4 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${deflatedBlank.length}>>stream\n`,
  ]
  const end = '\nendstream\nendobj\ntrailer\n<</Root 1 0 R/Size 10>>\nstartxref\n0\n%%EOF'
  return {
    filename: 'contract.pdf',
    mediaType: 'application/pdf',
    bytes: Buffer.concat([Buffer.from(`%PDF-1.7\n${objects.join('')}`), deflatedBlank, Buffer.from(end)]),
  }
}

/** Builds a PKCS #12 file whose MAC takes a million rounds for each twenty bytes of its length. */
export function slowCertificate(macBytes: number): Upload {
  const oid = (value: string) => new ObjectIdentifier({ value })
  const octets = (bytes: Uint8Array) => new OctetString({ valueHex: new Uint8Array(bytes).buffer })
  const sequenceOf = (...value: Sequence['valueBlock']['value']) => new Sequence({ value })
  const content = sequenceOf(oid('1.2.840.113549.1.7.1'), new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [octets(Buffer.from('content'))] }))
  const mac = sequenceOf(
    sequenceOf(sequenceOf(oid('1.3.14.3.2.26')), octets(Buffer.alloc(macBytes))),
    octets(Buffer.from('salt')),
    new Integer({ value: 1_000_000 }),
  )
  const bytes = Buffer.from(sequenceOf(new Integer({ value: 3 }), content, mac).toBER(false))
  return { filename: 'seal.pfx', mediaType: 'application/x-pkcs12', bytes }
}

/** Builds a ZIP of this many uncompressed files of one megabyte each. */
export function storedZip(files: number): Upload {
  const content = Buffer.alloc(1024 * 1024, 'x')
  const headOf = (at: number, isCentral: boolean) => {
    const name = Buffer.from(`${String(at).padStart(4, '0')}.pdf`)
    const head = Buffer.alloc(isCentral ? 46 : 30)
    head.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50)
    const versionOffset = isCentral ? 16 : 14
    head.writeUInt32LE(crc32(content), versionOffset)
    head.writeUInt32LE(content.length, versionOffset + 4)
    head.writeUInt32LE(content.length, versionOffset + 8)
    head.writeUInt16LE(name.length, versionOffset + 12)
    if (isCentral) head.writeUInt32LE(at * (30 + name.length + content.length), 42)
    return Buffer.concat([head, name])
  }
  const numbers = Array.from({ length: files }, (_, at) => at)
  const centralHeaders = Buffer.concat(numbers.map((at) => headOf(at, true)))
  const localParts = numbers.flatMap((at) => [headOf(at, false), content])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(centralHeaders.length, 12)
  end.writeUInt32LE(
    localParts.reduce((sum, part) => sum + part.length, 0),
    16,
  )
  return { filename: 'papers.zip', mediaType: 'application/zip', bytes: Buffer.concat([...localParts, centralHeaders, end]) }
}
