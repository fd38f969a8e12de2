import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import type { AccountKind } from '#/domain/money/posting.ts'
import { type AccountMovement, type MappedAccount, memoOf, omissionReasonOf, unmappedAccounts, voucherEntriesOf } from '#/domain/taxation/accounting.ts'

const mapping = new Map<AccountKind, MappedAccount>([
  ['unit_available', { code: '2203', name: '合同负债', byUnit: true }],
  ['unit_frozen', { code: '2203', name: '合同负债', byUnit: true }],
  ['bank', { code: '1002', name: '银行存款', byUnit: false }],
])
const movement = (account: AccountKind, unitId: number | null, debit: number, credit: number): AccountMovement => ({
  account,
  unitId,
  debit: fen(debit),
  credit: fen(credit),
})

test('a voucher has one entry per chart account, unit and side, with debits first', () => {
  const rows = [
    movement('unit_available', 7, 0, 300),
    movement('unit_frozen', 7, 100, 50),
    movement('unit_available', 8, 0, 200),
    movement('bank', null, 450, 0),
    movement('bank', 7, 0, 0),
  ]
  const entries = voucherEntriesOf(rows, mapping).map(({ code, unitId, debit, credit }) => [code, unitId, debit, credit])
  assert.deepEqual(entries, [
    ['1002', null, 450, 0],
    ['2203', 7, 100, 0],
    ['2203', 7, 0, 350],
    ['2203', 8, 0, 200],
  ])
})

test('opening balances and movements within one chart account get no voucher', () => {
  const internalMovements = [movement('unit_available', 7, 100, 0), movement('unit_frozen', 7, 0, 100)]
  assert.equal(omissionReasonOf('freeze', internalMovements, mapping), 'sameAccount')
  assert.equal(omissionReasonOf('freeze', [movement('unit_available', 7, 100, 0), movement('unit_frozen', 8, 0, 100)], mapping), '')
  assert.equal(omissionReasonOf('opening', [movement('bank', null, 5, 0), movement('unit_available', 7, 0, 5)], mapping), 'opening')
})

test('an unmapped account is reported and refused', () => {
  const rows = [movement('suspense', null, 1, 0), movement('suspense', 7, 0, 1), movement('bank', null, 1, 1)]
  assert.deepEqual(unmappedAccounts(rows, mapping), ['suspense'])
  assert.throws(() => voucherEntriesOf(rows, mapping), RangeError)
})

test('the summary of a supplement is marked 补充', () => {
  assert.equal(memoOf('topup', '2026-09', 1), '2026年9月收到单位预付款')
  assert.equal(memoOf('topup', '2026-09', 2), '2026年9月收到单位预付款（补充）')
})
