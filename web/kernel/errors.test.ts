import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addTo, errorLog, isCaptured, type LoggedError, recordError } from './errors.ts'

const fault = (key: string, at = '1') => ({ key, at, message: key, page: '/', stack: '', requestId: '' })

test('the same fault is counted and comes first, and the log keeps the last fifty', () => {
  let log: LoggedError[] = []
  for (const key of ['a', 'b', 'a']) log = addTo(log, fault(key))
  assert.deepEqual(
    log.map(({ key, count }) => [key, count]),
    [
      ['a', 2],
      ['b', 1],
    ],
  )
  for (let index = 0; index < 60; index++) log = addTo(log, fault(`c${index}`))
  assert.equal(log.length, 50)
  assert.equal(log[0]?.key, 'c59')
})

test('faults are captured in production, and nowhere else', () => {
  assert.equal(isCaptured({ PROD: true }), true)
  assert.equal(isCaptured({ PROD: false }), false)
  assert.equal(isCaptured(undefined), false)
  recordError(new Error('while developing'))
  assert.deepEqual(errorLog.get(), [])
})
