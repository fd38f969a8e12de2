import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testServer } from '#/server/tests/testing.ts'

describe('exports', () => {
  const server = testServer()

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
