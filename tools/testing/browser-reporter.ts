import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'
import { addResults, closingLines, type TestResult } from '#/tools/testing/results.ts'

const outcomeOf = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' } as const

/** Adds the results of Playwright to those of the whole run, and prints the closing lines of this part. */
export default class BrowserReporter implements Reporter {
  #all: readonly TestCase[] = []
  #root = ''

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir
    this.#all = suite.allTests()
  }

  onEnd(): void {
    const results = this.#all.map(
      (test): TestResult => ({
        part: 'browser',
        file: relative(this.#root, test.location.file),
        title: test.title,
        outcome: outcomeOf[test.outcome()],
        seconds: test.results.reduce((sum, { duration }) => sum + duration / 1000, 0),
      }),
    )
    addResults(results)
    process.stdout.write(`\nbrowser tests\n${closingLines(results)}\n`)
  }
}
