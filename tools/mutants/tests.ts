// Replaces `node:test` while mutants are tried. A process can run selected tests repeatedly, until the first failure.

import { AssertionError } from 'node:assert'

type TestWork = (context?: unknown) => unknown

/** The real `node:test`, because that name resolves to this file. */
const { mock } = process.getBuiltinModule('node:test')

interface TestGroup {
  readonly before: TestWork[]
  readonly after: TestWork[]
  readonly beforeEach: TestWork[]
  readonly afterEach: TestWork[]
  readonly parts: ({ readonly name: string; readonly work: TestWork } | TestGroup)[]
}

/** The tests declared in one file. */
export interface DeclaredTests {
  readonly top: TestGroup
}

/**
 * Selects the tests to run. `begins` and `ends` run before and after each test, so that counts in between belong to it.
 */
export interface TestWatch {
  wants(test: string): boolean
  begins(test: string): void
  ends(test: string): void
}

const emptyGroup = (): TestGroup => ({ before: [], after: [], beforeEach: [], afterEach: [], parts: [] })
let currentGroup: TestGroup = emptyGroup()

/** A failed test: its name and message. */
export interface TestFailure {
  readonly text: string
  /**
   * Whether the failure proves a fault of the program. A busy machine fails tests too, but by time-outs and lost
   * connections.
   */
  readonly isProof: boolean
}

// Classes of SQLSTATE in which the database refuses a wrong statement: cardinality, data, constraints, syntax and
// names, and errors raised by functions of the schema.
const refusal = /^(21|22|23|42|P0)/

/** Returns whether an error proves a fault of the program: an assertion, or a refusal by the database. */
function isProof(error: unknown): boolean {
  if (error instanceof AssertionError) return true
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && code.length === 5 && refusal.test(code)
}

/** Describes the error that made a test fail. */
export function failureOf(stepName: string, error: unknown): TestFailure {
  return { text: `${stepName}: ${error instanceof Error ? error.message : String(error)}`, isProof: isProof(error) }
}

/** Loads a test file and returns its tests. */
export async function loadTests(load: () => Promise<unknown>): Promise<DeclaredTests> {
  currentGroup = emptyGroup()
  const top = currentGroup
  await load()
  return { top }
}

export function test(name: string, ...rest: readonly unknown[]): void {
  const work = rest.at(-1)
  if (typeof work !== 'function') throw new TypeError(`the test "${name}" has nothing to do`)
  currentGroup.parts.push({ name, work: work as TestWork })
}

export function describe(_name: string, ...rest: readonly unknown[]): void {
  const outerGroup = currentGroup
  const group = emptyGroup()
  outerGroup.parts.push(group)
  currentGroup = group
  ;(rest.at(-1) as () => void)()
  currentGroup = outerGroup
}

export const before = (work: TestWork): unknown => currentGroup.before.push(work)
export const after = (work: TestWork): unknown => currentGroup.after.push(work)
export const beforeEach = (work: TestWork): unknown => currentGroup.beforeEach.push(work)
export const afterEach = (work: TestWork): unknown => currentGroup.afterEach.push(work)

let reportCrash: ((error: unknown) => void) | null = null
process.on('uncaughtException', (error) => reportCrash?.(error))
process.on('unhandledRejection', (error) => reportCrash?.(error))

/** Attributes uncaught errors to the running test. */
function runWork(work: TestWork): Promise<unknown> {
  const crashPromise = new Promise((_, reject) => {
    reportCrash = reject
  })
  return Promise.race([(async () => work({ mock }))(), crashPromise])
}

function testNames(group: TestGroup): string[] {
  return group.parts.flatMap((part) => ('work' in part ? [part.name] : testNames(part)))
}

async function runGroup(group: TestGroup, watch: TestWatch, outer: readonly TestGroup[]): Promise<TestFailure | null> {
  if (!testNames(group).some(watch.wants)) return null
  const groups = [...outer, group]
  let currentStep = 'before'
  try {
    for (const work of group.before) await runWork(work)
    for (const part of group.parts) {
      if (!('work' in part)) {
        const failed = await runGroup(part, watch, groups)
        if (failed !== null) return failed
        continue
      }
      if (!watch.wants(part.name)) continue
      currentStep = part.name
      watch.begins(part.name)
      for (const each of groups) for (const work of each.beforeEach) await runWork(work)
      await runWork(part.work)
      mock.reset()
      for (const each of groups) for (const work of each.afterEach) await runWork(work)
      watch.ends(part.name)
    }
    return null
  } catch (error) {
    return failureOf(currentStep, error)
  } finally {
    for (const work of group.after) await runWork(work).catch(() => undefined)
  }
}

/** Runs the selected tests in order. Returns the first failed one with its reason, or null. */
export function run(declared: DeclaredTests, watch: TestWatch): Promise<TestFailure | null> {
  return runGroup(declared.top, watch, [])
}
