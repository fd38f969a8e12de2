import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vulnerableIn } from '#/tools/libraries.ts'

test('a known vulnerability of a library refuses the version, and an empty report passes', () => {
  const found = vulnerableIn({
    vulnerabilities: {
      undici: { severity: 'high', fixAvailable: true },
      sharp: { severity: 'low', fixAvailable: false },
      zod: { severity: 'info', fixAvailable: true },
    },
  })
  assert.deepEqual(found, ['undici: high', 'sharp: low, no fix yet'])
  assert.deepEqual(vulnerableIn({ vulnerabilities: {} }), [])
})

test('a failed audit does not count as a clean one', () => {
  assert.throws(() => vulnerableIn({ error: { summary: 'no registry' } }), /no registry/)
  assert.throws(() => vulnerableIn({}), /gave no report/)
})
