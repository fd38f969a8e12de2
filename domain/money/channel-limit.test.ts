import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { exceededLimits } from '#/domain/money/channel-limit.ts'

const orders = (...amounts: number[]) => amounts.map((amount, at) => ({ id: at + 1, amount: fen(amount) }))
const formatReasons = (reasons: ReadonlyMap<number, string>) => [...reasons].map(([id, why]) => `${id} ${why}`)

test('a channel without limits refuses no order', () => {
  assert.deepEqual(formatReasons(exceededLimits(orders(1, 2, 3), { single: null, daily: null }, fen(1e9))), [])
})

test('an order may reach the limit to the fen but not exceed it', () => {
  assert.deepEqual(formatReasons(exceededLimits(orders(100, 101), { single: fen(100), daily: null }, fen(0))), ['2 single'])
  assert.deepEqual(formatReasons(exceededLimits(orders(60, 40, 1), { single: null, daily: fen(100) }, fen(0))), ['3 daily'])
})

test('a refused order does not count towards the daily limit', () => {
  assert.deepEqual(formatReasons(exceededLimits(orders(50, 30, 20, 1), { single: null, daily: fen(100) }, fen(50))), ['2 daily', '3 daily', '4 daily'])
  assert.deepEqual(formatReasons(exceededLimits(orders(90, 50), { single: null, daily: fen(100) }, fen(50))), ['1 daily'])
  assert.deepEqual(formatReasons(exceededLimits(orders(200, 50), { single: fen(100), daily: fen(60) }, fen(0))), ['1 single'])
})
