import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { nextQuarter, quarterBounds } from '#/domain/taxation/platform-report.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { offlineScenario } from '#/server/money/payouts/manual/offline-testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('payments and returns known after the report of their quarter', () => {
  const server = testServer()
  let quarter = ''
  const now = () => server.running.kernel.clock.now()
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - now().getTime())
  const generate = (overrides: object = {}) => server.must('finance', 'platformreports.generate', { centreId: 2, quarter, ...overrides }, atCentre)
  before(async () => {
    await extendDocuments(server)
    toDay(quarterBounds(nextQuarter(quarterOf(dayOf(now())))).from)
    quarter = quarterOf(dayOf(now()))
  })

  test('a report counts payments registered after it, and a correction includes them', async () => {
    const offlinePayments = await offlineScenario(server)
    const { lines } = await offlinePayments.createWaitingBatch(1)
    const paidAt = offlinePayments.clock()
    toDay(shiftDay(quarterBounds(quarter).to, 5))
    const first = await generate()
    assert.equal(first.latePayments, 0)
    await server.must('finance', 'payouts.registerLine', offlinePayments.slipEntry(lines[0] ?? assert.fail(), { paidAt }), atCentre)
    const firstReport = await server.must('finance', 'platformreports.get', { platformReportId: first.id }, atCentre)
    assert.equal(firstReport.latePayments, 1)
    const second = await generate({ reason: '补登线下付款' })
    assert.deepEqual([second.edition, second.latePayments, second.payments], [2, 0, first.payments + 1])
    const replacedReport = await server.must('finance', 'platformreports.get', { platformReportId: first.id }, atCentre)
    assert.equal(replacedReport.latePayments, 0, 'the newest edition alone asks for a correction')
  })

  test('a payment that the bank returns more than a year later reduces the quarter of its return', async () => {
    const scenario = paymentScenario(server)
    const batch = await scenario.createPaidBatch([{ person: demoPeople().ordinary[10] ?? assert.fail(), yuan: '1000.00' }])
    await server.settle(2)
    const [line = assert.fail()] = await scenario.lines(batch.id)
    for (let quarters = 0; quarters < 6; quarters++) toDay(quarterBounds(nextQuarter(quarterOf(dayOf(now())))).from)
    quarter = quarterOf(dayOf(now()))
    await bankScenario(server).announceReturns(replies.back(line.requestNo ?? '', line.net, 'LATE1'))
    toDay(shiftDay(quarterBounds(quarter).to, 5))
    const { gross, refund, rows } = await generate()
    assert.deepEqual([gross, refund, rows], [0, 100_000, 1])
  })
})
