import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { cookieFor, cookiesIn } from '#/server/kernel/request/documents.ts'
import { listenOnFreePort, postOperation } from '#/server/tests/hostile-http-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

test('cookies over https require https and this host, and are HttpOnly unless scripts need them', () => {
  const production = { mode: 'production', siteUrl: null } as const
  assert.equal(cookieFor(production, 'visitor', 'ab', false), '__Host-visitor=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure')
  assert.equal(cookieFor(production, 'language', 'ja', true), '__Host-language=ja; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
  const demo = { mode: 'demo', siteUrl: 'http://127.0.0.1:3000' } as const
  assert.equal(cookieFor(demo, 'visitor', 'ab', false), 'visitor=ab; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax')
})

test("a cookie set by another host does not replace the product's own cookie", () => {
  for (const header of ['__Host-visitor=ours; visitor=theirs', 'visitor=theirs; __Host-visitor=ours']) assert.equal(cookiesIn(header).visitor, 'ours')
  assert.equal(cookiesIn('visitor=plain').visitor, 'plain')
})

describe('cookies in responses', () => {
  type Request = { readonly method: 'GET' | 'POST'; readonly url: string; readonly payload?: string; readonly headers?: Readonly<Record<string, string>> }
  const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const settingRequests: Request[] = [
    { method: 'GET', url: '/index?lang=ja' },
    { method: 'POST', url: '/Knowledge', payload: 'id=1&isHelpful=true', headers: formHeaders },
  ]
  const pages = ['/', '/login', '/index', '/Knowledge', '/Rules', '/Clause', '/robots.txt', '/sitemap.xml', '/Detail?id=1', '/portal/none', '/files/none']
  const otherPaths = ['/api/live', '/api/openapi.json', '/healthz', '/readyz', '/metrics', '/nowhere', '/callbacks/channels/1']
  const otherRequests = [...pages, ...otherPaths].map((url): Request => ({ method: 'GET', url }))
  const https = { SITE_URL: 'https://yck.example.com' }

  /** Returns the cookies that each of these requests sets. The random id of a visitor becomes `ID`. */
  const cookiesOf = async (server: TestServer, requests: readonly Request[]) => {
    const cookies: string[] = []
    for (const request of requests) {
      const answer = await server.running.server.inject({ ...request, headers: { 'x-forwarded-proto': 'https', ...request.headers } })
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) cookies.push(`${request.url} ${cookie.replace(/[0-9a-f]{32}/, 'ID')}`)
    }
    return cookies
  }

  const expectTwoCookies = async (server: TestServer) => {
    assert.deepEqual(await cookiesOf(server, settingRequests), [
      '/index?lang=ja __Host-language=ja; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
      '/Knowledge __Host-visitor=ID; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
    ])
    assert.deepEqual(await cookiesOf(server, otherRequests), [])
  }

  test('a production server sets two cookies only: the hidden visitor and the readable language', async () => {
    const server = await startTestServer({ mode: 'production', env: https })
    try {
      await expectTwoCookies(server)
    } finally {
      await server.close()
    }
  })

  test('a demo over https sets the same cookies, and a sign-in, a call and a sign-out set none', async () => {
    const server = await startTestServer({ env: https })
    try {
      await expectTwoCookies(server)
      const url = await listenOnFreePort(server)
      const signIn = await postOperation(`${url}/api/user/login`, { username: 'maker', password: demoPassword })
      const headers = { 'x-token': signIn.body.token ?? assert.fail(signIn.text) }
      const call = await postOperation(`${url}/api/profile/get`, {}, headers)
      const signOut = await postOperation(`${url}/api/user/logout_pc`, {}, headers)
      assert.deepEqual(
        [signIn, call, signOut].map((each) => [each.body.code, each.headers.get('set-cookie')]),
        [signIn, call, signOut].map(() => [1, null]),
      )
    } finally {
      await server.close()
    }
  })
})
