import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOf } from '#/domain/taxation/platform-report.ts'
import { firstRules } from '#/domain/taxation/reporter-plan.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('payment whose tax a credit pays', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingScenario>
  let second: PaidLine
  const [payee] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(5)
  const person = () => payee ?? assert.fail('unit 1 has people')
  const target = () => the.target(person())
  const row = () => the.staff({ person: person() })
  const choose = async (choice: 'credit' | 'refund') => server.must('subcontractor', 'clearings.choose', { ...(await target()), choice })
  const approve = async () => server.must('centre', 'clearings.decide', { ...(await target()), isApproved: true }, atCentre)

  before(async () => {
    server = await startTestServer()
    the = clearingScenario(server)
    await the.prepared()
    const month = monthOf(the.now())
    const first = await the.paid(person(), '60000.00')
    second = await the.paid(person(), '50000.00')
    the.toMonth(shiftMonth(month, 1))
    await the.settled(month)
    await the.comesBack(first)
    await server.must('finance', 'clearings.search', {}, atCentre)
    await server.must('finance', 'clearings.offer', await target(), atCentre)
    await the.is(person())
    await choose('credit')
    await approve()
    // A year without earlier income, because the return leaves no income tax to withhold in this one.
    the.toMonth(shiftMonth(month, 2))
    const { credited, iit } = await the.paid(person(), '20000.00')
    assert.deepEqual([credited > 0, iit], [true, 0])
  })
  after(() => server.close())

  test('money paid back before a second approval can be registered', async () => {
    await choose('refund')
    await the.comesBack(second)
    const { owed } = await row()
    assert.ok(owed > 0)
    const paidOn = dayOf(the.now())
    server.advance(24 * 3_600_000)
    await approve()
    const receipt = { paidOn, serial: 'H-0001', file: transferSlip, amount: plainYuan(fen(owed)) }
    const recovered = await server.call('finance', 'clearings.recover', { ...(await target()), ...receipt }, atCentre)
    assert.equal(recovered.code, 1, recovered.message)
    assert.deepEqual(await the.broken(), [])
  })

  test('everyday services whose income tax a credit pays are not excluded as income without tax', async () => {
    const quarter = quarterOf(dayOf(the.now()))
    const { rows: orders } = await sql<{ category: string }>`select distinct category from service_order where unit_id = 1 and mode = 2`.execute(the.db())
    const convenience = { ground: 'convenience' as const, ways: ['EXEMPT' as const], categories: orders.map(({ category }) => category) }
    const plan = await server.must('caiwu', 'platformreports.proposePlan', {
      firstQuarter: quarter,
      platformName: '云创客测试平台',
      holderName: '云创客网络科技有限公司',
      holderCode: '91330106MA2KCX7F19',
      licenceNo: '浙B2-20250001',
      taxOffice: '西湖区税务局',
      centreIds: [2],
      rules: [convenience, ...firstRules.map((rule) => ({ ...rule, ways: [...rule.ways], categories: [...rule.categories] }))],
      reason: '便民劳务',
    })
    await server.must('platform', 'platformreports.decidePlan', { reporterPlanId: plan.id, isConfirmed: true })
    server.advance(Date.parse(`${shiftDay(daysOf(quarter).to, 3)}T09:00:00+08:00`) - the.now().getTime())
    const made = await server.must('caiwu', 'platformreports.generate', { centreId: null, quarter })
    const parts = (await server.must('caiwu', 'platformreports.parts', { platformReportId: made.id, size: 100 })).rows
    const own = parts.filter(({ name }) => name === person().name)
    assert.ok(own.length > 0)
    assert.deepEqual(
      own.filter(({ ground }) => ground === 'convenience'),
      [],
    )
  })
})
