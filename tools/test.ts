import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLines, readLines, type TestResult } from '#/tools/testing/results.ts'

// `npm test`: runs the parts in order, quick ones first, until one fails. `npm test -- server e2e` runs only the named
// parts.

const usual = ['types', 'lint', 'unit', 'server', 'build', 'e2e']
const named = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'yck-results-'))
const results = process.env.TEST_RESULTS || join(folder, 'results.jsonl')
const times: string[] = []

function run(part: string): boolean {
  const began = performance.now()
  // A part may have arguments: `npm test -- "server postgres"`.
  const [script = '', ...args] = part.split(' ')
  const { status } = spawnSync('npm', ['run', '-s', script, '--', ...args], { stdio: 'inherit', env: { ...process.env, TEST_RESULTS: results } })
  times.push(`${part} ${Math.round((performance.now() - began) / 1000)} s`)
  return status === 0
}

const failed = (named.length > 0 ? named : usual).find((part) => !run(part))
process.stdout.write(`\n${times.join(', ')}\n${closingLines(readLines<TestResult>(results))}\n${failed ? `${failed} failed` : 'all parts passed'}\n`)
rmSync(folder, { recursive: true, force: true })
process.exitCode = failed ? 1 : 0
