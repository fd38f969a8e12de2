import { buffer } from 'node:stream/consumers'
import { columnLetters, columnOf } from '#/server/lib/spreadsheet/cells.ts'
import { zipStream } from '#/server/lib/zip.ts'

/** A workbook in the style of official files: titles, multi-line headings, merged cells, a footer. */
export interface OfficialFile {
  /** Texts by address. */
  readonly cells: Readonly<Record<string, string>>
  readonly merged?: readonly string[]
  /** Raw cell XML instead of a text. */
  readonly raw?: Readonly<Record<string, string>>
  readonly more?: readonly { readonly name: string; readonly bytes: Uint8Array }[]
}

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export function officialFile({ cells, merged = [], raw = {}, more = [] }: OfficialFile): Promise<Buffer> {
  const lines = Map.groupBy([...Object.keys(cells), ...Object.keys(raw)], (address) => Number(address.replace(/\D/g, '')))
  const rows = [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, addresses]) => {
      const each = addresses
        .map((address) => columnOf(address))
        .sort((a, b) => a - b)
        .map((column) => `${columnLetters(column)}${line}`)
        .map((address) =>
          raw[address] === undefined ? `<c r="${address}" t="inlineStr"><is><t>${cells[address]}</t></is></c>` : `<c r="${address}">${raw[address]}</c>`,
        )
      return `<row r="${line}">${each.join('')}</row>`
    })
  const merges = merged.length === 0 ? '' : `<mergeCells count="${merged.length}">${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
  const file = (name: string, text: string) => ({ name, bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`) })
  return buffer(
    zipStream([
      file(
        '[Content_Types].xml',
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypePrefix}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypePrefix}.worksheet+xml"/></Types>`,
      ),
      file(
        '_rels/.rels',
        `<Relationships xmlns="${relationNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      file(
        'xl/workbook.xml',
        `<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      file(
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${relationNamespace}"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      file(
        'xl/worksheets/sheet1.xml',
        `<worksheet xmlns="${mainNamespace}"><dimension ref="A1:Z9"/><sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`,
      ),
      ...more,
    ]),
  )
}
