import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLines, readLines, type TestResult } from '#/tools/testing/results.ts'

// `npm test` runs the quick parts two at a time and then the slow parts one by one, until a part fails. `npm test --
// server e2e` runs only the named parts, in that order. A part may have arguments: `npm test -- "server postgres"`.

const root = join(import.meta.dirname, '..')
const requestedFiles = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'yck-test-'))
const results = process.env.TEST_RESULTS || join(folder, 'results.jsonl')
const browserData = mkdtempSync(join(tmpdir(), 'yck-e2e-'))
const env = { ...process.env, TEST_RESULTS: results, E2E_DATA: browserData }
const timeTexts: string[] = []
const failedSteps: string[] = []

interface TestPart {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

function partOf(words: string): TestPart {
  const [script = '', ...args] = words.split(' ')
  return { name: words, command: 'npm', args: ['run', '-s', script, '--', ...args] }
}

/** The browser suite starts from a loaded demo, which this part loads on a core that the quick parts leave idle. */
const demo: TestPart = { name: 'demo', command: process.execPath, args: [join(root, 'e2e/load.ts'), browserData] }

/** Runs a part. The output of parts that run at the same time is printed when each ends, so that it does not mix. */
async function run({ name, command, args }: TestPart, isShown: boolean): Promise<void> {
  const startTime = performance.now()
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'] })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  process.stdout.write(Buffer.concat(output))
  timeTexts.push(`${name} ${Math.round((performance.now() - startTime) / 1000)} s`)
  if (code !== 0) failedSteps.push(name)
}

/** Runs parts, `workers` at a time. Starts no further part after a failure. */
async function runAll(parts: readonly TestPart[], workers: number): Promise<void> {
  const queue = [...parts]
  const runQueue = async () => {
    for (let part = queue.shift(); part && failedSteps.length === 0; part = queue.shift()) await run(part, workers === 1)
  }
  await Promise.all(Array.from({ length: workers }, runQueue))
}

if (requestedFiles.length > 0) await runAll(requestedFiles.map(partOf), 1)
else {
  await runAll([demo, ...['unit', 'types', 'build', 'lint'].map(partOf)], Math.min(2, availableParallelism()))
  await runAll(['server', 'e2e'].map(partOf), 1)
}
process.stdout.write(
  `\n${timeTexts.join(', ')}\n${closingLines(readLines<TestResult>(results))}\n${failedSteps.length > 0 ? `${failedSteps.join(', ')} failed` : 'all parts passed'}\n`,
)
for (const each of [folder, browserData]) rmSync(each, { recursive: true, force: true })
process.exitCode = failedSteps.length > 0 ? 1 : 0
