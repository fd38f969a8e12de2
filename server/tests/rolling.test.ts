import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants } from '#/server/app/invariants.ts'
import { freePort } from '#/server/money/payouts/channels/http-testing.ts'
import { openNewDatabase, testKeys } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'
import { sendLoad } from '#/server/tests/load-testing.ts'
import { loadBalancer, type ServerProcess, startServer } from '#/server/tests/servers-testing.ts'

const skipEmbedded = { skip: (process.env.TEST_DATABASE_URL ?? '') === '' && 'the embedded database takes one server' }

test('replacing two servers one after the other refuses no request', skipEmbedded, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-rolling-'))
  const { database, databaseUrl, databaseAppUrl, drop } = await openNewDatabase(folder, 'full', undefined)
  const env = {
    ...childEnvironment,
    ...testKeys,
    MODE: 'demo',
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl ?? '',
    DATABASE_APP_URL: databaseAppUrl ?? '',
    STOP_DELAY_SECONDS: '1',
  }
  const start = async () => startServer(await freePort(), env)
  const servers: ServerProcess[] = await Promise.all([start(), start()])
  const balancer = loadBalancer(() => servers)
  let isOver = false
  try {
    const load = sendLoad({ route: balancer.route, workers: 4, isOver: () => isOver, writes: 0.6, centre: 2, flowsOfUnit: 1 })
    for (const oldServer of [...servers]) {
      servers.push(await start())
      await sleep(500)
      await oldServer.stop()
      servers.splice(servers.indexOf(oldServer), 1)
    }
    isOver = true
    const samples = await load
    const refusedSamples = samples.filter(({ refusal }) => /http|no answer/.test(refusal))
    const paidCount = samples.filter(({ name, refusal }) => name === 'payments.pay' && refusal === '').length
    t.diagnostic(`${samples.length} requests, ${paidCount} batches paid`)
    assert.deepEqual([refusedSamples, paidCount > 0], [[], true])
    assert.deepEqual(await checkInvariants(database.kysely), [])
  } finally {
    isOver = true
    await balancer.close()
    await Promise.all(servers.map((server) => server.stop()))
    await database.close()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  }
})
