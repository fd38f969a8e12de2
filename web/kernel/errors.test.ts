import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addError, errorLog, isProductionEnv, type LoggedError, recordError } from './errors.ts'

const errorFor = (key: string, at = '1') => ({ key, at, message: key, page: '/', stack: '', requestId: '' })

test('a repeated error moves to the top with a count, and the log keeps 50 errors', () => {
  let log: LoggedError[] = []
  for (const key of ['a', 'b', 'a']) log = addError(log, errorFor(key))
  assert.deepEqual(
    log.map(({ key, count }) => [key, count]),
    [
      ['a', 2],
      ['b', 1],
    ],
  )
  for (let index = 0; index < 60; index++) log = addError(log, errorFor(`c${index}`))
  assert.equal(log.length, 50)
  assert.equal(log[0]?.key, 'c59')
})

test('errors are captured in production only', () => {
  assert.equal(isProductionEnv({ PROD: true }), true)
  assert.equal(isProductionEnv({ PROD: false }), false)
  assert.equal(isProductionEnv(undefined), false)
  recordError(new Error('while developing'))
  assert.deepEqual(errorLog.get(), [])
})
