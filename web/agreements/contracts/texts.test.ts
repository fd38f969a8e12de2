import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterNames } from '#/api/filters.texts.ts'
import { texts } from './texts.ts'

test('an export names the filter of paper contracts to check as the page does', () => {
  assert.deepEqual(filterNames.isToCheck, texts.isToCheck)
})
