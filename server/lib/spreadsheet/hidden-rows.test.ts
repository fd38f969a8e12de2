import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withoutEmptyRows } from '#/server/lib/spreadsheet/empty-rows.ts'
import { readSheet, type SheetReadOptions } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { listOptions, workbookOf } from '#/server/lib/spreadsheet/worst-testing.ts'

const columns = ['姓名', '证件号码', '收款账号', '金额', '日期'].map((heading) => ({ key: heading, headings: [heading], required: true }))
const options: SheetReadOptions = { columns, maxRows: 5_000 }

const inlineCell = (address: string, text: string) => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

test('a list with a filtered-out row is refused with its line number until the user confirms', async () => {
  const bytes = readFileSync(new URL('samples/hidden-row.xlsx', import.meta.url))
  const refusedResult = await readSheet(bytes, options)
  assert.deepEqual(refusedResult, { ok: false, problem: { code: 'hidden_rows', lines: [3], count: 1 } })
  const confirmedResult = await readSheet(bytes, { ...options, takesHidden: true })
  assert.ok(confirmedResult.ok)
  assert.deepEqual(
    confirmedResult.rows.map(({ line, cells }) => [line, cells.姓名?.text]),
    [
      [2, '王一'],
      [3, '赵二'],
      [4, '孙三'],
    ],
  )
})

test('hidden rows that are empty or above the headings need no confirmation', async () => {
  const rows = `<row r="2">${inlineCell('A2', '张三')}${inlineCell('B2', '1')}${inlineCell('C2', 'x')}</row><row r="3" hidden="1"><c r="A3" s="0"/></row><row r="9" hidden="true"/>`
  const result = await readSheet(await workbookOf({ rows }), listOptions)
  assert.ok(result.ok)
  assert.equal(result.rows.length, 1)
})

test('the refusal counts all hidden rows and names the first twenty', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `<row r="${at + 2}" hidden="1">${inlineCell(`A${at + 2}`, '张三')}</row>`).join('')
  const result = await readSheet(await workbookOf({ rows }), listOptions)
  assert.ok(!result.ok && result.problem.code === 'hidden_rows')
  assert.deepEqual([result.problem.count, result.problem.lines.length], [30, 20])
})

/** Yields a sheet with content in ten rows, and formatted cells in all other rows down to `last`. */
async function* formattedSheet(last: number) {
  const filledRow = (line: number) => `<row r="${line}">${inlineCell(`A${line}`, '张三')}</row>`
  const emptyRow = (line: number) => `<row r="${line}">${['A', 'B', 'C', 'D'].map((column) => `<c r="${column}${line}" s="0"/>`).join('')}</row>`
  for (let from = 2; from <= last; from += 1_000) {
    const lines = Array.from({ length: Math.min(1_000, last + 1 - from) }, (_, at) => from + at)
    yield Buffer.from(lines.map((line) => (line < 11 || line === last ? filledRow(line) : emptyRow(line))).join(''))
  }
}

test('a sheet formatted down to row 1,048,576 is parsed only around its content', async () => {
  const last = 1_048_576
  let [stored, skippedTo] = ['', 0]
  for await (const piece of withoutEmptyRows(formattedSheet(last), (line) => (skippedTo = line))) stored += Buffer.from(piece).toString()
  const rows = [...stored.matchAll(/<row r="(\d+)">/g)].map(([, line]) => Number(line))
  assert.ok(rows.length < 3_000, `${rows.length} rows`)
  assert.deepEqual([rows.slice(0, 9), rows.at(-1)], [[2, 3, 4, 5, 6, 7, 8, 9, 10], last])
  assert.ok(skippedTo > last - 2_000)
})

test('a sheet of 60,000 rows with content in ten is read as ten rows', async () => {
  const pieces: Buffer[] = []
  for await (const piece of formattedSheet(60_000)) pieces.push(piece)
  const result = await readSheet(await workbookOf({ rows: Buffer.concat(pieces).toString() }), listOptions)
  assert.ok(result.ok, JSON.stringify(result))
  assert.deepEqual([result.rows.length, result.rows.at(-1)?.line], [10, 60_000])
})

test('rows without row numbers keep their position below removed empty rows', async () => {
  const rows = `<row>${inlineCell('A2', '张三')}</row>${'<row><c s="0"/></row>'.repeat(40_000)}<row>${inlineCell('A40003', '李四')}</row>`
  const result = await readSheet(await workbookOf({ rows }), listOptions)
  assert.ok(result.ok, JSON.stringify(result))
  assert.deepEqual(
    result.rows.map(({ line }) => line),
    [2, 40_003],
  )
})
