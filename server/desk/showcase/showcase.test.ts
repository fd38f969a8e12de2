import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fastify from 'fastify'
import type { ShowcaseArticle, ShowcaseRoleRow } from '#/api/desk/showcase.ts'
import { showcaseRoutes } from '#/server/desk/showcase/mocks.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

interface CallBody {
  readonly code: number
  readonly error?: string
  readonly message?: string
  readonly data?: unknown
}

describe('the template’s mock calls', () => {
  const server = testServer()
  let token = ''
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, as = token) => {
    const headers = { ...(as && { 'x-token': as }), 'accept-language': 'zh', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const payload = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    return server.running.server.inject({ method, url: `/vue-element-admin${path}`, headers, ...(payload !== undefined && { payload }) })
  }
  const response = async (...requested: Parameters<typeof call>) => (await call(...requested)).json<CallBody>()
  before(async () => {
    token = await tokenFor(server, (await demoAccount(server, 'maker')).id)
  })

  test('mock addresses without the setting and unknown addresses return 404', async () => {
    const bareServer = fastify()
    const kernelWithoutShowcase = { settings: { showcase: false } } as unknown as Kernel
    await bareServer.register(async (scope) => showcaseRoutes(scope, kernelWithoutShowcase, (_request, reply) => reply.code(404).send({ code: 0 })))
    for (const [method, path] of [
      ['GET', '/routes'],
      ['GET', '/roles'],
      ['POST', '/role'],
      ['PUT', '/role/admin'],
      ['DELETE', '/role/admin'],
    ] as const)
      assert.equal((await bareServer.inject({ method, url: `/vue-element-admin${path}` })).statusCode, 404, path)
    await bareServer.close()
    assert.equal((await call('GET', '/nothing')).statusCode, 404, 'nor next to them when it is on')
  })

  test('mock calls require a session', async () => {
    const answer = await response('GET', '/roles', undefined, '')
    assert.deepEqual([answer.code, answer.error], [50_008, 'signed_out'])
    assert.equal((await response('GET', '/roles', undefined, 'admin-token')).code, 50_008)
  })

  test('routes and the three sample roles are returned with code 20000', async () => {
    const routes = await response('GET', '/routes')
    assert.equal(routes.code, 20_000)
    assert.equal((routes.data as unknown[]).length, 46, 'the start page and 45 routes')
    const roles = (await response('GET', '/roles')).data as ShowcaseRoleRow[]
    assert.deepEqual(
      roles.map(({ key, routes: { length } }) => `${key} ${length}`),
      ['admin 46', 'editor 43', 'visitor 1'],
    )
  })

  test('valid roles can be added, changed and deleted up to a limit', async () => {
    const role = { name: '审计', description: '', routes: ['/dashboard'] }
    const { data } = await response('POST', '/role', role)
    const { key } = data as { key: string }
    assert.equal((await response('PUT', `/role/${key}`, { ...role, name: '审计二' })).code, 20_000)
    const renamedRole = ((await response('GET', '/roles')).data as ShowcaseRoleRow[]).find((each) => each.key === key)
    assert.equal(renamedRole?.name, '审计二')
    for (const wrong of [
      {},
      { ...role, name: '' },
      { ...role, routes: ['javascript:alert(1)'] },
      { ...role, admin: true },
      { ...role, name: 'x'.repeat(31) },
      '{"__proto__":{}}',
      '{',
      'null',
    ])
      assert.equal((await response('POST', '/role', wrong)).error, 'malformed', JSON.stringify(wrong))
    assert.equal((await response('DELETE', `/role/${key}`)).code, 20_000)
    assert.equal((await response('DELETE', `/role/${key}`)).error, 'gone')
    assert.equal((await response('PUT', '/role/__proto__', role)).error, 'gone')
    for (let at = 3; at < 50; at++) await response('POST', '/role', role)
    const fullResponse = await response('POST', '/role', role)
    assert.deepEqual([fullResponse.error, fullResponse.message], ['full', '演示数据最多保存 50 条'])
    assert.equal((await call('POST', '/role', JSON.stringify({ ...role, description: 'x'.repeat(70_000) }))).statusCode, 413)
  })

  test('a wrong sign-in returns 60204, and an unknown token returns 50008', async () => {
    assert.equal((await response('POST', '/user/login', { username: 'nobody', password: '123456' })).code, 60_204)
    assert.equal((await response('POST', '/user/login', { username: 'toString', password: '123456' })).code, 60_204)
    assert.deepEqual((await response('POST', '/user/login', { username: 'editor', password: '123456' })).data, { token: 'editor-token' })
    const unknownToken = await response('GET', '/user/info?token=nobody')
    assert.deepEqual([unknownToken.code, unknownToken.error], [50_008, 'noUser'])
    assert.deepEqual((await response('GET', '/user/info?token=editor-token')).data, { roles: ['editor'], name: 'editor' })
  })

  test('the mock lists a hundred articles in pages of twenty, and articles can be added and edited', async () => {
    const list = async (query: string) => (await response('GET', `/article/list${query}`)).data as { total: number; items: ShowcaseArticle[] }
    const first = await list('')
    assert.deepEqual([first.total, first.items.length, first.items[0]?.id], [100, 20, 1])
    assert.deepEqual([(await list('?page=5')).items.at(-1)?.id, (await list('?sort=-id')).items[0]?.id], [100, 100])
    assert.equal((await list('?status=draft')).total, 25)
    assert.equal(((await response('GET', '/transaction/list')).data as { items: unknown[] }).items.length, 20)
    for (const wrong of ['?limit=100000', '?page=0', '?sort=name', '?title=a&title=b', '?id=1'])
      assert.equal((await response('GET', `/article/list${wrong}`)).error, 'malformed', wrong)
    const article = { title: '新的文章', author: '林岚', importance: 2, status: 'draft', content: '' }
    const { id } = (await response('POST', '/article', article)).data as { id: number }
    await response('PUT', `/article/${id}`, { ...article, title: '改过的文章' })
    assert.equal(((await response('GET', `/article/${id}`)).data as ShowcaseArticle).title, '改过的文章')
    assert.equal((await response('GET', '/article/9999')).error, 'gone')
    assert.equal((await response('PUT', '/article/abc', article)).error, 'gone')
  })

  test('articles are exported as workbook, ZIP and PDF, and the workbook can be read back', async () => {
    const workbook = await call('GET', '/file/articles.xlsx?ids=3,7')
    const columns = [{ key: 'title' as const, headings: ['标题'], required: true }]
    const articleSheet = await readSheet(workbook.rawPayload, { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.deepEqual(articleSheet.ok && articleSheet.rows.map(({ cells }) => cells.title.text), ['开票须知（第 1 期）', '权限设置（第 1 期）'])
    assert.equal((await response('GET', '/file/articles.xlsx?ids=1;2')).error, 'malformed')
    assert.equal((await call('GET', '/file/articles.zip')).rawPayload.subarray(0, 2).toString(), 'PK')
    assert.equal((await call('GET', '/file/articles.pdf?ids=1')).rawPayload.subarray(0, 5).toString(), '%PDF-')
    const send = async (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData()
      form.append('file', new Blob([bytes]), 'list.xlsx')
      const request = new Request('http://here.invalid', { method: 'POST', body: form })
      const headers = { 'x-token': token, 'content-type': request.headers.get('content-type') ?? '' }
      return (
        await server.running.server.inject({ method: 'POST', url: '/vue-element-admin/file/read', headers, payload: Buffer.from(await request.arrayBuffer()) })
      ).json<CallBody>()
    }
    assert.deepEqual((await send(new Uint8Array(workbook.rawPayload))).data, {
      rows: [
        { line: 2, title: '开票须知（第 1 期）', author: '陈屿' },
        { line: 3, title: '权限设置（第 1 期）', author: '陈屿' },
      ],
    })
    assert.equal((await send(new Uint8Array([1, 2, 3]))).code, 0)
  })

  test('the user-info response reports that the showcase is on', async () => {
    assert.equal(server.running.kernel.settings.showcase, true)
    const info = await server.running.server.inject({ method: 'POST', url: '/api/user/info', headers: { 'x-token': token } })
    assert.equal(info.json<{ showcase: boolean }>().showcase, true)
  })
})
