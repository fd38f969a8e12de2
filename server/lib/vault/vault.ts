import { createHash, createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretsWith } from '#/server/lib/vault/secrets.ts'

/** Kinds of numbers that can be searched by equality. */
export type IndexedKind = 'id_number' | 'card_no' | 'mobile' | 'account_no' | 'message'
/** Kinds of sealed columns. A text opens only as its own kind, so it cannot be moved to a column of another kind. */
export type SealedKind = IndexedKind | 'id_address' | 'document' | 'private_key' | 'settings' | 'file_key'

/** Encrypts identity, card and similar numbers in the database and keeps them searchable. An empty text stays empty. */
export interface Vault {
  /** Encrypts with AES-256-GCM and the newest key. The ciphertext differs each time. */
  seal(kind: SealedKind, text: string): string
  /** Opens a sealed text. Throws if its key is unknown, its kind differs or it was altered. */
  open(kind: SealedKind, sealed: string): string
  /** Returns the blind index of a number. The index is equal for all spellings and useless without the key. */
  index(kind: IndexedKind, text: string): string
  /** Returns whether a text is sealed with the newest key. */
  isCurrent(sealed: string): boolean
  /** Fingerprints of the keys, which reveal nothing else about them. */
  readonly marks: { readonly newest: string; readonly all: readonly string[]; readonly index: string }
}

/** Keys of a vault: sealing keys, newest first, and the key of the blind indexes. */
export interface VaultKeys {
  readonly sealing: readonly Buffer[]
  readonly index: Buffer
}

const indexBytes = 16

/** Returns the canonical spelling of a number. Normalizes full-width digits, spaces, hyphens, a small x and +86. */
export function canonicalNumber(kind: IndexedKind, text: string): string {
  if (/^\d+X?$/.test(text)) return text
  const normalised = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return kind === 'mobile' ? normalised.replace(/^\+86/, '') : normalised
}

function indexKeyId(key: Buffer): string {
  return createHash('sha256').update('index key').update(key).digest('hex').slice(0, 8)
}

/** Returns a vault that seals with the newest of these keys and opens with any. */
export function vaultWith(keys: VaultKeys): Vault {
  const secrets = secretsWith(keys.sealing)
  const newest = secrets.ids[0] as string
  return {
    seal: (kind, text) => (text === '' ? '' : secrets.seal(text, `vault ${kind}`)),
    open(kind, sealed) {
      if (sealed === '') return ''
      const text = secrets.unseal(sealed, `vault ${kind}`)
      if (text === null) throw new Error(`a sealed ${kind} does not open: VAULT_KEYS lacks its key, or it was changed`)
      return text
    },
    index: (kind, text) =>
      text === ''
        ? ''
        : createHmac('sha256', keys.index)
            .update(`${kind}\0${canonicalNumber(kind, text)}`)
            .digest()
            .subarray(0, indexBytes)
            .toString('base64url'),
    isCurrent: (sealed) => sealed.startsWith(`${newest}.`),
    marks: { newest, all: secrets.ids, index: indexKeyId(keys.index) },
  }
}

interface KeySettings {
  readonly mode: 'demo' | 'production'
  readonly dataDir: string
  readonly vaultKeys: VaultKeys | null
}

const keysFileName = 'vault.keys'

function readStoredKeys(path: string): VaultKeys | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const [sealing = '', index = ''] = text.split('\n')
  return { sealing: sealing.split(',').map((each) => Buffer.from(each, 'base64')), index: Buffer.from(index, 'base64') }
}

/** Returns the existing keys, from the environment or stored by a demo. Never creates keys. */
export function existingVaultKeys({ mode, dataDir, vaultKeys }: KeySettings): VaultKeys | null {
  return vaultKeys ?? (mode === 'demo' ? readStoredKeys(join(dataDir, keysFileName)) : null)
}

/**
 * Returns this server's keys from the environment. A demo without configured keys creates them once, next to its
 * database. Throws in production without keys.
 */
export function vaultKeysFor({ mode, dataDir, vaultKeys }: KeySettings): VaultKeys {
  if (vaultKeys) return vaultKeys
  if (mode === 'production') throw new Error('VAULT_KEYS and VAULT_INDEX_KEY are missing; production keeps identity and card numbers under them')
  const path = join(dataDir, keysFileName)
  const storedKeys = readStoredKeys(path)
  if (storedKeys) return storedKeys
  mkdirSync(dataDir, { recursive: true })
  // Written atomically. If two servers start together, the keys of the first one count.
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readStoredKeys(path) as VaultKeys
}
