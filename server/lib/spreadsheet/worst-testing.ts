import { buffer } from 'node:stream/consumers'
import type { SheetReadOptions } from '#/server/lib/spreadsheet/sheet.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

// Small files that take long to read, one for each way to keep a parser busy.

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const headings = ['姓名', '金额', '备注'] as const
export const listOptions: SheetReadOptions = { columns: headings.map((heading) => ({ key: heading, headings: [heading], required: true })), maxRows: 5_000 }

interface WorkbookContent {
  readonly rows?: string
  readonly after?: string
  readonly strings?: string
  readonly styles?: string
}

const inlineCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const rowXml = (line: number, cells: string) => `<row r="${line}">${cells}</row>`
const headingRow = rowXml(1, headings.map((heading, at) => inlineCell(`${'ABC'[at]}1`, heading)).join(''))
const sampleRow = rowXml(2, `${inlineCell('A2', '张三')}<c r="B2" s="0"><v>1</v></c>${inlineCell('C2', 'x')}`)

export function workbookOf({ rows = sampleRow, after = '', strings = '', styles = '' }: WorkbookContent): Promise<Buffer> {
  const entry = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(text) })
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONS_NAMESPACE}/${type}" Target="${target}"/>`
  const relationXml = `${relation('r1', 'worksheet', 's.xml')}${relation('r2', 'sharedStrings', 'strings.xml')}${relation('r3', 'styles', 'styles.xml')}`
  return buffer(
    zipStream([
      entry('[Content_Types].xml', `<Types><Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE_PREFIX}.sheet.main+xml"/></Types>`),
      entry(
        'xl/workbook.xml',
        `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      entry('xl/_rels/workbook.xml.rels', `<Relationships>${relationXml}</Relationships>`),
      entry('xl/strings.xml', `<sst>${strings}</sst>`),
      entry('xl/styles.xml', `<styleSheet>${styles}</styleSheet>`),
      entry('xl/s.xml', `<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${headingRow}${rows}</sheetData>${after}</worksheet>`),
    ]),
  )
}

const repeatText = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at)).join('')
const sharedRows = (count: number) =>
  repeatText(count, (at) => rowXml(at + 2, ['A', 'B', 'C'].map((column) => `<c r="${column}${at + 2}" t="s"><v>0</v></c>`).join('')))
const dateFormatStyles = (length: number) =>
  `<numFmts><numFmt numFmtId="170" formatCode="${'['.repeat(length)}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`

/** Returns the slowest possible lists, by the feature that makes them slow. */
export async function slowestLists(): Promise<Readonly<Record<string, Uint8Array>>> {
  const top = `${headings.join(',')}\n`
  return {
    formats: await workbookOf({ styles: dateFormatStyles(80_000) }),
    longFormat: await workbookOf({ styles: dateFormatStyles(850_000) }),
    sharedBlanks: await workbookOf({ rows: sharedRows(20_000), strings: `<si><t>${' '.repeat(32_000)}</t></si>` }),
    sharedText: await workbookOf({ rows: sharedRows(20_000), strings: `<si><t>${'a '.repeat(16_000)}</t></si>` }),
    escapes: await workbookOf({ rows: rowXml(2, inlineCell('A2', '_x0020_'.repeat(100_000)) + inlineCell('B2', '1')) }),
    blanks: await workbookOf({ rows: repeatText(600, (at) => rowXml(at + 2, inlineCell(`A${at + 2}`, `a${' '.repeat(20_000)}b`))) }),
    merges: await workbookOf({ after: `<mergeCells>${repeatText(200_000, () => '<mergeCell ref="A1:XFD20"/>')}</mergeCells>` }),
    quotes: Buffer.from(`${top}${'"a""'.repeat(1_000_000)}`),
    commas: Buffer.from(`${top}${','.repeat(4_000_000)}`),
  }
}

/** Builds a form with merged ranges, each across all columns; by default as many as allowed. */
export function slowestForm(merges = 10_000): Promise<Buffer> {
  return workbookOf({ after: `<mergeCells>${repeatText(merges, () => '<mergeCell ref="A1:XFD20"/>')}</mergeCells>` })
}

/** Builds ten megabytes of XML from one repeated element. */
export function repeatedXml(element: string): Uint8Array {
  return Buffer.from(`<r>${element.repeat(Math.floor((10 * 1024 * 1024) / element.length) - 10)}</r>`)
}
