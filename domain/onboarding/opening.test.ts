import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen, ZERO } from '#/domain/base/money.ts'
import { type AccountKind, openingPostings } from '#/domain/money/posting.ts'
import { nextOpeningState, type OpeningCells, openingByAccount, openingTotals, readOpening } from '#/domain/onboarding/opening.ts'

const row = (seq: number, more: Partial<OpeningCells>) => ({
  seq,
  cells: { account: '', creditCode: '', unitName: '', debit: '', credit: '', remark: '', ...more },
})
const units = new Map([
  ['A', { id: 1, name: '甲公司', hasMoved: false }],
  ['B', { id: 2, name: '乙公司', hasMoved: true }],
])

test('an opening balance sheet reports faults by cell and totals by side and account', () => {
  const rows = readOpening(
    [
      row(1, { account: '单位预付款', creditCode: 'A', unitName: '甲公司', credit: '1000' }),
      row(2, { account: '银行存款', debit: '1,000.00' }),
      row(3, { account: '固定资产', debit: '1' }),
      row(4, { account: '单位预付款', credit: '1' }),
      row(5, { account: '单位预付款', creditCode: 'C', credit: '1' }),
      row(6, { account: '单位预付款', creditCode: 'B', unitName: '丙公司', credit: '1' }),
      row(7, { account: '银行存款', creditCode: 'A', debit: '-1' }),
      row(8, { account: '调账' }),
      row(9, { account: '服务费收入', debit: '1', credit: '1' }),
      row(10, { account: '单位预付款', creditCode: 'A', debit: '5' }),
    ],
    units,
  )
  assert.deepEqual(
    rows.map((each) => each.issues.map(({ code, field }) => `${code} ${field}`)),
    [
      [],
      [],
      ['account account'],
      ['unitNeeded creditCode'],
      ['unitUnknown creditCode'],
      ['unitName unitName', 'unitMoved creditCode'],
      ['amount debit', 'unitOdd creditCode', 'repeated account'],
      ['noSide credit'],
      ['bothSides credit'],
      ['unitDebit debit', 'repeated account'],
    ],
  )
  assert.deepEqual(openingTotals(rows.slice(0, 2)), { debit: 100_000, credit: 100_000, difference: 0 })
  assert.equal(openingTotals(rows).difference, fen(100_000 + 100 + 100 + 500 - 100_000 - 300 - 100))
  assert.deepEqual(openingByAccount(rows.slice(0, 2)), [
    { account: 'unit_available', debit: 0, credit: 100_000, rows: 1 },
    { account: 'bank', debit: 100_000, credit: 0, rows: 1 },
  ])
})

test('balanced journals reproduce an opening balance sheet, and an unbalanced sheet is refused', () => {
  const balances = [
    { account: 'unit_available', unitId: 1, amount: fen(700) },
    { account: 'unit_available', unitId: 2, amount: fen(300) },
    { account: 'bank', unitId: null, amount: fen(-1200) },
    { account: 'tax_iit', unitId: null, amount: fen(150) },
    { account: 'fee_income', unitId: null, amount: fen(50) },
  ] as const
  const journals = openingPostings(balances)
  assert.deepEqual(
    journals.map((journal) => journal.unitId),
    [1, 2, null],
  )
  const endBalances = new Map<string, number>()
  for (const { unitId, postings } of journals) {
    assert.equal(
      postings.reduce((sum, each) => sum + each.amount, 0),
      0,
    )
    for (const { account, amount } of postings) {
      const key = `${account} ${account === 'unit_available' ? unitId : ''}`
      endBalances.set(key, (endBalances.get(key) ?? 0) + amount)
    }
  }
  const endBalance = (account: AccountKind, unitId: number | null = null) => endBalances.get(`${account} ${unitId ?? ''}`)
  assert.deepEqual(
    [endBalance('unit_available', 1), endBalance('unit_available', 2), endBalance('bank'), endBalance('tax_iit'), endBalance('fee_income')],
    [700, 300, -1200, 150, 50],
  )
  assert.throws(() => openingPostings([{ account: 'bank', unitId: null, amount: fen(-1) }]), { name: 'RangeError' })
  assert.deepEqual(openingPostings([{ account: 'bank', unitId: null, amount: ZERO }]), [])
})

test('a booked sheet can be reversed only after a request', () => {
  assert.equal(nextOpeningState('prepared', 'confirm'), 'booked')
  assert.equal(nextOpeningState('draft', 'confirm'), null)
  assert.equal(nextOpeningState('booked', 'undo'), null)
  assert.equal(nextOpeningState('booked', 'askUndo'), 'undoing')
  assert.equal(nextOpeningState('undoing', 'keep'), 'booked')
  assert.equal(nextOpeningState('undone', 'confirm'), null)
})
