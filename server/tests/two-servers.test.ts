import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { appUrlOf, createServerDatabase, dropServerDatabase, testKeys } from '#/server/tests/databases-testing.ts'

const adminUrl = process.env.TEST_DATABASE_URL ?? ''
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

test('two servers that start together on an empty database are both ready', { skip: adminUrl === '' && 'the embedded database takes one server' }, async () => {
  const url = await createServerDatabase(adminUrl)
  const folder = mkdtempSync(join(tmpdir(), 'yck-two-'))
  const settings = readSettings({
    MODE: 'production',
    DATA_DIR: folder,
    DATABASE_URL: url,
    DATABASE_APP_URL: await appUrlOf(url),
    ...testKeys,
  })
  const startResults = await Promise.allSettled([1, 2].map(() => startApp(settings, silent)))
  try {
    assert.deepEqual(
      startResults.map((each) => (each.status === 'fulfilled' ? 'ready' : String(each.reason))),
      ['ready', 'ready'],
    )
    for (const each of startResults) if (each.status === 'fulfilled') assert.equal((await each.value.server.inject({ url: '/readyz' })).statusCode, 200)
  } finally {
    for (const each of startResults) if (each.status === 'fulfilled') await each.value.stop()
    rmSync(folder, { recursive: true, force: true })
    await dropServerDatabase(adminUrl, url)
  }
})
