import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { balanceDirectionOf, debitAndCreditOf, entryKey, parseEntryKey } from './books.ts'

test('negative ledger amounts are debits and positive amounts are credits', () => {
  assert.deepEqual(debitAndCreditOf(fen(-5)), { debit: 5, credit: 0 })
  assert.deepEqual(debitAndCreditOf(fen(5)), { debit: 0, credit: 5 })
  assert.deepEqual([fen(-5), fen(5), fen(0)].map(balanceDirectionOf), ['debit', 'credit', 'even'])
})

test('the key of an entry encodes its journal and line number', () => {
  const key = entryKey(9_000_000_000, 14)
  assert.ok(Number.isSafeInteger(key))
  assert.deepEqual(parseEntryKey(key), { journalId: 9_000_000_000, line: 14 })
  assert.ok(entryKey(7, 32_767) < entryKey(8, 1))
})
