import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

/** Returns the XML of a workbook's parts as one text. */
export async function textsOf(bytes: Uint8Array): Promise<string> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  let text = ''
  for await (const entry of zip.eachEntry()) text += (await buffer(await zip.openReadStreamPromise(entry))).toString()
  return text
}

/** Returns the workbook as it is after filtering in Excel: the given row of its sheets is hidden. */
export async function withHiddenRow(bytes: Uint8Array, line: number): Promise<Buffer> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
  const entries: ZipEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const text = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    entries.push({ name: entry.fileName, bytes: Buffer.from(text.replace(`<row r="${line}"`, `<row r="${line}" hidden="1"`)) })
  }
  return buffer(zipStream(entries))
}
