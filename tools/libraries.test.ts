import assert from 'node:assert/strict'
import { test } from 'node:test'
import { vulnerabilityLines } from '#/tools/libraries.ts'

test('each library with a vulnerability of at least low severity is listed', () => {
  const vulnerabilities = vulnerabilityLines({
    vulnerabilities: {
      undici: { severity: 'high', fixAvailable: true },
      sharp: { severity: 'low', fixAvailable: false },
      zod: { severity: 'info', fixAvailable: true },
    },
  })
  assert.deepEqual(vulnerabilities, ['undici: high', 'sharp: low, no fix yet'])
  assert.deepEqual(vulnerabilityLines({ vulnerabilities: {} }), [])
})

test('a failed audit does not count as passed', () => {
  assert.throws(() => vulnerabilityLines({ error: { summary: 'no registry' } }), /no registry/)
  assert.throws(() => vulnerabilityLines({}), /gave no report/)
})
