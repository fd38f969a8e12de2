import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { languages, type Text } from '#/domain/base/text.ts'
import { Refusal, type Values } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type HttpResponse, listenOnFreePort, postOperation, sendRequest } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

interface LogEntry {
  readonly requestId?: string
  readonly error?: string
}

describe('errors over HTTP', () => {
  const defects: LogEntry[] = []
  let server: TestServer
  let base: string
  const db = () => server.running.kernel.database.kysely
  const silent = () => undefined
  before(async () => {
    server = await startTestServer({ perMinute: 100_000, log: { info: silent, warn: silent, error: (facts) => defects.push(facts as LogEntry) } })
    base = await listenOnFreePort(server)
  })
  after(() => server.close())

  const tokenOf = async (username: string) => tokenFor(server, (await demoAccount(server, username)).id)
  const post = (path: string, headers: Record<string, string> = {}, input = {}) => postOperation(`${base}${path}`, input, headers)

  interface ExpectedError {
    readonly status?: number
    readonly code?: number
    readonly error: string
    readonly text: Text
    readonly values?: Values
  }
  const expectError = async (send: (headers: Record<string, string>) => Promise<HttpResponse>, expected: ExpectedError) => {
    for (const language of languages) {
      const { status, body, text } = await send({ 'accept-language': language })
      const { code, error, message } = body
      assert.deepEqual(
        { status, code, error, message },
        {
          status: expected.status ?? 200,
          code: expected.code ?? 0,
          error: expected.error,
          message: translate(expected.text, language, expected.values),
        },
        text,
      )
      assert.match((body as { requestId?: string }).requestId ?? '', /^[0-9a-f-]{36}$/)
    }
  }

  test('a refused session answers with its own code in the reader’s language', async () => {
    const change = async (token: string, set: string) =>
      sql`update session set ${sql.raw(set)} where id = (select max(id) from session)`.execute(db()).then(() => token)
    const expired = await change(await tokenOf('maker'), `expires_at = '2020-01-01'`)
    const elsewhere = await change(await tokenOf('maker'), `revoked_for = 'elsewhere'`)
    const get = (token: string) => (headers: Record<string, string>) => post('/api/profile/get', { ...headers, ...(token && { 'x-token': token }) })
    await expectError(get(''), { code: 50008, error: 'signed_out', text: kernelRefusals.signedOut })
    await expectError(get('unknown'), { code: 50008, error: 'signed_out', text: kernelRefusals.signedOut })
    await expectError(get(elsewhere), { code: 50012, error: 'elsewhere', text: kernelRefusals.elsewhere })
    await expectError(get(expired), { code: 50014, error: 'expired', text: kernelRefusals.expired })
  })

  test('a refused call answers 200 with code 0, its error and its message in the reader’s language', async () => {
    const [maker, newcomer] = [await tokenOf('maker'), await tokenOf('newcomer')]
    const call =
      (path: string, token: string, more = {}, input = {}) =>
      (headers: Record<string, string>) =>
        post(path, { ...headers, 'x-token': token, ...more }, input)
    await expectError(call('/api/errors/list', maker), { error: 'forbidden', text: kernelRefusals.forbidden, values: { key: 'syslog' } })
    await expectError(call('/api/tasks/waiting', newcomer), { error: 'must_change_password', text: kernelRefusals.mustChangePassword })
    await expectError(call('/api/profile/get', maker, { 'x-account': '1' }), { error: 'other_account', text: kernelRefusals.otherAccount })
    const report = { message: 'x', at: '2026-11-21T08:00:00.000Z' }
    await expectError(call('/api/errors/report', maker, { 'idempotency-key': 'ä'.repeat(300) }, report), { error: 'malformed', text: kernelRefusals.malformed })
    await expectError(call('/api/files/link', maker, {}, { fileId: randomUUID() }), { error: 'file_not_found', text: kernelRefusals.fileNotFound })
  })

  test('a request that no operation reads answers with its HTTP status and the same envelope', async () => {
    const token = await tokenOf('maker')
    const send = (path: string, init: RequestInit) => (headers: Record<string, string>) =>
      sendRequest(`${base}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', 'x-token': token } }
    await expectError(send('/api/profile/get', json), { status: 415, error: 'malformed', text: kernelRefusals.malformed })
    await expectError(send('/api/nothing/here', { method: 'POST' }), { status: 404, error: 'no_such_place', text: kernelRefusals.noSuchPlace })
    await expectError(send('/files/unknown', {}), { status: 404, error: 'file_not_found', text: kernelRefusals.fileNotFound })
  })

  /** Returns every refusal of the kernel and the modules, with values for its placeholders. */
  const allRefusals = async () => {
    const root = join(import.meta.dirname, '../../..')
    const refusals: { name: string; text: Text; values: Values }[] = []
    for (const file of globSync(['api/**/*.ts', 'server/**/texts.ts'], { cwd: root, exclude: ['**/*.test.ts'] }))
      for (const [module, texts] of Object.entries((await import(join(root, file))) as Readonly<Record<string, Readonly<Record<string, Text>>>>))
        if (/refusals$/i.test(module))
          for (const [key, text] of Object.entries(texts)) {
            const placeholders = [
              ...Object.values(text)
                .join('')
                .matchAll(/\{(\w+)/g),
            ].map(([, placeholder = '']) => placeholder)
            refusals.push({ name: `${module}.${key}`, text, values: Object.fromEntries(placeholders.map((placeholder) => [placeholder, 7])) })
          }
    return refusals
  }

  test('every refusal of every module reaches the client in the reader’s language', async () => {
    const profile = server.running.kernel.served.profile?.implementation as Record<string, unknown>
    const { get } = profile
    const token = await tokenOf('maker')
    const refusals = await allRefusals()
    assert.ok(refusals.length > 1000, `only ${refusals.length} refusals`)
    const problems: string[] = []
    for (const [at, { name, text, values }] of refusals.entries()) {
      for (const language of languages) if (!/^[^{}]+$/.test(translate(text, language, values))) problems.push(`${name} ${language}`)
      // One call in one of the languages, because four would take a minute.
      const language = languages[at % languages.length] ?? 'zh'
      profile.get = () => Promise.reject(new Refusal(name, text, values))
      const answer = await server.running.server.inject({ method: 'POST', url: '/api/profile/get', headers: { 'x-token': token, 'accept-language': language } })
      const { requestId: _, ...body } = answer.json()
      if (!isDeepStrictEqual([answer.statusCode, body], [200, { code: 0, error: name, message: translate(text, language, values) }]))
        problems.push(`${name} ${language}: ${answer.statusCode} ${answer.body}`)
    }
    profile.get = get
    assert.deepEqual(problems.slice(0, 10), [])
  })

  test('a defect answers 500 with a reference number and no internals, and the log has its cause', async () => {
    const token = await tokenOf('maker')
    await sql`alter table session rename to session_gone`.execute(db())
    await sql`alter table file_link rename to file_link_gone`.execute(db())
    try {
      for (const [method, url] of [
        ['POST', '/api/profile/get'],
        ['POST', '/api/user/info'],
        ['GET', '/api/live'],
        ['GET', '/api/openapi.json'],
        ['GET', '/files/anything'],
      ] as const)
        for (const language of languages) {
          defects.length = 0
          const answer = await server.running.server.inject({ method, url, headers: { 'x-token': token, 'accept-language': language } })
          const body = answer.json()
          const { requestId } = body
          assert.match(requestId, /^[0-9a-f-]{36}$/)
          const message = translate(kernelRefusals.defect, language, { requestId })
          assert.deepEqual([answer.statusCode, body], [500, { code: 0, error: 'defect', message, requestId }], url)
          assert.equal(answer.headers['cache-control'], 'no-store')
          assert.deepEqual(
            defects.map((entry) => [entry.requestId, /relation "\w+" does not exist\s+at /.test(entry.error ?? '')]),
            [[requestId, true]],
            JSON.stringify(defects),
          )
        }
    } finally {
      await sql`alter table session_gone rename to session`.execute(db())
      await sql`alter table file_link_gone rename to file_link`.execute(db())
    }
    assert.equal((await post('/api/profile/get', { 'x-token': token })).body.code, 1)
  })
})
