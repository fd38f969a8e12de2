import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts texts that must not be readable in the database. The key comes from the environment, and each text is bound
 * to a subject.
 */
export interface Secrets {
  /** Encrypts a text for a subject. AES-256-GCM with the first key, as `<key id>.<iv, tag and text>`. */
  seal(text: string, about: string): string
  /** Returns null if the key is no longer configured, or if the text was not sealed for this subject. */
  unseal(sealed: string, about: string): string | null
  /** Ids of the keys, in order. */
  readonly ids: readonly string[]
}

// Returns an id that identifies the key and reveals nothing else about it.
function idOf(key: Buffer): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 8)
}

/** Returns secrets that seal with the first key and open with any. For rotation, the new key is put first. */
export function secretsWith(keys: readonly Buffer[]): Secrets {
  const keysById = new Map(keys.map((key) => [idOf(key), key]))
  const [[firstId, first] = [undefined, undefined]] = keysById
  if (!first) throw new Error('SECRET_KEY is missing; production keeps secrets under it. Make one with: openssl rand -base64 32')
  return {
    ids: [...keysById.keys()],
    seal(text, about) {
      const iv = randomBytes(ivBytes)
      const encryption = createCipheriv(cipherName, first, iv).setAAD(Buffer.from(about))
      const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()])
      return `${firstId}.${Buffer.concat([iv, encryption.getAuthTag(), body]).toString('base64url')}`
    },
    unseal(sealed, about) {
      const [id = '', rest = ''] = sealed.split('.')
      const key = keysById.get(id)
      const bytes = Buffer.from(rest, 'base64url')
      if (!key || bytes.length < ivBytes + tagBytes) return null
      const decryption = createDecipheriv(cipherName, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([decryption.update(bytes.subarray(ivBytes + tagBytes)), decryption.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** The key of demo mode. It is public and protects nothing. */
const demoKey = createHash('sha256').update('云创客平台 demo key: known to everybody').digest()

/** Parses keys from a setting: 32 bytes each, in hex or base64, separated by commas. */
export function parseKeys(text = ''): readonly Buffer[] {
  return text
    .split(',')
    .flatMap((each) => each.trim() || [])
    .map((each) => (/^[0-9a-f]{64}$/i.test(each) ? Buffer.from(each, 'hex') : Buffer.from(each, 'base64')))
}

/** Returns the fault of the keys in a setting, or null. */
export function keysProblem(text: string): string | null {
  const keys = parseKeys(text)
  if (keys.length === 0 || keys.some((key) => key.length !== 32))
    return 'must be 32 random bytes in base64 (openssl rand -base64 32), or several, the newest first, with commas'
  if (keys.some((key) => new Set(key).size < 8 || key.equals(demoKey))) return 'is not random; make one with: openssl rand -base64 32'
  return null
}

/** Returns the keys of `SECRET_KEY`. Without it, returns the demo key in a demo and no key in production. */
export function readKeys(text: string | undefined, isDemo: boolean): readonly Buffer[] {
  const keys = parseKeys(text)
  return keys.length === 0 && isDemo ? [demoKey] : keys
}

export function randomSecret(bytes: number): Uint8Array {
  return randomBytes(bytes)
}

// Omits letters and digits that are easily confused.
const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates a code to keep on paper: four groups of four, 78 random bits. */
export function paperCode(): string {
  const group = () => Array.from({ length: 4 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
