import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { exceptionsOf, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const names = ['late', 'short', 'twice', 'chain', 'busy'] as const
type Name = (typeof names)[number]

// The cleared month is January. The income tax of January evens out later in the year, so clearings contain VAT and
// surcharges only.
describe('payments that end after a clearing', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingScenario>
  let desk: ReturnType<typeof exceptionsOf>
  let month: string
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const personOf = (name: Name) => people[5 + names.indexOf(name)] ?? assert.fail('unit 1 has people')
  /** The payments of each person in the month, in order. */
  const lines = {} as Record<Name, PaidLine[]>
  const line = (name: Name, at: number) => lines[name][at] ?? assert.fail('no such payment')
  const rowOf = (name: Name) => the.staff({ person: personOf(name) })
  const target = (name: Name) => the.target(personOf(name))
  const search = async () => (await server.must('finance', 'clearings.search', {}, atCentre)).count
  const decide = async (name: Name) => server.call('centre', 'clearings.decide', { ...(await target(name)), isApproved: true }, atCentre)
  const choose = async (name: Name, choice: 'credit' | 'refund') => {
    await server.must('finance', 'clearings.offer', await target(name), atCentre)
    await the.is(personOf(name))
    await server.must('subcontractor', 'clearings.choose', { ...(await target(name)), choice })
  }
  const cleared = async (name: Name, choice: 'credit' | 'refund' = 'credit') => {
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
    the = clearingScenario(server)
    desk = exceptionsOf(server)
    await the.prepared()
    const first = monthOf(the.now())
    month = shiftMonth(first, 2)
    the.toMonth(month)
    for (const name of names) {
      lines[name] = []
      for (const yuan of amounts[name]) lines[name].push(await the.paid(personOf(name), `${yuan}.00`))
    }
    the.toMonth(shiftMonth(month, 1))
    for (let each = first; each <= month; each = shiftMonth(each, 1)) await the.settled(each)
    for (const name of names) await the.comesBack(line(name, 0))
    assert.equal(await search(), names.length)
  })
  after(() => server.close())

  test('a clearing waits while a payment of the person in the same year is under way', async () => {
    await choose('busy', 'credit')
    await the.act.paid([{ person: personOf('busy'), yuan: '100.00' }])
    assert.equal((await decide('busy')).error, 'paymentUnderWay')
    await the.bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    assert.equal((await decide('busy')).code, 1)
    assert.equal(await search(), 0, 'the excess is not found again')
    assert.deepEqual(await the.broken(), [])
  })

  test('a refund begins once no payment is under way', async () => {
    await server.must('subcontractor', 'clearings.choose', { ...(await target('busy')), choice: 'refund' })
    assert.equal((await decide('busy')).code, 1)
    const busyPayment = () => the.act.paid([{ person: personOf('busy'), yuan: '100.00' }])
    const arrives = () => the.bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    await busyPayment()
    assert.equal((await server.call('finance', 'clearings.start', await target('busy'), atCentre)).error, 'payAfterPayment')
    await arrives()
    await server.must('finance', 'clearings.start', await target('busy'), atCentre)
    await busyPayment()
    const transfer = { paidOn: dayOf(the.now()), serial: 'TK-busy', file: transferSlip }
    await server.must('finance', 'clearings.pay', { ...(await target('busy')), ...transfer }, atCentre)
    const { state, amount, refunded, transferring } = await rowOf('busy')
    assert.deepEqual([state, refunded, transferring, await the.broken()], ['done', amount, 0, []])
    await arrives()
    assert.deepEqual(await the.broken(), [])
  })

  test('a payment that succeeds late uses its credit again, which the person then owes', async () => {
    const { amount } = await cleared('late')
    const batch = await the.act.paid([{ person: personOf('late'), yuan: '120000.00' }])
    await the.bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    const failed = await the.lineOf(batch.id)
    assert.equal((await rowOf('late')).left, amount, 'the failure releases the credit')
    const lateBatch = await the.paid(personOf('late'), '120000.00')
    assert.equal(lateBatch.credited, amount)
    await the.bank.volunteer(replies.paid(failed.no, failed.net))
    const [exception] = await desk.open()
    await desk.settle(exception ?? assert.fail('no exception'), 'paid')
    assert.equal((await the.lineOf(batch.id)).credited, amount, 'the whole tax of the payment counts')
    const { used, owed, left } = await rowOf('late')
    assert.deepEqual([used, owed, left], [2 * amount, amount, 0])
    assert.deepEqual(await the.broken(), [])
  })

  test('the return of a payment with tax of other payments reverses the tax that its month owes', async () => {
    // After the first 60,000.00 is returned, the other 160,000.00 stays taxable. The VAT on it was withheld with the
    // second payment.
    const { vat, left } = await cleared('short')
    assert.equal(vat, 59_406)
    await the.comesBack(line('short', 1))
    const after = await rowOf('short')
    assert.deepEqual([after.reversed, after.left, after.owed], [left, 0, 0])
    assert.equal((await the.monthOf(personOf('short'), month)).vat, 108_911, 'the VAT of 110,000.00')
    assert.deepEqual(await the.broken(), [])
  })

  test('two clearings of a month are reversed newest first', async () => {
    const back = async (at: number) => {
      await the.comesBack(line('twice', at))
      const [newest, oldest] = (await server.must('finance', 'clearings.list', { keyword: personOf('twice').name }, atCentre)).rows
      assert.deepEqual(await the.broken(), [])
      return [oldest?.reversed, newest?.reversed]
    }
    const first = await cleared('twice', 'refund')
    await the.comesBack(line('twice', 2))
    assert.equal(await search(), 1)
    const second = await cleared('twice', 'refund')
    assert.deepEqual([first.vat, second.vat], [59_406, 99_010])
    const { vat, surcharge } = line('twice', 3)
    assert.deepEqual(await back(3), [0, vat + surcharge])
    assert.deepEqual(await back(1), [first.amount, second.amount])
    assert.deepEqual([(await the.monthOf(personOf('twice'), month)).vat, await search()], [0, 0])
  })

  test('a return restores the credit of its line and reverses the clearing of its month', async () => {
    const first = await cleared('chain')
    the.toMonth(shiftMonth(month, 2))
    const next = shiftMonth(month, 1)
    const big = await the.paid(personOf('chain'), '60000.00')
    const small = await the.paid(personOf('chain'), '50000.00')
    assert.equal(big.credited + small.credited, first.amount)
    const { rows } = await sql<{ issues: string }>`select issues::text as issues from payment_line where id = ${small.id}`.execute(the.db())
    assert.match(rows[0]?.issues ?? '', /W303.*594\.06/s, 'the VAT of the first payment, though a credit pays a part of it')
    const used = await rowOf('chain')
    assert.deepEqual([used.left, used.state], [0, 'done'])
    the.toMonth(shiftMonth(month, 3))
    await the.settled(next)
    await the.settled(shiftMonth(month, 2))
    await the.comesBack(big)
    await search()
    const second = await cleared('chain')
    assert.ok(second.id > first.id && second.month === shiftMonth(month, 2))
    await the.comesBack(small)
    const [newest, oldest] = (await server.must('finance', 'clearings.list', { keyword: personOf('chain').name }, atCentre)).rows
    assert.deepEqual([newest?.reversed, newest?.owed], [second.amount, 0])
    assert.deepEqual([oldest?.used, oldest?.left, oldest?.owed], [0, first.amount, 0])
    assert.deepEqual(await the.broken(), [])
  })

  test('every corrected month declares its remaining tax', async () => {
    await the.corrected(month)
    assert.deepEqual(await the.broken(), [])
  })
})
