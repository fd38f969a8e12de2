import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { type FileStore, FileStoreLost, fileIdPattern } from '#/server/kernel/files/files.ts'

/** Settings of an S3-compatible bucket. The endpoint includes the path of the bucket. */
export interface BucketSettings {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Time limits of a bucket. Tests shorten them. */
export interface BucketLimits {
  /** Milliseconds without an answer, or without the next part of a file, after which the store counts as lost. */
  readonly silenceMs: number
  /** Additional milliseconds for each megabyte sent. */
  readonly sendMsPerMegabyte: number
}

const defaultLimits: BucketLimits = { silenceMs: 30_000, sendMsPerMegabyte: 1000 }
const megabyte = 1024 * 1024

const sizeOf = (body: unknown) => (body instanceof Blob ? body.size : body instanceof Uint8Array ? body.byteLength : 0)

function lostBy(error: unknown): FileStoreLost {
  const { cause } = error as { cause?: unknown }
  return new FileStoreLost(`${String(error)}${cause === undefined ? '' : ` (${String(cause)})`}`)
}

/**
 * Yields the parts of a body. Throws `FileStoreLost` when the connection breaks, or when the next part takes longer
 * than the limit. A slow reader is not limited, because a large file can take a browser minutes.
 */
async function* partsOf(body: ReadableStream<Uint8Array>, silenceMs: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const silence = Promise.withResolvers<never>()
      const timer = setTimeout(() => silence.reject(new FileStoreLost(`no data for ${silenceMs} ms`)), silenceMs)
      const part = await Promise.race([reader.read().catch((error: unknown) => Promise.reject(lostBy(error))), silence.promise]).finally(() =>
        clearTimeout(timer),
      )
      if (part.done) return
      yield part.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Returns a `fetch` that throws `FileStoreLost` when the store is unreachable or silent for too long. */
function limitedFetch({ silenceMs, sendMsPerMegabyte }: BucketLimits): typeof fetch {
  return async (input, init) => {
    const answerMs = silenceMs + Math.ceil((sizeOf(init?.body) / megabyte) * sendMsPerMegabyte)
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(new FileStoreLost(`no answer within ${answerMs} ms`)), answerMs)
    try {
      const answer = await fetch(input, { ...init, signal: silence.signal })
      return answer.body === null ? answer : new Response(ReadableStream.from(partsOf(answer.body, silenceMs)), answer)
    } catch (error) {
      throw error instanceof FileStoreLost ? error : lostBy(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Returns a store that keeps files in a bucket by id, under the same paths as in a folder: `ab/ab12…`. */
export function bucketStore(settings: BucketSettings, limits: Partial<BucketLimits> = {}): FileStore {
  const client = new S3mini({ ...settings, fetch: limitedFetch({ ...defaultLimits, ...limits }) })
  const objectKey = (id: string) => {
    if (!fileIdPattern.test(id)) throw new Error('not a file id')
    return `${id.slice(0, 2)}/${id}`
  }
  return {
    async write(id, bytes) {
      const answer = await client.putObject(objectKey(id), Buffer.from(bytes), 'application/octet-stream')
      if (!answer.ok) throw new Error(`the object store answered ${answer.status}`)
    },
    async writeFrom(id, path) {
      const answer = await client.putObject(objectKey(id), await openAsBlob(path), 'application/octet-stream')
      if (!answer.ok) throw new Error(`the object store answered ${answer.status}`)
    },
    async read(id) {
      const bytes = await client.getObjectArrayBuffer(objectKey(id))
      if (bytes === null) throw new Error(`the object store has no ${id}`)
      return new Uint8Array(bytes)
    },
    async stream(id) {
      const answer = await client.getObjectResponse(objectKey(id))
      if (!answer?.body) throw new Error(`the object store has no ${id}`)
      return Readable.from(answer.body)
    },
    async remove(id) {
      await client.deleteObject(objectKey(id))
    },
    async list(prefix) {
      const objects = (await client.listObjects('/', `${prefix}/`)) ?? []
      return objects
        .map((object) => ({ id: object.Key.slice(prefix.length + 1), at: new Date(object.LastModified) }))
        .filter(({ id }) => fileIdPattern.test(id))
    },
  }
}
