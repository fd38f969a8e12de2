import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { loadBase } from '#/db/base/load.ts'
import { filePath, type Manifest } from '#/server/kernel/archive/archive.ts'
import { backUp } from '#/server/kernel/archive/backup.ts'
import { databaseContentOf, dropForeignKeys, migrationsOf } from '#/server/kernel/archive/catalog.ts'
import { openEmptyDatabase, openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { historyDigest } from '#/server/kernel/archive/earlier-history.ts'
import { migrate, readMigrations } from '#/server/kernel/archive/migrate.ts'
import { type AvailableKeys, expectEmptyDatabase, expectUsableBackup, findMissingFileIds, restoreInto } from '#/server/kernel/archive/restore.ts'
import { folderStore } from '#/server/kernel/files/files.ts'
import { openQueue, type RunningQueue } from '#/server/kernel/jobs/jobs.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'

// These tests cover the refusals of a restore, each of which leaves the database unchanged.

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const secret = randomBytes(32)
const signer = signerWith([secret])
const keys: AvailableKeys = { secret: ['aaaaaaaa'], sealing: ['bbbbbbbb'], index: 'cccccccc' }
const steps = readMigrations()
// A migration of the next program version.
const next = { name: '9998_next.sql', text: 'create table next_version (id bigint primary key)', sha256: 'next' }
const fileId = '0a5b74c5-f34d-428d-8685-b432a25abb59'
const lostId = '1a5b74c5-f34d-428d-8685-b432a25abb59'
const bytes = Buffer.from('a paper')
const digest = (of: Uint8Array | string) => createHash('sha256').update(of).digest('hex')

/** Runs work with an open queue. */
async function withQueue<T>(database: Database, work: (queue: RunningQueue) => Promise<T>): Promise<T> {
  const queue = openQueue(database, silent, { pollSeconds: 60 })
  try {
    return await work(queue)
  } finally {
    await queue.stop()
  }
}

describe('restoring backups', () => {
  const testFolder = mkdtempSync(join(tmpdir(), 'yck-restore-'))
  const store = folderStore(join(testFolder, 'files'))
  const goodBackup = join(testFolder, 'good')
  let target: Database

  const backupSource = { store, vault: null, signer, secretIds: keys.secret, mode: 'demo', program: '0.0.1', at: new Date() } as const
  before(async () => {
    const database = await openMigratedDatabase()
    await asOwner(database, loadBase)
    await sql`insert into vault_key (kind, id, since) values ('sealing', 'bbbbbbbb', now()), ('index', 'cccccccc', now())`.execute(database.kysely)
    await sql`insert into stored_file (id, name, media_type, size_bytes, sha256, purpose, created_by, created_at)
      values (${fileId}, ${'a "paper"\\ 发票\n\u2028'}, 'text/plain', 7, ${digest(bytes)}, 'export', 1, '2026-11-01T00:00:00.123456Z')`.execute(database.kysely)
    await sql`insert into stored_file (id, name, media_type, size_bytes, sha256, purpose, created_by, created_at)
      values (${lostId}, 'lost', 'text/plain', 7, 'x', 'export', 1, now())`.execute(database.kysely)
    await store.write(fileId, bytes)
    await withQueue(database, async (queue) => {
      await queue.prepare(['tidy', 'post'])
      await queue.send(database.kysely, 'tidy', { sum: 1 })
      await queue.send(database.kysely, 'post', { to: 'who' }, { afterSeconds: 3600 })
    })
    const { files } = await backUp({ ...backupSource, database }, goodBackup)
    assert.deepEqual(files, { count: 1, bytes: 7, lost: [lostId], letGo: [] }, 'a file that the store has lost is named, and the rest is kept')
    await database.close()
    target = await openEmptyDatabase()
  })
  after(async () => {
    await target.close()
    rmSync(testFolder, { recursive: true, force: true })
  })

  const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
  /** Returns a modified copy of the good backup. */
  const damagedCopy = (change: (folder: string) => void): string => {
    const folder = join(testFolder, randomUUID())
    cpSync(goodBackup, folder, { recursive: true })
    change(folder)
    return folder
  }
  /** Changes the manifest and signs it again. */
  const changeManifest = (folder: string, change: object) => {
    const text = JSON.stringify({ ...manifestOf(folder), ...change })
    writeFileSync(join(folder, 'manifest.json'), text)
    writeFileSync(join(folder, 'manifest.signature'), JSON.stringify(signer.sign(`backup\n${text}`)))
  }
  const restore = async (folder: string, { into = target, intoEmpty = false, known = steps } = {}) => {
    const manifest = await expectUsableBackup(folder, signer, keys, known)
    await withQueue(into, (queue) => restoreInto({ database: into, store, queue, vault: null, intoEmpty, jobs: ['tidy', 'post'] }, folder, manifest, known))
  }
  /**
   * Returns the highest number of locks held during the work. Returns 0 on the embedded engine, which has no second
   * connection to count them.
   */
  const countMaxLocks = async (database: Database, work: () => Promise<void>): Promise<number> => {
    const databaseName = (await sql<{ name: string }>`select current_database()::text as name`.execute(database.kysely)).rows[0]?.name
    let limit = 0
    let isFinished = database.engine !== 'server'
    const end = work().finally(() => {
      isFinished = true
    })
    while (!isFinished) {
      const { rows } = await sql<{ held: number }>`select count(*)::int as held from pg_locks
        where database = (select oid from pg_database where datname = ${databaseName})`.execute(target.kysely)
      limit = Math.max(limit, rows[0]?.held ?? 0)
      await sleep(20)
    }
    await end
    return limit
  }
  const expectStillEmpty = async () => assert.deepEqual(await databaseContentOf(target.kysely), { kind: 'nothing' })

  test('a truncated, damaged or incomplete backup is refused before anything is written', async () => {
    const cases: readonly [RegExp, (folder: string) => void][] = [
      [/damaged at data\/public\.role\.jsonl\.gz/, (folder) => truncateSync(join(folder, 'data/public.role.jsonl.gz'), 40)],
      [/damaged at data\/public\.role\.jsonl\.gz/, (folder) => rmSync(join(folder, 'data/public.role.jsonl.gz'))],
      [/damaged at files\/0a/, (folder) => writeFileSync(join(folder, filePath(fileId)), 'another')],
      [/damaged at files\/0a/, (folder) => rmSync(join(folder, filePath(fileId)))],
      [/damaged at SHA256SUMS/, (folder) => truncateSync(join(folder, 'SHA256SUMS'), 200)],
      [/manifest\.json is damaged or was changed/, (folder) => truncateSync(join(folder, 'manifest.json'), 200)],
      [/is damaged or was changed/, (folder) => writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifestOf(folder), queued: 9 }))],
      [/has no manifest\.json/, (folder) => rmSync(join(folder, 'manifest.json'))],
      [/has no manifest\.signature/, (folder) => rmSync(join(folder, 'manifest.signature'))],
    ]
    for (const [said, change] of cases) await assert.rejects(restore(damagedCopy(change)), said)
    await expectStillEmpty()
  })

  test('a backup of a newer version or with altered migrations is refused', async () => {
    const makeNewer = (folder: string) =>
      changeManifest(folder, { program: '9.1.0', migrations: [...manifestOf(folder).migrations, { name: '9999_later.sql', sha256: 'x' }] })
    await assert.rejects(restore(damagedCopy(makeNewer)), /newer version of the program \(9\.1\.0\): it has 9999_later\.sql/)
    await assert.rejects(restore(damagedCopy((folder) => changeManifest(folder, { format: 2 }))), /newer version of the program/)
    const renameMigrations = (folder: string) =>
      changeManifest(folder, { migrations: manifestOf(folder).migrations.map(({ name }) => ({ name, sha256: 'other' })) })
    await assert.rejects(restore(damagedCopy(renameMigrations)), /is not the one of this program/)
    await expectStillEmpty()
  })

  test('a backup from before the baseline is accepted if its history is complete', async () => {
    const history = [
      { name: '0001_foundation.sql', sha256: 'a' },
      { name: '0249_residence_permits.sql', sha256: 'b' },
    ]
    const earlierRange = { first: '0001_foundation.sql', last: '0249_residence_permits.sql', digest: historyDigest(history) }
    const checkMigrations = (migrations: object[]) =>
      expectUsableBackup(
        damagedCopy((folder) => changeManifest(folder, { migrations })),
        signer,
        keys,
        steps,
        earlierRange,
      )
    const [baseline] = steps
    assert.deepEqual((await checkMigrations(history)).migrations, [{ name: baseline?.name, sha256: baseline?.sha256 }])
    await assert.rejects(checkMigrations(history.slice(0, 1)), /restore it with the last version that has this migration/)
  })

  test('the refusal of a backup names every missing key', async () => {
    const checkWithKeys = (at: Partial<AvailableKeys>) => expectUsableBackup(goodBackup, signer, { ...keys, ...at })
    await assert.rejects(checkWithKeys({ secret: ['dddddddd'], sealing: [], index: null }), (error: Error) => {
      for (const [name, id] of [
        ['SECRET_KEY', 'aaaaaaaa'],
        ['VAULT_KEYS', 'bbbbbbbb'],
        ['VAULT_INDEX_KEY', 'cccccccc'],
      ])
        assert.match(error.message, new RegExp(`${name} .*lacks the key ${id}`))
      return true
    })
    await assert.rejects(expectUsableBackup(goodBackup, signerWith([randomBytes(32)]), keys), /SECRET_KEY lacks the key that signed this backup/)
    assert.equal((await expectUsableBackup(goodBackup, signer, { ...keys, sealing: ['eeeeeeee', 'bbbbbbbb'] })).queued, 2, 'further keys do no harm')
  })

  test('rows that violate the schema roll back the whole restore, including the schema', async () => {
    const addOrphanPermission = (folder: string) => {
      const path = join(folder, 'data/public.role_permission.jsonl.gz')
      const text = gunzipSync(readFileSync(path)).toString()
      const changedTable = gzipSync(text.replace(/"\d+"/, '"999999"'))
      const formerDigest = digest(readFileSync(path))
      writeFileSync(path, changedTable)
      const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').replace(formerDigest, digest(changedTable))
      writeFileSync(join(folder, 'SHA256SUMS'), sums)
      changeManifest(folder, { sums: digest(sums) })
    }
    await assert.rejects(restore(damagedCopy(addOrphanPermission)), /role_permission.*foreign key/)
    await expectStillEmpty()
  })

  test('a restore refuses a used database, and a prepared one without --into-empty', async () => {
    const preparedDatabase = await openMigratedDatabase()
    try {
      await asOwner(preparedDatabase, loadBase)
      await assert.rejects(restore(goodBackup, { into: preparedDatabase }), /--into-empty/)
      // The state after a restore that stopped before the rows were loaded.
      await sql`delete from migration`.execute(preparedDatabase.kysely)
      await dropForeignKeys(preparedDatabase)
      await assert.rejects(migrate(preparedDatabase), /a restore into this database did not end/)
      const lockCount = await countMaxLocks(preparedDatabase, () => restore(goodBackup, { into: preparedDatabase, intoEmpty: true }))
      assert.ok(lockCount < 4_000, `a server with its default settings has room for 7,000 locks: ${lockCount}`)
      await assert.rejects(expectEmptyDatabase(preparedDatabase.kysely, true), /not empty \(pgboss\.job\)/)
      await sql`delete from pgboss.job`.execute(preparedDatabase.kysely)
      await assert.rejects(expectEmptyDatabase(preparedDatabase.kysely, true), /not empty \(public\.stored_file\)/)
    } finally {
      await preparedDatabase.close()
    }
    const foreignDatabase = await openEmptyDatabase()
    await sql`create table theirs (id int)`.execute(foreignDatabase.kysely)
    await assert.rejects(restore(goodBackup, { into: foreignDatabase, intoEmpty: true }), /not empty \(public\.theirs\)/)
    await foreignDatabase.close()
  })

  test('a later version restores rows, jobs, triggers and foreign keys, and then migrates', async () => {
    await store.remove(fileId)
    await restore(goodBackup, { known: [...steps, next] })
    const { rows } = await sql<{ name: string; at: string }>`select name, created_at::text as at from stored_file where id = ${fileId}`.execute(target.kysely)
    assert.deepEqual(rows, [{ name: 'a "paper"\\ 发票\n\u2028', at: '2026-11-01 08:00:00.123456+08' }])
    const manifest = manifestOf(goodBackup)
    assert.deepEqual(await findMissingFileIds(goodBackup, manifest, store), [])
    await store.write(fileId, Buffer.from('another'))
    assert.deepEqual(await findMissingFileIds(goodBackup, manifest, store), [fileId])
    assert.equal((await migrationsOf(target.kysely)).at(-1)?.name, next.name)
    assert.deepEqual((await sql`select from next_version`.execute(target.kysely)).rows, [])
    const jobs = await sql<{
      name: string
      sum: number | null
      later: boolean
    }>`select name, (data ->> 'sum')::int as sum, start_after > now() + interval '50 min' as later
      from pgboss.job order by name`.execute(target.kysely)
    assert.deepEqual(jobs.rows, [
      { name: 'post', sum: null, later: true },
      { name: 'tidy', sum: 1, later: false },
    ])
    const disabledTriggers = await sql`select from pg_trigger where tgenabled <> 'O' and not tgisinternal`.execute(target.kysely)
    assert.equal(disabledTriggers.rows.length, 0, 'every trigger is on again')
    await assert.rejects(sql`insert into role_permission (role_id, permission) values (999999, 'x')`.execute(target.kysely), /foreign key/)
    await assert.rejects(restore(goodBackup), /not empty/)
  })
})
