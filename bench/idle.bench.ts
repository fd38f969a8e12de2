import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchFigure } from '#/bench/figure.ts'
import { createServerDatabase, dropServerDatabase } from '#/server/tests/databases-testing.ts'

// A new demo finishes its first jobs within this time.
const settleMs = 50_000
const measuredMs = 60_000
const goalPercent = 1
const ticksPerSecond = 100

/** Returns the CPU seconds that a process has used, or null if it does not run on this machine. */
function cpuSecondsOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return null
  }
}

/**
 * Returns the ids of the PostgreSQL processes of this database, found by their titles. Empty when the database runs
 * elsewhere.
 */
function backendsOf(database: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres:') && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(` ${database} `)
      } catch {
        return false
      }
    })
    .map(Number)
}

/**
 * Measures the CPU time of the server and of the database's processes. Connections open and close, so the function
 * samples the processes repeatedly.
 */
async function cpuSecondsUsed(server: number, database: string | null, milliseconds: number): Promise<{ server: number; database: number }> {
  const first = new Map<number, number>()
  const last = new Map<number, number>()
  const sample = (isFirst: boolean) => {
    for (const pid of [server, ...(database === null ? [] : backendsOf(database))]) {
      const seconds = cpuSecondsOf(pid)
      if (seconds === null) continue
      if (isFirst) first.set(pid, seconds)
      last.set(pid, seconds)
    }
  }
  sample(true)
  for (const endTime = performance.now() + milliseconds; performance.now() < endTime; await sleep(500)) sample(false)
  sample(false)
  const secondsUsed = (pid: number) => (last.get(pid) ?? 0) - (first.get(pid) ?? 0)
  return { server: secondsUsed(server), database: [...last.keys()].filter((pid) => pid !== server).reduce((sum, pid) => sum + secondsUsed(pid), 0) }
}

/** Measures the CPU time of an idle demo: the server, and the database's processes if they run on this machine. */
export async function run(): Promise<BenchFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yck-idle-'))
  const admin = process.env.TEST_DATABASE_URL
  const url = admin ? await createServerDatabase(admin) : null
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { ...process.env, MODE: 'demo', PORT: '0', DATA_DIR: folder, ...(url && { DATABASE_URL: url }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      child.stdout.once('data', () => resolve())
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
    await sleep(settleMs)
    const usedSeconds = await cpuSecondsUsed(child.pid ?? 0, url && new URL(url).pathname.slice(1), measuredMs)
    const percent = (seconds: number) => (seconds * 100_000) / measuredMs
    const [server, database] = [percent(usedSeconds.server), percent(usedSeconds.database)]
    const total = server + database
    return [
      {
        what: 'An idle server: share of a core',
        baseline: `goal: under ${goalPercent} %`,
        ours: `${total.toFixed(2)} %`,
        ratio: url ? `server ${server.toFixed(2)} %, database ${database.toFixed(2)} %` : 'one process',
        isMet: total < goalPercent,
        note: 'demo data, no one signed in, over 60 s',
      },
    ]
  } finally {
    const exitEvent = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await exitEvent
    if (admin && url) await dropServerDatabase(admin, url)
    rmSync(folder, { recursive: true, force: true })
  }
}
