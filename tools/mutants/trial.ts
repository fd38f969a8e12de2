import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChildRequest, FileMeasurement } from '#/tools/mutants/child.ts'
import type { Mutant } from '#/tools/mutants/mutate.ts'
import type { TestFailure } from '#/tools/mutants/tests.ts'

// Tries mutants one by one, each with the tests that reach it.

export type TrialOutcome = 'killed' | 'timeout' | 'survived' | 'unreached'

export interface TrialResult {
  readonly mutant: Mutant
  readonly outcome: TrialOutcome
  /** The test that noticed the mutant, and its message. */
  readonly by: string
}

/**
 * `shared`: pure tests try thousands of mutants in one process. `alone`: one process per mutant and file, because a
 * server runs in it.
 */
export type TrialMode = 'shared' | 'alone'

const toolFolder = import.meta.dirname
const reloadsPerChild = 40

interface Child {
  ask<T>(ask: ChildRequest, withinMs: number): Promise<{ readonly answer: T } | 'timeout' | 'died'>
  end(): void
}

/** Starts a process that runs tests with these sources and with the clock on the day of the test suite. */
export function startChild(sourcesPath: string, awake: string | null, more: Readonly<Record<string, string>> = {}): Child {
  const env = { ...process.env, MUTANTS_SOURCES: sourcesPath, NODE_NO_WARNINGS: '1', ...(awake !== null && { __STRYKER_ACTIVE_MUTANT__: awake }), ...more }
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
  const execArgv = ['--import', join(toolFolder, '../../server/tests/day.ts'), '--import', join(toolFolder, 'load.ts')]
  const child: ChildProcess = fork(join(toolFolder, 'child.ts'), { execArgv, env, stdio: [...stdio] })
  return {
    ask: (ask, withinMs) =>
      new Promise((resolve) => {
        const settle = (outcome: { readonly answer: never } | 'timeout' | 'died') => {
          clearTimeout(timer)
          child.off('message', settle).off('exit', onExit)
          resolve(outcome)
        }
        const onExit = () => settle('died')
        const timer = setTimeout(() => {
          child.kill('SIGKILL')
          settle('timeout')
        }, withinMs)
        child.on('message', settle).on('exit', onExit)
        if (child.exitCode !== null || child.signalCode !== null) onExit()
        else child.send(ask)
      }),
    end: () => child.kill('SIGKILL'),
  }
}

interface Coverage {
  readonly file: string
  readonly measured: FileMeasurement
}

interface Trial {
  readonly sourcesPath: string
  readonly manner: TrialMode
  readonly reached: readonly Coverage[]
}

async function measureAll(sourcesPath: string, manner: TrialMode, files: readonly string[]): Promise<Coverage[]> {
  const coverages: Coverage[] = []
  let child = startChild(sourcesPath, null)
  for (const file of files) {
    const measurement = await child.ask<FileMeasurement>({ kind: 'measure', file }, 600_000)
    if (typeof measurement === 'string' || measurement.answer.failure !== null)
      throw new Error(`${file} fails without any mutant: ${typeof measurement === 'string' ? measurement : measurement.answer.failure}`)
    coverages.push({ file, measured: measurement.answer })
    if (manner === 'alone') {
      child.end()
      child = startChild(sourcesPath, null)
    }
  }
  child.end()
  return coverages
}

type Steps = Extract<ChildRequest, { kind: 'try' }>['steps']

/** Returns the tests that reach a mutant, quickest first, and their duration without it. */
function stepsFor({ manner, reached }: Trial, id: string): { steps: Steps; ms: number; hits: number } {
  let [ms, hits] = [0, 0]
  const steps = reached.flatMap(({ file, measured: { loading, tests } }) => {
    const isLoading = loading[id] !== undefined
    const touchingTests = tests.filter((test) => test.hits[id] !== undefined)
    if (!isLoading && touchingTests.length === 0) return []
    const isWhole = isLoading || manner === 'alone'
    const run = isWhole ? tests : touchingTests
    const cost = run.reduce((sum, test) => sum + test.ms, 0)
    ms += cost
    hits += (loading[id] ?? 0) + touchingTests.reduce((sum, test) => sum + (test.hits[id] ?? 0), 0)
    return [{ file, tests: isWhole ? null : run.map((test) => test.name), isFresh: isWhole, cost }]
  })
  return { steps: steps.sort((a, b) => a.cost - b.cost), ms, hits }
}

async function tryShared(trial: Trial, mutants: readonly Mutant[], notify: (tried: TrialResult) => void): Promise<void> {
  const allSteps: Steps = trial.reached.map(({ file }) => ({ file, tests: null, isFresh: false }))
  let child = startChild(trial.sourcesPath, null)
  let reloads = 0
  const restartChild = async () => {
    // Without an active mutant every test must still pass. A process that crashed is replaced, so it leaves no side
    // effects.
    const failure = await child.ask<TestFailure | null>({ kind: 'try', mutant: null, hitLimit: Number.MAX_SAFE_INTEGER, steps: allSteps }, 600_000)
    if (typeof failure !== 'string' && failure.answer !== null) throw new Error(`a mutant left something behind: ${failure.answer.text}`)
    child.end()
    child = startChild(trial.sourcesPath, null)
    reloads = 0
  }
  for (const mutant of mutants) {
    const { steps, ms, hits } = stepsFor(trial, mutant.id)
    if (steps.length === 0) {
      notify({ mutant, outcome: 'unreached', by: '' })
      continue
    }
    const childRequest = { kind: 'try', mutant: mutant.id, hitLimit: 100 * hits + 1000, steps } as const
    let answer = await child.ask<TestFailure | null>(childRequest, 30_000 + 20 * ms)
    if (answer === 'died') {
      // The failure may be a side effect. The mutant counts as noticed only if a new process fails too.
      await restartChild()
      answer = await child.ask<TestFailure | null>(childRequest, 30_000 + 20 * ms)
    }
    if (typeof answer === 'string') notify({ mutant, outcome: answer === 'timeout' ? 'timeout' : 'killed', by: answer })
    else notify({ mutant, outcome: answer.answer === null ? 'survived' : 'killed', by: answer.answer?.text ?? '' })
    reloads += steps.filter((step) => step.isFresh).length
    if (typeof answer === 'string' || reloads > reloadsPerChild) await restartChild()
  }
  await restartChild()
  child.end()
}

async function tryAlone(trial: Trial, mutants: readonly Mutant[], notify: (tried: TrialResult) => void): Promise<void> {
  for (const mutant of mutants) {
    const { steps, ms } = stepsFor(trial, mutant.id)
    let trialResult: TrialResult = { mutant, outcome: steps.length === 0 ? 'unreached' : 'survived', by: '' }
    for (const step of steps) {
      const child = startChild(trial.sourcesPath, mutant.id)
      const answer = await child.ask<TestFailure | null>({ kind: 'try', mutant: mutant.id, hitLimit: Number.MAX_SAFE_INTEGER, steps: [step] }, 120_000 + 5 * ms)
      child.end()
      if (typeof answer === 'string') trialResult = { mutant, outcome: answer === 'timeout' ? 'timeout' : 'killed', by: answer }
      else if (answer.answer !== null) trialResult = { mutant, outcome: 'killed', by: answer.answer.text }
      if (trialResult.outcome !== 'survived') break
    }
    notify(trialResult)
  }
}

/** Tries these mutants with these test files, and reports each result immediately. */
export async function tryMutants(
  mutants: readonly Mutant[],
  sources: Readonly<Record<string, string>>,
  { manner, files }: { readonly manner: TrialMode; readonly files: readonly string[] },
  notify: (tried: TrialResult) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    const sourcesPath = join(folder, 'sources.json')
    writeFileSync(sourcesPath, JSON.stringify(sources))
    const trial: Trial = { sourcesPath, manner, reached: await measureAll(sourcesPath, manner, files) }
    await (manner === 'shared' ? tryShared : tryAlone)(trial, mutants, notify)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
