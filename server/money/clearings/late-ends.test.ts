import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const names = ['late', 'short', 'twice', 'chain', 'busy'] as const
type Name = (typeof names)[number]

// The cleared month is January. The income tax of January evens out later in the year, so clearings contain VAT and
// surcharges only.
describe('payments that end after a clearing', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const personOf = (name: Name) => people[5 + names.indexOf(name)] ?? assert.fail('unit 1 has people')
  /** The payments of each person in the month, in order. */
  const lines = {} as Record<Name, PaidLine[]>
  const line = (name: Name, at: number) => lines[name][at] ?? assert.fail('no such payment')
  const rowOf = (name: Name) => scenario.findClearing({ person: personOf(name) })
  const target = (name: Name) => scenario.target(personOf(name))
  const search = async () => (await server.must('finance', 'clearings.search', {}, atCentre)).count
  const decide = async (name: Name) => server.call('centre', 'clearings.decide', { ...(await target(name)), isApproved: true }, atCentre)
  const choose = async (name: Name, choice: 'credit' | 'refund') => {
    await server.must('finance', 'clearings.offer', await target(name), atCentre)
    await scenario.linkAccount(personOf(name))
    await server.must('subcontractor', 'clearings.choose', { ...(await target(name)), choice })
  }
  const clearMonth = async (name: Name, choice: 'credit' | 'refund' = 'credit') => {
    await choose(name, choice)
    assert.equal((await decide(name)).code, 1)
    return rowOf(name)
  }
  const amounts = {
    late: ['60000', '50000'],
    short: ['60000', '50000', '60000', '50000'],
    twice: ['60000', '50000', '60000', '50000'],
    chain: ['60000', '50000'],
    busy: ['60000', '50000'],
  }

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    desk = exceptionScenario(server)
    await scenario.prepareDemo()
    const first = monthOf(scenario.now())
    month = shiftMonth(first, 2)
    scenario.toMonth(month)
    for (const name of names) {
      lines[name] = []
      for (const yuan of amounts[name]) lines[name].push(await scenario.payPerson(personOf(name), `${yuan}.00`))
    }
    scenario.toMonth(shiftMonth(month, 1))
    for (let closedMonth = first; closedMonth <= month; closedMonth = shiftMonth(closedMonth, 1)) await scenario.settleMonth(closedMonth)
    for (const name of names) await scenario.returnLine(line(name, 0))
    assert.equal(await search(), names.length)
  })
  after(() => server.close())

  test('a clearing cannot be approved while a payment to the person is under way', async () => {
    await choose('busy', 'credit')
    await scenario.act.createPaidBatch([{ person: personOf('busy'), yuan: '100.00' }])
    assert.equal((await decide('busy')).error, 'paymentUnderWay')
    await scenario.bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    assert.equal((await decide('busy')).code, 1)
    assert.equal(await search(), 0, 'the excess is not found again')
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a payment under way delays the start of a refund, but not its registration', async () => {
    await server.must('subcontractor', 'clearings.choose', { ...(await target('busy')), choice: 'refund' })
    assert.equal((await decide('busy')).code, 1)
    const payBusyPerson = () => scenario.act.createPaidBatch([{ person: personOf('busy'), yuan: '100.00' }])
    const confirmPayments = () => scenario.bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    await payBusyPerson()
    assert.equal((await server.call('finance', 'clearings.start', await target('busy'), atCentre)).error, 'payAfterPayment')
    await confirmPayments()
    await server.must('finance', 'clearings.start', await target('busy'), atCentre)
    await payBusyPerson()
    const transfer = { paidOn: dayOf(scenario.now()), serial: 'TK-busy', file: transferSlip }
    await server.must('finance', 'clearings.pay', { ...(await target('busy')), ...transfer }, atCentre)
    const { state, amount, refunded, transferring } = await rowOf('busy')
    assert.deepEqual([state, refunded, transferring, await scenario.brokenInvariants()], ['done', amount, 0, []])
    await confirmPayments()
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('the person owes a credit that two payments used because the first succeeded late', async () => {
    const { amount } = await clearMonth('late')
    const batch = await scenario.act.createPaidBatch([{ person: personOf('late'), yuan: '120000.00' }])
    await scenario.bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    const failedLine = await scenario.lineOf(batch.id)
    assert.equal((await rowOf('late')).left, amount, 'the failure releases the credit')
    const lateBatch = await scenario.payPerson(personOf('late'), '120000.00')
    assert.equal(lateBatch.credited, amount)
    await scenario.bank.sendUnsolicited(replies.paid(failedLine.no, failedLine.net))
    const [exception] = await desk.open()
    await desk.settle(exception ?? assert.fail('no exception'), 'paid')
    assert.equal((await scenario.lineOf(batch.id)).credited, amount, 'the whole tax of the payment counts')
    const { used, owed, left } = await rowOf('late')
    assert.deepEqual([used, owed, left], [2 * amount, amount, 0])
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('returning a payment that bore other payments’ tax reverses the clearing of the month', async () => {
    // After the first 60,000.00 is returned, the other 160,000.00 stays taxable. The VAT on it was withheld with the
    // second payment.
    const { vat, left } = await clearMonth('short')
    assert.equal(vat, 59_406)
    await scenario.returnLine(line('short', 1))
    const rowAfterReturn = await rowOf('short')
    assert.deepEqual([rowAfterReturn.reversed, rowAfterReturn.left, rowAfterReturn.owed], [left, 0, 0])
    assert.equal((await scenario.monthOf(personOf('short'), month)).vat, 108_911, 'the VAT of 110,000.00')
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('two clearings of a month are reversed newest first', async () => {
    const returnAndCheck = async (at: number) => {
      await scenario.returnLine(line('twice', at))
      const [newest, oldest] = (await server.must('finance', 'clearings.list', { keyword: personOf('twice').name }, atCentre)).rows
      assert.deepEqual(await scenario.brokenInvariants(), [])
      return [oldest?.reversed, newest?.reversed]
    }
    const first = await clearMonth('twice', 'refund')
    await scenario.returnLine(line('twice', 2))
    assert.equal(await search(), 1)
    const second = await clearMonth('twice', 'refund')
    assert.deepEqual([first.vat, second.vat], [59_406, 99_010])
    const { vat, surcharge } = line('twice', 3)
    assert.deepEqual(await returnAndCheck(3), [0, vat + surcharge])
    assert.deepEqual(await returnAndCheck(1), [first.amount, second.amount])
    assert.deepEqual([(await scenario.monthOf(personOf('twice'), month)).vat, await search()], [0, 0])
  })

  test('a return restores the credit of its line and reverses the clearing of its month', async () => {
    const first = await clearMonth('chain')
    scenario.toMonth(shiftMonth(month, 2))
    const next = shiftMonth(month, 1)
    const bigLine = await scenario.payPerson(personOf('chain'), '60000.00')
    const smallLine = await scenario.payPerson(personOf('chain'), '50000.00')
    assert.equal(bigLine.credited + smallLine.credited, first.amount)
    const { rows } = await sql<{ issues: string }>`select issues::text as issues from payment_line where id = ${smallLine.id}`.execute(scenario.db())
    assert.match(rows[0]?.issues ?? '', /W303.*594\.06/s, 'the VAT of the first payment, though a credit pays a part of it')
    const usedRow = await rowOf('chain')
    assert.deepEqual([usedRow.left, usedRow.state], [0, 'done'])
    scenario.toMonth(shiftMonth(month, 3))
    await scenario.settleMonth(next)
    await scenario.settleMonth(shiftMonth(month, 2))
    await scenario.returnLine(bigLine)
    await search()
    const second = await clearMonth('chain')
    assert.ok(second.id > first.id && second.month === shiftMonth(month, 2))
    await scenario.returnLine(smallLine)
    const [newest, oldest] = (await server.must('finance', 'clearings.list', { keyword: personOf('chain').name }, atCentre)).rows
    assert.deepEqual([newest?.reversed, newest?.owed], [second.amount, 0])
    assert.deepEqual([oldest?.used, oldest?.left, oldest?.owed], [0, first.amount, 0])
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('the cleared month can be corrected without breaking an invariant', async () => {
    await scenario.correctMonth(month)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })
})
