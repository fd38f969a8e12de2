import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { quarterBounds } from '#/domain/taxation/platform-report.ts'
import { defaultGroundRules } from '#/domain/taxation/reporter-plan.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('payment whose tax a credit pays', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  let second: PaidLine
  const [payee] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(5)
  const person = () => payee ?? assert.fail('unit 1 has people')
  const target = () => scenario.target(person())
  const row = () => scenario.findClearing({ person: person() })
  const choose = async (choice: 'credit' | 'refund') => server.must('subcontractor', 'clearings.choose', { ...(await target()), choice })
  const approveClearing = async () => server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    const month = monthOf(scenario.now())
    const first = await scenario.payPerson(person(), '60000.00')
    second = await scenario.payPerson(person(), '50000.00')
    scenario.toMonth(shiftMonth(month, 1))
    await scenario.settleMonth(month)
    await scenario.returnLine(first)
    await server.must('finance', 'clearings.search', {}, atCentre)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await scenario.linkAccount(person())
    await choose('credit')
    await approveClearing()
    // Moves to the next year, because the return leaves no income tax to withhold in this year.
    scenario.toMonth(shiftMonth(month, 2))
    const { credited, iit } = await scenario.payPerson(person(), '20000.00')
    assert.deepEqual([credited > 0, iit], [true, 0])
  })
  after(() => server.close())

  test('a repayment dated before a second approval can be registered', async () => {
    await choose('refund')
    await scenario.returnLine(second)
    const { owed } = await row()
    assert.ok(owed > 0)
    const paidOn = dayOf(scenario.now())
    server.advance(24 * 3_600_000)
    await approveClearing()
    const receipt = { paidOn, serial: 'H-0001', file: transferSlip, amount: plainYuan(fen(owed)) }
    const recovery = await server.call('finance', 'clearings.recover', { ...(await target()), ...receipt }, atCentre)
    assert.equal(recovery.code, 1, recovery.message)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a credit that pays the income tax does not make everyday services exempt from reporting', async () => {
    const quarter = quarterOf(dayOf(scenario.now()))
    const { rows: orders } = await sql<{ category: string }>`select distinct category from service_order where unit_id = 1 and mode = 2`.execute(scenario.db())
    const convenienceRule = { ground: 'convenience' as const, ways: ['EXEMPT' as const], categories: orders.map(({ category }) => category) }
    const plan = await server.must('caiwu', 'platformreports.proposePlan', {
      firstQuarter: quarter,
      platformName: '云创客测试平台',
      holderName: '云创客网络科技有限公司',
      holderCode: '91330106MA2KCX7F19',
      licenceNo: '浙B2-20250001',
      taxOffice: '西湖区税务局',
      centreIds: [2],
      rules: [convenienceRule, ...defaultGroundRules.map((rule) => ({ ...rule, ways: [...rule.ways], categories: [...rule.categories] }))],
      reason: '便民劳务',
    })
    await server.must('platform', 'platformreports.decidePlan', { reporterPlanId: plan.id, isConfirmed: true })
    server.advance(Date.parse(`${shiftDay(quarterBounds(quarter).to, 3)}T09:00:00+08:00`) - scenario.now().getTime())
    const generatedReport = await server.must('caiwu', 'platformreports.generate', { centreId: null, quarter })
    const parts = (await server.must('caiwu', 'platformreports.parts', { platformReportId: generatedReport.id, size: 100 })).rows
    const ownParts = parts.filter(({ name }) => name === person().name)
    assert.ok(ownParts.length > 0)
    assert.deepEqual(
      ownParts.filter(({ ground }) => ground === 'convenience'),
      [],
    )
  })
})
