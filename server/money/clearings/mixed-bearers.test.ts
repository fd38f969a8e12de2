import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { reserveTax } from '#/server/money/tax/public.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('reversal of clearings whose months are short of tax', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const [mixed, dropped, switched, priced, reopened] = people.slice(5, 10)
  assert.ok(mixed && dropped && switched && priced && reopened)
  type Person = typeof mixed
  const lines = new Map<Person, PaidLine[]>()
  const pay = async (person: Person, yuan: number) => lines.set(person, [...(lines.get(person) ?? []), await scenario.payPerson(person, `${yuan}.00`)])
  const line = (person: Person, at: number) => lines.get(person)?.[at] ?? assert.fail('no such payment')
  const setTaxBearer = (who: 'unit' | 'operator') => sql`update unit_setting_version set tax_bearer = ${who} where setting_id = 12`.execute(scenario.db())
  const choose = async (person: Person, choice: 'credit' | 'refund') => {
    await scenario.linkAccount(person)
    await server.must('subcontractor', 'clearings.choose', { ...(await scenario.target(person)), choice })
  }
  const clearTax = async (person: Person, choice: 'credit' | 'refund') => {
    await server.must('finance', 'clearings.offer', await scenario.target(person), atCentre)
    await choose(person, choice)
    await server.must('centre', 'clearings.decide', { ...(await scenario.target(person)), isApproved: true }, atCentre)
    return scenario.findClearing({ person })
  }
  const refund = async (person: Person) => {
    const startAnswer = await server.call('finance', 'clearings.start', await scenario.target(person), atCentre)
    if (startAnswer.code !== 1) return startAnswer
    const target = await scenario.target(person)
    return server.call('finance', 'clearings.pay', { ...target, paidOn: '2027-02-02', serial: `TK${person.id}`, file: transferSlip }, atCentre)
  }

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    const first = monthOf(scenario.now())
    month = shiftMonth(first, 2)
    scenario.toMonth(month)
    await pay(mixed, 60_000)
    await setTaxBearer('unit')
    await pay(mixed, 50_000)
    await setTaxBearer('operator')
    await pay(mixed, 20_000)
    for (const yuan of [60_000, 50_000, 60_000, 50_000]) await pay(dropped, yuan)
    for (const yuan of [90_000, 98_000]) await pay(switched, yuan)
    for (const yuan of [60_000, 50_000]) await pay(priced, yuan)
    scenario.toMonth(shiftMonth(month, 1))
    for (let closedMonth = first; closedMonth <= month; closedMonth = shiftMonth(closedMonth, 1)) await scenario.settleMonth(closedMonth)
    for (const person of [mixed, dropped, switched, priced]) await scenario.returnLine(line(person, 0))
    await server.must('finance', 'clearings.search', {}, atCentre)
  })
  after(() => server.close())

  test('a clearing is reversed in full if only tax borne by the unit remains in the month', async () => {
    const { left } = await clearTax(mixed, 'refund')
    assert.ok(left > 0)
    await scenario.returnLine(line(mixed, 2))
    const row = await scenario.findClearing({ person: mixed })
    assert.deepEqual([row.reversed, row.left, row.state], [left, 0, 'done'])
    assert.equal((await scenario.monthOf(mixed, month)).vat, line(mixed, 1).vat, 'the VAT that the unit bore')
    assert.notEqual((await refund(mixed)).code, 1)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('an unpaid batch delays the reversal of a clearing until the batch is cancelled', async () => {
    const { left } = await clearTax(dropped, 'refund')
    const batch = await scenario.act.createPayableBatch([{ person: dropped, yuan: '100.00' }])
    await scenario.returnLine(line(dropped, 1))
    const waitingRow = await scenario.findClearing({ person: dropped })
    assert.deepEqual([waitingRow.reversed, waitingRow.may.start !== ''], [0, true])
    assert.equal((await refund(dropped)).error, 'payAfterPayment', 'the month may owe the money after that payment')
    await server.must('maker', 'payments.cancel', { ...scenario.act.target(await scenario.act.get(batch.id)), reason: '不付了' })
    const row = await scenario.findClearing({ person: dropped })
    assert.deepEqual([row.reversed, row.left], [left, 0])
    assert.notEqual((await refund(dropped)).code, 1)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('an unapproved refund is not paid after returns reverse it and release its credit', async () => {
    await clearTax(switched, 'credit')
    let creditLine = await scenario.payPerson(switched, '5000.00')
    for (let n = 0; n < 14 && creditLine.credited === 0; n++) creditLine = await scenario.payPerson(switched, '5000.00')
    assert.ok(creditLine.credited > 0)
    await choose(switched, 'refund')
    await scenario.returnLine(line(switched, 1))
    await scenario.returnLine(creditLine)
    const row = await scenario.findClearing({ person: switched })
    if (row.left > 0) assert.equal(row.state, 'chosen')
    assert.notEqual((await refund(switched)).code, 1)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a payment computed with a credit that is gone is refused, and the audit recomputes it', async () => {
    await clearTax(priced, 'credit')
    const batch = await scenario.act.check(await scenario.act.submit(await scenario.act.draft([{ person: priced, yuan: '120000.00' }])))
    const [{ net: lineNet } = assert.fail('no line')] = await scenario.act.lines(batch.id)
    await choose(priced, 'refund')
    const reservation = jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      reserveTax(ctx, { id: batch.id, month: monthStart(monthOf(ctx.now)) }),
    )
    await assert.rejects(reservation, { error: 'creditGone' })
    const auditedBatch = await scenario.act.audit(batch)
    const [{ net: fresh } = assert.fail('no line')] = await scenario.act.lines(batch.id)
    assert.deepEqual(
      [auditedBatch.state, lineNet - fresh],
      ['checking', (await scenario.findClearing({ person: priced })).left],
      'the audit shows the figures without it',
    )
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a reopened month with a reversed clearing shows no gap and no tax under way', async () => {
    const next = shiftMonth(month, 1)
    for (const yuan of [60_000, 50_000, 60_000, 50_000]) await pay(reopened, yuan)
    scenario.toMonth(shiftMonth(next, 1))
    const periodTarget = async () => {
      const { id, version } = await scenario.periodOf(next)
      return { declarationId: id, version, reason: '已核实' }
    }
    await server.must('finance', 'periods.close', await periodTarget(), atCentre)
    await server.job('periods.draw', { declarationId: (await periodTarget()).declarationId })
    await scenario.returnLine(line(reopened, 0))
    await server.must('finance', 'clearings.search', {}, atCentre)
    await clearTax(reopened, 'refund')
    await sql`update unit_setting_version set freeze_on_submit = true where setting_id = 12`.execute(scenario.db())
    const batch = await scenario.act.submit(await scenario.act.draft([{ person: reopened, yuan: '100.00' }]))
    await scenario.returnLine(line(reopened, 1))
    assert.equal((await scenario.findClearing({ person: reopened })).reversed, 0)
    const returnedBatch = await server.must('checker', 'payments.check', { ...scenario.act.target(batch), approve: false, reason: '再核对' })
    const { reversed, amount } = await scenario.findClearing({ person: reopened })
    assert.equal(reversed, amount, 'the return took the clearing back once the payment was released')
    await scenario.act.submit(returnedBatch)
    await server.must('finance', 'periods.reopen', await periodTarget(), atCentre)
    const { declarationId } = await periodTarget()
    const [books] = await server.must('finance', 'periods.booked', { declarationIds: [declarationId] }, atCentre)
    assert.deepEqual([books?.underWay, books?.gap], [0, 0], 'that payment belongs to the next month')
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })
})
