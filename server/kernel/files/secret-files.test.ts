import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readSettings } from '#/server/kernel/installation/settings.ts'

describe('secrets in files', () => {
  const dir = mkdtempSync(join(tmpdir(), 'yck-secrets-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const fileOf = (name: string, text: string) => {
    writeFileSync(join(dir, name), text, { mode: 0o600 })
    return join(dir, name)
  }

  test('secret settings can come from files, whose last line break is dropped', () => {
    const [sealing, index] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const { vaultKeys, databaseUrl } = readSettings({
      MODE: 'production',
      SECRET_KEY_FILE: fileOf('secret', `${randomBytes(32).toString('base64')}\n`),
      VAULT_KEYS_FILE: fileOf('vault', `${sealing}\n`),
      VAULT_INDEX_KEY_FILE: fileOf('index', index),
      DATABASE_URL_FILE: fileOf('database', 'postgres://owner:LongSecret26@127.0.0.1/yck\n'),
    })
    assert.equal(vaultKeys?.sealing[0]?.toString('base64'), sealing)
    assert.equal(databaseUrl, 'postgres://owner:LongSecret26@127.0.0.1/yck')
  })

  test('a duplicate secret or missing secret file stops the start without showing a secret', () => {
    const secret = randomBytes(32).toString('base64')
    assert.throws(
      () => readSettings({ SECRET_KEY: secret, SECRET_KEY_FILE: fileOf('twice', secret) }),
      (error: Error) => error.message === 'SECRET_KEY and SECRET_KEY_FILE: name one of them',
    )
    assert.throws(() => readSettings({ SECRET_KEY_FILE: join(dir, 'nowhere') }), /^Error: SECRET_KEY_FILE: ENOENT/)
  })
})
