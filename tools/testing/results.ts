import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** A test of a run. `flaky` means that it failed first and passed when it was repeated alone. */
export interface TestResult {
  readonly part: string
  readonly file: string
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'flaky'
  readonly seconds: number
}

/** The file that collects the results of all parts of one run; null without TEST_RESULTS. */
const resultsPath = process.env.TEST_RESULTS || null

/** Adds results to the file of `TEST_RESULTS`, one JSON object per line. */
export function addResults(results: readonly TestResult[]): void {
  if (resultsPath) appendFileSync(resultsPath, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
}

/** Reads one JSON object per line; empty when the file does not exist. */
export function readLines<T>(path: string): T[] {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as T)
}

const outcomes = ['passed', 'failed', 'skipped', 'flaky'] as const
const slowestFiles = 10

/** Returns the summary of a run: counts by outcome, names of failed and flaky tests, and the slowest files. */
export function closingLines(results: readonly TestResult[]): string {
  const namesByOutcome = (outcome: TestResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).map(({ part, file, title }) => `  ${outcome}: ${part} ${file}: ${title}`)
  const seconds = new Map<string, number>()
  for (const { part, file, seconds: each } of results) seconds.set(`${file} (${part})`, (seconds.get(`${file} (${part})`) ?? 0) + each)
  const slowestEntries = [...seconds].sort(([, a], [, b]) => b - a).slice(0, slowestFiles)
  return [
    ...slowestEntries.map(([file, each]) => `  ${each.toFixed(1).padStart(6)} s  ${file}`),
    ...namesByOutcome('flaky'),
    ...namesByOutcome('failed'),
    outcomes.map((outcome) => `${results.filter((result) => result.outcome === outcome).length} ${outcome}`).join(', '),
  ].join('\n')
}
