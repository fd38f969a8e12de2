import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { nextQuarter, quarterBounds } from '#/domain/taxation/platform-report.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { offlineScenario } from '#/server/money/payouts/manual/offline-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('manual payments registered after their quarter was reported', () => {
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
})
