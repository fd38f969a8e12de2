import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const { specials } = demoPeople()

function specialPayee(name: string) {
  const person = specials[name]
  if (!person) throw new Error(`nobody is ${name}`)
  return person
}

interface Row {
  month: string
  period: string
  kind: string
  gross_fen: number
  vat_fen: number
  withheld_fen: number
  line_ids: number[]
}

describe('tax of actual payments', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const month = () => monthOf(now())
  const goTo = (day: string) => server.advance(new Date(`${day}T12:00:00+08:00`).getTime() - now().getTime())
  /** Moves the clock to noon, some days before (−) or after the first day of next month. */
  const nextMonth = (days = 0) => {
    goTo(monthStart(shiftMonth(month(), 1)))
    server.advance(days * dayMs)
  }
  const retry = async (batchId: number) => {
    await server.must('maker', 'payouts.retryHeld', { lineIds: (await act.lines(batchId)).map((line) => line.id) })
    await server.settle(1)
    assert.equal((await act.get(batchId)).state, 'paid')
  }
  const personMonth = async (operatorId: number, of: string) =>
    (
      await sql<Row>`select gross_fen, vat_fen, withheld_fen from tax_standing where centre_id = 2 and mode = 2 and operator_id = ${operatorId} and month = ${of}`.execute(
        db(),
      )
    ).rows[0]
  const adjustments = async (operatorId: number) =>
    (
      await sql<Row>`select month, period, kind, gross_fen, vat_fen, withheld_fen, line_ids from tax_adjustment where operator_id = ${operatorId} order by id`.execute(
        db(),
      )
    ).rows

  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
  })

  test('a payment confirmed in another year owes the tax of the month in which it counts', async () => {
    const person = demoPeople().ordinary.findLast((each) => each.centreId === 2 && each.unitIds.includes(1)) ?? assert.fail()
    const [bank, desk] = [bankScenario(server), exceptionScenario(server)]
    goTo(`${month().slice(0, 4)}-12-10`)
    const first = await act.createPaidBatch([{ person, yuan: '90000.00' }])
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    const batchPaidLate = await act.createPaidBatch([{ person, yuan: '90000.00' }])
    await bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    assert.ok(batchPaidLate.tax > first.tax, 'the second of a year bears more')
    nextMonth()
    nextMonth(10)
    const { no, net } = await bank.lineOf(batchPaidLate.id)
    await bank.sendUnsolicited(replies.paid(no, net))
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    assert.equal((await act.get(batchPaidLate.id)).state, 'paid')
    const difference = (await adjustments(person.id)).at(-1)
    const [of, withheld] = [month(), (await personMonth(person.id, month()))?.withheld_fen ?? 0]
    assert.deepEqual([difference?.kind, difference?.month], ['difference', of])
    assert.equal(
      withheld + (difference?.withheld_fen ?? 0),
      (await personMonth(person.id, shiftMonth(of, -2)))?.withheld_fen,
      'as the only payment of its year',
    )
  })

  test('a line held over the end of a month counts in the month of payment', async () => {
    const person = specialPayee('held')
    nextMonth(-1)
    const batchPaidLate = await act.createPaidBatch([{ person, yuan: '60000.00' }])
    await server.settle(1)
    assert.equal((await personMonth(person.id, month()))?.gross_fen, 6_000_000)
    const reservedMonth = month()
    server.advance(5 * dayMs)
    await retry(batchPaidLate.id)
    assert.deepEqual([(await personMonth(person.id, reservedMonth))?.gross_fen, (await personMonth(person.id, month()))?.gross_fen], [0, 6_000_000])
    const next = await act.createPayableBatch([{ person, yuan: '60001.00' }])
    assert.equal(next.vat, 118_813, 'VAT of 120,001.00, all of it recovered here')
    await server.must('maker', 'payments.cancel', act.target(next))
    assert.deepEqual(await adjustments(person.id), [])
  })

  test('VAT withheld because of a failed payment becomes a difference for the next payment', async () => {
    const person = specialPayee('held')
    nextMonth()
    nextMonth()
    const failingBatch = await act.createPaidBatch([{ person, yuan: '60000.00' }])
    await server.settle(1)
    const storedBatch = await act.createPaidBatch([{ person, yuan: '60001.00' }])
    await server.settle(1)
    assert.equal(storedBatch.vat, 118_813)
    await retry(storedBatch.id)
    await server.must('maker', 'payouts.cancelHeld', { lineIds: (await act.lines(failingBatch.id)).map((line) => line.id) })
    const [difference, ...others] = await adjustments(person.id)
    assert.deepEqual(
      [difference?.kind, difference?.month, difference?.period, difference?.vat_fen, others.length],
      ['difference', month(), month(), -118_813, 0],
    )
    const next = await act.createPaidBatch([{ person, yuan: '60000.00' }])
    await server.settle(1)
    assert.equal(next.vat, 0, 'the VAT of both was taken before')
    await retry(next.id)
    const rows = await adjustments(person.id)
    assert.deepEqual(
      rows.map((row) => [row.kind, row.vat_fen]),
      [
        ['difference', -118_813],
        ['difference', 118_813],
      ],
    )
    const markedMonths = await sql`select from tax_standing where operator_id = ${person.id} and needs_review`.execute(db())
    assert.equal(markedMonths.rows.length, 0, 'nothing is left to look at')
  })

  test('a failed payment creates a tax difference after the person’s other payment has ended', async () => {
    const person = specialPayee('held')
    nextMonth()
    const failingBatch = await act.createPaidBatch([{ person, yuan: '60000.00' }])
    await server.settle(1)
    const openBatch = await act.createPaidBatch([{ person, yuan: '60001.00' }])
    await server.settle(1)
    const adjustmentsBefore = (await adjustments(person.id)).length
    await server.must('maker', 'payouts.cancelHeld', { lineIds: (await act.lines(failingBatch.id)).map((line) => line.id) })
    await server.settle(1)
    assert.equal((await adjustments(person.id)).length, adjustmentsBefore, 'the open payment may still fail too')
    await retry(openBatch.id)
    const [difference, ...others] = (await adjustments(person.id)).slice(adjustmentsBefore)
    assert.deepEqual([difference?.kind, difference?.month, difference?.vat_fen, others.length], ['difference', month(), -118_813, 0])
  })

  test('when several payments fail together, each person gets the difference of their own lines', async () => {
    const people = demoPeople()
      .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
      .slice(0, 3)
    const bank = bankScenario(server)
    nextMonth()
    nextMonth()
    const failingBatch = await act.createPaidBatch(people.map((person, index) => ({ person, yuan: `${60_000 + index}.00` })))
    await bank.send({ send: ({ requestNo }) => [replies.accepted(requestNo)] })
    await act.createPaidBatch(people.map((person, index) => ({ person, yuan: `${60_100 + index}.00` })))
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    await bank.queryLater((no) => [replies.failed(no)])
    assert.equal((await act.get(failingBatch.id)).state, 'failed')
    const failedLines = (await act.lines(failingBatch.id)).toSorted((a, b) => a.seq - b.seq)
    for (const [index, person] of people.entries()) {
      const [difference, ...others] = (await adjustments(person.id)).filter((row) => row.month === month())
      assert.deepEqual([difference?.kind, difference?.line_ids, others.length], ['difference', [failedLines[index]?.id], 0])
      const storedMonth = await personMonth(person.id, month())
      assert.equal((storedMonth?.vat_fen ?? 0) + (difference?.vat_fen ?? 0), 0, 'below 100,000.00 there is no VAT')
    }
  })

  test('a payment returned after its month was closed becomes a correction of that month', async () => {
    const person = specialPayee('bounces')
    nextMonth()
    nextMonth(-1)
    const batch = await act.createPaidBatch([{ person, yuan: '49000.00' }])
    await server.settle(1)
    const closedMonth = month()
    const countedMonth = await personMonth(person.id, closedMonth)
    assert.equal(countedMonth?.gross_fen, 4_900_000)
    server.advance(3 * dayMs)
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${closedMonth}, ${now()})`.execute(db())
    await server.settle(2)
    assert.equal((await act.lines(batch.id))[0]?.state, 'returned')
    assert.deepEqual(await personMonth(person.id, closedMonth), countedMonth)
    const rows = await adjustments(person.id)
    assert.deepEqual(
      rows.map((row) => [row.kind, row.month, row.period, row.gross_fen, row.withheld_fen]),
      [['uncounted', closedMonth, closedMonth, -4_900_000, -(countedMonth?.withheld_fen ?? 0)]],
    )
    await assert.rejects(
      sql`update tax_standing set gross_fen = 1 where operator_id = ${person.id} and month = ${closedMonth}`.execute(db()),
      /closed month cannot change/,
    )
    const next = await act.createPayableBatch([{ person, yuan: '49000.00' }])
    assert.equal(next.iit, countedMonth?.withheld_fen, 'withholding begins as if nothing had been paid')
    await server.must('maker', 'payments.cancel', act.target(next))
  })
})
