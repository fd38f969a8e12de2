import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import writeExcelFile from 'write-excel-file/node'
import { MAX_SHEET_BYTES, readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { codeOf, csvBytes, options, problemOf, rowsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

const HEADINGS = ['姓名', '证件号码', '收款账号', '应发金额', '备注']

const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook built by a test. `rows` is the content of sheetData, and `after` follows it. */
interface WorkbookContent {
  readonly rows?: string
  readonly after?: string
  readonly main?: string
  readonly strings?: string
  readonly styles?: string
  readonly workbook?: string
  readonly sheet?: string
  readonly extra?: readonly ZipEntry[]
}

function workbook(parts: WorkbookContent): Promise<Buffer> {
  const entry = (name: string, text: string): ZipEntry => ({ name, bytes: Buffer.from(text) })
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${RELATIONS_NAMESPACE}/${type}" Target="${target}"/>`
  const files = [
    entry(
      '[Content_Types].xml',
      `<Types><Override PartName="/xl/workbook.xml" ContentType="${parts.main ?? `${CONTENT_TYPE_PREFIX}.sheet.main+xml`}"/></Types>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
    ),
    entry(
      'xl/workbook.xml',
      parts.workbook ??
        `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><sheets><sheet name="表" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    entry('xl/sharedStrings.xml', `<sst>${parts.strings ?? ''}</sst>`),
    entry('xl/styles.xml', `<styleSheet>${parts.styles ?? ''}</styleSheet>`),
    entry(
      'xl/worksheets/sheet1.xml',
      parts.sheet ?? `<?xml version="1.0"?><worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>${parts.rows ?? ''}</sheetData>${parts.after ?? ''}</worksheet>`,
    ),
    ...(parts.extra ?? []),
  ]
  return buffer(zipStream(files))
}

const inlineCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`
const headingRow = (line: number, texts: readonly string[] = HEADINGS) =>
  `<row r="${line}">${texts.map((text, at) => inlineCell(`${String.fromCharCode(65 + at)}${line}`, text)).join('')}</row>`
const dataRow = (line: number, cells: string) => `<row r="${line}">${cells}</row>`

test('a list from another program is read row by row, with Excel’s row numbers', async () => {
  const bytes = await writeExcelFile([
    HEADINGS.map((value) => ({ value, fontWeight: 'bold' as const })),
    ['张三', { value: '110101199001010015', format: '@' }, '6222020200112233445', { value: 1234.5, format: '#,##0.00' }, null],
    [null, null, null, null, null],
    ['李四 ', '１１０１０１', '6222 0202', 88, '备注 '],
  ]).toBuffer()
  assert.deepEqual(await rowsOf(bytes), [
    { line: 2, texts: ['张三', '110101199001010015', '6222020200112233445', '1234.5', ''], flags: [undefined, undefined, undefined, undefined, undefined] },
    { line: 4, texts: ['李四 ', '１１０１０１', '6222 0202', '88', '备注 '], flags: [undefined, undefined, undefined, undefined, undefined] },
  ])
})

test('an id or card number stored as a number is flagged for lost digits', async () => {
  const numberCell = (address: string, value: string) => `<c r="${address}"><v>${value}</v></c>`
  const bytes = await workbook({
    rows:
      headingRow(1) +
      dataRow(
        2,
        inlineCell('A2', '张三') + numberCell('B2', '1.10101199001011E+17') + numberCell('C2', '6222020200112230000') + numberCell('D2', '1234.5599999999999'),
      ) +
      dataRow(
        3,
        inlineCell('A3', '李四') +
          inlineCell('B3', '1.10101E+17') +
          numberCell('C3', '622202020011223') +
          numberCell('D3', '0.30000000000000004') +
          numberCell('E3', '-1.5E-7'),
      ),
  })
  assert.deepEqual(await rowsOf(bytes), [
    {
      line: 2,
      texts: ['张三', '110101199001011000', '6222020200112230000', '1234.56', ''],
      flags: [undefined, 'scientific', 'precision', undefined, undefined],
    },
    { line: 3, texts: ['李四', '1.10101E+17', '622202020011223', '0.3', '-0.00000015'], flags: [undefined, 'scientific', undefined, undefined, undefined] },
  ])
  const text = await rowsOf(csvBytes(HEADINGS.join(','), '张三,1.10101E+17,622202020011223000,1,', '李四,110101199001010015,6222020200112233,1,'))
  assert.deepEqual(text[0]?.flags.slice(1, 3), ['scientific', 'precision'])
  assert.deepEqual(text[1]?.flags.slice(1, 3), [undefined, undefined])
})

test('dates of both Excel calendars are read as yyyy-MM-dd, with their time if present', async () => {
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="171"/><xf numFmtId="21"/></cellXfs>`
  const cell = (address: string, style: number, value: string) => `<c r="${address}" s="${style}"><v>${value}</v></c>`
  const rows =
    headingRow(1) +
    dataRow(2, cell('A2', 1, '46037') + cell('B2', 2, '46037') + cell('C2', 3, '46037.6665') + cell('D2', 4, '46037') + cell('E2', 5, '0.5')) +
    dataRow(3, `${cell('A3', 1, '6222020200112230000')}${cell('B3', 1, '1')}${cell('C3', 1, '61')}<c r="D3" t="d"><v>2026-01-15T00:00:00Z</v></c>`)
  const [first, second] = await rowsOf(await workbook({ rows, styles }))
  assert.deepEqual(first?.texts, ['2026-01-15', '2026-01-15', '2026-01-15 15:59:46', '46037', '12:00:00'])
  assert.deepEqual(second?.texts.slice(1, 4), ['1900-01-01', '1900-03-01', '2026-01-15'])
  assert.equal(second?.flags[0], 'precision')
  const workbookFrom1904 = `<workbook xmlns:r="${RELATIONS_NAMESPACE}"><workbookPr date1904="1"/><sheets><sheet name="a" r:id="r1"/></sheets></workbook>`
  assert.equal((await rowsOf(await workbook({ rows, styles, workbook: workbookFrom1904 })))[0]?.texts[0], '2030-01-16')
})

test('a formula cell gives its last result, or its formula if it was never calculated', async () => {
  const rows =
    headingRow(1) +
    dataRow(
      2,
      '<c r="A2" t="str"><f>B1&amp;"x"</f><v>张三</v></c><c r="B2" t="str"><f>IF(1,"")</f><v></v></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D2"><f>SUM(A1:A9)</f></c><c r="E2" t="b"><v>1</v></c>',
    )
  assert.deepEqual((await rowsOf(await workbook({ rows })))[0]?.texts, ['张三', '', '#DIV/0!', '=SUM(A1:A9)', 'TRUE'])
})

test('text cells of five forms are read, and a missing shared text is reported as damage', async () => {
  const strings =
    '<si><t>张三</t></si><si><r><t>李</t></r><r><t>四</t></r><rPh><t>lisi</t></rPh></si><si><t>a_x000A_b&amp;c&#x20BB7;&#134071;</t></si><si><t><![CDATA[<王>]]></t></si>'
  const sharedCell = (address: string, index: number) => `<c r="${address}" t="s"><v>${index}</v></c>`
  const rows = headingRow(1) + dataRow(2, sharedCell('A2', 0) + sharedCell('B2', 1) + sharedCell('C2', 2) + sharedCell('D2', 3) + inlineCell('E2', "'=1+1"))
  assert.deepEqual((await rowsOf(await workbook({ rows, strings })))[0]?.texts, ['张三', '李四', 'a\nb&c𠮷𠮷', '<王>', '=1+1'])
  const prefixedSheet = `<x:worksheet xmlns:x="${MAIN_NAMESPACE}"><x:sheetData>${(headingRow(1) + dataRow(2, sharedCell('A2', 0))).replace(/<(\/?)/g, '<$1x:')}</x:sheetData></x:worksheet>`
  assert.equal((await rowsOf(await workbook({ sheet: prefixedSheet, strings })))[0]?.texts[0], '张三')
  assert.equal(await codeOf(await workbook({ rows: headingRow(1) + dataRow(2, sharedCell('A2', 9)), strings })), 'damaged')
})

test('rows and cells without addresses are numbered by counting', async () => {
  const rowWithoutAddresses = (texts: readonly string[]) => `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`
  assert.deepEqual(
    (await rowsOf(await workbook({ rows: rowWithoutAddresses(HEADINGS) + rowWithoutAddresses([]) + rowWithoutAddresses(['张三', '1', '2', '3', '']) })))[0],
    {
      line: 3,
      texts: ['张三', '1', '2', '3', ''],
      flags: [undefined, undefined, undefined, undefined, undefined],
    },
  )
})

test('the visible sheet with matching headings is read, and several are refused by name', async () => {
  const rows = (name: string) => [[name, '1', '2', 3, '']]
  const bytes = await writeSheet({
    sheets: [
      { name: '隐藏', hidden: true, columns: HEADINGS.map((heading) => ({ heading })), rows: rows('隐') },
      { name: '说明', columns: [], rows: [['先看这里']] },
      { name: '一月', columns: HEADINGS.map((heading) => ({ heading })), rows: rows('一') },
      { name: '二月', columns: HEADINGS.map((heading) => ({ heading })), rows: rows('二') },
    ],
  })
  assert.deepEqual(await problemOf(bytes), { code: 'several_sheets', sheets: ['一月', '二月'] })
  assert.equal((await rowsOf(bytes, { sheet: '二月' }))[0]?.texts[0], '二')
  assert.equal((await rowsOf(bytes, { sheet: 3 }))[0]?.texts[0], '二')
  assert.deepEqual(await problemOf(bytes, { sheet: '三月' }), { code: 'sheet_missing', sheet: '三月', sheets: ['说明', '一月', '二月'] })
  const decoys = await writeSheet({
    sheets: [
      { name: '说明', columns: [], rows: [['先看这里']] },
      { name: '一月', columns: HEADINGS.map((heading) => ({ heading })), rows: rows('一') },
      { name: '空表', columns: HEADINGS.map((heading) => ({ heading })), rows: [] },
      { name: '别的', columns: [{ heading: '部门' }], rows: Array.from({ length: 100 }, (_, at) => [`部门${at}`]) },
      { name: '隐藏', hidden: true, columns: HEADINGS.map((heading) => ({ heading })), rows: rows('隐') },
    ],
  })
  assert.equal((await rowsOf(decoys))[0]?.texts[0], '一')
})

test('merged cells are refused within the data and allowed outside it', async () => {
  const data = [2, 3].map((line) => dataRow(line + 1, inlineCell(`A${line + 1}`, '张三'))).join('')
  const rows = dataRow(1, inlineCell('A1', '标题')) + headingRow(2) + data
  const mergeCellsXml = (...ranges: string[]) => `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`
  assert.deepEqual(await problemOf(await workbook({ rows, after: mergeCellsXml('A1:E1', 'A3:A4') })), { code: 'merged_cells', ranges: ['A3:A4'] })
  assert.equal((await rowsOf(await workbook({ rows, after: mergeCellsXml('A1:E1', 'G3:H4', 'A9:C9') }))).length, 2)
})

test('CSV in UTF-8, UTF-16 or GB18030 is read with quotes, line breaks and Excel’s escapes', async () => {
  const text = '姓名,证件号码,收款账号,应发金额,备注\n"张""三","=""110""",\'6222,"1,234.50","第一行\n第二行"\n=,+,-,@,x\n'
  const expected = ['张"三', '110', '6222', '1,234.50', '第一行\n第二行']
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text.replaceAll(',', '\t').replace('"1\t234.50"', '"1,234.50"'), 'utf16le')])
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16]) {
    const rows = await rowsOf(bytes)
    assert.deepEqual(rows[0]?.texts, expected)
    assert.equal(rows[1]?.line, 3)
  }
  // 姓名,证件号码,收款账号,应发金额 / 张三,… in GB18030
  const gb18030Bytes = Buffer.from('d0d5c3fb2cd6a4bcfebac5c2eb2ccad5bfeed5cbbac52cd3a6b7a2bdf0b6ee0ad5c5c8fd2c3131302c363232322c310a', 'hex')
  assert.deepEqual((await rowsOf(gb18030Bytes))[0]?.texts, ['张三', '110', '6222', '1', ''])
  assert.equal(await codeOf(csvBytes('姓名,证件号码,收款账号,应发金额', '"张三,1')), 'damaged')
})

test('files that are not lists are refused with the kind that their bytes show', async () => {
  const pngBytes = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), randomBytes(500)])
  const rest = Buffer.from('\u0000'.repeat(600))
  const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  assert.equal(await codeOf(pngBytes), 'not_a_spreadsheet')
  assert.equal(await codeOf(Buffer.from('<html><table><tr><td>姓名</td></tr></table></html>')), 'not_a_spreadsheet')
  assert.equal(await codeOf(Buffer.from('%PDF-1.7\n')), 'not_a_spreadsheet')
  assert.equal(await codeOf(randomBytes(4_000)), 'not_a_spreadsheet')
  assert.equal(await codeOf(await buffer(zipStream([{ name: 'word/document.xml', bytes: Buffer.from('<w/>') }]))), 'not_a_spreadsheet')
  assert.equal(await codeOf(await workbook({ main: 'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml', extra: [] })), 'damaged')
  assert.equal(await codeOf(Buffer.concat([oleSignature, rest, Buffer.from('Workbook', 'utf16le')])), 'legacy_xls')
  assert.equal(await codeOf(Buffer.concat([oleSignature, rest, Buffer.from('EncryptedPackage', 'utf16le')])), 'encrypted')
  assert.equal(await codeOf(await workbook({ main: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main' })), 'legacy_xls')
  assert.equal(await codeOf(Buffer.alloc(0)), 'empty')
  assert.equal(await codeOf(await workbook({})), 'empty')
  assert.equal(await codeOf(await workbook({ rows: headingRow(1) })), 'empty')
})

test('macros are refused whether declared or only contained', async () => {
  const rows = headingRow(1) + dataRow(2, inlineCell('A2', '张三'))
  assert.equal(await codeOf(await workbook({ rows, main: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml' })), 'macro')
  assert.equal(await codeOf(await workbook({ rows, extra: [{ name: 'xl/vbaProject.bin', bytes: randomBytes(10) }] })), 'macro')
})

test('a truncated file is refused as damaged, and an altered file is not read in part', async () => {
  const bytes = await workbook({ rows: headingRow(1) + Array.from({ length: 50 }, (_, at) => dataRow(at + 2, inlineCell(`A${at + 2}`, `张${at}`))).join('') })
  for (const part of [0.1, 0.5, 0.9, 0.999]) assert.equal(await codeOf(bytes.subarray(0, Math.floor(bytes.length * part))), 'damaged')
  let harmlessCount = 0
  for (let at = 30; at < bytes.length; at += 7) {
    const alteredBytes = Buffer.from(bytes)
    alteredBytes[at] = (alteredBytes[at] ?? 0) ^ 0x55
    const result = await readSheet(alteredBytes, options)
    if (result.ok) {
      assert.equal(result.rows.length, 50)
      harmlessCount += 1
    }
  }
  assert.ok(harmlessCount < bytes.length / 7)
  assert.equal(await codeOf(await workbook({ sheet: '<worksheet><sheetData><row r="1"><c r="A1"' })), 'damaged')
  assert.equal(await codeOf(await workbook({ rows: headingRow(2) + headingRow(1) })), 'damaged')
})

test('a document type with an external entity is refused, and an undeclared entity stays text', async () => {
  const billionLaughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${headingRow(1)}${dataRow(2, inlineCell('A2', '&a;'))}</sheetData></worksheet>`
  assert.equal(await codeOf(await workbook({ sheet: billionLaughs })), 'damaged')
  assert.deepEqual((await rowsOf(await workbook({ rows: headingRow(1) + dataRow(2, inlineCell('A2', '&a;')) })))[0]?.texts[0], '&a;')
})

test('a list with more than 5,000 rows is refused', async () => {
  const list = (count: number) =>
    writeSheet({
      sheets: [
        {
          name: '表',
          columns: HEADINGS.map((heading) => ({ heading })),
          rows: Array.from({ length: count }, (_, at) => [`张${at}`, `1101${at}`, `6222${at}`, '1', `备注${at % 9}`]),
        },
      ],
    })
  const rows = await rowsOf(await list(5_000))
  assert.equal(rows.length, 5_000)
  for (const [at, row] of rows.entries()) assert.deepEqual([row.line, ...row.texts], [at + 2, `张${at}`, `1101${at}`, `6222${at}`, '1', `备注${at % 9}`])
  assert.deepEqual(await problemOf(await list(5_001)), { code: 'too_many_rows', max: 5_000 })
})

async function measureReading(bytes: Uint8Array): Promise<{ code: string; memoryGrowthMb: number }> {
  const memoryBefore = process.memoryUsage().rss
  const code = await codeOf(bytes)
  return { code, memoryGrowthMb: (process.memoryUsage().rss - memoryBefore) / 1e6 }
}

test('a file of 50 MB is refused for its size before it is opened', async () => {
  const { code, memoryGrowthMb: grownMb } = await measureReading(Buffer.alloc(5 * MAX_SHEET_BYTES, 'PK\u0003\u0004'))
  assert.equal(code, 'too_large')
  assert.ok(grownMb < 60, `${grownMb} MB`)
})

/** Builds a zip with one entry whose declared size may be false. */
function zipBomb(name: string, packed: Buffer, promised: number): Buffer {
  const localHeader = Buffer.alloc(30)
  localHeader.writeUInt32LE(0x04034b50, 0)
  localHeader.writeUInt16LE(20, 4)
  localHeader.writeUInt16LE(8, 8)
  localHeader.writeUInt32LE(packed.length, 18)
  localHeader.writeUInt32LE(promised, 22)
  localHeader.writeUInt16LE(name.length, 26)
  const centralHeader = Buffer.alloc(46)
  centralHeader.writeUInt32LE(0x02014b50, 0)
  centralHeader.writeUInt16LE(20, 6)
  centralHeader.writeUInt16LE(8, 10)
  centralHeader.writeUInt32LE(packed.length, 20)
  centralHeader.writeUInt32LE(promised, 24)
  centralHeader.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([localHeader, Buffer.from(name), packed, centralHeader, Buffer.from(name), end])
}

test('a zip bomb is refused by its declared size, or while unpacking if that size is false', async () => {
  const packed = deflateRawSync(Buffer.alloc(300 * 1024 * 1024, 0x20), { level: 1 })
  const declaredResult = await measureReading(zipBomb('[Content_Types].xml', packed, 300 * 1024 * 1024))
  assert.equal(declaredResult.code, 'too_large')
  const understatedResult = await measureReading(zipBomb('[Content_Types].xml', packed, 1_000))
  assert.equal(understatedResult.code, 'damaged')
  for (const { memoryGrowthMb: grownMb } of [declaredResult, understatedResult]) assert.ok(grownMb < 60, `${grownMb} MB`)
})

test('a cell in the last corner of the sheet is read without the empty cells before it', async () => {
  const cornerWorkbook = await workbook({ rows: headingRow(1) + dataRow(1_048_576, inlineCell('A1048576', '张三') + inlineCell('XFD1048576', 'x')) })
  assert.equal((await rowsOf(cornerWorkbook))[0]?.line, 1_048_576)
})

test('a million rows are refused without blocking requests, and an endless token is refused', async () => {
  const millionRows = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>${at}</v></c></row>`).join('')
  const bytes = await workbook({ rows: headingRow(1) + millionRows })
  let turns = 0
  const turnTimer = setInterval(() => turns++, 1)
  await measureReading(bytes)
  clearInterval(turnTimer)
  assert.deepEqual(await problemOf(bytes), { code: 'too_many_rows', max: 5_000 })
  assert.ok(turns > 5, `other requests got ${turns} turns`)
  const endlessResult = await measureReading(await workbook({ sheet: `<worksheet><sheetData><row r="1"><c r="A1"><v>${'7'.repeat(15_000_000)}` }))
  assert.equal(endlessResult.code, 'damaged')
})

test('excessive texts and formats are refused before they are stored', async () => {
  const repeatText = (count: number, text: string) => text.repeat(count)
  const sharedRow = dataRow(2, ['A', 'B', 'C', 'D'].map((column) => `<c r="${column}2" t="s"><v>0</v></c>`).join(''))
  const strings = await workbook({ rows: headingRow(1) + sharedRow, strings: repeatText(900_000, '<si><t>x</t></si>') })
  assert.ok(strings.length < 100_000, `${strings.length} bytes`)
  assert.deepEqual(await problemOf(strings), { code: 'too_large', what: 'content', max: 128 * 1024 * 1024 })
  assert.equal(await codeOf(await workbook({ rows: headingRow(1) + sharedRow, strings: `<si>${repeatText(900_000, '<t>x</t>')}</si>` })), 'too_large')
  assert.equal(await codeOf(await workbook({ rows: headingRow(1) + sharedRow, styles: `<cellXfs>${repeatText(900_000, '<xf/>')}</cellXfs>` })), 'too_large')
  const acceptedWorkbook = await workbook({ rows: headingRow(1) + sharedRow, strings: repeatText(150_000, '<si><t>x</t></si>') })
  assert.equal((await rowsOf(acceptedWorkbook)).length, 1, 'thirty different texts in each of 5,000 rows')
})
