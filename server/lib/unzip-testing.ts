import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a ZIP built by a test, with content that no library would write. */
export interface RawFile {
  /** Bytes of the name, in any encoding. */
  readonly name: string | Uint8Array
  readonly bytes: Uint8Array
  /** Flags: 0x800 marks a UTF-8 name, 1 an encrypted file. */
  readonly flags?: number
  /** A false size for the directory. */
  readonly size?: number
  readonly crc?: number
}

function entryHeader(signature: number, file: RawFile, packed: Buffer, offset: number | null): Buffer {
  const name = Buffer.from(file.name as Uint8Array)
  const isCentral = offset !== null
  const fixedFields = Buffer.alloc(isCentral ? 46 : 30)
  let at = fixedFields.writeUInt32LE(signature, 0)
  if (isCentral) at = fixedFields.writeUInt16LE(20, at)
  for (const number of [20, file.flags ?? 0, 8, 0, 0x21]) at = fixedFields.writeUInt16LE(number, at)
  at = fixedFields.writeUInt32LE(file.crc ?? crc32(file.bytes), at)
  at = fixedFields.writeUInt32LE(packed.length, at)
  at = fixedFields.writeUInt32LE(file.size ?? file.bytes.length, at)
  fixedFields.writeUInt16LE(name.length, at)
  if (isCentral) fixedFields.writeUInt32LE(offset, 42)
  return Buffer.concat([fixedFields, name])
}

export function rawZip(files: readonly RawFile[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let length = 0
  for (const file of files) {
    const packed = deflateRawSync(file.bytes)
    directory.push(entryHeader(0x02014b50, file, packed, length))
    const localEntry = Buffer.concat([entryHeader(0x04034b50, file, packed, null), packed])
    parts.push(localEntry)
    length += localEntry.length
  }
  const centralDirectory = Buffer.concat(directory)
  const endRecord = Buffer.alloc(22)
  endRecord.writeUInt32LE(0x06054b50, 0)
  endRecord.writeUInt16LE(files.length, 8)
  endRecord.writeUInt16LE(files.length, 10)
  endRecord.writeUInt32LE(centralDirectory.length, 12)
  endRecord.writeUInt32LE(length, 16)
  return Buffer.concat([...parts, centralDirectory, endRecord])
}

/** 合同一.pdf in GBK. */
export const gbkName = Buffer.from([0xba, 0xcf, 0xcd, 0xac, 0xd2, 0xbb, ...Buffer.from('.pdf')])
