import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refetchDelay } from './query.ts'
import { ApiError } from './wire.ts'

test('a live read that failed for the moment is repeated soon, because no further hint may come', () => {
  const lost = new ApiError('no answer', { error: 'transport', isFinal: false })
  const refused = new ApiError('no right', { error: 'forbidden', isFinal: true })
  const delays = [null, refused, lost].map((error) => refetchDelay(1500, { hasHints: true, error }))
  assert.deepEqual(delays, [60_000, 60_000, 1500])
  assert.equal(refetchDelay(1500, { hasHints: false, error: null }), 1500)
  assert.equal(refetchDelay(null, { hasHints: true, error: lost }), false)
})
