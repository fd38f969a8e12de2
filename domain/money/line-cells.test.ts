import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cleanLineCells, emptyLineCells, lineCellFields, parseLineAmount } from '#/domain/money/line-cells.ts'

test('full-width characters, spaces and separators in numbers are cleaned and reported', () => {
  const { cells, fixed, doubtful } = cleanLineCells({
    name: '张　 三',
    idNumber: '１１０００019９００１０１００３x',
    mobile: '138 0000-0001',
    cardNo: '6222 0000 0000 0000 1',
  })
  assert.equal(cells.name, '张三')
  assert.equal(cells.idNumber, '11000019900101003X')
  assert.equal(cells.mobile, '13800000001')
  assert.equal(cells.cardNo, '62220000000000001')
  assert.deepEqual(fixed, ['name', 'idNumber', 'mobile', 'cardNo'])
  assert.deepEqual(doubtful, [])
})

test('a lower-case x and surrounding spaces are corrected without a report', () => {
  const { cells, fixed } = cleanLineCells({ name: ' 张三 ', idNumber: '11000019900101003x' })
  assert.equal(cells.name, '张三')
  assert.equal(cells.idNumber, '11000019900101003X')
  assert.deepEqual(fixed, [])
})

test('names of minorities and foreigners keep their dot and space', () => {
  assert.equal(cleanLineCells({ name: '阿依古丽．买买提' }).cells.name, '阿依古丽·买买提')
  assert.equal(cleanLineCells({ name: '阿依古丽•买买提' }).cells.name, '阿依古丽·买买提')
  assert.equal(cleanLineCells({ name: 'JOHN  SMITH' }).cells.name, 'JOHN SMITH')
})

test('long numbers stored as numbers by a spreadsheet are doubtful', () => {
  assert.deepEqual(cleanLineCells({ idNumber: { text: '110000199001010000', suspicious: 'precision' } }).doubtful, ['idNumber'])
  assert.deepEqual(cleanLineCells({ cardNo: '6.22200000000000E+15' }), {
    cells: { ...emptyLineCells, cardNo: '6222000000000000' },
    fixed: [],
    doubtful: ['cardNo'],
    written: {},
  })
  assert.deepEqual(cleanLineCells({ mobile: { text: '13800000001' } }), {
    cells: { ...emptyLineCells, mobile: '13800000001' },
    fixed: [],
    doubtful: [],
    written: {},
  })
})

test('invisible characters and a leading apostrophe are removed', () => {
  assert.equal(cleanLineCells({ cardNo: '\u202a6222000000000000\u202c' }).cells.cardNo, '6222000000000000')
  assert.equal(cleanLineCells({ name: '张\u200b三' }).cells.name, '张三')
  assert.equal(cleanLineCells({ cardNo: "'6222000000000000" }).cells.cardNo, '6222000000000000')
})

test('an amount must be above zero and have at most two decimals', () => {
  const amountOf = (raw: string) => parseLineAmount(cleanLineCells({ amountText: raw }).cells.amountText)
  assert.equal(amountOf('1,234.5'), 123450)
  assert.equal(amountOf('￥１２．３０'), 1230)
  assert.equal(amountOf('8000元'), 800000)
  for (const wrong of ['0', '-5', '1.234', 'abc', '', '1e5', '1,5', '1 000', '33.3333333', '99999999999.00']) assert.equal(amountOf(wrong), null, wrong)
})

test('cleaning clean cells changes nothing', () => {
  fc.assert(
    fc.property(fc.record(Object.fromEntries(lineCellFields.map((field) => [field, fc.string({ unit: 'binary', maxLength: 60 })]))), (raw) => {
      const cleanedCells = cleanLineCells(raw).cells
      const cleanedAgain = cleanLineCells(cleanedCells)
      assert.deepEqual(cleanedAgain.cells, cleanedCells)
    }),
    { numRuns: 500, examples: [[{ mobile: '\u1fd7' }]] },
  )
})

test('an amount has at most ten digits of yuan', () => {
  assert.deepEqual([parseLineAmount('9999999999.99'), parseLineAmount('10000000000')], [999_999_999_999, null])
})
