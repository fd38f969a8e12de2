import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('consent check of a tax month', () => {
  const server = testServer()
  let period = 0
  let paidOn = ''
  const payee = demoPeople().ordinary[2] ?? assert.fail('the demo has people')
  const now = () => server.running.kernel.clock.now()
  const fortyDaysAfter = (on: string) => shiftDay(on, 40)
  /** Sets the start and end of the payee's consents. */
  const replaceConsents = ({ from, revoked = null, until = null }: { from: string; revoked?: string | null; until?: string | null }) =>
    sql`update consent set given_at = ${from}::date, revoked_at = ${revoked}::date, valid_to = ${until}::date
      where operator_id = ${payee.id} and centre_id = 2 and kind = 'tax_filing'`.execute(server.running.kernel.database.kysely)
  const isRequested = async () => {
    const { faults } = await server.must('finance', 'periods.check', { declarationId: period }, atCentre)
    return faults.some((fault) => fault.kind === 'consent')
  }

  before(async () => {
    await extendDocuments(server)
    await paymentScenario(server).createPaidBatch([{ person: payee, yuan: '8000.00' }])
    await server.settle(2)
    paidOn = dayOf(now())
    const month = monthOf(now())
    server.advance(Date.parse(`${shiftMonth(month, 1)}-01T00:30:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, atCentre)
    period = rows.find((row) => row.month === month)?.id ?? assert.fail(`no period ${month}`)
  })

  test('a consent that ended after the payment does not block the month', async () => {
    await replaceConsents({ from: '2020-01-01', revoked: shiftDay(paidOn, 1) })
    assert.equal(await isRequested(), false)
    await replaceConsents({ from: '2020-01-01', until: paidOn })
    assert.equal(await isRequested(), false)
  })

  test('a consent that ended before the payment blocks the month', async () => {
    await replaceConsents({ from: '2020-01-01', revoked: shiftDay(paidOn, -1) })
    assert.equal(await isRequested(), true)
    await replaceConsents({ from: '2020-01-01', until: shiftDay(paidOn, -1) })
    assert.equal(await isRequested(), true)
  })

  test('a later consent clears the fault only while it is in force', async () => {
    const dayAfterPayment = shiftDay(paidOn, 1)
    await replaceConsents({ from: dayAfterPayment })
    assert.equal(await isRequested(), false)
    server.advance(Date.parse(`${fortyDaysAfter(paidOn)}T00:30:00+08:00`) - now().getTime())
    await replaceConsents({ from: dayAfterPayment, revoked: shiftDay(paidOn, 2) })
    assert.equal(await isRequested(), true)
    await replaceConsents({ from: dayAfterPayment, until: fortyDaysAfter(paidOn) })
    assert.equal(await isRequested(), false)
    await replaceConsents({ from: dayAfterPayment, until: shiftDay(fortyDaysAfter(paidOn), -1) })
    assert.equal(await isRequested(), true)
  })
})
