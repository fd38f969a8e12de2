import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { limitConcurrency } from '#/server/lib/limit-concurrency.ts'

/** A response rendered once and served to many. */
export interface CachedPage {
  readonly status: number
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
  /** The article that the response shows. */
  readonly articleId: number | null
}

const brotliBytes = promisify(brotliCompress)
const gzipBytes = promisify(gzip)
const maxBytes = 32 * 1024 * 1024
/** The maximum age of a response, because a change notification may be lost and rules take effect at midnight. */
const maxAgeMs = 60_000
// Rendering uses at most two database connections; excess requests are refused instead of waiting.
const maxConcurrent = 2
const maxWaiting = 200

/** Too many requests wait for rendering. */
export class TooManyRequests extends Error {}

/** Compresses a text into all encodings. */
export async function cachedText(text: string, of: { status: number; type: string; articleId: number | null }): Promise<CachedPage> {
  const plainBytes = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotliBytes(plainBytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), gzipBytes(plainBytes)])
  return { ...of, plain: plainBytes, br, gzip: gzipped, etag: etagOf(plainBytes) }
}

export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

const sizeOf = (cached: CachedPage | null) => (cached === null ? 64 : cached.plain.length + (cached.br?.length ?? 0) + (cached.gzip?.length ?? 0))

/** Caches responses by name until something changes, evicting the least recently used. */
export class PortalCache {
  readonly #kept = new Map<string, { readonly value: CachedPage | null; readonly until: number }>()
  readonly #making = new Map<string, Promise<CachedPage | null>>()
  readonly #lane = limitConcurrency(maxConcurrent, maxWaiting, () => {
    throw new TooManyRequests()
  })
  #bytes = 0
  #round = 0

  /** Clears the cache. Responses being rendered go to the waiting requests but are not cached. */
  purge(): void {
    this.#round++
    this.#kept.clear()
    this.#making.clear()
    this.#bytes = 0
  }

  /** Returns a cached response or renders it, once for all concurrent requests. */
  async get(name: string, make: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const cachedEntry = this.#kept.get(name)
    if (cachedEntry && cachedEntry.until > performance.now()) {
      this.#kept.delete(name)
      this.#kept.set(name, cachedEntry)
      return cachedEntry.value
    }
    const pendingPage = this.#making.get(name)
    if (pendingPage) return pendingPage
    const currentRound = this.#round
    const pendingValue = this.#lane(make)
    this.#making.set(name, pendingValue)
    try {
      const value = await pendingValue
      if (currentRound === this.#round) this.#keep(name, value)
      return value
    } finally {
      if (this.#making.get(name) === pendingValue) this.#making.delete(name)
    }
  }

  #drop(name: string): void {
    const cachedEntry = this.#kept.get(name)
    if (cachedEntry && this.#kept.delete(name)) this.#bytes -= sizeOf(cachedEntry.value)
  }

  #keep(name: string, value: CachedPage | null): void {
    this.#drop(name)
    this.#kept.set(name, { value, until: performance.now() + maxAgeMs })
    this.#bytes += sizeOf(value)
    for (const oldestKey of this.#kept.keys()) {
      if (this.#bytes <= maxBytes) break
      this.#drop(oldestKey)
    }
  }
}
