import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run server [-- postgres]`: the tests of the server. Alone it runs all of them on the embedded database, or on the server of TEST_DATABASE_URL. `.ci/run` has both:
// with POSTGRES_FOLLOWS=yes everything that opens no database and what depends on the engine, then `postgres`: everything that opens one.

const root = join(import.meta.dirname, '..')
/** Where the engine matters: connections, types, triggers, policies, files, a process that dies. Histories pay on both; browser tests use everything else on the embedded database. */
const engineMatters =
  /^(db\/|server\/(lib|kernel|money\/ledger)\/|server\/tests\/(backup|histories|isolation-database|kill|money-guards|production|rotation-command|sealed)\.)/
const opensDatabase = /TEST_DATABASE_URL|startTest|testing\.ts'/

const files = globSync(['server/**/*.test.ts', 'db/**/*.test.ts'], { cwd: root }).sort()
const opens = (file: string) => opensDatabase.test(readFileSync(join(root, file), 'utf8'))

function chosen(): string[] {
  if (process.argv[2] === 'postgres') return files.filter(opens)
  return process.env.POSTGRES_FOLLOWS ? files.filter((file) => engineMatters.test(file) || !opens(file)) : files
}

const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=600000', ...chosen()], { stdio: 'inherit', cwd: root })
process.exitCode = status ?? 1
