import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run server [-- postgres]`: the tests of the server. Alone it runs all of them on the embedded database, or on the server of TEST_DATABASE_URL. `.ci/run` has both:
// with POSTGRES_FOLLOWS=yes everything that opens no database and what depends on the engine, then `postgres`: everything that opens one.

const root = join(import.meta.dirname, '..')
/** Where the engine matters: connections, types, triggers, policies, files, a process that dies. Histories pay on both; browser tests use everything else on the embedded database, and backups are made of both in the run on PostgreSQL. */
const engineMatters =
  /^(db\/base\/|server\/lib\/|server\/kernel\/(jobs|live|migrate|months|names|widenings)\.|server\/money\/ledger\/|server\/tests\/(histories|isolation-database|kill|money-guards)\.)/
const opensDatabase = /TEST_DATABASE_URL|startTest|testing\.ts'/
const workers = 2
/** Loading the program costs a process two seconds of a core: so many files share one. */
const filesEach = 8
/** These change the process or the machine around them, or take minutes: each has a process of its own and begins first. */
const alone = /^server\/(tests|lib\/database)\//

const files = globSync(['server/**/*.test.ts', 'db/**/*.test.ts'], { cwd: root }).sort()
const opens = (file: string) => opensDatabase.test(readFileSync(join(root, file), 'utf8'))

function chosen(): string[] {
  if (process.argv[2] === 'postgres') return files.filter(opens)
  return process.env.POSTGRES_FOLLOWS ? files.filter((file) => engineMatters.test(file) || !opens(file)) : files
}

function parcels(of: readonly string[]): string[][] {
  const shared = of.filter((file) => !alone.test(file))
  const together = Array.from({ length: Math.ceil(shared.length / filesEach) }, (_, at) => shared.slice(at * filesEach, (at + 1) * filesEach))
  return [...of.filter((file) => alone.test(file)).map((file) => [file]), ...together]
}

/** Ends a process and every program it started. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader) process.kill(-leader, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** Ends the parcels under way. */
const under = new Set<() => void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const end of under) end()
    process.exit(1)
  })

/** What a parcel may take in all, and what its process may take to end once its tests have: whatever keeps it is named, and nobody waits for it. */
const parcelMs = 20 * 60_000
const endMs = 30_000

/** Runs one parcel in a process of its own and shows what it said once it is through. */
async function run(parcel: readonly string[]): Promise<{ said: string; isGood: boolean }> {
  // In a group of its own, so that programs its tests started end with it.
  const child = spawn(
    process.execPath,
    ['--import', './server/tests/day.ts', '--test', '--test-isolation=none', '--test-reporter=spec', '--test-timeout=600000', ...parcel],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  const end = () => endGroup(child.pid)
  under.add(end)
  let said = ''
  let wasHeld = false
  let held: NodeJS.Timeout | undefined
  const limit = setTimeout(end, parcelMs)
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      held ??= /^ℹ duration_ms/m.test(said)
        ? setTimeout(() => {
            wasHeld = true
            end()
          }, endMs)
        : undefined
    })
  child.on('exit', end)
  const code = await new Promise((resolve) => child.on('close', resolve))
  under.delete(end)
  clearTimeout(limit)
  clearTimeout(held)
  process.stdout.write(said)
  if (wasHeld) process.stdout.write(`the tests were through, their process did not end: ${parcel.join(' ')}\n`)
  return { said, isGood: wasHeld ? /^ℹ fail 0$/m.test(said) && /^ℹ cancelled 0$/m.test(said) : code === 0 }
}

const queue = parcels(chosen())
const bad: string[][] = []
const counted = { tests: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0 }
const began = performance.now()
await Promise.all(
  Array.from({ length: workers }, async () => {
    for (let parcel = queue.shift(); parcel; parcel = queue.shift()) {
      const { said, isGood } = await run(parcel)
      if (!isGood) bad.push(parcel)
      for (const key of Object.keys(counted) as (keyof typeof counted)[]) counted[key] += Number(new RegExp(`^ℹ ${key} (\\d+)$`, 'm').exec(said)?.[1] ?? 0)
    }
  }),
)
const sums = Object.entries(counted).map(([key, count]) => `${key} ${count}`)
process.stdout.write(`\nserver tests: ${sums.join(', ')}, ${Math.round((performance.now() - began) / 1000)} s\n`)
for (const parcel of bad) process.stdout.write(`failed: ${parcel.join(' ')}\n`)
process.exitCode = bad.length > 0 ? 1 : 0
