import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('exports', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const exportNames = async (who: string) => (await server.must(who, 'files.exports', {})).map((file) => file.name)

  test('exports are visible only to their creator, not to administrators, until they expire', async () => {
    const { fileId } = await server.must('maker', 'prepayments.exportHistory', { mode: 2 })
    const [stored] = await server.must('maker', 'files.exports', {})
    assert.equal(stored?.fileId, fileId)
    assert.ok(stored.size > 0 && stored.expiresAt !== null && stored.expiresAt > stored.createdAt)
    assert.equal((await server.must('maker', 'files.link', { fileId })).name, stored.name)
    for (const username of ['checker', 'platform', 'unit2']) assert.deepEqual(await exportNames(username), [])
    server.advance(40 * 86_400_000)
    assert.deepEqual(await exportNames('maker'), [])
    assert.equal((await server.call('maker', 'files.link', { fileId })).error, 'file_not_found')
  })
})
