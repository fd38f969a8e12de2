import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { type FileStore, fileIdPattern } from '#/server/kernel/files/files.ts'

/** Settings of an S3-compatible bucket. The endpoint includes the path of the bucket. */
export interface BucketSettings {
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const requestMs = 30_000

/** Returns a store that keeps files in a bucket by id, under the same paths as in a folder: `ab/ab12…`. */
export function bucketStore(settings: BucketSettings): FileStore {
  const client = new S3mini({ ...settings, requestAbortTimeout: requestMs })
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
