import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type IncomeCells, incomeCellKinds } from '#/domain/onboarding/import-cells.ts'
import { incomeSums, parseIncomeMonth, readIncome } from '#/domain/onboarding/income-import.ts'

const none = Object.fromEntries(Object.keys(incomeCellKinds).map((cell) => [cell, ''])) as IncomeCells

test('a month is parsed in Chinese, ISO, slash, dot and compact notation, with or without a day', () => {
  for (const text of ['2026-03', '2026-3', '2026/03', '2026.3', '202603', '2026年3月', '2026年03月', '2026-03-01', '2026/3/31', '2026-03-01 00:00:00'])
    assert.equal(parseIncomeMonth(text), '2026-03', text)
  for (const text of ['', '三月', '2026', '2026-13', '2026-00', '26-03', '03-2026', '20263']) assert.equal(parseIncomeMonth(text), null, text)
})

test('negative and unreadable amounts are refused and count as zero in sums', () => {
  assert.deepEqual(readIncome({ ...none, incomeMonth: '2026-03', gross: '1,234.5' }), {
    month: '2026-03',
    gross: 123_450,
    vat: 0,
    city: 0,
    education: 0,
    localEducation: 0,
    withheld: 0,
  })
  for (const gross of ['-1', 'x', '1.234', '10000000000']) assert.equal(readIncome({ ...none, incomeMonth: '2026-03', gross }), null, gross)
  const sums = incomeSums([
    { ...none, gross: '10', vat: '1', withheld: '2.5' },
    { ...none, gross: '-10', withheld: '1' },
  ])
  assert.deepEqual([sums.rows, sums.unread, sums.gross, sums.vat, sums.withheld], [2, 1, 1000, 100, 350])
})
