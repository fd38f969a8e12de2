import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLines, type TestResult } from '#/tools/testing/results.ts'

// `npm run stability -- 10 [files]`: runs the browser suite that many times without retries, with a busy process per
// core. Prints how often each test failed. With `--slow` the browser itself is slow and responses are late
// (`e2e/slow.ts`). Run `npm run build` first.

const requestedNames = process.argv.slice(2)
const isSlow = requestedNames.includes('--slow')
const [times = '3', ...files] = requestedNames.filter((each) => each !== '--slow')
const folder = mkdtempSync(join(tmpdir(), 'yck-stability-'))
const results = join(folder, 'results.jsonl')
const busyProcesses: ChildProcess[] = Array.from({ length: isSlow ? 0 : availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
const stop = () => {
  for (const child of busyProcesses) child.kill('SIGKILL')
}
process.once('exit', stop)

for (let run = 1; run <= Number(times); run++) {
  process.stdout.write(`run ${run} of ${times}\n`)
  spawnSync('npm', ['run', '-s', 'e2e', '--', '--retries=0', ...files], {
    stdio: 'inherit',
    env: { ...process.env, TEST_RESULTS: results, ...(isSlow && { E2E_SLOW: '4' }) },
  })
}

const testResults = readLines<TestResult>(results)
const failures = new Map<string, number>()
for (const { file, title } of testResults.filter(({ outcome }) => outcome === 'failed')) {
  const test = `${file}: ${title}`
  failures.set(test, (failures.get(test) ?? 0) + 1)
}
for (const [test, count] of failures) process.stdout.write(`${count} of ${times}  ${test}\n`)
process.stdout.write(`${testResults.length} tests in ${times} runs, ${[...failures.values()].reduce((sum, count) => sum + count, 0)} failures\n`)
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures.size > 0 ? 1 : 0
