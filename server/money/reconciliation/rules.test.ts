import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('rules of a centre for its reconciliation', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let day = ''
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    channelId =
      (await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())).rows[0]?.id ?? assert.fail()
    day = dayOf(server.running.kernel.clock.now())
  })
  after(() => server.close())

  /** Lets the centre ask for looser rules and platform finance confirm them. */
  const loosen = async (version: number, rules: { stopAbove?: string; needsBank: boolean }) => {
    const requested = await server.must('centre', 'reconciliation.setRules', { version, ...rules }, atCentre)
    assert.equal(requested.isRequested, true)
    return server.must('caiwu', 'reconciliation.decideRules', { centreId: requested.centreId, version: requested.version, isConfirmed: true })
  }

  test('a centre sets the amount above which payouts stop and the need for bank statements', async () => {
    const rules = (await server.must('centre', 'reconciliation.rules', {}, atCentre)) ?? assert.fail()
    assert.deepEqual([rules.stopAbove, rules.needsBank], [0, true])
    assert.equal((await server.call('finance', 'reconciliation.setRules', { version: 0, needsBank: false }, atCentre)).error, 'forbidden')
    const changedRules = await loosen(0, { stopAbove: '10.00', needsBank: false })
    assert.deepEqual([changedRules.stopAbove, changedRules.needsBank], [1_000 as Fen, false])
    assert.equal((await server.call('centre', 'reconciliation.setRules', { version: 0, needsBank: true }, atCentre)).error, 'changed')
    assert.equal((await server.call('caiwu', 'reconciliation.setRules', { version: 2, needsBank: true })).error, 'chooseCentre')
    assert.equal((await loosen(2, { needsBank: true })).stopAbove, null)
  })

  test('a day with late rows of an optional statement is closed once their difference has an owner', async () => {
    await loosen(4, { needsBank: false })
    const { rows } = await sql<{ id: number }>`insert into channel (name, kind, centre_id, is_active)
      select name || '三', kind, centre_id, false from channel where id = ${channelId} returning id`.execute(db())
    const dayId = rows[0]?.id ?? assert.fail()
    const earlyDay = shiftDay(day, -40)
    const fileWithoutPayments = (on: string) => channelFile(on, [{ requestNo: `N${on}`, serial: `N${on}`, amount: fen(100) }], ['失败'])
    const findDay = async (on: string) => {
      const { rows: stored } = await server.must('finance', 'reconciliation.days', { channelIds: [dayId], from: on, to: on }, atCentre)
      return server.must('finance', 'reconciliation.day', { dayId: stored[0]?.id ?? 0 }, atCentre)
    }
    const close = async (on: string) => {
      const { id: dayId, version } = await findDay(on)
      return server.call('centre', 'reconciliation.close', { dayId, version }, atCentre)
    }
    await recon.importStatement(dayId, 'channel', fileWithoutPayments(earlyDay))
    assert.equal((await close(earlyDay)).code, 1)
    await recon.importStatement(dayId, 'bank', bankFile(earlyDay, 1_000, [{ serial: 'LATE', amount: -300 }]))
    const next = shiftDay(earlyDay, 1)
    await recon.importStatement(dayId, 'channel', fileWithoutPayments(next))
    const wholeDay = await findDay(next)
    assert.deepEqual([wholeDay.bank.amount, wholeDay.differences.count], [300, 1])
    assert.equal((await close(next)).error, 'itemsUnowned')
    const [item] = await recon.items(wholeDay.id)
    await server.must('finance', 'reconciliation.take', recon.target(item ?? assert.fail()), atCentre)
    assert.equal((await close(next)).code, 1)
    assert.deepEqual(await checkInvariants(db()), [])
    const third = shiftDay(next, 1)
    await recon.importStatement(dayId, 'channel', fileWithoutPayments(third))
    assert.equal((await findDay(third)).state, 'balanced')
    await server.must('centre', 'reconciliation.setRules', { version: 6, needsBank: true }, atCentre)
    await server.job('reconciliation.rules', { centreId: 2 })
    assert.equal((await findDay(third)).state, 'waiting', 'a stricter rule counts for days that are not closed')
  })
})
