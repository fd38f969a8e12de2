import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// `npm run histories -- <steps> [seed]`: runs random payment histories and shrinks a failing one. Uses a new database,
// on the server of TEST_DATABASE_URL if it is set.

const [steps = '5000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
process.stdout.write(`${steps} steps, seed ${seed}\n`)
const env = { ...process.env, HISTORY_STEPS: steps, HISTORY_SEED: seed, HISTORY_SHRINK: 'yes' }
const { status } = spawnSync(process.execPath, ['--test', join(import.meta.dirname, '../server/tests/histories.test.ts')], { stdio: 'inherit', env })
process.exitCode = status ?? 1
