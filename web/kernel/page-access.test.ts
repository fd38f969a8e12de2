import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageKeys, pages } from '#/api/pages.ts'
import { pageAt } from './page-access.ts'

test('every page is found by its path, with parameters filled', () => {
  for (const key of pageKeys) assert.equal(pageAt(pages[key].path.replace(/:[a-z]+/g, '12')), key)
  assert.equal(pageAt('/zf/batch/12/'), 'batch')
  assert.equal(pageAt('/zf/batch/'), null)
  assert.equal(pageAt('/nowhere'), null)
})
