import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { paperCode, readKeys, secretsWith } from '#/server/lib/vault/secrets.ts'

const production = { MODE: 'production', DATABASE_URL: 'postgres://yck:Xk3-long-enough@127.0.0.1/yck' }

test('a secret opens only for its subject', () => {
  const secrets = secretsWith([randomBytes(32)])
  const sealed = secrets.seal('机密 secret', 'person 1')
  assert.equal(secrets.unseal(sealed, 'person 1'), '机密 secret')
  assert.equal(secrets.unseal(sealed, 'person 2'), null)
  assert.notEqual(secrets.seal('机密 secret', 'person 1'), sealed)
  assert.ok(!Buffer.from(sealed.split('.')[1] as string, 'base64url').includes('secret'))
})

test('altered, truncated and foreign ciphertexts unseal to null', () => {
  const secrets = secretsWith([randomBytes(32)])
  const sealed = secrets.seal('secret', 'it')
  const [id = '', body = ''] = sealed.split('.')
  const bytes = Buffer.from(body, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const alteredBytes = Buffer.from(bytes)
    alteredBytes[at] = (alteredBytes[at] ?? 0) ^ 1
    assert.equal(secrets.unseal(`${id}.${alteredBytes.toString('base64url')}`, 'it'), null)
  }
  const truncatedBody = bytes.subarray(0, 20).toString('base64url')
  for (const invalidText of ['', '.', id, `${id}.`, `${id}.${truncatedBody}`, `00000000.${body}`]) assert.equal(secrets.unseal(invalidText, 'it'), null)
})

test('the first key seals, and earlier keys open their ciphertexts until removed', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)]
  const sealed = secretsWith([old]).seal('secret', 'it')
  const rotatedSecrets = secretsWith([fresh, old])
  assert.equal(rotatedSecrets.unseal(sealed, 'it'), 'secret')
  assert.equal(secretsWith([fresh]).unseal(rotatedSecrets.seal('secret', 'it'), 'it'), 'secret')
  assert.equal(secretsWith([fresh]).unseal(sealed, 'it'), null)
})

test('production needs a random key and refuses the demo key', () => {
  assert.throws(() => secretsWith(readSettings(production).secretKeys), /SECRET_KEY is missing/)
  assert.throws(() => readSettings({ ...production, SECRET_KEY: 'short' }), /32 random bytes/)
  assert.throws(() => readSettings({ ...production, SECRET_KEY: Buffer.alloc(32, 'a').toString('base64') }), /not random/)
  const [demo] = readKeys(undefined, true)
  assert.throws(() => readSettings({ ...production, SECRET_KEY: demo?.toString('base64') }), /not random/)
  const [one, two] = [randomBytes(32), randomBytes(32)]
  assert.deepEqual(readSettings({ ...production, SECRET_KEY: `${one.toString('base64')}, ${two.toString('hex')}` }).secretKeys, [one, two])
  assert.equal(readSettings({ MODE: 'demo' }).secretKeys.length, 1)
})

test('paper codes are four groups of four without ambiguous letters and digits', () => {
  const codes = Array.from({ length: 50 }, paperCode)
  assert.equal(new Set(codes).size, 50)
  for (const code of codes) assert.match(code, /^([2-9A-HJKMNP-TV-Z]{4}-){3}[2-9A-HJKMNP-TV-Z]{4}$/)
})
