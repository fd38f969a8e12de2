import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { readSheet, type SheetColumn, type SheetProblem, type SheetReadOptions } from '#/server/lib/spreadsheet/spreadsheet.ts'
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

type ColumnKey = 'name' | 'id' | 'card' | 'amount' | 'note'

const columns: readonly SheetColumn<ColumnKey>[] = [
  { key: 'name', headings: ['姓名'], required: true },
  { key: 'id', headings: ['证件号码', '身份证号'], required: true },
  { key: 'card', headings: ['收款账号'], required: true },
  { key: 'amount', headings: ['应发金额'], required: true },
  { key: 'note', headings: ['备注'], required: false },
]
/** Options for reading a list of payees. */
export const options: SheetReadOptions<ColumnKey> = { columns, maxRows: 5_000 }

/** Returns the rows of a list that must be accepted. */
export async function rowsOf(bytes: Uint8Array, more: Partial<SheetReadOptions<ColumnKey>> = {}) {
  const result = await readSheet(bytes, { ...options, ...more })
  assert.ok(result.ok, JSON.stringify(result))
  return result.rows.map(({ line, cells }) => ({
    line,
    texts: columns.map(({ key }) => cells[key].text),
    flags: columns.map(({ key }) => cells[key].suspicious),
  }))
}

/** Returns the problem of a list that must be refused. */
export async function problemOf(bytes: Uint8Array, more: Partial<SheetReadOptions<ColumnKey>> = {}): Promise<SheetProblem> {
  const result = await readSheet(bytes, { ...options, ...more })
  assert.ok(!result.ok, 'should have been refused')
  return result.problem
}

export const codeOf = async (bytes: Uint8Array, more: Partial<SheetReadOptions<ColumnKey>> = {}) => (await problemOf(bytes, more)).code

export const csvBytes = (...lines: string[]) => Buffer.from(lines.join('\r\n'))
