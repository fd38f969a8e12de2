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
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { createServerDatabase, dropServerDatabase } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'
import { wrapServer } from '#/server/tests/testing.ts'

const killCount = Number(process.env.KILLS ?? 3)
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
  const openLineCount = await sql<{
    count: number
  }>`select count(*) as count from payment_line where state in ('queued', 'sent', 'processing', 'unknown')`.execute(db)
  const doublePayments = await sql<{ count: number }>`select count(*) as count from (
    select attempt.line_id from sandbox_payment bank join payout_attempt attempt on attempt.request_no = bank.request_no where bank.outcome = 'success' group by 1 having count(*) > 1) again`.execute(
    db,
  )
  const brokenInvariants = await checkInvariants(db)
  await running.stop()
  return {
    batches: new Map(batches.map((batch) => [batch.id, batch])),
    open: openLineCount.rows[0]?.count,
    twice: doublePayments.rows[0]?.count,
    broken: brokenInvariants,
  }
}

test(`a server killed ${killCount} times pays nothing twice and loses no acknowledged work`, async (t) => {
  t.diagnostic(`SEED=${seed} KILLS=${killCount}`)
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'yck-kill-'))
  const adminUrl = process.env.TEST_DATABASE_URL
  const url = adminUrl ? await createServerDatabase(adminUrl) : undefined
  const env = { ...childEnvironment, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'silent', ...(url && { DATABASE_URL: url }) }
  const done: string[] = []
  for (let killNo = 0; killNo < killCount; killNo++) {
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
  if (adminUrl && url) await dropServerDatabase(adminUrl, url)
  rmSync(folder, { recursive: true, force: true })
})
