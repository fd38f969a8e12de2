import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redPath, retryDelaySeconds } from './einvoice.ts'

test('a red letter passes the states up to the reported one and does not go back', () => {
  assert.deepEqual(redPath('10', '01'), ['01'])
  assert.deepEqual(redPath('10', '04'), ['02', '04'])
  assert.deepEqual(redPath('10', '07'), ['02', '07'])
  assert.deepEqual(redPath('10', '06'), ['03', '06'])
  assert.deepEqual(redPath('02', '02'), [])
  assert.deepEqual([redPath('04', '02'), redPath('07', '04'), redPath('01', '07')], [null, null, null])
})

test('the delay between attempts grows to half an hour', () => {
  const delays = [0, 1, 2, 5, 50].map(retryDelaySeconds)
  assert.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  )
  assert.equal(delays.at(-1), 1800)
})
