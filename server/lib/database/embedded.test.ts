import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { preparedImage } from '#/server/kernel/archive/embedded-image.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { EmbeddedDatabase } from '#/server/lib/database/embedded.ts'
import { DataDirInUse, lockFolder } from '#/server/lib/database/embedded-lock.ts'
import { vacuumAllTables, vacuumChangedTables } from '#/server/lib/database/embedded-maintenance.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'

const place = mkdtempSync(join(tmpdir(), 'yck-db-'))
after(() => rmSync(place, { recursive: true, force: true }))
// Copying an image is faster than creating each database, which only the first test does.
const image = await preparedImage(['empty'], async () => undefined)

let fileCount = 0
function newFolder(): string {
  return join(place, `db${++fileCount}`)
}

const importLines = `import { openDatabase } from ${JSON.stringify(import.meta.resolve('#/server/lib/database/database.ts'))}
  import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
  import fs from 'node:fs'
  `

function newScript(source: string): string {
  const path = join(place, `script${++fileCount}.mjs`)
  writeFileSync(path, source)
  return path
}

/** Runs a module in its own process. `preload` runs first in the process and in each of its threads. */
function runScript(source: string, preload?: string): { status: number | null; out: string } {
  const preloadArguments = preload === undefined ? [] : ['--import', newScript(preload)]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...preloadArguments, newScript(importLines + source)], { encoding: 'utf8' })
  return { status, out: stdout + stderr }
}

async function count(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(database.kysely)
  return rows[0]?.count ?? -1
}

const openFolder = (folder: string, options: { onTrouble?: (message: string) => void; idleMs?: number; statementMs?: number } = {}) =>
  EmbeddedDatabase.open({
    folder,
    image,
    timeZone: 'Asia/Shanghai',
    statementMs: options.statementMs ?? 30_000,
    idleMs: options.idleMs ?? 60_000,
    waitMs: 30_000,
    onTrouble: options.onTrouble ?? (() => undefined),
  })

test('each commit waits for an fsync of the host', async () => {
  const dir = newFolder()
  const firstDatabase = await openDatabase({ dir })
  await sql`create table t (n int)`.execute(firstDatabase.kysely)
  const syncsBefore = await firstDatabase.syncs()
  for (let n = 0; n < 20; n++) await sql`insert into t values (${n})`.execute(firstDatabase.kysely)
  assert.ok((await firstDatabase.syncs()) - syncsBefore >= 20)
  await firstDatabase.close()
  assert.deepEqual(
    readdirSync(place).filter((name) => /tmp|lock/.test(name)),
    [],
  )
  const reopenedDatabase = await openDatabase({ dir })
  assert.equal(await count(reopenedDatabase, 't'), 20)
  await reopenedDatabase.close()
})

test('a database whose commits do not reach the disk refuses to open', () => {
  // Simulates a PGlite version that no longer calls the file system's fsync.
  const brokenInit = `import { DurableFiles } from ${JSON.stringify(import.meta.resolve('#/server/lib/database/embedded-files.ts'))}
    import { NodeFS } from ${JSON.stringify(import.meta.resolve('@electric-sql/pglite/nodefs'))}
    DurableFiles.prototype.init = NodeFS.prototype.init`
  const { status, out } = runScript(`await openDatabase({ dir: ${JSON.stringify(newFolder())} })`, brokenInit)
  assert.notEqual(status, 0)
  assert.match(out, /refusing to run/)
})

test('a commit whose fsync fails is not acknowledged', () => {
  // The database runs in another thread, so a file controls the failure: fsync fails while the file exists.
  const flagPath = join(place, 'fail')
  const preload = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'
    const real = fs.fsyncSync
    fs.fsyncSync = (handle) => { if (fs.existsSync(${JSON.stringify(flagPath)})) throw Object.assign(new Error('EIO'), { code: 'EIO' }); real(handle) }
    syncBuiltinESMExports()`
  const source = `const database = await openDatabase({ dir: ${JSON.stringify(newFolder())} })
    await sql\`create table t (n int)\`.execute(database.kysely)
    await sql\`insert into t values (1)\`.execute(database.kysely)
    fs.writeFileSync(${JSON.stringify(flagPath)}, '')
    const refused = await sql\`insert into t values (2)\`.execute(database.kysely).then(() => 'acknowledged', () => 'refused')
    fs.rmSync(${JSON.stringify(flagPath)})
    await sql\`insert into t values (3)\`.execute(database.kysely)
    const { rows } = await sql\`select n from t where n <> 2 order by n\`.execute(database.kysely)
    process.stdout.write(JSON.stringify({ refused, rows }))
    await database.close()`
  const { out } = runScript(source, preload)
  assert.deepEqual(JSON.parse(out), { refused: 'refused', rows: [{ n: 1 }, { n: 3 }] })
})

test('opening a database twice is refused with the process id and folder of the first opener', async () => {
  const dir = newFolder()
  const database = await openDatabase({ dir, image })
  const source = `await openDatabase({ dir: ${JSON.stringify(dir)} }).catch((error) => process.stdout.write(JSON.stringify({ name: error.name, pid: error.pid, folder: error.folder })))`
  assert.deepEqual(JSON.parse(runScript(source).out), { name: 'DataDirInUse', pid: process.pid, folder: dir })
  await assert.rejects(openDatabase({ dir, image }), DataDirInUse)
  await sql`create table still_mine (n int)`.execute(database.kysely)
  await database.close()
})

test('stale locks are replaced, even with a reused process id, and live locks are kept', () => {
  const folder = newFolder()
  const path = `${folder}.lock`
  const deadPid = spawnSync(process.execPath, ['-e', '']).pid
  const release = lockFolder(folder)
  const storedLock = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; startedAt: string }
  assert.throws(() => lockFolder(folder), DataDirInUse)
  release()
  assert.ok(!existsSync(path))
  for (const staleLock of [{ pid: deadPid, startedAt: storedLock.startedAt }, { pid: storedLock.pid, startedAt: 'an earlier start' }, null]) {
    writeFileSync(path, staleLock === null ? '' : JSON.stringify(staleLock))
    lockFolder(folder)()
    assert.ok(!existsSync(path))
  }
  writeFileSync(path, JSON.stringify({ pid: 1, startedAt: null }))
  assert.throws(() => lockFolder(folder), DataDirInUse)
  rmSync(path)
})

test('the start after an interrupted first start begins from scratch', async () => {
  const dir = newFolder()
  const first = await openDatabase({ dir, image })
  await first.close()
  rmSync(join(dir, 'global'), { recursive: true })
  const { renameSync } = await import('node:fs')
  renameSync(dir, `${dir}.tmp`)
  const database = await openDatabase({ dir, image })
  await sql`create table t (n int)`.execute(database.kysely)
  await database.close()
  assert.ok(!existsSync(`${dir}.tmp`))
})

test('a runaway query is stopped without loss of other work, unless its time limit is lifted', async () => {
  const messages: string[] = []
  const log = { warn: (_: object, message: string) => messages.push(message) }
  const database = await openDatabase({ dir: newFolder(), image, limits: { statementMs: 500 }, log })
  await sql`create table t (n int)`.execute(database.kysely)
  await sql`insert into t values (1)`.execute(database.kysely)
  let turns = 0
  const ticks = setInterval(() => turns++, 5)
  const runawayQuery = asOwner(database, async (trx) => {
    await sql`insert into t values (2)`.execute(trx)
    await sql`select count(*) from generate_series(1, 1000000000) a`.execute(trx)
  })
  const waitingQuery = count(database, 't')
  await assert.rejects(runawayQuery, { code: '57014' })
  assert.equal(await waitingQuery, 1)
  clearInterval(ticks)
  assert.ok(turns > 5, `the event loop got ${turns} turns while the query ran`)
  assert.match(messages.join(), /opened again/)
  const unlimitedResult = await asOwner(database, (trx) => sql<{ count: number }>`select count(*) from generate_series(1, 9000000) a`.execute(trx), {
    statementMs: 0,
  })
  assert.equal(unlimitedResult.rows[0]?.count, 9_000_000)
  await database.close()
})

test('listeners receive notifications after the database is reopened', async () => {
  const database = await openDatabase({ dir: newFolder(), image, limits: { statementMs: 300 } })
  const receivedPayloads: string[] = []
  await database.listen('news', (payload) => receivedPayloads.push(payload))
  await assert.rejects(sql`select count(*) from generate_series(1, 1000000000) a`.execute(database.kysely), { code: '57014' })
  await sql`select pg_notify('news', 'again')`.execute(database.kysely)
  assert.deepEqual(receivedPayloads, ['again'])
  await database.close()
})

test('callers get the connection in the order of their requests', async () => {
  const embedded = await openFolder(newFolder())
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const lease = await embedded.connect()
      await lease.query('begin', [])
      order.push(n)
      await lease.query(`select pg_sleep(0)`, [])
      await lease.query('commit', [])
      lease.release()
    }),
  )
  assert.deepEqual(
    order,
    Array.from({ length: 50 }, (_, n) => n),
  )
  await embedded.end()
})

test('a transaction left open is rolled back when its connection is released', async () => {
  const embedded = await openFolder(newFolder())
  await embedded.run('create table t (n int)', 1000)
  const lease = await embedded.connect()
  await lease.query('begin; insert into t values (1)', [])
  lease.release()
  assert.deepEqual(await embedded.run('select count(*) from t', 1000), [{ count: 0 }])
  await assert.rejects(lease.query('select 1', []), /given back/)
  await embedded.end()
})

test('a heavily changed table is vacuumed after the open transaction ends', async () => {
  const embedded = await openFolder(newFolder())
  await embedded.run('create table t (id int primary key, n int)', 1000)
  await embedded.run('insert into t select n, n from generate_series(1, 20000) n', 5000)
  await embedded.run('update t set n = n + 1', 5000)
  const lease = await embedded.connect()
  await lease.query('begin', [])
  const vacuumRun = vacuumChangedTables(embedded)
  await lease.query('insert into t values (0, 0)', [])
  await lease.query('commit', [])
  lease.release()
  await vacuumRun
  const [seen] = await embedded.run<Record<string, unknown>>(
    `select vacuum_count > 0 as vacuumed, analyze_count > 0 as analyzed from pg_stat_user_tables where relname = 't'`,
    1000,
  )
  assert.deepEqual(seen, { vacuumed: true, analyzed: true })
  await vacuumAllTables(embedded)
  await embedded.end()
})

test('closing succeeds during a runaway query, which is cancelled', async () => {
  const database = await openDatabase({ dir: newFolder(), image, limits: { statementMs: 400 } })
  const runawayQuery = assert.rejects(sql`select count(*) from generate_series(1, 1000000000) a`.execute(database.kysely), { code: '57014' })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await database.close()
  await runawayQuery
})
