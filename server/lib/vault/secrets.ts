import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Texts that must not be readable in the database: sealed under a key of the environment, bound to what they are about. */
export interface Secrets {
  /** AES-256-GCM under the first key: `<key id>.<iv, tag and text>`. */
  seal(text: string, about: string): string
  /** null when the key is not there any more, or when this is not what was sealed about it. */
  unseal(sealed: string, about: string): string | null
  /** The ids of the keys, in their order. */
  readonly ids: readonly string[]
}

// The id tells which key sealed a text, and nothing else about the key.
function idOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8)
}

/** Seals with the first of these keys and opens with any of them, so that a key can be replaced: the new one in front, the old one behind it. */
export function secretsWith(keys: readonly Buffer[]): Secrets {
  const known = new Map(keys.map((key) => [idOf(key), key]))
  const [[firstId, first] = [undefined, undefined]] = known
  if (!first) throw new Error('SECRET_KEY is missing; production keeps secrets under it. Make one with: openssl rand -base64 32')
  return {
    ids: [...known.keys()],
    seal(text, about) {
      const iv = randomBytes(ivBytes)
      const sealing = createCipheriv(cipher, first, iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()])
      return `${firstId}.${Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url')}`
    },
    unseal(sealed, about) {
      const [id = '', rest = ''] = sealed.split('.')
      const key = known.get(id)
      const bytes = Buffer.from(rest, 'base64url')
      if (!key || bytes.length < ivBytes + tagBytes) return null
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** The key of demo mode. Everybody knows it: it keeps nothing secret. */
const demoKey = createHash('sha256').update('云创客平台 demo key: known to everybody').digest()

/** The keys that a setting names: 32 bytes each, in hex or base64, with commas between them. */
export function keysOf(text = ''): readonly Buffer[] {
  return text
    .split(',')
    .flatMap((each) => each.trim() || [])
    .map((each) => (/^[0-9a-f]{64}$/i.test(each) ? Buffer.from(each, 'hex') : Buffer.from(each, 'base64')))
}

/** What is wrong with the keys that a setting names; null when nothing is. */
export function keysProblem(text: string): string | null {
  const keys = keysOf(text)
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    return 'must be 32 random bytes in base64 (openssl rand -base64 32), or several, the newest first, with commas'
  if (keys.some((key) => new Set(key).size < 8 || key.equals(demoKey))) return 'is not random; make one with: openssl rand -base64 32'
  return null
}

/** The keys that `SECRET_KEY` names; when it names none, the known one of the demo, and none in production. */
export function readKeys(text: string | undefined, isDemo: boolean): readonly Buffer[] {
  const keys = keysOf(text)
  return keys.length === 0 && isDemo ? [demoKey] : keys
}

/** This many random bytes. */
export function randomSecret(bytes: number): Uint8Array {
  return randomBytes(bytes)
}

// Without letters and digits that are read for one another.
const typed = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that a person keeps on paper: four groups of four, 78 random bits. */
export function paperCode(): string {
  const group = () => Array.from({ length: 4 }, () => typed[randomInt(typed.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
