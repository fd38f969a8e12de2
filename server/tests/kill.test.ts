import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { seededRandom } from '#/demo/random.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/settings.ts'
import { dropServerDatabase, emptyServerDatabase } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'
import { wrapServer } from '#/server/tests/testing.ts'

const kills = Number(process.env.KILLS ?? 3)
const seed = Number(process.env.SEED ?? 20_261_121)
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Runs the server on this folder and kills it `afterMs` after it is ready. Returns the steps that it acknowledged. */
function runUntilKilled(env: NodeJS.ProcessEnv, afterMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.on('data', (bytes: Buffer) => {
      const wasReady = output.includes('ready')
      output += bytes.toString()
      if (!wasReady && output.includes('ready')) setTimeout(() => child.kill('SIGKILL'), afterMs)
    })
    child.stderr.on('data', (bytes: Buffer) => {
      errors += bytes.toString()
    })
    child.on('exit', (_code, signal) =>
      signal === 'SIGKILL' ? resolve(output.split('\n').slice(0, -1)) : reject(new Error(`the server ended on its own: ${errors}`)),
    )
  })
}

/** Restarts the server on the folder, finishes every payment and returns the state of the database. */
async function afterRestart(env: NodeJS.ProcessEnv) {
  const running = await startApp(readSettings(env), silent, { withoutWorkers: true })
  const db = running.kernel.database.kysely
  await wrapServer(running).settle(12, 90_000)
  const batches = await db.selectFrom('payment_batch').select(['id', 'state', 'line_count']).orderBy('id').execute()
  const open = await sql<{ count: number }>`select count(*) as count from payment_line where state in ('queued', 'sent', 'processing', 'unknown')`.execute(db)
  const twice = await sql<{ count: number }>`select count(*) as count from (
    select attempt.line_id from sandbox_payment bank join payout_attempt attempt on attempt.request_no = bank.request_no where bank.outcome = 'success' group by 1 having count(*) > 1) again`.execute(
    db,
  )
  const broken = await checkInvariants(db)
  await running.stop()
  return { batches: new Map(batches.map((batch) => [batch.id, batch])), open: open.rows[0]?.count, twice: twice.rows[0]?.count, broken }
}

test(`a server killed ${kills} times pays nothing twice and loses no acknowledged work`, async (t) => {
  t.diagnostic(`SEED=${seed} KILLS=${kills}`)
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'yck-kill-'))
  const onServer = process.env.TEST_DATABASE_URL
  const url = onServer ? await emptyServerDatabase(onServer) : undefined
  const env = { ...childEnvironment, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'silent', ...(url && { DATABASE_URL: url }) }
  const done: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    done.push(...(await runUntilKilled(env, random.between(5, 2500))))
    const afterCrash = await afterRestart(env)
    assert.deepEqual(afterCrash.broken, [])
    assert.equal(afterCrash.twice, 0)
    assert.equal(afterCrash.open, 0)
    for (const line of done) {
      const [what, id, count] = line.split(' ')
      const batch = afterCrash.batches.get(Number(id))
      if (what === 'imported') assert.equal(batch?.line_count, Number(count), `${line} was acknowledged`)
      if (what === 'paid')
        assert.equal(batch?.state === 'paid' || batch?.state === 'closed', true, `${line} was acknowledged, and the batch is ${batch?.state}`)
    }
  }
  t.diagnostic(`${done.filter((line) => line.startsWith('paid')).length} acknowledged payments of batches`)
  if (onServer && url) await dropServerDatabase(onServer, url)
  rmSync(folder, { recursive: true, force: true })
})
