import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineStates } from '#/domain/money/line.ts'
import { type ExceptionFacts, resolutionsOf, stopScopeOf } from '#/domain/money/payout-exception.ts'

const facts: fc.Arbitrary<ExceptionFacts> = fc.record({
  reported: fc.constantFrom('success', 'failed', 'returned', null),
  suspense: fc.integer({ min: -1000, max: 1000 }),
  ours: fc.option(fc.integer({ min: 1, max: 1000 })),
  line: fc.option(fc.constantFrom(...lineStates)),
  isOwnOrder: fc.boolean(),
  isRepeated: fc.boolean(),
})

test('no resolution of an exception pays twice or releases paid money', () => {
  fc.assert(
    fc.property(facts, (exceptionFacts) => {
      const allowedResolutions = resolutionsOf(exceptionFacts)
      assert.ok(allowedResolutions.length > 0)
      assert.equal(new Set(allowedResolutions).size, allowedResolutions.length)
      const isOpen = ['sent', 'processing', 'unknown'].includes(exceptionFacts.line ?? '')
      if (exceptionFacts.line === null) assert.ok(allowedResolutions.every((way) => ['undone', 'adjustment', 'noted'].includes(way)))
      if (!isOpen) assert.ok(!allowedResolutions.includes('failed') && !allowedResolutions.includes('as_ordered'))
      if (isOpen && exceptionFacts.isOwnOrder)
        assert.ok(!allowedResolutions.includes('unit') && !allowedResolutions.includes('adjustment') && !allowedResolutions.includes('noted'))
      if (exceptionFacts.isRepeated && ['failed', 'cancelled', 'held'].includes(exceptionFacts.line ?? '')) assert.ok(!allowedResolutions.includes('paid'))
      if (exceptionFacts.line === 'success' || exceptionFacts.line === 'returned') assert.ok(!allowedResolutions.includes('paid'))
      if (exceptionFacts.line === 'returned') assert.ok(!allowedResolutions.includes('returned'))
      if (allowedResolutions.includes('noted')) assert.equal(exceptionFacts.suspense, 0)
    }),
    { numRuns: 5000 },
  )
})

test('an open line can be resolved as failed unless the bank has reported its payment', () => {
  const openFacts = { line: 'unknown', isOwnOrder: true, isRepeated: false, ours: 100 } as const
  assert.deepEqual(resolutionsOf({ ...openFacts, reported: 'success', suspense: -90 }), ['paid', 'as_ordered', 'undone'])
  assert.deepEqual(resolutionsOf({ ...openFacts, reported: 'success', suspense: -100 }), ['paid', 'undone'])
  assert.deepEqual(resolutionsOf({ ...openFacts, reported: null, suspense: 0 }), ['paid', 'failed'])
})

test('a contradiction by the bank stops the channel; a missing answer stops nothing', () => {
  assert.equal(stopScopeOf('wrong_amount', false), 'channel')
  assert.equal(stopScopeOf('overdue', true), 'none')
  assert.deepEqual([stopScopeOf('absent', true), stopScopeOf('absent', false)], ['channel', 'none'])
})

test('a payment that cannot be booked stops the unit', () => {
  assert.equal(stopScopeOf('not_booked', true), 'unit')
})
