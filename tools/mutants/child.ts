import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { moduleCopy, templates } from '#/tools/mutants/load.ts'
import { type DeclaredTests, failureOf, loadTests, run, type TestFailure } from '#/tools/mutants/tests.ts'

// A child process that tries mutants. Each request activates a mutant and runs the given tests. The answer names the
// failed ones.

/** The number of times that each mutant was reached. */
export type Hits = Readonly<Record<string, number>>

/** The results of one test file without an active mutant. */
export interface FileMeasurement {
  readonly failure: string | null
  /** Mutants reached while the file loads, outside of every test. */
  readonly loading: Hits
  readonly tests: readonly { readonly name: string; readonly ms: number; readonly hits: Hits }[]
  /** The SQL templates that were evaluated, when they are marked. */
  readonly templates: readonly string[]
}

export type ChildRequest =
  | { readonly kind: 'measure'; readonly file: string }
  | {
      readonly kind: 'try'
      /** Null for no mutant. The parent then verifies that earlier mutants left no side effects. */
      readonly mutant: string | null
      readonly hitLimit: number
      /**
       * `tests` is null for all tests. With `isFresh`, the file and its imports are reloaded while the mutant is
       * active.
       */
      readonly steps: readonly { readonly file: string; readonly tests: readonly string[] | null; readonly isFresh: boolean }[]
    }

interface Stryker {
  activeMutant: string | null
  currentTestId: string | undefined
  hitCount: number | undefined
  hitLimit: number
  readonly mutantCoverage: { static: Record<string, number>; perTest: Record<string, Record<string, number>> }
}

// Names that the instrumented code expects. No mutant is active unless the environment names one.
const stryker: Stryker = {
  activeMutant: process.env.__STRYKER_ACTIVE_MUTANT__ ?? null,
  currentTestId: undefined,
  hitCount: undefined,
  hitLimit: 0,
  mutantCoverage: { static: {}, perTest: {} },
}
Object.assign(globalThis, { __stryker__: stryker })

// Fixed seed for a reproducible score. Failing examples are not shrunk.
fc.configureGlobal({ seed: 1, endOnFailure: true })

const loadedTests = new Map<string, DeclaredTests>()
let copyCount = 0
function load(file: string): Promise<DeclaredTests> {
  moduleCopy.number = copyCount++
  return loadTests(() => import(pathToFileURL(file).href))
}

async function measure(file: string): Promise<FileMeasurement> {
  const declaredTests = await load(file)
  loadedTests.set(file, declaredTests)
  const startTimes = new Map<string, number>()
  const elapsedMs = new Map<string, number>()
  const failure = await run(declaredTests, {
    wants: () => true,
    begins: (test) => {
      stryker.currentTestId = test
      startTimes.set(test, performance.now())
    },
    ends: (test) => {
      stryker.currentTestId = undefined
      elapsedMs.set(test, performance.now() - (startTimes.get(test) ?? 0))
    },
  })
  const { static: loading, perTest } = stryker.mutantCoverage
  stryker.mutantCoverage.static = {}
  stryker.mutantCoverage.perTest = {}
  return {
    failure: failure?.text ?? null,
    loading,
    tests: [...elapsedMs].map(([name, ms]) => ({ name, ms, hits: perTest[name] ?? {} })),
    templates: [...templates],
  }
}

async function tryMutant({ mutant, hitLimit, steps }: Extract<ChildRequest, { kind: 'try' }>): Promise<TestFailure | null> {
  for (const { file, tests, isFresh } of steps) {
    if (!isFresh && !loadedTests.has(file)) loadedTests.set(file, await load(file))
    try {
      Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit })
      const declaredTests = isFresh ? await load(file) : loadedTests.get(file)
      if (!declaredTests) throw new Error(`${file} is not loaded`)
      const failure = await run(declaredTests, { wants: (test) => tests?.includes(test) ?? true, begins: () => undefined, ends: () => undefined })
      if (failure !== null) return failure
    } catch (error) {
      return failureOf('loading', error)
    } finally {
      Object.assign(stryker, { activeMutant: null, hitCount: undefined })
    }
  }
  return null
}

process.on('message', async (ask: ChildRequest) => {
  const answer = ask.kind === 'measure' ? await measure(ask.file) : await tryMutant(ask)
  process.send?.({ answer })
})
