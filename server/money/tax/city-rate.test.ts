import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { reviewTaxMonths } from '#/server/money/tax/facts.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('city rates of a centre by month', () => {
  const server = testServer()
  const person = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.entity === null)[12] ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const advanceToMonth = (next: string) => server.advance(Date.parse(`${monthStart(next)}T10:00:00+08:00`) - now().getTime())
  const pay = async () => {
    const act = paymentScenario(server)
    const { id } = await act.draft([{ person, yuan: '120000.00' }])
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage(`acceptance ${id}`) }
    await server.must('maker', 'payments.attach', { id, kind: 'acceptance', file })
    await act.pay(await act.audit(await act.check(await act.submit(await server.must('maker', 'payments.get', { id })))))
    await server.settle(2)
  }
  const taxOfPayments = async () => {
    const { rows } = await sql<{ vat: number; city: number }>`select line.vat_fen as vat, line.city_fen as city from payment_line line
      join operator on operator.id = line.operator_id where operator.name = ${person.name} and line.state = 'success' and line.gross_fen = 12000000 order by line.id`.execute(
      db(),
    )
    return rows.map(({ vat, city }) => [vat, city])
  }
  before(async () => {
    await extendDocuments(server)
    await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000, city_rate_ppm = 70000 where id = 2`.execute(db())
    advanceToMonth(shiftMonth(monthOf(now()), 2))
  })

  test('a city rate for the next month applies from then on and leaves earlier payments unchanged', async () => {
    const month = monthOf(now())
    await pay()
    const { id, version, ...rest } = await server.must('platform', 'centres.get', { id: 2 })
    const yuan = (amount: number) => String(amount / 100)
    const form = { ...rest, singleLimit: yuan(rest.singleLimit), monthLimit: yuan(rest.monthLimit), invoiceCap: yuan(rest.invoiceCap) }
    const next = shiftMonth(month, 1)
    const changedCentre = await server.must('platform', 'centres.update', { id, version, ...form, cityRatePpm: 50_000, cityRateFrom: next } as never)
    assert.deepEqual([changedCentre.cityRatePpm, changedCentre.cityRates.map(({ ratePpm, from }) => [ratePpm, from])], [70_000, [[50_000, next]]])
    advanceToMonth(next)
    assert.equal((await server.must('platform', 'centres.get', { id: 2 })).cityRatePpm, 50_000)
    const year = Number(next.slice(0, 4))
    const grosses = Array.from({ length: 12 }, (_, at) => (at + 1 < Number(next.slice(5)) - 1 ? '0' : '120000.00'))
    assert.deepEqual((await server.must('operator', 'calculators.year', { year, grosses })).cityRatesPpm, [70_000, 50_000])
    await pay()
    assert.deepEqual(await taxOfPayments(), [
      [118_812, 4_158],
      [118_812, 2_970],
    ])
  })

  test('a review of the year finds no difference in months before the change', async () => {
    const operators = await sql<{ id: number }>`update tax_standing set needs_review = true from operator
      where operator.id = tax_standing.operator_id and operator.name = ${person.name} returning operator.id`.execute(db())
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      reviewTaxMonths(
        ctx,
        operators.rows.map(({ id }) => id),
        [],
      ),
    )
    const { rows } = await sql`select adjustment.month, city_fen from tax_adjustment adjustment join operator on operator.id = adjustment.operator_id
      where operator.name = ${person.name} and adjustment.kind = 'difference'`.execute(db())
    assert.deepEqual(rows, [])
  })
})
