import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { confirmTaxChange } from '#/server/people/entities/testing.ts'
import { declarationAmounts, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk, businessOwner } from '#/server/taxation/businessinvoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('declarations that are registered after a change of their figures', () => {
  const server = checkedTestServer()
  let desk: Awaited<ReturnType<typeof businessDesk>>
  let [earlier, quarter, paidOn] = ['', '', '']
  const db = () => server.running.kernel.database.kysely
  const approved = new Map<string, Awaited<ReturnType<typeof desk.approve>>>()
  const issueLate = (index: number) => desk.issue(approved.get(businessOwner(index).entity.creditCode) ?? assert.fail(), paidOn)
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
  const declareRow = async (kind: 'vat' | 'incomeTax', index: number, more: Record<string, unknown> = {}, period = quarter) => {
    const row = await rowOf(kind, index, period)
    return declare(row.id, { ...declarationAmounts(row), ...more })
  }
  /** Runs the queued jobs that mark the closed filings of a business. Returns their number. */
  const runMarkJobs = async () => {
    const { rows } = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'businessfilings.mark' returning data`.execute(db())
    for (const { data } of rows) await server.job('businessfilings.mark', data)
    return rows.length
  }

  before(async () => {
    desk = await businessDesk(server)
    await prepareOwners(server)
    earlier = quarterOf(today())
    quarter = quarterOf(daysOfPeriod(earlier).to)
    await pay([0, '5000.00'])
    paidOn = shiftDay(daysOfPeriod(quarter).from, 1)
    toDay(paidOn)
    const batch = await desk.pay([
      [0, '1010.00'],
      [1, '1010.00'],
    ])
    for (const index of [0, 1]) await desk.authorise(await desk.entityOf(index))
    for (const application of await desk.generate(batch.id, 'special')) approved.set(application.sellerNo, await desk.approve(application))
    toDay(dayAfterEnd(1))
    await closePeriod('vat', earlier)
    assert.equal((await declareRow('vat', 0, {}, earlier)).code, 1)
    await closePeriod('vat', quarter)
    await closePeriod('incomeTax', quarter)
  })

  test('a declaration between a harmless correction and the change of its figures is registered', async () => {
    toDay(dayAfterEnd(3))
    const sales = { other: '1000.00', reason: '线下收入' }
    await server.must('finance', 'businessfilings.correct', { ...(await target((await rowOf('vat', 0, earlier)).id)), ...sales }, modeOnePlace)
    assert.equal((await rowOf('vat', 0)).isOutdated, false, 'the correction carries no returns')
    toDay(dayAfterEnd(9))
    await issueLate(0)
    toDay(dayAfterEnd(10))
    const declared = await declareRow('vat', 0, { declaredOn: dayAfterEnd(7) })
    assert.equal(declared.code, 1, declared.message)
    assert.equal((await rowOf('vat', 0)).isOutdated, true)
  })

  test('a late invoice outdates its quarter from the day of its registration', async () => {
    const day = today()
    await issueLate(1)
    await runMarkJobs()
    assert.equal((await rowOf('vat', 1)).isOutdated, true)
    toDay(shiftDay(day, 2))
    const refused = await declareRow('vat', 1, { declaredOn: day })
    assert.equal(refused.error, 'outdated')
    assert.match(refused.message, new RegExp(day))
    assert.equal((await declareRow('vat', 1, { declaredOn: shiftDay(day, -1) })).code, 1)
  })

  test('a notice of a rate outdates income tax from the day of its confirmation', async () => {
    const day = today()
    const entityId = await desk.entityOf(1)
    const { rows } = await sql<{ version: number }>`select version from operator_entity where id = ${entityId}`.execute(db())
    const notice = { documentNo: '税核定〔2027〕1号', reason: '核定通知', file: desk.pdf('核定') }
    const rate = { entityId, version: rows[0]?.version ?? 0, rate: '0.2', from: daysOfPeriod(quarter).from }
    await confirmTaxChange(server, await server.must('centre', 'entities.setLevy', { ...rate, ...notice }, modeOnePlace))
    await runMarkJobs()
    assert.equal((await rowOf('incomeTax', 1)).isOutdated, true)
    toDay(shiftDay(day, 2))
    const refused = await declareRow('incomeTax', 1, { declaredOn: day })
    assert.equal(refused.error, 'outdated')
    assert.match(refused.message, new RegExp(day))
    assert.equal((await declareRow('incomeTax', 1, { declaredOn: shiftDay(day, -1) })).code, 1)
  })

  test('a red letter of a business checks its closed filings too', async () => {
    await desk.reverse(await desk.get(approved.get(businessOwner(1).entity.creditCode)?.id ?? 0))
    assert.equal(await runMarkJobs(), 1)
  })

  test('an income tax correction is declared only after the VAT correction that it depends on', async () => {
    const correct = async (kind: 'vat' | 'incomeTax', figures: Record<string, unknown>) =>
      server.must('finance', 'businessfilings.correct', { ...(await target((await rowOf(kind, 1)).id)), reason: '更正', ...figures }, modeOnePlace)
    await correct('vat', { other: '5000.00' })
    await correct('incomeTax', {})
    const refused = await declareRow('incomeTax', 1, { no: 'SB-CORRECTED' })
    assert.equal(refused.error, 'earlierUndeclared')
    assert.match(refused.message, /增值税/)
    assert.equal((await declareRow('vat', 1, { no: 'SB-VAT-CORRECTED' })).code, 1)
    const declared = await declareRow('incomeTax', 1, { no: 'SB-CORRECTED' })
    assert.equal(declared.code, 1, declared.message)
  })
})
