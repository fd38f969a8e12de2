import { closingLines, readLines, type TestResult } from '#/tools/testing/results.ts'

// `node tools/closing.ts <file>`: prints the summary of a test run whose parts wrote their results to this file
// (TEST_RESULTS).

process.stdout.write(`${closingLines(readLines<TestResult>(process.argv[2] ?? ''))}\n`)
