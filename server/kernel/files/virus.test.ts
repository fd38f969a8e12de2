import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { scanForViruses } from '#/server/lib/clamd.ts'
import { listenOnFreePort } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

/** The marker that this simulated clamd reports as a virus. */
const marker = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE'
const path = join(tmpdir(), `clamd-${process.pid}.sock`)

/** Joins the chunks of one INSTREAM command; null until the last chunk has arrived. */
function instreamBytes(received: Buffer): Buffer | null {
  const command = Buffer.from('zINSTREAM\0')
  if (!received.subarray(0, command.length).equals(command)) return null
  const chunks: Buffer[] = []
  let at = command.length
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

function fakeClamd(): Promise<Server> {
  const server = createServer((socket) => {
    let receivedBytes = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (piece: Buffer) => {
      receivedBytes = Buffer.concat([receivedBytes, piece])
      const file = instreamBytes(receivedBytes)
      if (file === null) return
      socket.end(file.length > 300_000 ? 'INSTREAM size limit exceeded. ERROR\0' : file.includes(marker) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0')
    })
  })
  return new Promise((resolve) => server.listen(path, () => resolve(server)))
}

describe('the virus scanner', () => {
  let clamd: Server
  let server: TestServer
  let base: string
  const errors: unknown[] = []
  before(async () => {
    clamd = await fakeClamd()
    const log = { info: () => undefined, warn: () => undefined, error: (fields: unknown) => errors.push(fields) }
    server = await startTestServer({ env: { CLAMD: `unix:${path}` }, log })
    base = await listenOnFreePort(server)
  })
  after(async () => {
    await server.close()
    clamd.close()
  })

  /** Uploads a list as the browser does and returns the refusal. */
  const upload = async (text: string) => {
    const form = new FormData()
    form.set('kind', 'units')
    form.set('file', new Blob([text]), 'a.xlsx')
    const { id } = await demoAccount(server, 'centre')
    const headers = { 'x-token': await tokenFor(server, id), 'idempotency-key': randomUUID(), yycenterid: '2' }
    const answer = await fetch(`${base}/api/imports/upload`, { method: 'POST', body: form, headers })
    return (await answer.json()) as { error?: string; message: string }
  }

  test('a scan reports clean and infected files, and why a file was not scanned', async () => {
    const ask = (bytes: string, at = path) => scanForViruses({ path: at }, Buffer.from(bytes), 5000)
    assert.deepEqual(await ask('harmless'), { is: 'clean' })
    assert.deepEqual(await ask('x'.repeat(200_000)), { is: 'clean' }, 'in several chunks')
    assert.deepEqual(await ask(`${'x'.repeat(65_530)}${marker}`), { is: 'infected', virus: 'Eicar-Signature' }, 'across a border of chunks')
    assert.deepEqual(await ask('x'.repeat(300_001)), { is: 'unscanned', why: 'INSTREAM size limit exceeded. ERROR' })
    assert.equal((await ask('harmless', `${path}.none`)).is, 'unscanned')
  })

  test('an infected upload is refused with the name of the virus', async () => {
    const infectedUpload = await upload(marker)
    assert.deepEqual([infectedUpload.error, infectedUpload.message], ['infected', '文件含有病毒（Eicar-Signature），未上传'])
    assert.notEqual((await upload('harmless')).error, 'infected')
  })

  test('uploads are refused while a required scanner is down', async () => {
    await new Promise((resolve) => clamd.close(resolve))
    const refusedUpload = await upload('harmless')
    assert.equal(refusedUpload.error, 'scanner_down')
    assert.match(refusedUpload.message, /病毒扫描暂不可用/)
    assert.equal(errors.length, 1)
    clamd = await fakeClamd()
    assert.notEqual((await upload('harmless')).error, 'scanner_down')
  })

  test('the settings define the address of the scanner and whether uploads require a scan', () => {
    assert.deepEqual(readSettings({ CLAMD: 'unix:/run/clamav/clamd.ctl' }).scanner, { address: { path: '/run/clamav/clamd.ctl' }, isRequired: true })
    assert.deepEqual(readSettings({ CLAMD: '10.0.0.5:3310', CLAMD_DOWN: 'accept' }).scanner, { address: { host: '10.0.0.5', port: 3310 }, isRequired: false })
    assert.equal(readSettings({}).scanner, null)
    for (const CLAMD of ['clamd', '10.0.0.5', '10.0.0.5:99999', 'unix:clamd']) assert.throws(() => readSettings({ CLAMD }), /CLAMD must be unix/)
  })
})
