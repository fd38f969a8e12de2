import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAmountInvalid, voucherFilterOf } from './filter.ts'

const initialState = { keyword: '', kind: '', receipt: '', from: '', to: '', returned: '', amount: '', unitId: 0, centreId: 0, batchId: 0 }

test('an invalid amount blocks the receipts and is never dropped from their filter', () => {
  for (const amount of ['abc', '12,34', '-5', '1.234']) {
    const state = { ...initialState, amount }
    assert.equal(isAmountInvalid(state), true, amount)
    assert.deepEqual(voucherFilterOf(state), { amount })
  }
})

test('a valid amount or none filters the receipts', () => {
  assert.deepEqual([isAmountInvalid({ amount: '88.50' }), isAmountInvalid({ amount: '' })], [false, false])
  assert.deepEqual(voucherFilterOf({ ...initialState, amount: '88.50', unitId: 3 }), { amount: '88.50', unitId: 3 })
  assert.deepEqual(voucherFilterOf(initialState), {})
})
