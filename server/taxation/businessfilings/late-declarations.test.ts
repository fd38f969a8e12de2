import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { declarationAmounts, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import type { ApplicationDetail } from '#/server/taxation/invoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('declarations that are registered after a change of their figures', () => {
  const server = checkedTestServer()
  let desk: Awaited<ReturnType<typeof businessDesk>>
  let [earlier, quarter, paidOn] = ['', '', '']
  let approved: ApplicationDetail
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  /** Returns a day after the end of the quarter. */
  const dayAfterEnd = (days: number) => shiftDay(daysOfPeriod(quarter).to, days)
  const { pay, rowOf, target, close, declare, generate } = filingScenario(
    () => server,
    () => quarter,
  )
  const closePeriod = async (kind: 'vat' | 'incomeTax', period: string) => {
    await generate(kind, period)
    const answer = await close(kind, '口头确认', period)
    assert.equal(answer.code, 1, answer.message)
  }
  const declareRow = async (kind: 'vat' | 'incomeTax', period: string, more: Record<string, unknown> = {}) => {
    const row = await rowOf(kind, 0, period)
    return declare(row.id, { ...declarationAmounts(row), ...more })
  }

  before(async () => {
    desk = await businessDesk(server)
    await prepareOwners(server)
    earlier = quarterOf(today())
    quarter = quarterOf(daysOfPeriod(earlier).to)
    await pay([0, '5000.00'])
    paidOn = shiftDay(daysOfPeriod(quarter).from, 1)
    toDay(paidOn)
    const batch = await desk.pay([[0, '1010.00']])
    await desk.authorise(await desk.entityOf(0))
    const [application = assert.fail()] = await desk.generate(batch.id, 'special')
    approved = await desk.approve(application)
    toDay(dayAfterEnd(1))
    await closePeriod('vat', earlier)
    assert.equal((await declareRow('vat', earlier)).code, 1)
    await closePeriod('vat', quarter)
  })

  test('a declaration between a harmless correction and the change of its figures is registered', async () => {
    toDay(dayAfterEnd(3))
    const sales = { other: '1000.00', reason: '线下收入' }
    await server.must('finance', 'businessfilings.correct', { ...(await target((await rowOf('vat', 0, earlier)).id)), ...sales }, modeOnePlace)
    assert.equal((await rowOf('vat', 0)).isOutdated, false, 'the correction carries no returns')
    toDay(dayAfterEnd(9))
    await desk.issue(approved, paidOn)
    toDay(dayAfterEnd(10))
    const declared = await declareRow('vat', quarter, { declaredOn: dayAfterEnd(7) })
    assert.equal(declared.code, 1, declared.message)
    assert.equal((await rowOf('vat', 0)).isOutdated, true)
  })
})
