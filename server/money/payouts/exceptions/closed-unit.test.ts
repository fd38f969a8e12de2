import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { atCentre, closePaidBatches, extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('a payment that comes back after its unit was closed', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let line: Awaited<ReturnType<typeof bank.sendOneLine>>
  const db = () => server.running.kernel.database.kysely
  const balance = async () =>
    (await sql<{ fen: number }>`select sum(balance_fen)::bigint as fen from account where unit_id = 1 and centre_id = 2`.execute(db())).rows[0]?.fen ?? 0
  const confirm = (exception: { id: number; version: number }) =>
    server.call('centre', 'payouts.decideException', { id: exception.id, version: exception.version, approve: true }, atCentre)

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
    line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    await closePaidBatches(server)
    await sql`update unit set status = ${accountStatus.closed} where id = 1`.execute(db())
  })
  after(() => server.close())

  test('the returned money becomes an exception in suspense, and the unit receives nothing', async () => {
    const balanceBefore = await balance()
    await bank.announceReturns(replies.back(line.no, line.net, 'LATE1'))
    const exception = await desk.findOnly('closed_unit')
    assert.deepEqual([exception.suspense, exception.stops, exception.lineState], [line.net, 'none', 'success'])
    assert.equal(await balance(), balanceBefore)
  })

  test('the return can be booked only after the unit is reopened', async () => {
    const balanceBefore = await balance()
    await desk.propose(await desk.findOnly('closed_unit'), 'returned')
    const proposedException = await desk.findOnly('closed_unit')
    const refusal = await confirm(proposedException)
    assert.equal(refusal.error, 'ownerClosed')
    assert.match(refusal.message, /请先由平台恢复该单位/)
    const { version } = await server.must('platform', 'units.get', { id: 1 })
    await server.must('platform', 'units.reopen', { id: 1, version, reason: '退汇入账', password: demoPassword })
    const confirmation = await confirm(proposedException)
    assert.equal(confirmation.code, 1, confirmation.message)
    assert.equal(await bank.stateOf(line.id), 'returned')
    assert.ok((await balance()) >= balanceBefore + line.net)
  })
})
