import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('the account named by an open page', () => {
  const server = testServer({ env: { SHOWCASE: 'on' } })
  let base = ''
  before(async () => {
    await server.running.server.listen({ host: '127.0.0.1', port: 0 })
    base = `http://127.0.0.1:${(server.running.server.server.address() as AddressInfo).port}`
  })

  async function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const hasBody = Object.keys(fields).length > 0
    const answer = await fetch(base + url, { method: 'POST', headers: { ...headers, 'idempotency-key': randomUUID() }, ...(hasBody && { body: form }) })
    return (await answer.json()) as { code: number; error?: string; token?: string; uid?: number }
  }
  async function signIn(username: string) {
    const { token = '' } = await post('/api/user/login', { username, password: demoPassword })
    const { uid } = await post('/api/user/info', {}, { 'x-token': token })
    return { 'x-token': token, 'x-account': String(uid) }
  }
  const rows = async (table: 'idempotency' | 'audit_log') =>
    (
      await server.running.kernel.database.kysely
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count

  test('a token contains the account, so the browser knows it before the first call', async () => {
    const maker = await signIn('maker')
    assert.equal(maker['x-token'].split('.')[1], maker['x-account'])
  })

  test('a call from a page of another account is refused and stores nothing', async () => {
    const [maker, checker] = [await signIn('maker'), await signIn('checker')]
    const staleHeaders = { 'x-token': checker['x-token'], 'x-account': maker['x-account'] }
    const countsBefore = [await rows('idempotency'), await rows('audit_log')]
    for (const url of ['/api/payments/list', '/api/messages/read', '/api/user/info', '/api/user/logout_pc']) {
      const { code, error } = await post(url, {}, staleHeaders)
      assert.deepEqual([code, error], [0, 'other_account'], url)
    }
    assert.deepEqual([await rows('idempotency'), await rows('audit_log')], countsBefore)
    // The session of the other account continues.
    assert.equal((await post('/api/user/info', {}, checker)).code, 1)
  })

  test('uploads and file links from a page of another account are refused', async () => {
    const [maker, checker] = [await signIn('maker'), await signIn('checker')]
    const otherAccountHeaders = { 'x-token': checker['x-token'], 'x-account': maker['x-account'] }
    for (const url of ['/api/files/link', '/api/lines/import', '/api/share/v3/getCardInfo'])
      assert.equal((await post(url, { id: randomUUID() }, otherAccountHeaders)).error, 'other_account', url)
  })

  test('the live stream, the API description and the showcase refuse a page of another account', async () => {
    const [maker, checker] = [await signIn('maker'), await signIn('checker')]
    const mismatchedHeaders = { 'x-token': checker['x-token'], 'x-account': maker['x-account'] }
    for (const url of ['/api/live', '/api/openapi.json', '/vue-element-admin/routes']) {
      const abortController = new AbortController()
      const answer = await fetch(base + url, { headers: mismatchedHeaders, signal: abortController.signal })
      // Without the refusal, the live stream would never end.
      const type = answer.headers.get('content-type') ?? ''
      const { error } = type.includes('json') ? ((await answer.json()) as { error?: string }) : { error: type }
      abortController.abort()
      assert.equal(error, 'other_account', url)
    }
  })

  test('a request that names no account is served', async () => {
    const { 'x-token': token } = await signIn('maker')
    assert.equal((await post('/api/payments/list', { page: '1' }, { 'x-token': token })).code, 1)
  })
})
