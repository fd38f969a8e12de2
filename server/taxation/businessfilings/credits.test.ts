import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { confirmTaxChange } from '#/server/people/entities/testing.ts'
import { businessOwnerAt, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const [second, third, fourth, first] = ['2026-Q2', '2026-Q3', '2026-Q4', '2027-Q1']

/** Businesses by what happens to their payment of the second quarter. */
const [exemptReturn, lateInvoice, oneDeduction, taxedWhole, inBetween] = [0, 1, 2, 3, 4]

describe('VAT of returns, invoices and red letters of other quarters', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { rowOf, target, close, generate, get } = filingScenario(
    () => server,
    () => third,
  )
  /** Pays businesses that have no overdue duties. Returns the batch with its payments in the same order. */
  async function payAt(day: string, ...owed: readonly (readonly [index: number, yuan: string])[]) {
    toDay(day)
    await server.job('entities.sweep')
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue') and opens_on <= ${day}`.execute(db())
    await sql`update operator_entity set state = 'operating' where state = 'abnormal'`.execute(db())
    const { id, lines } = await desk.pay(owed)
    return { id, lines: owed.map(([index]) => lines.find((line) => line.name === businessOwnerAt(index).name) ?? assert.fail('not paid')) }
  }
  /** Issues the special invoices of a batch today. Returns them by business. */
  async function issueSpecial(batchId: number) {
    const issued = new Map<string, Awaited<ReturnType<typeof desk.issue>>>()
    for (const application of await desk.generate(batchId, 'special')) issued.set(application.sellerNo, await desk.issue(await desk.approve(application)))
    return (index: number) => issued.get(businessOwnerAt(index).entity.creditCode) ?? assert.fail('no invoice')
  }
  const figuresOf = async (index: number, period: string) => {
    await generate('vat', period)
    return (await get((await rowOf('vat', index, period)).id)).figures
  }
  const closeQuarter = async (period: string) => {
    const answer = await close('vat', '已核实', period)
    assert.equal(answer.code, 1, answer.message)
  }
  const changeTax = async (index: number, taxKind: 'general' | 'small') => {
    const entityId = await desk.entityOf(index)
    const { rows } = await sql<{ version: number }>`select version from operator_entity where id = ${entityId}`.execute(db())
    const request = { entityId, version: rows[0]?.version ?? 0, taxKind, reason: '税务机关通知', file: desk.pdf('通知') }
    return confirmTaxChange(server, await server.must('centre', 'entities.changeTax', request, modeOnePlace))
  }
  let batch: Awaited<ReturnType<typeof payAt>>
  let rejected: Awaited<ReturnType<typeof payAt>>
  let invoiceOf: Awaited<ReturnType<typeof issueSpecial>>
  let lateRed: ReturnType<typeof invoiceOf> | undefined
  const returnedLine = (index: number) => batch.lines[index]?.id ?? assert.fail('no payment')

  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-04-02T09:00:00+08:00') - Date.now() })
    desk = await businessDesk(server)
    await prepareOwners(server)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_007, no: 'CZ990007', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    batch = await payAt(
      '2026-04-02',
      [exemptReturn, '5050.00'],
      [lateInvoice, '10100.00'],
      [oneDeduction, '10100.00'],
      [taxedWhole, '404000.00'],
      [inBetween, '10100.00'],
    )
    for (const index of [exemptReturn, lateInvoice, oneDeduction, taxedWhole, inBetween]) await desk.authorise(await desk.entityOf(index))
    toDay('2026-07-02')
    await generate('vat', second)
    await closeQuarter(second)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a special invoice for an exempt sale of an earlier quarter is taxed when it is issued', async () => {
    // The business of the returned payment is not invoiced, because a returned payment cannot be.
    await desk.bounce(returnedLine(exemptReturn))
    invoiceOf = await issueSpecial(batch.id)
    await desk.reverse(invoiceOf(inBetween))
    const late = await figuresOf(lateInvoice, third)
    assert.deepEqual([late.gross, late.special, late.lateSpecial, late.taxable, late.vat], [0, 0, 1_010_000, 1_000_000, 10_000])
    const whole = await figuresOf(taxedWhole, third)
    assert.deepEqual([whole.lateSpecial, whole.vat], [0, 0], 'its sale was taxed in the quarter of the payment')
  })

  test('returns of exempt sales leave a special invoice of their quarter taxed in full', async () => {
    const { id } = await payAt('2026-07-03', [exemptReturn, '10100.00'])
    await issueSpecial(id)
    rejected = await payAt('2026-07-03', [oneDeduction, '2020.00'])
    const [application = assert.fail('no application')] = await desk.generate(rejected.id, 'special')
    await server.must('centre', 'invoices.review', { ...desk.target(application), approve: false, reason: '抬头有误' }, modeOnePlace)
    const figures = await figuresOf(exemptReturn, third)
    assert.deepEqual([figures.gross, figures.returned, figures.special, figures.vat, figures.creditAfter], [505_000, 505_000, 1_010_000, 10_000, 0])
    const correct = async (entry: Record<string, unknown>) =>
      server.call(
        'finance',
        'businessfilings.correct',
        { ...(await target((await rowOf('vat', exemptReturn)).id)), reason: '线下发票', ...entry },
        modeOnePlace,
      )
    assert.equal((await correct({ invoiced: '0.01', special: '0' })).error, 'specialMost', 'all sales of the quarter are invoiced')
    const { data } = await correct({ other: '1010.00', invoiced: '1010.00', special: '1010.00' })
    assert.deepEqual([data?.figures.special, data?.vat], [1_111_000, 11_000])
  })

  test('a red letter and the return of its payment reduce VAT once', async () => {
    toDay('2026-10-02')
    await generate('vat', third)
    await closeQuarter(third)
    await payAt('2026-10-03', [oneDeduction, '505000.00'], [inBetween, '404000.00'])
    for (const index of [lateInvoice, oneDeduction, taxedWhole]) {
      await desk.bounce(returnedLine(index))
      await desk.reverse(invoiceOf(index))
    }
    await desk.bounce(returnedLine(inBetween))
    const earlier = await figuresOf(inBetween, fourth)
    // 404,000 − 10,100 with VAT, and the VAT that the red letter of the third quarter gave back.
    assert.deepEqual([earlier.gross, earlier.lateSpecial, earlier.vat], [39_390_000, 0, 400_000])
    const reversed = await figuresOf(lateInvoice, fourth)
    assert.deepEqual([reversed.lateSpecial, reversed.vat, reversed.creditAfter], [-1_010_000, 0, 10_000])
    await desk.bounce(rejected.lines[0]?.id ?? 0)
    const once = await figuresOf(oneDeduction, fourth)
    // 505,000 − 10,100 − 2,020 with VAT. The red letter gives nothing more, and a rejected invoice takes nothing.
    assert.deepEqual([once.gross, once.lateSpecial, once.vat, once.creditAfter], [49_288_000, 0, 488_000, 0])
    const whole = await figuresOf(taxedWhole, fourth)
    assert.deepEqual([whole.lateSpecial, whole.vat, whole.creditAfter], [0, 0, 400_000], 'the return gives the VAT of its quarter back')
  })

  test('a special invoice of a returned payment is taxed until its red letter gives the VAT back', async () => {
    const { id, lines } = await payAt('2026-10-04', [exemptReturn, '2020.00'])
    const invoices = await issueSpecial(id)
    await desk.bounce(lines[0]?.id ?? 0)
    const taxed = await figuresOf(exemptReturn, fourth)
    assert.deepEqual([taxed.gross, taxed.special, taxed.vat], [0, 202_000, 2000])
    lateRed = invoices(exemptReturn)
  })

  test('overpaid VAT reduces the next VAT of the business, and the rest a later one', async () => {
    toDay('2027-01-02')
    await generate('vat', fourth)
    await closeQuarter(fourth)
    await payAt('2027-01-02', [lateInvoice, '505000.00'], [taxedWhole, '303000.00'], [exemptReturn, '1010.00'])
    const paid = await figuresOf(lateInvoice, first)
    assert.deepEqual([paid.creditBefore, paid.vat, paid.creditAfter, paid.sales], [10_000, 490_000, 0, 50_000_000])
    const rest = await figuresOf(taxedWhole, first)
    assert.deepEqual([rest.creditBefore, rest.vat, rest.creditAfter], [400_000, 0, 100_000])
    await desk.reverse(lateRed ?? assert.fail())
    const red = await figuresOf(exemptReturn, first)
    assert.deepEqual([red.creditBefore, red.lateSpecial, red.vat, red.creditAfter], [0, -202_000, 0, 2000])
  })

  test('a time as a general taxpayer counts in no quarter and ends the overpaid VAT', async () => {
    toDay('2027-02-01')
    for (const index of [taxedWhole, inBetween]) await changeTax(index, 'general')
    await payAt('2027-02-02', [inBetween, '7000.00'])
    toDay('2027-03-01')
    await changeTax(inBetween, 'small')
    await payAt('2027-03-02', [inBetween, '5000.00'])
    await payAt('2027-04-02', [taxedWhole, '1010.00'])
    await changeTax(taxedWhole, 'small')
    const between = await figuresOf(inBetween, first)
    assert.equal(between.gross, 500_000)
    const { rows } = await server.must('finance', 'businessfilings.sources', { businessFilingId: (await rowOf('vat', inBetween, first)).id }, modeOnePlace)
    assert.deepEqual(
      rows.map(({ gross }) => gross),
      [500_000],
    )
    // Small-scale again before the filing is closed: it still ends with the change in February.
    assert.equal((await figuresOf(taxedWhole, first)).gross, 30_300_000)
    assert.equal((await rowOf('vat', taxedWhole, first)).unusedCredit, 100_000)
    await closeQuarter(first)
    await payAt('2027-05-02', [taxedWhole, '404000.00'])
    const next = await figuresOf(taxedWhole, '2027-Q2')
    assert.deepEqual([next.gross, next.creditBefore, next.vat], [40_501_000, 0, 401_000], 'it is small-scale again from the day of the change')
  })
})
