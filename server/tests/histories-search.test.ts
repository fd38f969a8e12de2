import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchHistories } from '#/server/tests/histories-search-testing.ts'

const step = fc.record({ kind: fc.constantFrom('pay', 'return', 'wait'), a: fc.nat({ max: 999 }) }, { noNullPrototype: true })
type Step = { readonly kind: string; readonly a: number }

test('the search rounds the requested steps up to whole histories', async () => {
  const lengths: number[] = []
  const shortest = await searchHistories(step, { steps: 250, length: 100, seed: 7 }, async (history) => void lengths.push(history.length), true)
  assert.deepEqual([lengths, shortest], [[100, 100, 100], { stepsRun: 300, failure: null }])
})

test('a failing history is shortened, if requested, to the steps that cause the failure', async () => {
  const isBroken = (history: readonly Step[]) => history.some(({ kind }, at) => kind === 'return' && history.slice(0, at).some((each) => each.kind === 'pay'))
  const runHistory = async (history: readonly Step[]) => {
    if (isBroken(history)) throw new Error('paid twice')
  }
  const [short, whole] = await Promise.all(
    [true, false].map((isShrinking) => searchHistories(step, { steps: 100, length: 40, seed: 7 }, runHistory, isShrinking)),
  )
  assert.deepEqual(
    short?.failure?.history.map(({ kind }) => kind),
    ['pay', 'return'],
  )
  assert.equal(whole?.failure?.history.length, 40)
  assert.deepEqual(short?.failure?.cause, new Error('paid twice'))
})
