import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '#/server/app/start.ts'
import { setUpGateway } from '#/server/desk/gateways/testing.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import type { DatabaseLimits } from '#/server/lib/database/limits.ts'
import { proxyTo, type TestProxy } from '#/server/tests/proxy-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const skipEmbedded = { skip: (process.env.TEST_DATABASE_URL ?? '') === '' && 'the embedded engine has no connection to lose' }
const limits: Partial<DatabaseLimits> = { statementMs: 2000, silentMs: 300, connectMs: 700, beatMs: 200 }

/** Polls a condition for 30 seconds. */
async function waitUntil(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 600, what)
    await sleep(50)
  }
}

describe('a server without its database', skipEmbedded, () => {
  let server: TestServer
  let proxy: TestProxy
  let running: Awaited<ReturnType<typeof startApp>>
  let token = ''
  const errors: string[] = []
  const seenLosses: string[] = []
  let stopListening: () => Promise<void>

  before(async () => {
    server = await startTestServer()
    const { settings } = server.running.kernel
    const { databaseUrl, databaseAppUrl } = settings
    if (databaseUrl === null || databaseAppUrl === null) return assert.fail()
    proxy = await proxyTo(new URL(databaseUrl))
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object, message: string) => void errors.push(`${message} ${JSON.stringify(fields)}`),
    }
    const database = await openDatabase({ url: proxy.url(databaseUrl), appUrl: proxy.url(databaseAppUrl), limits, log })
    running = await startApp({ ...settings, port: 3001 }, log, { database, webDir: settings.dataDir, pollSeconds: 1 })
    stopListening = await database.listen(
      'gap',
      (payload) => seenLosses.push(payload),
      () => seenLosses.push('gap'),
    )
    const form = new URLSearchParams({ username: 'maker', password: running.kernel.demo?.password ?? '' })
    token = (await running.server.inject({ method: 'POST', url: '/api/user/login', ...formOf(form) })).json().token
    assert.equal(typeof token, 'string')
  })
  after(async () => {
    proxy?.resume()
    await stopListening?.()
    await running?.stop()
    proxy?.close()
    await server?.close()
  })

  function formOf(fields: URLSearchParams) {
    const body = [...fields].map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')
    return { headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: `${body}--x--\r\n` }
  }
  const headers = () => ({ 'x-token': token })
  const info = () => running.server.inject({ method: 'POST', url: '/api/user/info', headers: headers() })
  const isWorking = async () => (await info()).json().code === 1

  /** Calls every kind of address and expects 503 with the time to retry. */
  async function expectUnavailable(): Promise<void> {
    const answers = await Promise.all([
      info(),
      running.server.inject({ method: 'POST', url: '/api/payments/list', headers: headers() }),
      running.server.inject({ method: 'POST', url: '/api/views/save', headers: { ...headers(), 'idempotency-key': 'away' } }),
      running.server.inject({ url: '/api/openapi.json', headers: headers() }),
      running.server.inject({ url: '/api/live', headers: headers() }),
    ])
    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, Number(answer.headers['retry-after']) > 0]),
      answers.map(() => [503, true]),
    )
    await waitUntil('readiness falls', async () => (await running.server.inject('/readyz')).statusCode === 503)
  }

  for (const [what, lose] of [
    ['is silent', () => proxy.stop()],
    ['is refused', () => proxy.cut()],
  ] as const) {
    test(`requests get 503 while the connection ${what}, and then requests and hints work again`, async () => {
      await waitUntil('it works', isWorking)
      const lossesBefore = seenLosses.length
      lose()
      await expectUnavailable()
      proxy.resume()
      await waitUntil('it works again', isWorking)
      await waitUntil('the listener reports the gap', () => seenLosses.slice(lossesBefore).includes('gap'))
      running.kernel.database.hint('gap', 'again')
      await waitUntil('hints arrive again', () => seenLosses.includes('again'))
      assert.deepEqual(errors, [], 'a lost database is not a defect')
    })
  }

  test('a gateway whose settings changed during a connection gap is loaded again', async () => {
    await waitUntil('it works', isWorking)
    proxy.cut()
    await setUpGateway(server, 'identity', 'https://id.example.com/v1')
    assert.equal(running.kernel.gateways.source('identity'), 'sandbox')
    proxy.resume()
    await waitUntil('the settings are read', () => running.kernel.gateways.source('identity') === 'http_identity')
  })
})
