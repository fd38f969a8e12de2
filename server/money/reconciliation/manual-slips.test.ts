import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayOf } from '#/domain/base/period.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { offlineScenario } from '#/server/money/payouts/manual/offline-testing.ts'
import { bankFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('manual payments whose slips are registered after the bank statement', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  let lines: Awaited<ReturnType<typeof manualScenario.createWaitingBatch>>['lines']
  let batchId = 0
  let dayId = 0
  let paidAt = ''
  const now = () => server.running.kernel.clock.now()
  const itemOf = async (serial: string) => {
    const found = (await recon.items(dayId)).find((each) => each.key === serial) ?? assert.fail(`no difference ${serial}`)
    return recon.item(found.id)
  }
  const propose = async (serial: string, treatment: ReconTreatment) => {
    const dueOn = dayOf(new Date(now().getTime() + 3 * dayMs))
    const proposal = { ...recon.target(await itemOf(serial)), treatment, reason: '来源不明', dueOn }
    return server.call('finance', 'reconciliation.propose', proposal, atCentre)
  }
  const decide = async (serial: string, approve: boolean) =>
    server.call('centre', 'reconciliation.decide', { ...recon.target(await itemOf(serial)), approve, reason: approve ? '' : '已登记' }, atCentre)
  const registerLine = (index: number, serial: string) =>
    server.call('finance', 'payouts.registerLine', manualScenario.slipEntry(lines[index] ?? assert.fail('no line'), { serial, paidAt }), atCentre)
  const expectSuccess = (answer: { code: number; message: string }) => assert.equal(answer.code, 1, answer.message)

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    manualScenario = await offlineScenario(server)
    await extendDocuments(server)
    const waitingBatch = await manualScenario.createWaitingBatch(3)
    ;[lines, batchId, paidAt] = [waitingBatch.lines, waitingBatch.batch.id, manualScenario.clock()]
    const day = dayOf(now())
    server.advance(dayMs)
    const channel = (await server.must('finance', 'reconciliation.channels', {}, atCentre)).find((each) => each.isManual) ?? assert.fail('no channel')
    const movements = lines.map((line, index) => ({ serial: `SLIP0${index + 1}`, amount: -line.net }))
    await recon.importStatement(channel.id, 'bank', bankFile(day, 10_000_000, movements))
    dayId = (await recon.day(day)).id
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
    } finally {
      await server.close()
    }
  })

  test('a slip registered after the statement settles its difference, which cannot be booked too', async () => {
    expectSuccess(await propose('SLIP01', 'book'))
    expectSuccess(await registerLine(0, 'SLIP01'))
    assert.equal((await decide('SLIP01', true)).error, 'transferKnown')
    expectSuccess(await decide('SLIP01', false))
    assert.equal((await propose('SLIP01', 'hang')).error, 'transferKnown')
    await server.job('reconciliation.follow')
    const settledItem = await itemOf('SLIP01')
    assert.deepEqual([settledItem.state, settledItem.ending], ['settled', 'matched'])
  })

  test('a movement in suspense cannot become a manual payment until it is cleared', async () => {
    expectSuccess(await propose('SLIP02', 'hang'))
    expectSuccess(await decide('SLIP02', true))
    assert.equal((await registerLine(1, 'slip02')).error, 'serialBooked')
    assert.deepEqual(await manualScenario.states(batchId), ['success', 'processing', 'processing'])
    expectSuccess(await propose('SLIP02', 'return'))
    expectSuccess(await decide('SLIP02', true))
    expectSuccess(await registerLine(1, 'SLIP02'))
  })

  test('a movement booked against the centre cannot become a manual payment', async () => {
    expectSuccess(await propose('SLIP03', 'book'))
    expectSuccess(await decide('SLIP03', true))
    assert.equal((await registerLine(2, 'SLIP03')).error, 'serialBooked')
    assert.equal((await paymentScenario(server).get(batchId)).openCount, 1)
  })
})
