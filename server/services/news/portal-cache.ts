import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lanes } from '#/server/lib/lanes.ts'

/** Something made once and given to many. */
export interface Kept {
  readonly status: number
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
  /** The article that whoever gets it reads. */
  readonly articleId: number | null
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const bytesMost = 32 * 1024 * 1024
/** Also where no word of a change arrives (the connection was lost, midnight passed): nothing is older than this. */
const ageMs = 60_000
// What is not kept costs a connection of the database: readers never take more than two of them, and a crowd of searches is sent away instead of waiting.
const makingMost = 2
const waitingMost = 200

/** More is asked for than is made. */
export class Crowded extends Error {}

/** Text ready to be sent, in every encoding. */
export async function keptText(text: string, of: { status: number; type: string; articleId: number | null }): Promise<Kept> {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), zip(plain)])
  return { ...of, plain, br, gzip: gzipped, etag: etagOf(plain) }
}

export function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

const sizeOf = (kept: Kept | null) => (kept === null ? 64 : kept.plain.length + (kept.br?.length ?? 0) + (kept.gzip?.length ?? 0))

/** What was made, by its name, until something changes: the least lately asked for goes first. */
export class PortalCache {
  readonly #kept = new Map<string, { readonly value: Kept | null; readonly until: number }>()
  readonly #making = new Map<string, Promise<Kept | null>>()
  readonly #lane = lanes(makingMost, waitingMost, () => {
    throw new Crowded()
  })
  #bytes = 0
  #round = 0

  /** Forgets everything; what is being made at this moment is given to whoever waits for it, and not kept. */
  purge(): void {
    this.#round++
    this.#kept.clear()
    this.#making.clear()
    this.#bytes = 0
  }

  /** From memory, else made: once, however many ask at the same time. */
  async get(name: string, make: () => Promise<Kept | null>): Promise<Kept | null> {
    const held = this.#kept.get(name)
    if (held && held.until > performance.now()) {
      this.#kept.delete(name)
      this.#kept.set(name, held)
      return held.value
    }
    const running = this.#making.get(name)
    if (running) return running
    const round = this.#round
    const made = this.#lane(make)
    this.#making.set(name, made)
    try {
      const value = await made
      if (round === this.#round) this.#keep(name, value)
      return value
    } finally {
      if (this.#making.get(name) === made) this.#making.delete(name)
    }
  }

  #drop(name: string): void {
    const held = this.#kept.get(name)
    if (held && this.#kept.delete(name)) this.#bytes -= sizeOf(held.value)
  }

  #keep(name: string, value: Kept | null): void {
    this.#drop(name)
    this.#kept.set(name, { value, until: performance.now() + ageMs })
    this.#bytes += sizeOf(value)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= bytesMost) break
      this.#drop(oldest)
    }
  }
}
