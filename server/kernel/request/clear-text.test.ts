import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testServer } from '#/server/tests/testing.ts'

describe('requests over plain http', () => {
  const server = testServer({ env: { SITE_URL: 'https://yck.example.com' } })
  const send = (method: 'GET' | 'POST', url: string, proto?: string) =>
    server.running.server.inject({ method, url, headers: proto === undefined ? {} : { 'x-forwarded-proto': proto } })

  test('a page is redirected to the same address over https', async () => {
    const { statusCode, headers } = await send('GET', '/login?redirect=%2Fdashboard', 'http')
    assert.deepEqual([statusCode, headers.location], [308, 'https://yck.example.com/login?redirect=%2Fdashboard'])
    assert.equal((await send('GET', 'http://evil.example/x', 'http')).headers.location?.startsWith('https://yck.example.com/'), true)
  })

  test('a call, a file request and a callback over http are refused instead of redirected', async () => {
    for (const [method, url] of [
      ['POST', '/api/user/login'],
      ['GET', '/api/live'],
      ['GET', '/files/abc'],
      ['POST', '/callbacks/channels/1'],
    ] as const) {
      const answer = await send(method, url, 'http')
      assert.deepEqual([answer.statusCode, answer.json().error], [403, 'https_only'], url)
      assert.equal(answer.headers.location, undefined)
    }
  })

  test("requests over https, or without a proxy's protocol header, are served", async () => {
    assert.equal((await send('GET', '/healthz')).statusCode, 200)
    assert.equal((await send('GET', '/healthz', 'https')).statusCode, 200)
    assert.equal((await send('GET', '/healthz', 'http, https')).statusCode, 200)
  })
})
