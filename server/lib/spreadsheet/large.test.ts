import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SHEET_BYTES, readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'

const columns = ['单号', '流水号', '金额', '状态', '手续费', '完成时间', '备注'].map((heading, at) => ({ key: `c${at}`, headings: [heading], required: true }))

test('a large text is read only if allowed, and endless lines, cells or rows are refused', async () => {
  const text = (lines: readonly string[]) => Buffer.from([columns.map(({ headings }) => headings[0]).join(','), ...lines].join('\n'))
  const read = async (bytes: Uint8Array, isLarge = true) => {
    const result = await readSheet(bytes, { columns, maxRows: 200_000, ...(isLarge && { maxBytes: 2 * MAX_SHEET_BYTES }) })
    return result.ok ? result.rows.length : result.problem.code
  }
  const row = columns.map((_, at) => `第${at}列的内容`).join(',')
  const largeText = text(Array.from({ length: 150_000 }, () => row))
  assert.ok(largeText.byteLength > MAX_SHEET_BYTES)
  assert.equal(await read(largeText), 150_000)
  assert.equal(await read(largeText, false), 'too_large', 'nowhere else')
  assert.equal(await read(Buffer.alloc(2 * MAX_SHEET_BYTES + 1, 'x,')), 'too_large')
  const size = 2 * MAX_SHEET_BYTES - 1024
  for (const [name, endless] of [
    ['a line', Buffer.alloc(size, ',')],
    ['a cell', Buffer.alloc(size, 'x')],
    ['a cell in quotes', Buffer.concat([Buffer.from('"'), Buffer.alloc(size, '""')])],
  ] as const)
    assert.ok(['line_too_long', 'damaged'].includes(String(await read(Buffer.concat([text([]), Buffer.from('\n'), endless])))), name)
  assert.equal(await read(Buffer.concat([text([]), Buffer.alloc(size, '\n')])), 'too_many_rows', 'lines with nothing on them')
})
