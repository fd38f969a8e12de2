import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faceFiling } from '#/domain/agreements/face.ts'

test('the platform is warned from 80,000 stored faces and must file from 100,000', () => {
  assert.deepEqual([0, 79_999, 80_000, 99_999, 100_000, 250_000].map(faceFiling), ['none', 'none', 'near', 'near', 'due', 'due'])
})
