import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import S3rver from 's3rver'
import { FileStoreLost } from '#/server/kernel/files/files.ts'
import { bucketStore } from '#/server/kernel/files/files-s3.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { listenOnFreePort, postOperation, sendRequest } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { proxyTo, type TestProxy } from '#/server/tests/proxy-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Tests an object store that stops answering: silent, as behind a cut cable, or with broken connections.

const silenceMs = 400
// The longest time that a call may take on a busy machine. The default limit of a bucket is 30 s.
const maxMs = 12_000
const folder = mkdtempSync(join(tmpdir(), 'yck-lost-'))
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
after(() => rmSync(folder, { recursive: true, force: true }))

describe('a bucket that stops answering', () => {
  let respond: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined
  const bucketServer = createServer((request, response) => respond(request, response))
  const open = () => bucketStore({ endpoint: `http://127.0.0.1:${(bucketServer.address() as AddressInfo).port}/papers`, ...credentials }, { silenceMs })
  const localFile = join(folder, 'local')
  before(async () => {
    writeFileSync(localFile, 'content')
    await new Promise<void>((resolve) => bucketServer.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    bucketServer.closeAllConnections()
    bucketServer.close()
  })

  const expectLost = async (work: Promise<unknown>, what: string) => {
    const startedAt = performance.now()
    await assert.rejects(work, (error) => error instanceof FileStoreLost && /^the file store was lost: /.test(error.message), what)
    assert.ok(performance.now() - startedAt < maxMs, what)
  }
  const readStream = async () => text(await open().stream(randomUUID()))

  for (const [how, answer] of [
    ['silent', () => undefined],
    ['broken', (request: IncomingMessage) => request.socket.destroy()],
  ] as const) {
    test(`every action on a ${how} bucket fails within the limit and names the file store`, async () => {
      respond = answer
      const store = open()
      const id = randomUUID()
      await expectLost(store.write(id, new Uint8Array(70_000)), 'write')
      await expectLost(store.writeFrom(id, localFile), 'writeFrom')
      await expectLost(store.read(id), 'read')
      await expectLost(readStream(), 'stream')
      await expectLost(store.remove(id), 'remove')
      await expectLost(store.list('ab'), 'list')
    })

    test(`half a file from a bucket that is then ${how} is an error, not a file`, async () => {
      respond = (request, response) => {
        response.writeHead(200, { 'content-length': 70_000 }).write('a'.repeat(1000), () => setTimeout(() => answer(request), 50))
      }
      await expectLost(open().read(randomUUID()), 'read')
      await expectLost(readStream(), 'stream')
    })
  }

  test('a file that arrives slowly is read whole, even if it takes longer than the limit', async () => {
    respond = async (_request, response) => {
      response.writeHead(200, { 'content-length': 8 })
      for (let part = 0; part < 8; part++) {
        response.write('a')
        await wait(silenceMs / 4)
      }
      response.end()
    }
    assert.equal(Buffer.from(await open().read(randomUUID())).toString(), 'aaaaaaaa')
    assert.equal(await readStream(), 'aaaaaaaa')
  })
})

describe('a server whose bucket stops answering', () => {
  const bucketServer = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3'), configureBuckets: [{ name: 'papers' }] })
  const warnings: string[] = []
  const defects: unknown[] = []
  let proxy: TestProxy
  let server: TestServer
  let base: string
  let token: string
  before(async () => {
    const target = `http://127.0.0.1:${(await bucketServer.run()).port}/papers`
    proxy = await proxyTo(new URL(target))
    server = await startTestServer({
      // Longer than the bucket's slowest answer on a busy machine.
      bucketLimits: { silenceMs: 3000 },
      log: { info: () => undefined, warn: (_facts, message) => warnings.push(message), error: (facts) => defects.push(facts) },
      env: {
        FILES_S3_ENDPOINT: proxy.url(target),
        FILES_S3_KEY: credentials.accessKeyId,
        FILES_S3_SECRET: credentials.secretAccessKey,
        FILES_S3_REGION: credentials.region,
      },
    })
    base = await listenOnFreePort(server)
    token = await tokenFor(server, (await demoAccount(server, 'maker')).id)
  })
  after(async () => {
    await server.close()
    proxy.close()
    await bucketServer.close()
  })

  /** Ends the loss. Also drops connections that were opened during the silence, because they stay silent. */
  const resume = () => {
    proxy.cut()
    proxy.resume()
  }
  const headers = () => ({ 'x-token': token, 'accept-language': 'en' })
  const submit = (bankSerial: string) => {
    const form = { centreId: 2, mode: 2, amount: '1000.00', payerName: '星河互娱科技有限公司', payerAccount: '622200001111', bankSerial }
    const slip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage(bankSerial) }
    return postOperation(`${base}/api/prepayments/submit`, { ...form, slip }, { ...headers(), 'idempotency-key': bankSerial })
  }
  /** Returns how many slips, top-ups and claimed keys of a call were committed. */
  const committedRows = async (bankSerial: string) => {
    const { rows } = await sql<{ slips: number; topups: number; keys: number }>`select
      (select count(*)::int from stored_file where purpose = 'slip' and id in (select slip_file_id from topup where bank_serial = ${bankSerial})) as slips,
      (select count(*)::int from topup where bank_serial = ${bankSerial}) as topups,
      (select count(*)::int from idempotency where key = ${bankSerial}) as keys`.execute(server.running.kernel.database.kysely)
    return rows[0]
  }
  const countFiles = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from stored_file`.execute(server.running.kernel.database.kysely)).rows[0]?.count

  for (const [how, stop] of [
    ['silent', () => proxy.stop()],
    ['broken', () => proxy.cut()],
  ] as const) {
    test(`an upload to a ${how} store answers 503, stores nothing and succeeds when repeated`, async () => {
      const bankSerial = `S-${how}`
      const filesBefore = await countFiles()
      stop()
      const startedAt = performance.now()
      const refused = await submit(bankSerial)
      assert.ok(performance.now() - startedAt < maxMs)
      assert.deepEqual(
        [refused.status, refused.headers.get('retry-after'), refused.body.error, refused.body.message],
        [503, '2', 'busy', 'The system is busy. Try again shortly.'],
      )
      assert.deepEqual([await committedRows(bankSerial), await countFiles()], [{ slips: 0, topups: 0, keys: 0 }, filesBefore])
      resume()
      assert.equal((await submit(bankSerial)).body.error, undefined)
      assert.deepEqual(await committedRows(bankSerial), { slips: 1, topups: 1, keys: 1 })
    })

    test(`a download from a ${how} store answers 503 and leaves no trace of an opened file`, async () => {
      const { rows } = await sql<{ id: string }>`select slip_file_id as id from topup where bank_serial = ${`S-${how}`}`.execute(
        server.running.kernel.database.kysely,
      )
      const { url } = await server.must('maker', 'files.link', { fileId: rows[0]?.id ?? assert.fail('the slip was stored') })
      stop()
      const refused = await sendRequest(`${base}${url}`, { headers: headers() })
      assert.deepEqual([refused.status, refused.body.error], [503, 'busy'])
      const opened = sql<{ count: number }>`select count(*)::int as count from audit_log where action = 'files.open' and ref_id = ${rows[0]?.id}`
      assert.equal((await opened.execute(server.running.kernel.database.kysely)).rows[0]?.count, 0)
      resume()
      assert.equal((await sendRequest(`${base}${url}`)).status, 200)
    })
  }

  test('the log has a warning for each lost call and no defect', () => {
    assert.deepEqual([warnings.filter((message) => message === 'the file store is away').length, defects], [4, []])
  })
})
