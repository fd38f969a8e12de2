import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fen, ppm } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  fieldsWithoutSource,
  type PolicyFieldValue,
  policyChangesBetween,
  policyFields,
  policyFieldValue,
  policyPaths,
  withPolicyValues,
  wrongQuickDeductions,
} from '#/domain/taxation/policy-fields.ts'

type Params = TaxPolicy['params']

const bracketTable = fc.constantFrom(
  [{ upToFen: null, ratePpm: ppm(30_000), quickFen: fen(0) }],
  [
    { upToFen: fen(3_600_000), ratePpm: ppm(30_000), quickFen: fen(0) },
    { upToFen: null, ratePpm: ppm(100_000), quickFen: fen(252_000) },
  ],
)
const values = {
  ppm: fc.integer({ min: 0, max: 3 }),
  fen: fc.integer({ min: 0, max: 3 }),
  count: fc.integer({ min: 1, max: 2 }),
  flag: fc.boolean(),
  way: fc.constantFrom('SELF', 'PLATFORM_AGENT_16'),
  ways: fc.constantFrom({}, { 软件服务: 'PAYER_WITHHOLD_28' }, { 软件服务: 'PLATFORM_AGENT_16', 市场推广服务: 'PAYER_WITHHOLD_28' }),
  brackets: bracketTable,
  items: fc.constantFrom({ work: 300 }, { work: 300, lease: 1000 }, {}),
  text: fc.constantFrom('law A', 'law B'),
} as const

const parts = ['withholding', 'labour', 'business', 'vat', 'surcharge', 'stamp', 'watch']
const blankParams = { source: '', ...Object.fromEntries(parts.map((part) => [part, {}])) } as unknown as Params
const anyParams = fc
  .record(Object.fromEntries(policyPaths.map((path) => [path, values[policyFields[path]] as fc.Arbitrary<unknown>])))
  .map((each) => withPolicyValues(blankParams, each as Record<string, PolicyFieldValue>) as unknown as Params)

test('applying the differences of two policies turns one into the other', () => {
  fc.assert(
    fc.property(anyParams, anyParams, (before, after) => {
      const changes = policyChangesBetween(before, after)
      const appliedParams = withPolicyValues(before, Object.fromEntries(changes.map((change) => [change.path, change.after])))
      assert.deepEqual(appliedParams, after)
      assert.deepEqual(policyChangesBetween(after, after), [])
      for (const { path } of changes) assert.notDeepEqual(policyFieldValue(before, path), policyFieldValue(after, path))
    }),
  )
})

test('a changed figure needs a changed source', () => {
  fc.assert(
    fc.property(anyParams, anyParams, (before, after) => {
      const isChanged = policyChangesBetween(before, after).length > 0
      const sources = Object.fromEntries(
        policyPaths.filter((path) => policyFields[path] === 'text').map((path) => [path, `${policyFieldValue(before, path)} and more`]),
      )
      assert.deepEqual(fieldsWithoutSource(before, withPolicyValues(after, sources) as unknown as Params), [])
      const oldSources = Object.fromEntries(policyPaths.filter((path) => policyFields[path] === 'text').map((path) => [path, policyFieldValue(before, path)]))
      const paramsWithOldSources = withPolicyValues(after, oldSources) as unknown as Params
      assert.equal(fieldsWithoutSource(before, paramsWithOldSources).length > 0, policyChangesBetween(before, paramsWithOldSources).length > 0)
      assert.equal(isChanged || fieldsWithoutSource(before, after).length === 0, true)
    }),
  )
})

test('a quick deduction must give the same tax on both sides of a bound', () => {
  const steps = [
    { upToFen: fen(3_600_000), ratePpm: ppm(30_000), quickFen: fen(0) },
    { upToFen: fen(14_400_000), ratePpm: ppm(100_000), quickFen: fen(252_000) },
    { upToFen: null, ratePpm: ppm(200_000), quickFen: fen(1_692_000) },
  ]
  assert.deepEqual(wrongQuickDeductions(steps), [])
  assert.deepEqual(wrongQuickDeductions(steps.map((step, at) => (at === 1 ? { ...step, quickFen: fen(252_001) } : step))), [2])
})
