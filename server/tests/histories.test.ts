import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { searchHistories } from '#/server/tests/histories-search-testing.ts'
import { type Step, stepKinds } from '#/server/tests/histories-steps-testing.ts'
import { historyOn, prepareParties } from '#/server/tests/histories-testing.ts'
import { startTestServer } from '#/server/tests/testing.ts'

// Runs at least HISTORY_STEPS steps in histories of HISTORY_LENGTH from HISTORY_SEED, e.g. `npm run histories --
// 20000`. The suite runs a different history on each engine, with more steps on PostgreSQL, where a step takes half the
// time.
const isServer = process.env.TEST_DATABASE_URL !== undefined
const length = Number(process.env.HISTORY_LENGTH ?? (isServer ? 160 : 100))
const steps = Number(process.env.HISTORY_STEPS ?? length)
const seed = Number(process.env.HISTORY_SEED ?? (isServer ? 20261123 : 20261122))
/**
 * Whether a failing history is shortened and stored next to this file. In the suite, the first failure ends the run.
 */
const isShrinking = process.env.HISTORY_SHRINK !== undefined
const failurePath = join(import.meta.dirname, 'histories-kept.json')

const smallNumber = fc.nat({ max: 999 })
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...stepKinds), a: smallNumber, b: smallNumber, c: smallNumber }, { noNullPrototype: true })

const storedHistories = (): Step[][] => (existsSync(failurePath) ? (JSON.parse(readFileSync(failurePath, 'utf8')) as Step[][]) : [])

let completedSteps = 0

async function runHistory(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (fields: object, message: string) => void errors.push({ message, ...fields }) }
  const server = await startTestServer({ log })
  try {
    await prepareParties(server)
    const history = historyOn(server)
    for (const each of steps) {
      await history.advance(each)
      assert.deepEqual(errors, [])
    }
    await history.end()
    assert.deepEqual(errors, [])
    completedSteps += steps.length
    if (isShrinking) process.stdout.write(`${completedSteps} steps run\n`)
  } finally {
    await server.close()
  }
}

describe('random histories', () => {
  test('recorded histories that once failed now pass', async () => {
    for (const steps of storedHistories()) await runHistory(steps)
  })

  test('each random step preserves the invariants and the tax due', async () => {
    const { stepsRun, failure } = await searchHistories(step, { steps, length, seed }, runHistory, isShrinking)
    if (failure === null) return assert.ok(stepsRun >= steps)
    if (isShrinking) writeFileSync(failurePath, `${JSON.stringify([...storedHistories(), failure.history])}\n`)
    throw new Error(`seed ${seed}, after ${stepsRun} steps: ${JSON.stringify(failure.history)}`, { cause: failure.cause })
  })
})
