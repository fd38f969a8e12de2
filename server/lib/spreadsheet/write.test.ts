import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import fc from 'fast-check'
import readExcelFile from 'read-excel-file/node'
import { readSheet, sheetStream, type WriteRow, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { safeText } from '#/server/lib/spreadsheet/write.ts'

const columns = [
  { heading: '姓名', required: true },
  { heading: '证件类型', choices: ['身份证', '护照'] },
  { heading: '应发金额(元)', kind: 'money' as const, required: true, hint: '最多两位小数' },
  { heading: '次数', kind: 'number' as const },
]

test('other programs read exported text as text and exported money with cents', async () => {
  const rows: WriteRow[] = [
    ['张三', '110101199001010015', 123_456, 3],
    ['<李&四>', null, -1, 0.5],
    [{ value: '王五', flag: 'error' }, '', { value: '不是数', flag: 'error' }, true],
  ]
  const bytes = await writeSheet({ sheets: [{ name: '批量支付', stamp: '导出人：甲', notes: ['说明'], columns, rows }] })
  const [sheet] = await readExcelFile(bytes)
  assert.equal(sheet?.sheet, '批量支付')
  assert.deepEqual(sheet?.data, [
    ['导出人：甲', null, null, null],
    ['说明', null, null, null],
    ['姓名*', '证件类型', '应发金额(元)*', '次数'],
    ['张三', '110101199001010015', 1234.56, 3],
    ['<李&四>', null, -0.01, 0.5],
    ['王五', null, '不是数', true],
  ])
})

test('other programs read days, times, rates and counts of an export as typed values', async () => {
  const automaticColumns = [{ heading: '日期' }, { heading: '时间' }, { heading: '次数' }, { heading: '编号' }].map((each) => ({
    ...each,
    kind: 'auto' as const,
  }))
  const rows: WriteRow[] = [
    ['2026-11-18', '2026-11-18 10:30:00', 3, '007', 35_000],
    ['2026-02-30', '2026-11-18T10:30', 0, '2026-11', '待定'],
  ]
  const [sheet] = await readExcelFile(await writeSheet({ sheets: [{ name: '表', columns: [...automaticColumns, { heading: '费率', kind: 'rate' }], rows }] }))
  assert.deepEqual(sheet?.data.slice(1), [
    [new Date('2026-11-18T00:00:00Z'), new Date('2026-11-18T10:30:00Z'), 3, '007', 0.035],
    ['2026-02-30', '2026-11-18T10:30', 0, '2026-11', '待定'],
  ])
})

test('a template is recognised by its hidden mark and refused in another version', async () => {
  const bytes = await writeSheet({ template: { id: 'T2', version: '3' }, sheets: [{ name: '表', columns, rows: [['张三', '身份证', 1, 1]] }] })
  const readOptions = { columns: [{ key: 'name', headings: ['姓名'], required: true }], maxRows: 10, unknownColumns: 'ignore' } as const
  assert.ok((await readSheet(bytes, { ...readOptions, template: { id: 'T2', version: '3' } })).ok)
  assert.deepEqual(await readSheet(bytes, { ...readOptions, template: { id: 'T2', version: '4' } }), {
    ok: false,
    problem: { code: 'wrong_template_version', found: { id: 'T2', version: '3' }, expected: { id: 'T2', version: '4' } },
  })
  assert.deepEqual(
    (await readExcelFile(bytes)).map(({ sheet }) => sheet),
    ['表', '_lists', '_template'],
  )
})

test('written text has no control characters, and an apostrophe where it could be a formula', async () => {
  const attacks = ['=cmd|calc', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\u0000x', '\u0001=1', '＝1+1', '＠x']
  for (const attack of attacks) assert.ok(safeText(attack).startsWith("'"), JSON.stringify(attack))
  assert.deepEqual(['张三', '\u0000张\u0007三\u001b[31m\uffff', '张\t三\n四'].map(safeText), ['张三', "'张三[31m", '张\t三\n四'])
  const bytes = await writeSheet({ sheets: [{ name: '=x', stamp: '=stamp', columns: [{ heading: '=head' }], rows: attacks.map((attack) => [attack]) }] })
  const [sheet] = await readExcelFile(bytes, { trim: false })
  assert.equal(sheet?.data.length, attacks.length + 2, 'stamp, heading and rows')
  for (const [text] of sheet?.data ?? []) assert.match(String(text), /^'/)
})

test('any text survives writing and reading, except for what a cell cannot contain', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { minLength: 1, maxLength: 8 }), async (texts) => {
      const bytes = await writeSheet({ sheets: [{ name: '表', columns: [{ heading: '甲' }, { heading: '乙' }], rows: texts.map((text) => [text, '*']) }] })
      const result = await readSheet(bytes, {
        columns: [
          { key: 'text', headings: ['甲'], required: true },
          { key: 'mark', headings: ['乙'], required: true },
        ],
        maxRows: 10,
      })
      assert.ok(result.ok)
      for (const [at, row] of result.rows.entries()) {
        const expected = safeText(texts[at] ?? '').replace(/^'(?=[=+\-@\t\d＝＋－＠])/, '')
        assert.equal(row.cells.text.text, expected.trim() === '' ? '' : expected)
      }
    }),
    { numRuns: 60 },
  )
})

test('whole amounts in fen are written exactly, and other amounts throw an error', async () => {
  const sheet = (value: number) => writeSheet({ sheets: [{ name: '表', columns: [{ heading: '金额', kind: 'money' }], rows: [[value]] }] })
  await assert.rejects(sheet(0.5), RangeError)
  await assert.rejects(sheet(Number.NaN), RangeError)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -1e13, max: 1e13 }), async (amount) => {
      const [read] = await readExcelFile(await sheet(amount))
      assert.equal(Math.round(Number(read?.data[1]?.[0]) * 100), amount)
    }),
    { numRuns: 30 },
  )
})

test('equal lists have equal bytes', async () => {
  const write = () => writeSheet({ sheets: [{ name: '表', columns, rows: [['张三', '身份证', 1, 2]] }] })
  assert.ok((await write()).equals(await write()))
})

test('200,000 rows are streamed with less than 50 MB of buffers', async () => {
  async function* rows(): AsyncGenerator<WriteRow> {
    for (let at = 0; at < 200_000; at += 1) yield [`张三${at}`, '身份证', at, at]
  }
  let size = 0
  let peakBytes = 0
  const memoryBefore = process.memoryUsage()
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      peakBytes = Math.max(peakBytes, process.memoryUsage().arrayBuffers - memoryBefore.arrayBuffers)
      done()
    },
  })
  await pipeline(sheetStream({ sheets: [{ name: '表', columns, rows: rows() }] }), sink)
  assert.ok(size > 1_000_000)
  assert.ok(peakBytes < 50e6, `${peakBytes} bytes`)
})
