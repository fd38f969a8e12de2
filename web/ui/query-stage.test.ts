import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stageOf } from './query-stage.ts'

test('a dialog whose choices failed to load shows the failure, and opens once they are there', () => {
  const error = new Error('no answer')
  assert.equal(stageOf({ data: undefined, error: null }), 'loading')
  assert.equal(stageOf({ data: undefined, error }), 'failed')
  assert.equal(stageOf({ data: { roles: [] }, error: null }), 'ready')
  assert.equal(stageOf({ data: { roles: [] }, error }), 'ready', 'a failed refetch keeps the choices')
})
