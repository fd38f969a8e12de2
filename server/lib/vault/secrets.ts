import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts texts that must not be readable in the database, with an environment key and bound to a subject. */
export interface Secrets {
  /** AES-256-GCM with the first key, as `<key id>.<iv, tag and text>`. */
  seal(text: string, about: string): string
  /** Null if the key is gone, or the text was not sealed for this subject. */
  unseal(sealed: string, about: string): string | null
  /** The key ids, in order. */
  readonly ids: readonly string[]
}

// The id identifies the key and reveals nothing else about it.
function idOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8)
}

/** Seals with the first key and opens with any, which allows rotation: the new key goes first. */
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

/** The key of demo mode. It is public and protects nothing. */
const demoKey = createHash('sha256').update('云创客平台 demo key: known to everybody').digest()

/** Parses keys from a setting: 32 bytes each, in hex or base64, separated by commas. */
export function keysOf(text = ''): readonly Buffer[] {
  return text
    .split(',')
    .flatMap((each) => each.trim() || [])
    .map((each) => (/^[0-9a-f]{64}$/i.test(each) ? Buffer.from(each, 'hex') : Buffer.from(each, 'base64')))
}

/** Returns what is wrong with the keys in a setting, or null. */
export function keysProblem(text: string): string | null {
  const keys = keysOf(text)
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    return 'must be 32 random bytes in base64 (openssl rand -base64 32), or several, the newest first, with commas'
  if (keys.some((key) => new Set(key).size < 8 || key.equals(demoKey))) return 'is not random; make one with: openssl rand -base64 32'
  return null
}

/** Returns the keys of `SECRET_KEY`; by default the demo key in demos, and none in production. */
export function readKeys(text: string | undefined, isDemo: boolean): readonly Buffer[] {
  const keys = keysOf(text)
  return keys.length === 0 && isDemo ? [demoKey] : keys
}

/** Returns this many random bytes. */
export function randomSecret(bytes: number): Uint8Array {
  return randomBytes(bytes)
}

// Without ambiguous letters and digits.
const typed = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a code to keep on paper: four groups of four, 78 random bits. */
export function paperCode(): string {
  const group = () => Array.from({ length: 4 }, () => typed[randomInt(typed.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
