import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { reserveTax } from '#/server/money/tax/public.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('clearings of months with missing tax are reversed again', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingScenario>
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const [mixed, dropped, switched, priced, reopened] = people.slice(5, 10)
  assert.ok(mixed && dropped && switched && priced && reopened)
  type Person = typeof mixed
  const lines = new Map<Person, PaidLine[]>()
  const pay = async (person: Person, yuan: number) => lines.set(person, [...(lines.get(person) ?? []), await the.paid(person, `${yuan}.00`)])
  const line = (person: Person, at: number) => lines.get(person)?.[at] ?? assert.fail('no such payment')
  const bearer = (who: 'unit' | 'operator') => sql`update unit_setting_version set tax_bearer = ${who} where setting_id = 12`.execute(the.db())
  const choose = async (person: Person, choice: 'credit' | 'refund') => {
    await the.is(person)
    await server.must('subcontractor', 'clearings.choose', { ...(await the.target(person)), choice })
  }
  const cleared = async (person: Person, choice: 'credit' | 'refund') => {
    await server.must('finance', 'clearings.offer', await the.target(person), atCentre)
    await choose(person, choice)
    await server.must('centre', 'clearings.decide', { ...(await the.target(person)), isApproved: true }, atCentre)
    return the.staff({ person })
  }
  const refund = async (person: Person) => {
    const begun = await server.call('finance', 'clearings.start', await the.target(person), atCentre)
    if (begun.code !== 1) return begun
    const target = await the.target(person)
    return server.call('finance', 'clearings.pay', { ...target, paidOn: '2027-02-02', serial: `TK${person.id}`, file: transferSlip }, atCentre)
  }

  before(async () => {
    server = await startTestServer()
    the = clearingScenario(server)
    await the.prepared()
    const first = monthOf(the.now())
    month = shiftMonth(first, 2)
    the.toMonth(month)
    await pay(mixed, 60_000)
    await bearer('unit')
    await pay(mixed, 50_000)
    await bearer('operator')
    await pay(mixed, 20_000)
    for (const yuan of [60_000, 50_000, 60_000, 50_000]) await pay(dropped, yuan)
    for (const yuan of [90_000, 98_000]) await pay(switched, yuan)
    for (const yuan of [60_000, 50_000]) await pay(priced, yuan)
    the.toMonth(shiftMonth(month, 1))
    for (let each = first; each <= month; each = shiftMonth(each, 1)) await the.settled(each)
    for (const person of [mixed, dropped, switched, priced]) await the.comesBack(line(person, 0))
    await server.must('finance', 'clearings.search', {}, atCentre)
  })
  after(() => server.close())

  test('tax borne by a unit does not hide the person’s excess after their own payment returned', async () => {
    const { left } = await cleared(mixed, 'refund')
    assert.ok(left > 0)
    await the.comesBack(line(mixed, 2))
    const row = await the.staff({ person: mixed })
    assert.deepEqual([row.reversed, row.left, row.state], [left, 0, 'done'])
    assert.equal((await the.monthOf(mixed, month)).vat, line(mixed, 1).vat, 'the VAT that the unit bore')
    assert.notEqual((await refund(mixed)).code, 1)
    assert.deepEqual(await the.broken(), [])
  })

  test('cancelling the last batch under way reverses the tax that the month owes', async () => {
    const { left } = await cleared(dropped, 'refund')
    const batch = await the.act.payable([{ person: dropped, yuan: '100.00' }])
    await the.comesBack(line(dropped, 1))
    const waiting = await the.staff({ person: dropped })
    assert.deepEqual([waiting.reversed, waiting.may.start !== ''], [0, true])
    assert.equal((await refund(dropped)).error, 'payAfterPayment', 'the month may owe the money after that payment')
    await server.must('maker', 'payments.cancel', { ...the.act.target(await the.act.get(batch.id)), reason: '不付了' })
    const row = await the.staff({ person: dropped })
    assert.deepEqual([row.reversed, row.left], [left, 0])
    assert.notEqual((await refund(dropped)).code, 1)
    assert.deepEqual(await the.broken(), [])
  })

  test('a reversed and released refund that no one approved is not paid', async () => {
    await cleared(switched, 'credit')
    let used = await the.paid(switched, '5000.00')
    for (let n = 0; n < 14 && used.credited === 0; n++) used = await the.paid(switched, '5000.00')
    assert.ok(used.credited > 0)
    await choose(switched, 'refund')
    await the.comesBack(line(switched, 1))
    await the.comesBack(used)
    const row = await the.staff({ person: switched })
    if (row.left > 0) assert.equal(row.state, 'chosen')
    assert.notEqual((await refund(switched)).code, 1)
    assert.deepEqual(await the.broken(), [])
  })

  test('a payment priced with a credit that no longer exists is refused', async () => {
    await cleared(priced, 'credit')
    const batch = await the.act.check(await the.act.submit(await the.act.draft([{ person: priced, yuan: '120000.00' }])))
    const [{ net: lineNet } = assert.fail('no line')] = await the.act.lines(batch.id)
    await choose(priced, 'refund')
    const reserving = jobContext(server.running.kernel, () => false).run('test', (ctx) => reserveTax(ctx, batch.id))
    await assert.rejects(reserving, { error: 'creditGone' })
    const audited = await the.act.audit(batch)
    const [{ net: fresh } = assert.fail('no line')] = await the.act.lines(batch.id)
    assert.deepEqual([audited.state, lineNet - fresh], ['checking', (await the.staff({ person: priced })).left], 'the audit shows the figures without it')
    assert.deepEqual(await the.broken(), [])
  })

  test('the tax of pending payments in a reopened month excludes tax reversed from a clearing', async () => {
    const next = shiftMonth(month, 1)
    for (const yuan of [60_000, 50_000, 60_000, 50_000]) await pay(reopened, yuan)
    the.toMonth(shiftMonth(next, 1))
    const period = async () => {
      const { id, version } = await the.periodOf(next)
      return { declarationId: id, version, reason: '已核实' }
    }
    await server.must('finance', 'periods.close', await period(), atCentre)
    await server.job('periods.draw', { declarationId: (await period()).declarationId })
    await the.comesBack(line(reopened, 0))
    await server.must('finance', 'clearings.search', {}, atCentre)
    await cleared(reopened, 'refund')
    await sql`update unit_setting_version set freeze_on_submit = true where setting_id = 12`.execute(the.db())
    const batch = await the.act.submit(await the.act.draft([{ person: reopened, yuan: '100.00' }]))
    await the.comesBack(line(reopened, 1))
    assert.equal((await the.staff({ person: reopened })).reversed, 0)
    const back = await server.must('checker', 'payments.check', { ...the.act.target(batch), approve: false, reason: '再核对' })
    const { reversed, amount } = await the.staff({ person: reopened })
    assert.equal(reversed, amount, 'the return took the clearing back once the payment was released')
    await the.act.submit(back)
    await server.must('finance', 'periods.reopen', await period(), atCentre)
    const { declarationId } = await period()
    const [books] = await server.must('finance', 'periods.booked', { declarationIds: [declarationId] }, atCentre)
    assert.deepEqual([books?.underWay, books?.gap], [0, 0], 'that payment belongs to the next month')
    assert.deepEqual(await the.broken(), [])
  })
})
