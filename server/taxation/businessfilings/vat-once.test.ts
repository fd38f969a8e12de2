import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { businessOwnerAt, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const [second, third, fourth, first] = ['2026-Q2', '2026-Q3', '2026-Q4', '2027-Q1']

/** Businesses by what happens to their payment of the second quarter, which a special invoice taxes. */
const [redNextYear, withTaxedReturn, discountBefore, otherReturn] = [0, 1, 2, 3]

describe('the VAT of a sale is returned once', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { rowOf, close, generate, get, target, declare } = filingScenario(
    () => server,
    () => third,
  )
  /** Pays businesses that have no overdue duties. Returns the batch and the payments by business. */
  async function payAt(day: string, ...owed: readonly (readonly [index: number, yuan: string])[]) {
    toDay(day)
    await server.job('entities.sweep')
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue') and opens_on <= ${day}`.execute(db())
    await sql`update operator_entity set state = 'operating' where state = 'abnormal'`.execute(db())
    const { id, lines } = await desk.pay(owed)
    return { id, lineOf: (index: number) => lines.find((line) => line.name === businessOwnerAt(index).name)?.id ?? assert.fail('not paid') }
  }
  const figuresOf = async (index: number, period: string) => {
    await generate('vat', period)
    return (await get((await rowOf('vat', index, period)).id)).figures
  }
  const closeQuarter = async (period: string) => {
    const answer = await close('vat', '已核实', period)
    assert.equal(answer.code, 1, answer.message)
  }
  type Invoice = Awaited<ReturnType<typeof desk.issue>>
  /** Issues a red letter of a reason for a part of an invoice today. */
  async function reversePart(invoice: Invoice, amount: string, reason: 'discount' | 'returned') {
    const invoiceId = invoice.invoices[0]?.id ?? assert.fail('no invoice')
    const requested = await server.must('finance', 'invoices.askRed', { ...desk.target(await desk.get(invoice.id)), invoiceId, reason, amount }, modeOnePlace)
    const red = requested.reds.at(-1) ?? assert.fail('no red letter')
    await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '01' }, modeOnePlace)
    const paper = { number: desk.nextNumber(), issuedOn: desk.today(), file: desk.pdf('红字') }
    await server.must('finance', 'invoices.issueRed', { redId: red.id, version: red.version + 1, ...paper }, modeOnePlace)
  }
  let paid: Awaited<ReturnType<typeof payAt>>
  const invoices = new Map<string, Invoice>()
  const invoiceOf = (index: number) => invoices.get(businessOwnerAt(index).entity.creditCode) ?? assert.fail('no invoice')

  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-04-02T09:00:00+08:00') - Date.now() })
    desk = await businessDesk(server)
    await prepareOwners(server)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_008, no: 'CZ990008', centreId: 2, mode: 1, unitId: 1, amount: fen(900_000_000), memo: '测试' }),
    )
    paid = await payAt('2026-04-02', [redNextYear, '101000.00'], [withTaxedReturn, '10100.00'], [discountBefore, '101000.00'])
    for (const index of [redNextYear, withTaxedReturn, discountBefore]) await desk.authorise(await desk.entityOf(index))
    for (const application of await desk.generate(paid.id, 'special')) invoices.set(application.sellerNo, await desk.issue(await desk.approve(application)))
    toDay('2026-07-02')
    await closeQuarter(second)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a return after a discount on its invoice returns the VAT of the remainder', async () => {
    const later = await payAt('2026-07-03', [redNextYear, '505000.00'], [withTaxedReturn, '404000.00'], [otherReturn, '10100.00'])
    await desk.bounce(paid.lineOf(redNextYear))
    await reversePart(invoiceOf(discountBefore), '50500.00', 'discount')
    toDay('2026-10-02')
    await closeQuarter(third)
    await payAt('2026-10-03', [withTaxedReturn, '50500.00'], [discountBefore, '505000.00'], [otherReturn, '1010.00'])
    await desk.bounce(paid.lineOf(discountBefore))
    const returned = await figuresOf(discountBefore, fourth)
    // 505,000 − 101,000 with VAT, 500 that the discount returned before, less the 500 overpaid since.
    assert.deepEqual([returned.creditBefore, returned.returnVat, returned.vat], [50_000, 50_000, 400_000])
    await reversePart(invoiceOf(discountBefore), '50500.00', 'returned')
    const reversed = await figuresOf(discountBefore, fourth)
    assert.deepEqual([reversed.lateSpecial, reversed.vat], [0, 400_000], 'the payment already returned the VAT of this red letter')
    await desk.bounce(later.lineOf(withTaxedReturn))
    await desk.bounce(paid.lineOf(withTaxedReturn))
    await desk.reverse(invoiceOf(withTaxedReturn))
    const taxed = await figuresOf(withTaxedReturn, fourth)
    // 404,000 − 50,500 of exempt sales, and 100 of the red letter.
    assert.deepEqual([taxed.returnVat, taxed.lateSpecial, taxed.creditAfter], [-350_000, -1_010_000, 360_000])
  })

  test('a red letter in a later year than the return of its payment returns no VAT', async () => {
    toDay('2027-01-02')
    await generate('vat', fourth)
    await closeQuarter(fourth)
    const later = await payAt('2027-01-03', [redNextYear, '505000.00'], [otherReturn, '1010.00'])
    await desk.reverse(invoiceOf(redNextYear))
    const alone = await figuresOf(redNextYear, first)
    assert.deepEqual([alone.lateSpecial, alone.vat, alone.creditAfter], [0, 500_000, 0])
    await desk.bounce(later.lineOf(otherReturn))
    const { reason: _reason, at: _at, ...others } = await figuresOf(redNextYear, first)
    const { reason: _r, at: _a, ...own } = alone
    assert.deepEqual(others, own, 'another business changes nothing')
    toDay('2027-04-02')
    await closeQuarter(first)
    const row = await rowOf('vat', redNextYear, first)
    const declared = await declare(row.id, { vat: plainYuan(fen(row.vat)), surcharge: plainYuan(fen(row.surcharge)), iit: '0' })
    assert.equal(declared.code, 1, declared.message)
  })

  test('declaring a filing of the earlier model keeps its mark until it is closed again', async () => {
    const row = await rowOf('vat', withTaxedReturn, second)
    await sql`alter table business_filing_figure disable trigger user`.execute(db())
    await sql`update business_filing_figure set is_credited = false where filing_id = ${row.id}`.execute(db())
    await sql`alter table business_filing_figure enable trigger user`.execute(db())
    await sql`update business_filing set outdated_since = '2026-07-10' where id = ${row.id}`.execute(db())
    const amounts = { vat: plainYuan(fen(row.vat)), surcharge: plainYuan(fen(row.surcharge)), iit: '0' }
    assert.equal((await declare(row.id, amounts)).error, 'outdated')
    await server.must('finance', 'businessfilings.reopen', { ...(await target(row.id)), reason: '重新计算' }, modeOnePlace)
    await closeQuarter(second)
    assert.equal((await declare(row.id, amounts)).code, 1)
  })
})
