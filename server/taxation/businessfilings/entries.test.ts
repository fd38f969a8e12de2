import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { businessOwnerAt, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk, businessOwner } from '#/server/taxation/businessinvoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('invoices entered for an open VAT filing', () => {
  const server = checkedTestServer()
  let quarter = ''
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const { pay, place, rowOf, target, get, generate } = filingScenario(
    () => server,
    () => quarter,
  )

  before(async () => {
    desk = await businessDesk(server)
    await prepareOwners(server)
    quarter = quarterOf(daysOfPeriod(quarterOf(desk.today())).to)
    server.advance(Date.parse(`${shiftDay(daysOfPeriod(quarter).from, 1)}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
    assert.equal(quarterOf(dayOf(server.running.kernel.clock.now())), quarter)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_004, no: 'CZ990004', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
  })

  /** Returns the last payment to a business. */
  async function lastPayment(index: number): Promise<{ id: number; batchId: number; entityId: number }> {
    const { rows } = await sql<{ id: number; batchId: number; entityId: number }>`select line.id, line.batch_id as "batchId", line.entity_id as "entityId"
      from payment_line line join operator_entity entity on entity.id = line.entity_id
      where entity.credit_code = ${businessOwnerAt(index).entity.creditCode} order by line.id desc limit 1`.execute(db())
    return rows[0] ?? assert.fail('the business was not paid')
  }

  /** Enters special invoices that a business issued elsewhere. Returns the filing. */
  async function enterSpecial(index: number, amount: string): Promise<number> {
    await generate('vat')
    const { id } = await rowOf('vat', index)
    const entry = { ...(await target(id)), other: '0', invoiced: amount, special: amount, reason: '线下发票' }
    await server.must('finance', 'businessfilings.correct', entry, modeOnePlace)
    return id
  }

  /** Recomputes the open filings. Returns the invoices of one. */
  async function recompute(id: number) {
    await server.job('businessfilings.watch')
    const { figures } = await get(id)
    return { issued: figures.issued, invoiced: figures.invoiced, special: figures.special, entered: figures.enteredSpecial, vat: figures.vat }
  }

  test('entered special invoices are taxed in full again after a returned payment is repeated', async () => {
    await pay([0, '50000.00'])
    await pay([0, '50000.00'])
    const id = await enterSpecial(0, '80000.00')
    // 80,000 − 80,000 ÷ 1.01.
    const full = { issued: 0, invoiced: 8_000_000, special: 8_000_000, entered: 8_000_000, vat: 79_208 }
    assert.deepEqual(await recompute(id), full)
    await desk.bounce((await lastPayment(0)).id)
    assert.deepEqual(await recompute(id), { issued: 0, invoiced: 5_000_000, special: 5_000_000, entered: 8_000_000, vat: 49_505 })
    const sales = { ...(await target(id)), invoiced: '80000.00', special: '80000.00', reason: '其他收入' }
    const unchanged = await server.must('finance', 'businessfilings.correct', { ...sales, other: '1000.00' }, modeOnePlace)
    assert.deepEqual([unchanged.figures.special, unchanged.figures.enteredSpecial], [5_100_000, 8_000_000], 'an unchanged entry above the sales is kept')
    const more = { ...(await target(id)), other: '1000.00', invoiced: '80000.01', special: '80000.00', reason: '线下发票' }
    assert.equal((await server.call('finance', 'businessfilings.correct', more, modeOnePlace)).error, 'specialMost')
    const less = { ...(await target(id)), other: '0', invoiced: '80000.00', special: '80000.00', reason: '其他收入' }
    assert.equal((await server.call('finance', 'businessfilings.correct', less, modeOnePlace)).error, 'specialMost')
    await pay([0, '50000.00'])
    assert.deepEqual(await recompute(id), full)
  })

  test('entered special invoices count again after an invoice issued here is reversed', async () => {
    assert.equal(businessOwner(1).entity.creditCode, businessOwnerAt(1).entity.creditCode)
    await pay([1, '60000.00'])
    const id = await enterSpecial(1, '40000.00')
    const payment = await lastPayment(1)
    await desk.authorise(payment.entityId)
    const [application = assert.fail()] = await desk.generate(payment.batchId)
    const issued = await desk.issue(await desk.approve(application))
    assert.deepEqual((await recompute(id)).issued, 6_000_000)
    const { faults } = await server.must('finance', 'businessfilings.check', place('vat'), modeOnePlace)
    const names = faults.find((fault) => fault.kind === 'invoicedMore')?.filings.map((filing) => filing.id) ?? []
    assert.ok(names.includes(id), 'invoices here and elsewhere exceed the sales')
    await desk.bounce(payment.id)
    await desk.reverse(issued)
    await pay([1, '60000.00'])
    assert.deepEqual(await recompute(id), { issued: 0, invoiced: 4_000_000, special: 4_000_000, entered: 4_000_000, vat: 39_604 })
  })
})
