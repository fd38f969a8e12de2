import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type NodeRun, runNodeTests } from '#/tools/testing/node-run.ts'
import { addResults, closingLines, type TestResult } from '#/tools/testing/results.ts'

// `npm run server [-- postgres | replica]`: runs the server's tests. Without an argument it runs all of them, on the
// embedded database or on the server of TEST_DATABASE_URL. `.ci/run` runs three parts. With POSTGRES_FOLLOWS=yes it
// runs the files that open no database or depend on the engine. Then `postgres` runs every file that opens a database.
// Finally `replica` uses a standby of that server (TEST_REPLICA_URL).

const root = join(import.meta.dirname, '..')
/** Files whose result depends on the engine: connections, types, triggers, policies, files, and a killed process. */
const engineDependentPattern =
  /^(db\/base\/|server\/lib\/|server\/kernel\/\w+\/(jobs|live|migrate|months|names|scope-widenings)\.|server\/money\/ledger\/|server\/tests\/(histories|isolation-database|kill|money-guards|schema)\.)/
const databasePattern = /TEST_DATABASE_URL|startTestServer|testing\.ts'/
/** One more than the number of cores, because tests spend a third of their time waiting. */
const workerCount = availableParallelism() + 1
/** Several files share a process, because loading the program takes two seconds of a core. */
const filesPerGroup = 8
/** Files that change the process or the machine, or that take minutes. Each has its own process and starts first. */
const separateFilePattern = /^server\/(tests|lib\/database)\//

const partName = process.argv[2] ?? 'server'
const files = globSync(['server/**/*.test.ts', 'db/**/*.test.ts', 'demo/**/*.test.ts'], { cwd: root }).sort()
const opensDatabase = (file: string) => databasePattern.test(readFileSync(join(root, file), 'utf8'))

function selectedFiles(): string[] {
  if (partName === 'replica') return ['server/tests/replica.test.ts']
  if (partName === 'postgres') return files.filter(opensDatabase)
  return process.env.POSTGRES_FOLLOWS ? files.filter((file) => engineDependentPattern.test(file) || !opensDatabase(file)) : files
}

function fileGroups(of: readonly string[]): string[][] {
  const sharingFiles = of.filter((file) => !separateFilePattern.test(file))
  const sharedGroups = Array.from({ length: Math.ceil(sharingFiles.length / filesPerGroup) }, (_, at) =>
    sharingFiles.slice(at * filesPerGroup, (at + 1) * filesPerGroup),
  )
  return [...of.filter((file) => separateFilePattern.test(file)).map((file) => [file]), ...sharedGroups]
}

const results: TestResult[] = []

function addResultsOf({ results: testResults }: NodeRun, failedAs: 'failed' | 'flaky'): void {
  results.push(...testResults.map((each) => ({ part: partName, ...each, outcome: each.outcome === 'failed' ? failedAs : each.outcome })))
}

/**
 * Runs a file of a failed process again alone. If its tests now pass, they are flaky, and the first output is stored.
 */
async function retry(file: string, first: NodeRun): Promise<void> {
  const withFileResults = (run: NodeRun) => ({ ...run, results: run.results.filter((result) => result.file === file) })
  const retryRun = await runNodeTests([file])
  process.stdout.write(retryRun.output)
  const logPath = join(root, 'test-results', `${file.replaceAll('/', '-')}.log`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(logPath, first.output)
  if (!retryRun.isGood) {
    addResultsOf(withFileResults(retryRun), 'failed')
    if (!retryRun.results.some(({ outcome }) => outcome === 'failed'))
      results.push({ part: partName, file, title: 'the process failed', outcome: 'failed', seconds: 0 })
    return
  }
  addResultsOf(withFileResults(first), 'flaky')
  if (!withFileResults(first).results.some(({ outcome }) => outcome === 'failed'))
    results.push({ part: partName, file, title: 'the process failed once', outcome: 'flaky', seconds: 0 })
}

async function runFileGroup(group: readonly string[]): Promise<void> {
  const run = await runNodeTests(group)
  process.stdout.write(run.output)
  if (run.isGood) return addResultsOf(run, 'failed')
  const hasPassed = (file: string) => {
    const fileResults = run.results.filter((result) => result.file === file)
    return fileResults.length > 0 && fileResults.every(({ outcome }) => outcome !== 'failed')
  }
  const failedFiles = group.filter((file) => !hasPassed(file))
  const suspects = failedFiles.length > 0 ? failedFiles : group
  addResultsOf({ ...run, results: run.results.filter(({ file }) => !suspects.includes(file)) }, 'failed')
  for (const file of suspects) await retry(file, run)
}

const startTime = performance.now()
const queue = fileGroups(selectedFiles())
await Promise.all(
  Array.from({ length: workerCount }, async () => {
    for (let group = queue.shift(); group; group = queue.shift()) await runFileGroup(group)
  }),
)
addResults(results)
process.stdout.write(`\nserver tests (${partName}), ${Math.round((performance.now() - startTime) / 1000)} s\n${closingLines(results)}\n`)
process.exitCode = results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
