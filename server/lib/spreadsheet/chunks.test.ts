import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packRawRows, packRows, unpackRawRows, unpackRows } from '#/server/lib/spreadsheet/chunks.ts'
import type { SheetRow } from '#/server/lib/spreadsheet/sheet.ts'

const rowOf = (line: number, text: string): SheetRow<'a' | 'b'> => ({ line, cells: { a: { text }, b: { text: '6.2E+15', suspicious: 'scientific' } } })

test('unpacked rows equal the packed rows', async () => {
  const rows = [rowOf(2, '张三 "x"\n\ufeff'), rowOf(9, '')]
  assert.deepEqual(await unpackRows(packRows(rows)), rows)
  assert.deepEqual(await unpackRows(packRows([])), [])
  const raw = rows.map(({ line, cells }) => ({ line, cells: new Map(Object.values(cells).map((cell, at) => [at + 3, cell])) }))
  assert.deepEqual(await unpackRawRows(packRawRows(raw)), raw)
})

test('a chunk ends after a maximum number of cells or characters', () => {
  const sizesOf = (count: number, text: string) => packRows(Array.from({ length: count }, (_, at) => rowOf(at + 2, text))).chunks.length
  assert.equal(sizesOf(3_000, 'x'), 1)
  assert.equal(sizesOf(12_000, 'x'), 4)
  assert.ok(sizesOf(600, 'x'.repeat(8_000)) >= 24)
})
