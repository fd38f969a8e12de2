import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import type { Readable } from 'node:stream'
import { before, describe, mock, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { demoPassword } from '#/demo/accounts.ts'
import { listenOnFreePort, postOperation } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('links to private files', () => {
  const server = testServer()
  let baseUrl: string

  before(async () => {
    baseUrl = await listenOnFreePort(server)
  })

  const sessionOf = async (username: string) => tokenFor(server, (await demoAccount(server, username)).id)

  async function linkOf(token: string): Promise<string> {
    const headers = { 'x-token': token }
    const template = (await postOperation(`${baseUrl}/api/lines/template`, { mode: 1, amountBasis: 'gross' }, headers)).body.data as { fileId: string }
    const link = (await postOperation(`${baseUrl}/api/files/link`, { fileId: template.fileId }, headers)).body.data as { url: string }
    return `${baseUrl}${link.url}`
  }

  const statusOf = async (url: string) => (await fetch(url)).status

  test('a link opens its file until the session that created it signs out', async () => {
    const [here, there] = [await sessionOf('maker'), await sessionOf('maker')]
    const [mine, other] = [await linkOf(here), await linkOf(there)]
    assert.deepEqual([await statusOf(mine), await statusOf(other)], [200, 200])
    assert.equal((await postOperation(`${baseUrl}/api/user/logout_pc`, {}, { 'x-token': here })).body.code, 1)
    assert.deepEqual([await statusOf(mine), await statusOf(other)], [404, 200])
  })

  test('a file is streamed with its length and not read whole', async () => {
    const readMock = mock.method(server.running.kernel.store, 'read')
    const answer = await fetch(await linkOf(await sessionOf('maker')))
    const { byteLength } = await answer.arrayBuffer()
    assert.deepEqual([answer.status, answer.headers.get('content-length'), readMock.mock.callCount()], [200, String(byteLength), 0])
    assert.ok(byteLength > 0)
    readMock.mock.restore()
  })

  test('an abandoned download closes its file', async () => {
    const streams: Readable[] = []
    const { store } = server.running.kernel
    const { stream } = store
    mock.method(store, 'stream', async (id: string) => {
      const body = await stream(id)
      streams.push(body)
      return body
    })
    const link = await linkOf(await sessionOf('maker'))
    for (let at = 0; at < 20; at++) {
      const request = get(link).on('error', () => undefined)
      await once(request, 'finish')
      await setTimeout(at)
      request.destroy()
    }
    assert.equal(await statusOf(link), 200)
    while (streams.some((body) => !body.closed)) await setTimeout(10)
    mock.restoreAll()
  })

  test('a password change invalidates the links of the ended sessions', async () => {
    const [here, there] = [await sessionOf('maker02'), await sessionOf('maker02')]
    const [mine, other] = [await linkOf(here), await linkOf(there)]
    const passwordChange = { type: '1', oldpassword: demoPassword, password: 'Andere#W26' }
    assert.equal((await postOperation(`${baseUrl}/api/user/editpassword`, passwordChange, { 'x-token': here })).body.code, 1)
    assert.deepEqual([await statusOf(mine), await statusOf(other)], [200, 404])
  })

  test('a disabled account has no valid links', async () => {
    const { id } = await demoAccount(server, 'maker')
    const link = await linkOf(await tokenFor(server, id))
    assert.equal(await statusOf(link), 200)
    await server.must('unit1', 'users.disable', { id, reason: '离职停用' })
    assert.equal(await statusOf(link), 404)
  })
})
