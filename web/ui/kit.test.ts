import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '#/domain/base/text.ts'
import { type ColumnChoice, initialChoice, moveKey, orderColumns, visibleColumns } from './columns.ts'
import { fileProblem } from './file-check.ts'
import { cellAfterKey, omittedCells, parseRange, phoneColumns, visibleRows } from './grid.ts'
import { nearestPage, pageNumbers } from './paging.ts'
import { contrastRatio, readableTone } from './tones.ts'
import { applyYuanEdit, caretPosition, displayYuan, fenOf, groupYuan, normalizeYuan, signedYuanPattern, type YuanInput, yuanPattern } from './yuan.ts'

test('an empty page beyond the last leads to the last page', () => {
  const nearest = (page: number, count: number, rows: number) => nearestPage({ page, size: 20, count }, rows)
  assert.equal(nearest(9, 45, 0), 3)
  assert.equal(nearest(9, 0, 0), 1)
  assert.equal(nearest(600, 10_001, 0), 500)
  assert.deepEqual([nearest(3, 45, 5), nearest(3, 45, 0), nearest(1, 0, 0), nearest(600, 10_001, 20)], [null, null, null, null])
})

test('an amount is parsed by the separators of the language, or left unchanged', () => {
  const normalizeIn = (language: 'zh' | 'es') => (text: string) => normalizeYuan(text, language)
  assert.deepEqual(['１，２３４．５元', '1,500', '1.5万', '007.', '.5', ' ¥ 8 ', '12。5'].map(normalizeIn('zh')), [
    '1234.5',
    '1500',
    '15000',
    '7',
    '0.5',
    '8',
    '12.5',
  ])
  assert.deepEqual(['1,5', '1500,50', '-5', '−5', '1 000', '1.234', '1.2.3', '1亿'].map(normalizeIn('zh')), [
    '1,5',
    '1500,50',
    '-5',
    '−5',
    '1 000',
    '1.234',
    '1.2.3',
    '1亿',
  ])
  assert.deepEqual(['1500,50', '1.500,50', '1,5', '1500.50', '1,500.50', '1.500'].map(normalizeIn('es')), [
    '1500.50',
    '1500.50',
    '1.5',
    '1500.50',
    '1500.50',
    '1.500',
  ])
  assert.equal(fenOf('1234.5'), 123_450)
  assert.equal(fenOf(''), null)
})

test('typing removes only separators that the field inserted', () => {
  const editAmount = (value: string, next: string, language: Language = 'zh') => displayYuan(applyYuanEdit({ value, written: null }, next, language), language)
  assert.equal(editAmount('1234', '1,2345'), '12,345')
  assert.equal(editAmount('1234', '1,234,5', 'es'), '1234,5')
  assert.equal(editAmount('1234', '1,234,5'), '1,234,5')
  assert.equal(editAmount('1', '1,'), '1,')
  assert.equal(editAmount('1234', '9'), '9')
  assert.equal(editAmount('', '1,234.50'), '1,234.50')
  assert.deepEqual(applyYuanEdit({ value: '12,', written: '12,' }, '12,5', 'zh'), { value: '12,5', written: '12,5' })
})

/** Returns the amount that is sent after typing these keys one by one. */
function typeYuan(keys: string, language: Language): string {
  let input: YuanInput = { value: '', written: null }
  for (const key of keys) {
    input = applyYuanEdit(input, displayYuan(input, language) + key, language)
  }
  return normalizeYuan(input.value, language)
}

test('an amount typed key by key is parsed as written or refused', () => {
  const typeAll = (language: Language) => (keys: string) => typeYuan(keys, language)
  const spanishInputs = ['12,5', '12,50', '1234,50', '12345,67', '1.234,50', '1.234.567,8', '1,234.50', '1234.5', '1.5万']
  assert.deepEqual(spanishInputs.map(typeAll('es')), ['12.5', '12.50', '1234.50', '12345.67', '1234.50', '1234567.8', '1234.50', '1234.5', '15000'])
  for (const language of ['zh', 'en', 'ja'] as const) {
    const parsedAmounts = ['1,234.5', '1,234,567.8', '12345.67', '１２３４．５', '1，234', '12。5'].map(typeAll(language))
    assert.deepEqual(parsedAmounts, ['1234.5', '1234567.8', '12345.67', '1234.5', '1234', '12.5'])
    for (const keys of ['12,50', '1,5', '1234,5', '12，50', '1,2345', '12,3456', '1,234,5'])
      assert.equal(yuanPattern.test(typeYuan(keys, language)), false, keys)
  }
})

test('only a field for signed amounts accepts a minus sign', () => {
  const normalizeAll = (isSigned: boolean) => ['-5', '−1,234.5', '-1500,50', '-0012', '1,234.50'].map((text) => normalizeYuan(text, 'es', isSigned))
  assert.deepEqual(normalizeAll(true), ['-5', '-1234.5', '-1500.50', '-12', '1234.50'])
  assert.deepEqual(normalizeAll(false), ['-5', '−1,234.5', '-1500,50', '-0012', '1234.50'])
  assert.ok(['-5', '5'].every((text) => signedYuanPattern.test(text)))
  assert.equal(yuanPattern.test('-5'), false)
})

test('typing and pasting the same amount give the same value', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,4}([.,]\d{1,3}){0,2}$/), fc.constantFrom('zh', 'es'), (text, language) => {
      const [typed, pasted] = [typeYuan(text, language), normalizeYuan(text, language)]
      if (yuanPattern.test(typed) && yuanPattern.test(pasted)) assert.equal(fenOf(typed), fenOf(pasted))
    }),
  )
})

test('an amount with a typed comma is parsed like a pasted one, or refused', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,3}(,\d{1,4}){1,2}(\.\d{1,2})?$/), fc.constantFrom('zh', 'es'), (text, language) => {
      const typedAmount = typeYuan(text, language)
      if (yuanPattern.test(typedAmount)) assert.equal(typedAmount, normalizeYuan(text, language))
    }),
  )
})

test('thousands are grouped while typing, and the caret stays after the same digit', () => {
  assert.deepEqual(['', '999', '1000', '1234567.8', '.5', '0.', '-5'].map(groupYuan), ['', '999', '1,000', '1,234,567.8', '.5', '0.', '-5'])
  assert.deepEqual(
    [0, 1, 2, 4, 7].map((at) => caretPosition('1,234.56', '1234.56', at)),
    [0, 1, 3, 5, 8],
  )
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,12}(\.\d{0,3})?$/), fc.stringMatching(/^\d{0,3}$/), (before, more) => {
      assert.equal(applyYuanEdit({ value: before, written: null }, groupYuan(before) + more, 'zh').value, before + more)
    }),
  )
})

test('a decimal comma typed inside an amount leaves the caret after the comma', () => {
  const typedText = '1,23,4,567'
  const shownText = displayYuan(applyYuanEdit({ value: '1234567', written: null }, typedText, 'es'), 'es')
  assert.equal(shownText, '123,4567')
  assert.equal(caretPosition(shownText, typedText, '1,23,'.length), '123,'.length)
  assert.equal(caretPosition('12,5', '12,5', 3), 3)
})

test('a file of the wrong kind or size is refused before the upload', () => {
  const rule = { kinds: ['xlsx'], maxBytes: 10 }
  assert.equal(fileProblem({ name: '明细.XLSX', size: 10 }, rule), null)
  assert.equal(fileProblem({ name: '明细.xls', size: 10 }, rule), 'wrongKind')
  assert.equal(fileProblem({ name: 'xlsx', size: 10 }, rule), 'wrongKind')
  assert.equal(fileProblem({ name: 'a.xlsx', size: 11 }, rule), 'tooBig')
  assert.equal(fileProblem({ name: 'a.xlsx', size: 0 }, rule), 'empty')
})

test('columns follow the chosen order and visibility, with pinned ones first and actions last', () => {
  const columns: { key: string; isAlways?: boolean; isHiddenAtFirst?: boolean; pin?: 'left' | 'right' }[] = [
    { key: 'no', isAlways: true },
    { key: 'name' },
    { key: 'extra', isHiddenAtFirst: true },
    { key: 'amount' },
    { key: 'actions', pin: 'right' },
  ]
  const initialColumns = initialChoice(columns)
  assert.deepEqual(
    visibleColumns(columns, initialColumns).map((column) => column.key),
    ['no', 'name', 'amount', 'actions'],
  )
  const columnChoice: ColumnChoice = { ...initialColumns, order: ['amount', 'name', 'no', 'actions'], hidden: ['no', 'name'], pinned: ['amount'] }
  assert.deepEqual(
    orderColumns(columns, columnChoice).map((column) => column.key),
    ['amount', 'name', 'extra', 'no', 'actions'],
  )
  assert.deepEqual(
    visibleColumns(columns, columnChoice).map((column) => column.key),
    ['amount', 'extra', 'no', 'actions'],
  )
  assert.deepEqual(moveKey(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c'])
  assert.deepEqual(moveKey(['a', 'b'], 'a', -1), ['a', 'b'])
})

test('the grid renders at most 30 rows at any scroll position', () => {
  assert.deepEqual(visibleRows(0, 340, 34, 5000), { from: 0, to: 18 })
  assert.deepEqual(visibleRows(34 * 4990, 340, 34, 5000), { from: 4982, to: 5000 })
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(6000), (top, rows) => {
      const { from, to } = visibleRows(top, 400, 34, rows)
      assert.ok(from >= 0 && to <= rows && to - from <= 30)
    }),
  )
})

test('on a phone, only the column that names the row is pinned, and it comes first', () => {
  const columns: { key: string; isPinned?: boolean }[] = [{ key: 'seq', isPinned: true }, { key: 'name', isPinned: true }, { key: 'amount' }]
  assert.deepEqual(
    phoneColumns(columns).map(({ key, isPinned }) => [key, isPinned]),
    [
      ['name', true],
      ['seq', false],
      ['amount', false],
    ],
  )
  assert.deepEqual(phoneColumns(columns.slice(2)), [{ key: 'amount' }])
})

test('arrow keys and Home move the cell and stop at the edges of the grid', () => {
  assert.deepEqual(cellAfterKey('ArrowDown', false, { row: 9, column: 1 }, 10, 3, 5), { row: 9, column: 1 })
  assert.deepEqual(cellAfterKey('ArrowRight', true, { row: 2, column: 0 }, 10, 3, 5), { row: 2, column: 2 })
  assert.deepEqual(cellAfterKey('Home', true, { row: 5, column: 2 }, 10, 3, 5), { row: 0, column: 0 })
  assert.equal(cellAfterKey('a', false, { row: 0, column: 0 }, 10, 3, 5), null)
})

test('a range copied from a spreadsheet is parsed cell by cell', () => {
  assert.deepEqual(parseRange('张三\t100\r\n李四\t200\r\n'), [
    ['张三', '100'],
    ['李四', '200'],
  ])
  assert.deepEqual(parseRange('"一行\n两行"\t"他说""好"""'), [['一行\n两行', '他说"好"']])
  assert.deepEqual(parseRange('x'), [['x']])
})

test('a paste larger than the grid reports the numbers of rows and columns left out', () => {
  const range = Array.from({ length: 5 }, () => ['a', 'b'])
  assert.deepEqual(omittedCells(range, 3, 2), { rows: 2, columns: 0 })
  assert.deepEqual(omittedCells(range, 9, 1), { rows: 0, columns: 1 })
  assert.deepEqual(omittedCells([], 0, 0), { rows: 0, columns: 0 })
})

test('every accent has a readable tone on light and dark backgrounds', () => {
  for (const accent of ['#1890ff', '#409EFF', '#304156', '#212121', '#11a983', '#13c2c2', '#6959CD', '#f5222d']) {
    for (const background of ['#ffffff', '#171b21', '#f4f6f8'])
      assert.ok(contrastRatio(readableTone(accent, background), background) >= 4.5, `${accent} on ${background}`)
  }
  assert.equal(Math.round(contrastRatio('#1890ff', '#ffffff') * 10), 32)
})

test('the pager lists first, last, current and adjacent pages, with gaps only for omitted ones', () => {
  assert.deepEqual(pageNumbers(1, 1), [1])
  assert.deepEqual(pageNumbers(1, 9), [1, 2, 3, 4, 0, 9])
  assert.deepEqual(pageNumbers(5, 9), [1, 0, 4, 5, 6, 0, 9])
  assert.deepEqual(pageNumbers(9, 9), [1, 0, 6, 7, 8, 9])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
      const [page, last] = [Math.min(a, b), Math.max(a, b)]
      const numbers = pageNumbers(page, last)
      const positiveNumbers = numbers.filter((number) => number > 0)
      assert.ok([1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last).every((each) => positiveNumbers.includes(each)))
      assert.ok(numbers.length <= 9)
      for (const [at, each] of positiveNumbers.entries()) if (at > 0) assert.ok(each > (positiveNumbers[at - 1] ?? 0))
      for (const [at, each] of numbers.entries()) {
        const [before, after] = [numbers[at - 1] ?? 0, numbers[at + 1] ?? 0]
        if (each === 0) assert.ok(after - before > 1)
        else if (before > 0) assert.equal(each - before, 1)
      }
    }),
  )
})
