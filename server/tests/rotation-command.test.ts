import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { type RunningApp, startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { createServerDatabase, dropServerDatabase } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'

// Runs the key rotation `npm run admin -- rotate` as a separate process, on a database that contains people.

const root = join(import.meta.dirname, '../..')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const key = () => randomBytes(32).toString('base64')

describe('the key rotation command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-rotate-'))
  const [old, fresh, index, otherIndex] = [key(), key(), key(), key()]
  const [person] = demoPeople().ordinary
  let url: string | undefined
  before(async () => {
    url = process.env.TEST_DATABASE_URL ? await createServerDatabase(process.env.TEST_DATABASE_URL) : undefined
    const running = await startServer({ VAULT_KEYS: old })
    await running.stop()
  })
  after(async () => {
    if (process.env.TEST_DATABASE_URL && url) await dropServerDatabase(process.env.TEST_DATABASE_URL, url)
    rmSync(folder, { recursive: true, force: true })
  })

  const env = (keys: Readonly<Record<string, string>>): Record<string, string> => ({
    MODE: 'demo',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    VAULT_INDEX_KEY: index,
    ...(url && { DATABASE_URL: url }),
    ...keys,
  })
  const startServer = (keys: Readonly<Record<string, string>>): Promise<RunningApp> =>
    startApp(readSettings({ ...childEnvironment, ...env(keys) }), silent, { demoSize: 'small', withoutWorkers: true })
  const rotate = (keys: Readonly<Record<string, string>>, args: readonly string[] = ['rotate']) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, [join(root, 'tools/admin.ts'), ...args], { env: { ...childEnvironment, ...env(keys) }, cwd: root })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
      child.stdin.end()
      child.on('exit', (code) => resolve({ code, said: output }))
    })
  /** Returns whether the server finds the person by ID number and opens that number with the current key. */
  const findsPerson = async ({ kernel }: RunningApp): Promise<boolean> => {
    const expectedIndex = kernel.vault.index('id_number', person?.idNumber ?? '')
    const result = await sql<{ id_number_sealed: string }>`select id_number_sealed from operator where id_number_index = ${expectedIndex}`.execute(
      kernel.database.kysely,
    )
    const [row] = result.rows
    return row !== undefined && kernel.vault.open('id_number', row.id_number_sealed) === person?.idNumber && kernel.vault.isCurrent(row.id_number_sealed)
  }

  test('a rotation without the old key fails and changes nothing', async () => {
    const { code, said } = await rotate({ VAULT_KEYS: fresh })
    assert.notEqual(code, 0)
    assert.ok(!said.includes(fresh) && !said.includes('已全部使用密钥'), said)
    const running = await startServer({ VAULT_KEYS: old })
    assert.ok(await findsPerson(running))
    await running.stop()
  })

  test('a rotation with both keys re-encrypts numbers and files and is logged', async () => {
    const { code, said } = await rotate({ VAULT_KEYS: `${fresh},${old}` })
    assert.equal(code, 0, said)
    assert.match(said, /^operator \d+$/m)
    assert.match(said, /已全部使用密钥/)
    assert.ok(!said.includes(old) && !said.includes(fresh) && !said.includes(person?.idNumber ?? ''))
    const running = await startServer({ VAULT_KEYS: fresh })
    assert.ok(await findsPerson(running))
    const rotationEntries = await sql<{ detail: { changed: Record<string, number> } }>`select detail from audit_log where action = 'admin.rotate'`.execute(
      running.kernel.database.kysely,
    )
    assert.ok((rotationEntries.rows[0]?.detail.changed.operator ?? 0) > 0)
    assert.ok((rotationEntries.rows[0]?.detail.changed.files ?? 0) > 0)
    const files = await running.kernel.database.kysely.selectFrom('stored_file').select(['id', 'sha256']).execute()
    assert.ok(files.length > 0)
    for (const { id, sha256 } of files)
      assert.equal(
        createHash('sha256')
          .update(await running.kernel.store.read(id))
          .digest('hex'),
        sha256,
      )
    await running.stop()
    await assert.rejects(startServer({ VAULT_KEYS: old }), /VAULT_KEYS lacks the key/)
  })

  test('the server refuses a new index key until a rotation has applied it', async () => {
    const keys = { VAULT_KEYS: fresh, VAULT_INDEX_KEY: otherIndex }
    await assert.rejects(startServer(keys), /VAULT_INDEX_KEY is not the key/)
    const { code, said } = await rotate(keys)
    assert.equal(code, 0, said)
    const running = await startServer(keys)
    assert.ok(await findsPerson(running))
    await running.stop()
  })

  test('the rotation command refuses extra arguments', async () => {
    const { code, said } = await rotate({ VAULT_KEYS: fresh, VAULT_INDEX_KEY: otherIndex }, ['rotate', 'now'])
    assert.notEqual(code, 0)
    assert.match(said, /用法 usage|没有|unknown|usage/)
  })
})
