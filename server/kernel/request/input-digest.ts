import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const digests = new WeakMap<Uint8Array, Buffer>()

/** Returns the SHA-256 of a buffer and caches it. The buffer must not change afterwards. */
export function bytesDigest(bytes: Uint8Array): Buffer {
  const digest = digests.get(bytes)
  if (digest) return digest
  const newDigest = createHash('sha256').update(bytes).digest()
  digests.set(bytes, newDigest)
  return newDigest
}

const sliceBytes = 4 * 1024 * 1024

/** Computes and caches the digest of a large buffer in slices, so that other requests run in between. */
export async function digestInSlices(bytes: Uint8Array): Promise<void> {
  const digest = createHash('sha256')
  for (let at = 0; at < bytes.byteLength; at += sliceBytes) {
    digest.update(bytes.subarray(at, at + sliceBytes))
    await setImmediate()
  }
  digests.set(bytes, digest.digest())
}

/** Returns a digest that is equal for equal inputs. Files are compared by their bytes. */
export function inputDigest(input: unknown): Buffer {
  const digest = createHash('sha256')
  const walk = (value: unknown): void => {
    if (value instanceof Uint8Array) digest.update('b').update(bytesDigest(value))
    else if (value instanceof Date) digest.update(`t${value.getTime()};`)
    else if (Array.isArray(value)) {
      digest.update(`[${value.length}`)
      value.forEach(walk)
    } else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value).sort()) {
        digest.update(`.${key}`)
        walk((value as Record<string, unknown>)[key])
      }
    } else digest.update(`${typeof value}:${String(value)};`)
  }
  walk(input)
  return digest.digest()
}
