import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '#/server/tests/testing.ts'

describe('browser error reports', () => {
  const server = testServer()
  const at = '2026-11-21T08:00:00.000Z'
  const report = (who: string, message: string, more = {}) => server.call(who, 'errors.report', { message, at, ...more })
  const listErrors = async (filter = {}) => (await server.must('platform', 'errors.list', filter)).rows

  test('a report stores the user, the page and the failed call', async () => {
    const requestId = randomUUID()
    const reportAnswer = await report('maker', 'TypeError: x is undefined', {
      stack: 'at Page (page.js:1:2)',
      page: '/zf/zfPtList',
      version: 'index-abc.js',
      requestId,
    })
    assert.equal(reportAnswer.code, 1)
    const [row, ...more] = await listErrors()
    assert.deepEqual(more, [])
    assert.ok(row)
    const { username, message, stack, page, version, failedRequestId } = row
    assert.deepEqual(
      { username, message, stack, page, version, failedRequestId },
      {
        username: 'maker',
        message: 'TypeError: x is undefined',
        stack: 'at Page (page.js:1:2)',
        page: '/zf/zfPtList',
        version: 'index-abc.js',
        failedRequestId: requestId,
      },
    )
    assert.deepEqual((await listErrors({ keyword: requestId })).length, 1)
    assert.deepEqual(await listErrors({ keyword: 'nothing like it' }), [])
  })

  test('hostile reports are stored as text and truncated', async () => {
    const hostileText = '<script>alert(1)</script>\n{"level":60}\u001b[31m\0'
    assert.equal((await report('checker', hostileText, { stack: 'x'.repeat(100_000), page: '/'.repeat(5000) })).code, 1)
    const [row] = await listErrors()
    assert.equal(row?.message, '<script>alert(1)</script>\n{"level":60}\u001b[31m')
    assert.deepEqual([row?.stack.length, row?.page.length], [8000, 300])
  })

  test('reports beyond a user’s limit of twenty are refused without affecting other users', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => report('payer', `error ${index}`)))
    assert.equal(answers.filter((answer) => answer.code === 1).length, 20)
    assert.ok(answers.filter((answer) => answer.code !== 1).every((answer) => answer.error === 'tooMany'))
    assert.equal((await report('unit2', 'mine')).code, 1)
  })

  test('units, operators and centres cannot list reports, and reporting needs a session', async () => {
    for (const demoUsername of ['maker', 'operator']) assert.equal((await server.call(demoUsername, 'errors.list', {})).error, 'forbidden')
    assert.equal((await server.call('centre', 'errors.list', {}, { centre: 2, mode: 2 })).error, 'forbidden')
    assert.equal((await server.call(null, 'errors.report', { message: 'x', at })).code, 50008)
  })

  test('reports are deleted after thirty days', async () => {
    const db = server.running.kernel.database.kysely
    await sql`update client_error set created_at = ${new Date(Date.now() - 31 * 86_400_000)} where message like 'error %'`.execute(db)
    await server.job('retention.sweep')
    assert.deepEqual(
      (await listErrors({ size: 100 })).map((row) => row.message).filter((message) => message.startsWith('error ')),
      [],
    )
    assert.ok((await listErrors()).some((row) => row.message === 'mine'))
  })
})
