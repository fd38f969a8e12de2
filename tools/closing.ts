import { closingLines, readLines, type TestResult } from '#/tools/testing/results.ts'

// `node tools/closing.ts <file>` prints the closing lines of a run whose parts collected their results in this file (TEST_RESULTS).

process.stdout.write(`${closingLines(readLines<TestResult>(process.argv[2] ?? ''))}\n`)
