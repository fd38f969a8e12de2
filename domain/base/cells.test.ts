import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { applyCells, areCellsEqual, type CellKind, cleanRow } from '#/domain/base/cells.ts'

const kinds = { name: 'name', words: 'words', prose: 'prose', number: 'number', long: 'long', amount: 'amount' } as const satisfies Record<string, CellKind>
type Field = keyof typeof kinds
const fields = Object.keys(kinds) as Field[]
const cleanText = (field: Field, text: string) => cleanRow<Field>(kinds, { [field]: text }).cells[field]

test('the kind of a cell decides how it is cleaned', () => {
  const text = ' 张　三-１ '
  assert.deepEqual(
    fields.map((field) => cleanText(field, text)),
    ['张三-1', '张 三-1', '张　三-１', '张三1', '张三1', '张 三-1'],
  )
  assert.equal(cleanText('amount', '¥1,234.5元'), '1234.5')
  assert.equal(cleanText('name', '欧阳   娜娜'), '欧阳娜娜')
  assert.equal(cleanText('prose', '第一行：拍摄（含样片），\u200b按场次 \r\n第二行。\u0000\n'), '第一行：拍摄（含样片），按场次\n第二行。')
  assert.deepEqual(cleanRow(kinds, {}).cells, { name: '', words: '', prose: '', number: '', long: '', amount: '' })
})

test('the fast path for clean cells gives the same result as full cleaning', () => {
  // A trailing space is always removed and always bypasses the fast path.
  const expectSameResult = (text: string) => {
    for (const field of fields) assert.equal(cleanText(field, text), cleanText(field, `${text} `), `${field} ${JSON.stringify(text)}`)
  }
  for (let code = 1; code < 0x180; code++) expectSameResult(`a${String.fromCharCode(code)}1`)
  for (const edge of [0x4dff, 0x4e00, 0x9fff, 0xa000, 0xff10]) expectSameResult(String.fromCharCode(edge))
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 20 }), expectSameResult))
})

test('long numbers expanded from scientific notation are marked as doubtful', () => {
  const cleanAsNumbers = (text: string) => {
    const { cells, fixed, doubtful } = cleanRow(kinds, { long: text, number: text, amount: text })
    return [cells.long, cells.number, cells.amount, fixed, doubtful] as const
  }
  assert.deepEqual(cleanAsNumbers('6.222E+15'), ['6222000000000000', '6222000000000000', '6.222E+15', [], ['long']])
  assert.deepEqual(cleanAsNumbers('6e3').slice(0, 2), ['6000', '6000'])
  assert.deepEqual(cleanAsNumbers('6.22E+2').slice(0, 2), ['622', '622'])
  assert.equal(cleanAsNumbers('1E30')[0], `1${'0'.repeat(30)}`)
  for (const other of ['6.222E+2', '1E31', 'X6.2E+15', '6.2E+155', '66.2E+15', '6.2E+15X']) assert.equal(cleanAsNumbers(other)[0], other)
})

test('a value of doubtful precision is marked in a long number but not in other cells', () => {
  const rawCells = (suspicious: 'precision' | undefined) => ({
    long: { text: '123456789012345000', suspicious },
    number: { text: '138', suspicious },
    name: { text: '张三', suspicious },
  })
  assert.deepEqual(cleanRow(kinds, rawCells('precision')).doubtful, ['long'])
  assert.deepEqual(cleanRow(kinds, rawCells(undefined)).doubtful, [])
})

test('a cell is truncated to 200 characters', () => {
  assert.deepEqual(
    ['1'.repeat(250), '张'.repeat(250), 'é'.repeat(250)].map((text) => cleanText('words', text).length),
    [200, 200, 200],
  )
  assert.equal(cleanText('long', '1'.repeat(250)).length, 200)
  assert.equal(cleanText('name', '张 '.repeat(75)), '张'.repeat(75))
  assert.equal(cleanText('words', `${' '.repeat(399)}ab`), 'a')
})

test('corrections are reported unless the spelling is equivalent', () => {
  assert.deepEqual(cleanRow(kinds, { name: '张　三', words: 'Ａ', number: '1 2' }).fixed, ['name', 'words', 'number'])
  assert.deepEqual(cleanRow(kinds, { name: ' 张三 ', words: 'é', long: '1x' }).fixed, [])
})

const originalCells = { name: '张三', words: 'a', prose: '', number: '1', long: '2', amount: '3' }

test('a cell in an edit counts as touched even if it is unchanged', () => {
  const row = applyCells(kinds, originalCells, { name: '张三', number: '９' }, false)
  assert.deepEqual(row.cells, { ...originalCells, number: '9' })
  assert.deepEqual([[...row.touched], row.fixed, row.doubtful], [['name', 'number'], ['number'], []])
})

test('in a whole row, only changed cells count as touched', () => {
  const raw = { name: '张　三', words: 'b', number: '1', long: { text: '2', suspicious: 'precision' as const } }
  const row = applyCells(kinds, originalCells, raw, true)
  assert.deepEqual(row.cells, { name: '张三', words: 'b', prose: '', number: '1', long: '2', amount: '' })
  assert.deepEqual([[...row.touched], row.fixed, row.doubtful], [['words', 'amount'], [], []])
  assert.deepEqual(applyCells(kinds, originalCells, { ...raw, long: { text: '22', suspicious: 'precision' } }, true).doubtful, ['long'])
})

test('two rows are equal only if all their cells are equal', () => {
  assert.ok(areCellsEqual(kinds, originalCells, { ...originalCells }))
  for (const field of fields) assert.ok(!areCellsEqual(kinds, originalCells, { ...originalCells, [field]: 'x' }))
})
