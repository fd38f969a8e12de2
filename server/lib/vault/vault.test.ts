import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { type SealedKind, vaultKeysFor, vaultWith } from '#/server/lib/vault/vault.ts'

const keys = () => ({ sealing: [randomBytes(32)], index: randomBytes(32) })
const kinds: readonly SealedKind[] = ['id_number', 'card_no', 'mobile', 'account_no', 'document', 'private_key']
const production = { MODE: 'production', DATABASE_URL: 'postgres://yck:Xk3-long-enough@127.0.0.1/yck', SECRET_KEY: randomBytes(32).toString('base64') }

test('a sealed text opens unchanged, and each sealing gives a different ciphertext', () => {
  const vault = vaultWith(keys())
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom(...kinds), (text, kind) => {
      const sealed = vault.seal(kind, text)
      assert.equal(vault.open(kind, sealed), text)
      assert.notEqual(vault.seal(kind, text), sealed)
      assert.ok(text.length < 4 || !sealed.includes(text))
    }),
  )
})

test('an empty text stays empty', () => {
  const vault = vaultWith(keys())
  assert.deepEqual([vault.seal('card_no', ''), vault.open('card_no', ''), vault.index('card_no', '')], ['', '', ''])
})

test('a text sealed as one kind does not open as another kind', () => {
  const vault = vaultWith(keys())
  for (const from of kinds) {
    const sealed = vault.seal(from, '110101199003071233')
    for (const to of kinds.filter((kind) => kind !== from)) assert.throws(() => vault.open(to, sealed), /does not open/)
  }
})

test('an altered or truncated sealed text does not open', () => {
  const vault = vaultWith(keys())
  const [id = '', body = ''] = vault.seal('card_no', '6222020200112233').split('.')
  const bytes = Buffer.from(body, 'base64url')
  fc.assert(
    fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
      const alteredBytes = Buffer.from(bytes)
      alteredBytes[bit >> 3] = (alteredBytes[bit >> 3] as number) ^ (1 << (bit & 7))
      assert.throws(
        () => vault.open('card_no', `${id}.${alteredBytes.toString('base64url')}`),
        (error: Error) => !error.message.includes('6222'),
      )
    }),
  )
  for (let length = 0; length < bytes.length; length++) assert.throws(() => vault.open('card_no', `${id}.${bytes.subarray(0, length).toString('base64url')}`))
  for (const invalidText of ['.', id, '6222020200112233']) assert.throws(() => vault.open('card_no', invalidText))
})

test('the newest key seals, and every key opens until it is removed', () => {
  const [old, fresh, index] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const oldVault = vaultWith({ sealing: [old], index })
  const rotatedVault = vaultWith({ sealing: [fresh, old], index })
  const newVault = vaultWith({ sealing: [fresh], index })
  const sealed = oldVault.seal('id_number', '110101199003071233')
  assert.equal(rotatedVault.open('id_number', sealed), '110101199003071233')
  assert.deepEqual([rotatedVault.isCurrent(sealed), oldVault.isCurrent(sealed)], [false, true])
  const resealed = rotatedVault.seal('id_number', '110101199003071233')
  assert.ok(rotatedVault.isCurrent(resealed))
  assert.equal(newVault.open('id_number', resealed), '110101199003071233')
  assert.throws(() => newVault.open('id_number', sealed))
  assert.equal(oldVault.index('id_number', '110101199003071233'), newVault.index('id_number', '110101199003071233'), 'a new sealing key moves no index')
})

test('the index depends on number, kind and key, but not on spelling', () => {
  const vault = vaultWith(keys())
  assert.equal(vault.index('id_number', '11010119900307123x'), vault.index('id_number', ' 11010119900307123X '))
  assert.equal(vault.index('id_number', '１１０１０１１９９００３０７１２３Ｘ'), vault.index('id_number', '11010119900307123X'))
  assert.equal(vault.index('card_no', '6222 0202 0011 2233'), vault.index('card_no', '6222-0202-0011-2233'))
  assert.equal(vault.index('mobile', '+86 138 0013 8000'), vault.index('mobile', '13800138000'))
  const digits = fc.stringMatching(/^\d{15,19}$/)
  fc.assert(
    fc.property(digits, digits, (one, two) => {
      assert.equal(vault.index('card_no', one) === vault.index('card_no', two), one === two)
      assert.notEqual(vault.index('card_no', one), vault.index('id_number', one))
      assert.notEqual(vault.index('card_no', one), vaultWith(keys()).index('card_no', one))
      assert.match(vault.index('card_no', one), /^[\w-]{22}$/)
    }),
  )
})

test('production needs a random sealing key and a different random index key', () => {
  const [sealing, index] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  assert.throws(() => vaultKeysFor(readSettings(production)), /VAULT_KEYS and VAULT_INDEX_KEY are missing/)
  assert.throws(() => readSettings({ ...production, VAULT_KEYS: sealing }), /go together/)
  assert.throws(() => readSettings({ ...production, VAULT_INDEX_KEY: index }), /go together/)
  assert.throws(() => readSettings({ ...production, VAULT_KEYS: sealing, VAULT_INDEX_KEY: sealing }), /another key/)
  assert.throws(() => readSettings({ ...production, VAULT_KEYS: 'short', VAULT_INDEX_KEY: index }), /VAULT_KEYS must be 32 random bytes/)
  assert.throws(
    () => readSettings({ ...production, VAULT_KEYS: sealing, VAULT_INDEX_KEY: Buffer.alloc(32, 1).toString('base64') }),
    /VAULT_INDEX_KEY is not random/,
  )
  assert.throws(() => readSettings({ ...production, VAULT_KEYS: sealing, VAULT_INDEX_KEY: `${index},${sealing}` }), /one key/)
  const configuredKeys = vaultKeysFor(readSettings({ ...production, VAULT_KEYS: `${index},${sealing}`, VAULT_INDEX_KEY: randomBytes(32).toString('hex') }))
  assert.deepEqual(
    configuredKeys.sealing.map((key) => key.toString('base64')),
    [index, sealing],
  )
})

test('a demo without settings creates its keys once, in a file that only its user can read', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yck-vault-'))
  try {
    const settings = readSettings({ MODE: 'demo', DATA_DIR: dataDir })
    const createdKeys = vaultKeysFor(settings)
    assert.deepEqual(vaultKeysFor(settings), createdKeys)
    const sealed = vaultWith(createdKeys).seal('mobile', '13800138000')
    assert.equal(vaultWith(vaultKeysFor(settings)).open('mobile', sealed), '13800138000')
    assert.equal(statSync(join(dataDir, 'vault.keys')).mode & 0o777, 0o600)
    assert.ok(!readFileSync(join(dataDir, 'vault.keys'), 'utf8').includes('13800138000'))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
