import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTest, type TestServer } from '#/server/testing.ts'

describe('limits per minute', () => {
  let server: TestServer
  const ask = (url: string, headers: Record<string, string>, remoteAddress: string) =>
    server.running.server.inject({ method: 'POST', url, headers: { 'idempotency-key': 'k', ...headers }, remoteAddress })

  before(async () => {
    server = await startTest({ perMinute: 40 })
  })
  after(() => server.close())

  test('a session may ask so often and is then told when to come back; another goes on', async () => {
    const statuses = []
    for (let times = 0; times < 42; times++) statuses.push((await ask('/api/user/info', { 'x-token': 'one' }, '10.0.0.1')).statusCode)
    assert.deepEqual(statuses, [...Array(40).fill(200), 429, 429])
    const late = await ask('/api/user/info', { 'x-token': 'one' }, '10.0.0.1')
    assert.ok(Number(late.headers['retry-after']) > 0)
    assert.deepEqual([late.json().code, late.json().error], [0, 'tooMany'])
    assert.equal((await ask('/api/user/info', { 'x-token': 'two' }, '10.0.0.1')).statusCode, 200)
    assert.equal((await server.running.server.inject({ url: '/healthz' })).statusCode, 200)
  })

  test('an address that makes up a token for every request gets no further than ten sessions would', async () => {
    let heard = 0
    for (let times = 0; times < 450; times++) heard += (await ask('/api/user/info', { 'x-token': `made up ${times}` }, '10.0.0.2')).statusCode === 200 ? 1 : 0
    assert.equal(heard, 400)
    assert.equal((await ask('/api/user/info', { 'x-token': 'made up' }, '10.0.0.3')).statusCode, 200)
  })

  test('what costs much is asked for less often: passwords by address, whatever token comes along', async () => {
    const statuses = []
    for (let times = 0; times < 5; times++) statuses.push((await ask('/api/user/login', { 'x-token': `made up ${times}` }, '10.0.0.4')).statusCode)
    assert.deepEqual(statuses, [200, 200, 200, 200, 429])
    const exports = []
    for (let times = 0; times < 2; times++) exports.push((await ask('/api/vouchers/exportList', { 'x-token': 'three' }, '10.0.0.5')).statusCode)
    assert.deepEqual(exports, [200, 429])
  })
})
