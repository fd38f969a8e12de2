import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { startTestServer, testServer } from '#/server/tests/testing.ts'

test('a stopping server reports that it is not ready before it refuses requests', async () => {
  const server = await startTestServer({ env: { STOP_DELAY_SECONDS: '1' } })
  const closePromise = server.close()
  const [ready, isAlive] = await Promise.all(['/readyz', '/healthz'].map((url) => server.running.server.inject(url)))
  assert.deepEqual([ready?.statusCode, isAlive?.statusCode], [503, 200])
  await closePromise
})

describe('health, metrics and the API description', () => {
  const server = testServer()
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') =>
    server.running.server.inject({ method: 'GET', url, headers, remoteAddress })

  test('fifty concurrent readiness checks write to the database once', async () => {
    const probeCounter = async () =>
      (await server.running.kernel.database.kysely.selectFrom('counter').select('value').where('name', '=', 'ready_probe').executeTakeFirst())?.value ?? 0
    const counterBefore = await probeCounter()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
    assert.ok(answers.every((answer) => answer.statusCode === 200 && answer.json().ok === true))
    assert.equal((await probeCounter()) - counterBefore, 1)
  })

  test('metrics are served only to this machine and include the state of the books', async () => {
    assert.equal((await get('/metrics')).statusCode, 404)
    assert.equal((await get('/metrics', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).statusCode, 404)
    const localAnswer = await get('/metrics', {}, '127.0.0.1')
    assert.match(localAnswer.body, /^payouts_stopped 0$/m)
    assert.match(localAnswer.body, /^integrity_broken 0$/m)
    assert.match(localAnswer.body, /^backup_timestamp_seconds 0$/m)
    assert.match(localAnswer.body, /^log_archived_timestamp_seconds \d+$/m)
    const ownAddresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    for (const { address } of ownAddresses) assert.equal((await get('/metrics', {}, address)).statusCode, 200, address)
  })

  test('the API description requires a signed-in account', async () => {
    const anonymousAnswer = (await get('/api/openapi.json')).json()
    assert.equal(anonymousAnswer.code, 50008)
    assert.equal(anonymousAnswer.paths, undefined)
    assert.equal((await get('/api/openapi.json', { 'x-token': 'made up' })).json().code, 50008)
    const form = new FormData()
    form.set('username', 'maker')
    form.set('password', demoPassword)
    const request = new Request('http://here', { method: 'POST', body: form })
    const login = await server.running.server.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    const document = (await get('/api/openapi.json', { 'x-token': login.json().token })).json()
    assert.ok(Object.keys(document.paths).length > 100)
  })
})
