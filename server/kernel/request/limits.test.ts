import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { identity } from '#/api/people/identity.ts'
import { listenOnFreePort, sendRawBytes } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { startTestServer, type TestServer, testServer } from '#/server/tests/testing.ts'

describe('requests per minute', () => {
  const server = testServer({ perMinute: 40 })
  const ask = (url: string, headers: Record<string, string>, remoteAddress: string) =>
    server.running.server.inject({ method: 'POST', url, headers: { 'idempotency-key': 'k', ...headers }, remoteAddress })

  test('only the session beyond its limit gets status 429 with Retry-After', async () => {
    const statuses = []
    for (let times = 0; times < 42; times++) statuses.push((await ask('/api/user/info', { 'x-token': 'one' }, '10.0.0.1')).statusCode)
    assert.deepEqual(statuses, [...Array(40).fill(200), 429, 429])
    const limitAnswer = await ask('/api/user/info', { 'x-token': 'one' }, '10.0.0.1')
    assert.ok(Number(limitAnswer.headers['retry-after']) > 0)
    assert.deepEqual([limitAnswer.json().code, limitAnswer.json().error], [0, 'tooMany'])
    assert.equal((await ask('/api/user/info', { 'x-token': 'two' }, '10.0.0.1')).statusCode, 200)
    assert.equal((await server.running.server.inject({ url: '/healthz' })).statusCode, 200)
  })

  test('an address that varies its tokens is limited to the requests of ten sessions', async () => {
    let acceptedCount = 0
    for (let times = 0; times < 450; times++)
      acceptedCount += (await ask('/api/user/info', { 'x-token': `made up ${times}` }, '10.0.0.2')).statusCode === 200 ? 1 : 0
    assert.equal(acceptedCount, 400)
    assert.equal((await ask('/api/user/info', { 'x-token': 'made up' }, '10.0.0.3')).statusCode, 200)
  })

  test('costly operations have lower limits', async () => {
    const statuses = []
    for (let times = 0; times < 5; times++) statuses.push((await ask('/api/user/login', { 'x-token': `made up ${times}` }, '10.0.0.4')).statusCode)
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
    const exportStatuses = []
    for (let times = 0; times < 2; times++) exportStatuses.push((await ask('/api/vouchers/exportList', { 'x-token': 'three' }, '10.0.0.5')).statusCode)
    assert.deepEqual(exportStatuses, [200, 429])
  })

  test('public pages and searches are limited per address, whatever the token', async () => {
    const statusOf = async (url: string, token: number) =>
      (await server.running.server.inject({ url, headers: { 'x-token': `made up ${token}` }, remoteAddress: '10.0.0.6' })).statusCode
    const searchStatuses = await Array.fromAsync({ length: 5 }, (_, at) => statusOf(`/Knowledge?q=${at}`, at))
    assert.deepEqual(searchStatuses, [200, 200, 200, 200, 429])
    let successCount = 0
    for (let times = 0; times < 400; times++) successCount += (await statusOf('/Knowledge', times)) === 200 ? 1 : 0
    assert.equal(successCount, 395, 'with the five searches')
    assert.equal((await server.running.server.inject({ url: '/Knowledge?q=1', remoteAddress: '10.0.0.7' })).statusCode, 200)
  })
})

describe('raw HTTP requests', () => {
  let server: TestServer
  let base: string

  const loggedLines: { level: 'info' | 'error'; message: string }[] = []

  before(async () => {
    const info = (_: object, message: string) => void loggedLines.push({ level: 'info', message })
    const error = (_: object, message: string) => void loggedLines.push({ level: 'error', message })
    server = await startTestServer({ perMinute: 100, log: { info, warn: info, error } })
    base = await listenOnFreePort(server)
  })
  after(() => server.close())

  const boundary = 'x7y'
  const formPart = (name: string, text: string, file = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file === '' ? '' : `; filename="${file}"`}\r\n\r\n${text}\r\n`
  const headOf = (target: string, more: Readonly<Record<string, string | number>> = {}) => {
    const headers = { host: 'localhost', connection: 'close', 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': 'k', ...more }
    return `POST ${target} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`
  }
  const sendMultipart = (target: string, body: string, more: Readonly<Record<string, string | number>> = {}) =>
    sendRawBytes(base, headOf(target, { 'content-length': Buffer.byteLength(body), ...more }) + body, 5000)
  const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
  const errorOf = (answer: string) => (JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { error?: string }).error

  test('five spellings of an address share one limit and the cache header', async () => {
    const urlSpellings = [
      '/api/user/info',
      '/%61pi/user/info',
      '/api/us%65r/info',
      'http://somewhere.example/api/user/info',
      'HTTP://LOCALHOST/%61pi/user/%69nfo',
    ]
    const end = `--${boundary}--\r\n`
    const statuses: number[] = []
    for (let times = 0; times < 21; times++)
      for (const target of urlSpellings) {
        const answer = await sendMultipart(target, end, { 'x-token': 'one and the same' })
        statuses.push(statusOf(answer))
        assert.match(answer, /^cache-control: no-store\r$/im, target)
      }
    assert.deepEqual(statuses, [...Array(100).fill(200), ...Array(5).fill(429)])
  })

  /**
   * Sends only the first bytes of a body of 9 MB and returns the error. A server that reads the body first never
   * answers.
   */
  const errorOfFirstBytes = async (target: string, more: Readonly<Record<string, string>>, first: string) =>
    errorOf(await sendRawBytes(base, headOf(target, { 'content-length': 9 * 1024 * 1024, ...more }) + first, 30_000))

  const bodyStart = formPart('side', 'front') + formPart('ticket', 'made-up-ticket-of-forty-characters-aaaaaaaa') + formPart('file', 'a', 'a.jpg').trimEnd()

  test('a request without a valid token or permission is refused before its body is read', async () => {
    const token = await tokenFor(server, (await demoAccount(server, 'maker')).id)
    for (const [operation, headers] of [
      ['payments/attach', { 'x-token': 'made up' }],
      ['payments/attach', {}],
      ['templates/upload', { 'x-token': token }],
    ] as const) {
      const error = await errorOfFirstBytes(`/api/${operation}`, headers, bodyStart)
      assert.ok(['signed_out', 'forbidden'].includes(error ?? ''), `${operation} ${error}`)
    }
  })

  test('an upload with an invalid ticket is refused before the file is read', async () => {
    for (const operation of ['applications/addPicture', 'papers/add', 'identity/recognise']) {
      const path = identity.recognise.path && operation === 'identity/recognise' ? identity.recognise.path : `/api/${operation}`
      const first = bodyStart.replace(formPart('side', 'front'), formPart('side', 'front') + formPart('field', 'idFront') + formPart('kind', 'idFront'))
      const error = await errorOfFirstBytes(path, {}, first)
      assert.ok(['ticketDead', 'noTicket'].includes(error ?? ''), `${operation}: ${error}`)
    }
  })

  test('an upload that its sender aborts logs no error', async () => {
    const token = await tokenFor(server, (await demoAccount(server, 'platform')).id)
    const { hostname, port } = new URL(base)
    loggedLines.length = 0
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const head = headOf('/api/forms/upload', { connection: 'keep-alive', 'content-length': 9 * 1024 * 1024, 'x-token': token })
    // Socket buffers are smaller than this, so the write completes only when the server reads it.
    await new Promise<void>((done) => socket.write(head + formPart('file', 'a'.repeat(8 * 1024 * 1024), 'a.xlsx').trimEnd(), () => done()))
    socket.destroy()
    while (!loggedLines.some(({ level, message }) => level === 'error' || message === 'the caller went away')) await sleep(5)
    assert.deepEqual(
      loggedLines.filter(({ level }) => level === 'error'),
      [],
    )
  })

  test('an anonymous form with fields after its file is refused', async () => {
    const ticketPart = formPart('ticket', 'made-up-ticket-of-forty-characters-aaaaaaaa')
    const answer = await sendMultipart('/api/papers/add', `${formPart('file', 'abc', 'a.jpg')}${ticketPart}--${boundary}--\r\n`)
    assert.equal(errorOf(answer), 'invalid_input', 'no ticket was shown before the file')
  })

  test('an anonymous form is limited in size', async () => {
    const longPart = formPart('username', 'x'.repeat(70_000))
    assert.equal(errorOf(await sendMultipart('/api/recovery/ask', `${longPart}--${boundary}--\r\n`)), 'malformed')
    assert.equal(await errorOfFirstBytes('/api/recovery/ask', {}, longPart.trimEnd()), 'malformed')
  })
})
