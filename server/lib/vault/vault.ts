import { createHash, createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretsWith } from '#/server/lib/vault/secrets.ts'

/** Kinds of numbers that are looked for by equality. */
export type IndexedKind = 'id_number' | 'card_no' | 'mobile' | 'account_no' | 'message'
/** Kinds of columns that hold sealed texts. A text sealed for one kind does not open as another: it cannot be moved between columns. */
export type SealedKind = IndexedKind | 'id_address' | 'document' | 'private_key' | 'settings'

/** Numbers of people and their cards, unreadable in the database and still found there. An empty text stays empty: there is nothing to hide. */
export interface Vault {
  /** AES-256-GCM under the newest key; another text every time. */
  seal(kind: SealedKind, text: string): string
  /** What was sealed; throws when its key is not among ours, or when it was sealed as another kind or changed since. */
  open(kind: SealedKind, sealed: string): string
  /** The blind index: the same for the same number however it is typed, and nothing without the key. */
  index(kind: IndexedKind, text: string): string
  /** Whether it is sealed with the newest key. */
  isCurrent(sealed: string): boolean
  /** What tells these keys from others and nothing more about them. */
  readonly marks: { readonly newest: string; readonly all: readonly string[]; readonly index: string }
}

/** The keys of a vault: sealing keys, the newest first, and the key of the blind indexes. */
export interface VaultKeys {
  readonly sealing: readonly Buffer[]
  readonly index: Buffer
}

const indexBytes = 16

/** The one spelling of a number: full-width digits, spaces, hyphens and a small x are ways of typing, and +86 is the country we are in. */
export function spelled(kind: IndexedKind, text: string): string {
  if (/^\d+X?$/.test(text)) return text
  const plain = text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  return kind === 'mobile' ? plain.replace(/^\+86/, '') : plain
}

function markOf(key: Buffer): string {
  return createHash('sha256').update('index key').update(key).digest('hex').slice(0, 8)
}

/** Seals with the newest of these keys, opens with any of them. */
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
            .update(`${kind}\0${spelled(kind, text)}`)
            .digest()
            .subarray(0, indexBytes)
            .toString('base64url'),
    isCurrent: (sealed) => sealed.startsWith(`${newest}.`),
    marks: { newest, all: secrets.ids, index: markOf(keys.index) },
  }
}

interface KeySettings {
  readonly mode: 'demo' | 'production'
  readonly dataDir: string
  readonly vaultKeys: VaultKeys | null
}

const fileName = 'vault.keys'

function readKept(path: string): VaultKeys | null {
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

/** The keys there are, of the environment or kept by a demo; none is made. */
export function vaultKeysAtHand({ mode, dataDir, vaultKeys }: KeySettings): VaultKeys | null {
  return vaultKeys ?? (mode === 'demo' ? readKept(join(dataDir, fileName)) : null)
}

/** The keys of this server: of the environment; in demo mode without them its own, made once and kept beside its database. */
export function vaultKeysFor({ mode, dataDir, vaultKeys }: KeySettings): VaultKeys {
  if (vaultKeys) return vaultKeys
  if (mode === 'production') throw new Error('VAULT_KEYS and VAULT_INDEX_KEY are missing; production keeps identity and card numbers under them')
  const path = join(dataDir, fileName)
  const kept = readKept(path)
  if (kept) return kept
  mkdirSync(dataDir, { recursive: true })
  // Whole or not at all, and the first of two servers that start together wins.
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readKept(path) as VaultKeys
}
