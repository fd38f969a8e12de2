import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assessmentStatus } from '#/domain/desk/assessment.ts'

test('an assessment is valid for a year while the processing stays the same', () => {
  const last = { register: 'a', assessedOn: '2025-11-19' }
  assert.equal(assessmentStatus(null, 'a', '2026-11-18'), 'missing')
  assert.equal(assessmentStatus(last, 'a', '2026-11-18'), 'valid')
  assert.equal(assessmentStatus(last, 'a', '2026-11-19'), 'due')
  assert.equal(assessmentStatus(last, 'b', '2026-11-18'), 'changed')
})
