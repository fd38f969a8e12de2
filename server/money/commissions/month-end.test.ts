import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { createApprovedSplit } from '#/server/organisations/fees/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('commission of the first day of a month', () => {
  const server = testServer()
  const now = () => server.running.kernel.clock.now()
  const advanceToMonth = (month: string) => server.advance(Date.parse(`${monthStart(month)}T00:30:00+08:00`) - now().getTime())
  before(async () => {
    await extendDocuments(server)
    advanceToMonth(shiftMonth(monthOf(now()), 1))
    await createApprovedSplit(server, { mode: 2 })
  })

  test('commission of the first day is billed with its own month', async () => {
    const act = paymentScenario(server)
    const person = demoPeople().ordinary[10] ?? assert.fail()
    const pay = async () => {
      await act.createPaidBatch([{ person, yuan: '1000.00' }])
      await server.settle(1)
    }
    await pay()
    const first = monthOf(now())
    advanceToMonth(shiftMonth(first, 1))
    await pay()
    await server.job('commissions.issue')
    const bills = async () => (await server.must('partner', 'commissions.list', {}, atCentre)).rows.map(({ month, amount }) => [month, amount])
    assert.deepEqual(await bills(), [[first, 500]])
    advanceToMonth(shiftMonth(first, 2))
    await server.job('commissions.issue')
    assert.deepEqual((await bills()).toSorted(), [
      [first, 500],
      [shiftMonth(first, 1), 500],
    ])
  })
})
