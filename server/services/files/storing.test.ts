import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import S3rver from 's3rver'
import type { Context } from '#/server/kernel/context.ts'
import { folderStore } from '#/server/kernel/files/files.ts'
import { bucketStore } from '#/server/kernel/files/files-s3.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { storePicture } from '#/server/services/files/public.ts'
import { machineNow } from '#/server/tests/day.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'yck-files-'))
const bucketServer = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'papers' }] })
let endpoint = ''
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }

before(async () => {
  endpoint = `http://127.0.0.1:${(await bucketServer.run()).port}/papers`
})
after(async () => {
  await bucketServer.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores = { 'a folder': () => folderStore(join(folder, 'files')), 'a bucket': () => bucketStore({ endpoint, ...credentials }) }
for (const [name, open] of Object.entries(stores)) {
  test(`${name} returns the stored bytes, accepts only ids as names, and reports missing files`, async () => {
    const store = open()
    const id = randomUUID()
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 31) % 256)
    await store.write(id, bytes)
    assert.deepEqual(Buffer.from(await store.read(id)), Buffer.from(bytes))
    await store.write(id, bytes.subarray(0, 3))
    assert.equal((await store.read(id)).byteLength, 3)
    await assert.rejects(store.read(randomUUID()))
    for (const badId of ['../../etc/passwd', '', 'a/b', `${id}/../x`]) await assert.rejects(async () => store.read(badId), /not a file id/)
  })
}

for (const [name, open] of Object.entries(stores)) {
  test(`${name} lists files with their times, and removing a file twice is not an error`, async () => {
    const store = open()
    const id = randomUUID()
    const since = machineNow() - 2000
    await store.write(id, Uint8Array.of(1))
    const file = (await store.list(id.slice(0, 2))).find((each) => each.id === id)
    assert.ok(file && file.at.getTime() >= since && file.at.getTime() <= machineNow() + 2000, String(file?.at))
    await store.remove(id)
    await store.remove(id)
    assert.deepEqual(
      (await store.list(id.slice(0, 2))).filter((each) => each.id === id),
      [],
    )
    await assert.rejects(store.read(id))
  })
}

test('writing to or reading from a missing bucket is an error', async () => {
  const missingBucket = bucketStore({ endpoint: endpoint.replace('papers', 'nothing'), ...credentials })
  await assert.rejects(missingBucket.write(randomUUID(), new Uint8Array(2)))
  await assert.rejects(missingBucket.read(randomUUID()))
})

test('bucket settings without a bucket name, a secret or encryption are refused', () => {
  const bucketSettings = { FILES_S3_ENDPOINT: 'https://s3.example.com/papers/', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' }
  assert.deepEqual(readSettings(bucketSettings).bucket, { endpoint: 'https://s3.example.com/papers', region: 'auto', accessKeyId: 'k', secretAccessKey: 's' })
  assert.equal(readSettings({}).bucket, null)
  assert.throws(() => readSettings({ ...bucketSettings, FILES_S3_SECRET: '' }), /go together/)
  assert.throws(() => readSettings({ ...bucketSettings, FILES_S3_ENDPOINT: 'http://s3.example.com/papers' }), /https/)
  assert.throws(() => readSettings({ ...bucketSettings, FILES_S3_ENDPOINT: 'https://s3.example.com/' }), /bucket/)
})

describe('files of a server with a bucket', () => {
  let testServer: TestServer
  before(async () => {
    testServer = await startTestServer({
      env: {
        FILES_S3_ENDPOINT: endpoint,
        FILES_S3_KEY: credentials.accessKeyId,
        FILES_S3_SECRET: credentials.secretAccessKey,
        FILES_S3_REGION: credentials.region,
      },
    })
  })
  after(() => testServer.close())

  const runInside = <T>(work: (ctx: Context) => Promise<T>) => jobContext(testServer.running.kernel, () => false).run('test.files', work)
  const greyPicture = () =>
    sharp({ create: { width: 640, height: 400, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
  const contentOf = async (purpose: string) => {
    const upload = { filename: '身份证.jpg', mediaType: 'image/jpeg', bytes: await greyPicture() }
    const { fileId } = await runInside((ctx) => storePicture(ctx, { upload, purpose, unitId: 1 }))
    const { url } = await testServer.must('maker', 'files.link', { fileId })
    const answer = await testServer.running.server.inject({ url, headers: { 'user-agent': 'reader' } })
    assert.equal(answer.statusCode, 200)
    return { fileId, url, bytes: answer.rawPayload, stored: (await runInside((ctx) => ctx.files.open(fileId)))?.bytes }
  }
  /** Returns the standard deviation of brightness. */
  const brightnessSpread = async (bytes: Uint8Array) => (await sharp(bytes).greyscale().stats()).channels[0]?.stdev ?? 0

  test('only the opened copy of an identity picture has the viewer’s watermark', async () => {
    const { bytes, stored } = await contentOf('identity')
    assert.ok((await brightnessSpread(stored ?? new Uint8Array())) < 1)
    assert.ok((await brightnessSpread(bytes)) > 5)
    const { bytes: slip, stored: storedRows } = await contentOf('slip')
    assert.equal(Buffer.compare(slip, storedRows ?? new Uint8Array()), 0, 'other pictures are handed out as they are')
  })

  test('opening a link is logged for its owner, unless the link has expired', async () => {
    const { fileId, url } = await contentOf('identity')
    await testServer.running.server.inject({ url })
    const trail = () =>
      sql<{ user_id: number; detail: Record<string, unknown>; agent: string }>`select user_id, detail, agent from audit_log
        where action = 'files.open' and ref_id = ${fileId} order by seq`.execute(testServer.running.kernel.database.kysely)
    const { rows } = await trail()
    const maker = await sql<{ id: number }>`select id from app_user where username = 'maker'`.execute(testServer.running.kernel.database.kysely)
    assert.deepEqual(
      rows.map((row) => [row.user_id, row.detail.name]),
      [1, 2].map(() => [maker.rows[0]?.id, '身份证.jpg']),
    )
    await sql`update file_link set expires_at = ${new Date(Date.now() - 1000)}`.execute(testServer.running.kernel.database.kysely)
    assert.equal((await testServer.running.server.inject({ url })).statusCode, 404)
    assert.equal((await trail()).rows.length, 2)
  })
})
