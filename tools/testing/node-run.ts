import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReportedTest } from '#/tools/testing/node-reporter.ts'
import { readLines } from '#/tools/testing/results.ts'

const root = join(import.meta.dirname, '../..')

/** The time limit of one process, and the time that it may need to exit after its last test. */
const maxProcessMs = 20 * 60_000
const maxEndMs = 30_000

/** Ends a process and all programs it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The processes have already ended.
  }
}

const children = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) endGroup(child)
    process.exit(1)
  })

export interface NodeRun {
  /** Empty when the process ended before its first test. */
  readonly results: readonly ReportedTest[]
  readonly output: string
  readonly isGood: boolean
}

/**
 * Runs test files in one process. The process leads a process group, so that all programs that it starts end with it.
 */
export async function runNodeTests(files: readonly string[]): Promise<NodeRun> {
  const reportPath = join(tmpdir(), `yck-tests-${randomUUID()}.jsonl`)
  const reporters = { spec: 'stdout', './tools/testing/node-reporter.ts': reportPath }
  const reporterFlags = Object.entries(reporters).flatMap(([reporter, to]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${to}`])
  const child = spawn(
    process.execPath,
    ['--import', './server/tests/day.ts', '--test', '--test-isolation=none', '--test-timeout=600000', ...reporterFlags, ...files],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  children.add(child)
  let output = ''
  let hasHung = false
  let endTimer: NodeJS.Timeout | undefined
  const limitTimer = setTimeout(() => endGroup(child), maxProcessMs)
  const addOutput = (text: string) => {
    output += text
    if (endTimer || !/^ℹ duration_ms/m.test(output)) return
    endTimer = setTimeout(() => {
      hasHung = true
      endGroup(child)
    }, maxEndMs)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', addOutput)
  child.on('exit', () => endGroup(child))
  const code = await new Promise((resolve) => child.on('close', resolve))
  children.delete(child)
  clearTimeout(limitTimer)
  clearTimeout(endTimer)
  const results = readLines<ReportedTest>(reportPath)
  rmSync(reportPath, { force: true })
  if (!hasHung) return { results, output, isGood: code === 0 }
  const isPassed = /^ℹ fail 0$/m.test(output) && /^ℹ cancelled 0$/m.test(output)
  return { results, isGood: isPassed, output: `${output}the tests ended, their process did not: ${files.join(' ')}\n` }
}
