import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants } from '#/server/app/invariants.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { freePort } from '#/server/money/payouts/channels/http-testing.ts'
import { appUrlOf, createServerDatabase, dropServerDatabase, testKeys } from '#/server/tests/databases-testing.ts'
import { sendLoad } from '#/server/tests/load-testing.ts'
import { loadBalancer, type ServerProcess, startServer } from '#/server/tests/servers-testing.ts'

// `npm run rolling -- <commit>`: replaces three servers of that commit with three of this folder under load, on one new
// database of TEST_DATABASE_URL. Exits with 1 if a request was refused or the books do not balance.

const root = join(import.meta.dirname, '..')
const commit = process.argv[2]
const adminUrl = process.env.TEST_DATABASE_URL
if (!(commit && adminUrl)) throw new Error('usage: TEST_DATABASE_URL=postgres://… npm run rolling -- <commit>')

/** Checks out a commit into a new folder and installs the packages of its lock file. */
function checkOut(of: string): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'yck-before-')), 'program')
  execFileSync('git', ['worktree', 'add', '--detach', folder, of], { cwd: root, stdio: 'ignore' })
  const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  return folder
}

const migrationsOf = (folder: string) => readdirSync(join(folder, 'db/migrations')).filter((name) => name.endsWith('.sql'))

const oldProgram = checkOut(commit)
const dataFolder = mkdtempSync(join(tmpdir(), 'yck-rolling-'))
const url = await createServerDatabase(adminUrl)
const env = {
  ...process.env,
  ...testKeys,
  MODE: 'demo',
  DATA_DIR: dataFolder,
  DATABASE_URL: url,
  DATABASE_APP_URL: await appUrlOf(url),
  STOP_DELAY_SECONDS: '1',
}
const knownMigrations = new Set(migrationsOf(oldProgram))
const addedMigrations = migrationsOf(root).filter((name) => !knownMigrations.has(name))
process.stdout.write(`${commit} → this folder, ${addedMigrations.length} new migrations: ${addedMigrations.join(', ')}\n`)
const serverCount = 3
const servers: ServerProcess[] = []
let isFinished = false
try {
  for (let count = 0; count < serverCount; count++) servers.push(await startServer(await freePort(), env, oldProgram))
  const balancer = loadBalancer(() => servers)
  const load = sendLoad({ route: balancer.route, workers: 8, isOver: () => isFinished, writes: 0.4 })
  await sleep(10_000)
  for (const oldServer of [...servers]) {
    servers.push(await startServer(await freePort(), env, root))
    // Both versions answer during this pause.
    await sleep(10_000)
    await oldServer.stop()
    servers.splice(servers.indexOf(oldServer), 1)
  }
  await sleep(5000)
  isFinished = true
  const samples = await load
  await balancer.close()
  const refusals = new Map<string, number>()
  for (const { name, refusal } of samples) if (refusal) refusals.set(`${name}: ${refusal}`, (refusals.get(`${name}: ${refusal}`) ?? 0) + 1)
  const database = await openDatabase({ url })
  const brokenInvariants = await checkInvariants(database.kysely)
  await database.close()
  const paidCount = samples.filter(({ name, refusal }) => name === 'payments.pay' && refusal === '').length
  process.stdout.write(
    `${samples.length} requests, ${paidCount} batches paid; refused: ${JSON.stringify(Object.fromEntries(refusals))}; books: ${JSON.stringify(brokenInvariants)}\n`,
  )
  const hasFailed = [...refusals.keys()].some((refusal) => /http|no answer|defect/.test(refusal))
  process.exitCode = hasFailed || brokenInvariants.length > 0 ? 1 : 0
} finally {
  isFinished = true
  await Promise.all(servers.map((server) => server.stop()))
  await dropServerDatabase(adminUrl, url)
  rmSync(dataFolder, { recursive: true, force: true })
  if (existsSync(oldProgram)) execFileSync('git', ['worktree', 'remove', '--force', oldProgram], { cwd: root })
}
