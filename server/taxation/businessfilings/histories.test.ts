import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { confirmTaxChange } from '#/server/people/entities/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { businessOwnerAt, cellsOf, declarationAmounts, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { importResults } from '#/server/taxation/invoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })

describe('histories of business filings', () => {
  let server: TestServer
  let quarter: string
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { pay, place, rowOf, target, close, declare, generate, get } = filingScenario(
    () => server,
    () => quarter,
  )
  const entityOf = async (index: number) =>
    (
      await sql<{
        id: number
        version: number
      }>`select id, version from operator_entity where credit_code = ${businessOwnerAt(index).entity.creditCode}`.execute(db())
    ).rows[0] ?? assert.fail()

  /** Lets a business be paid again, although its earlier filings are overdue. */
  async function revive(index: number): Promise<void> {
    const { id } = await entityOf(index)
    await sql`update entity_obligation set state = 'void', remind_on = null where entity_id = ${id} and state in ('open', 'overdue') and opens_on <= ${today()}`.execute(
      db(),
    )
    await sql`update operator_entity set state = 'operating' where id = ${id}`.execute(db())
  }

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    await prepareOwners(server)
    await sql`update centre set business_contracts_from = '2099-01-01'`.execute(db())
    quarter = quarterOf(daysOfPeriod(quarterOf(today())).to)
    toDay(shiftDay(daysOfPeriod(quarter).from, 1))
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_003, no: 'CZ990003', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  async function unitTitle(): Promise<number> {
    const [stored] = (await server.must('payer', 'titles.list', {})).rows
    if (stored) return stored.id
    const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())
    const [unit] = rows
    const places = { address: '上海市徐汇区1号', telephone: '02155550000', bank: '工商银行', accountNo: '6222000012345678' }
    const title = { name: unit?.name ?? '', taxNo: unit?.code ?? '', email: 'fp@xinghe.cn', ...places }
    return (await server.must('payer', 'titles.create', title)).id
  }

  /** Issues an invoice for the payments of this month to a business. */
  async function issueSpecialInvoice(index: number): Promise<void> {
    const { id: entityId } = await entityOf(index)
    const authorisation = { entityId, from: today(), to: shiftDay(today(), 364), file: pdf('授权') }
    await server.must('centre', 'businessinvoices.authorise', authorisation, modeOnePlace)
    const titleId = await unitTitle()
    const [category = ''] = (await server.must('finance', 'businessinvoices.terms', { unitId: 1, centreId: 2 }, modeOnePlace)).categories
    const form = {
      unitId: 1,
      centreId: 2,
      titleId,
      kind: 'special',
      feeKind: 'ordinary',
      category,
      feeCategory: category,
      basis: 'month',
      month: today().slice(0, 7),
    }
    await server.must('finance', 'businessinvoices.generate', form as never, modeOnePlace)
    const listed = await server.must('finance', 'businessinvoices.list', { size: 200 }, modeOnePlace)
    const application = listed.rows.find((row) => row.sellerNo === businessOwnerAt(index).entity.creditCode && row.state === 'pending') ?? assert.fail()
    await server.must('centre', 'invoices.review', { invoicingId: application.id, version: application.version, approve: true }, modeOnePlace)
    const { no, price, tax, amount } = application
    const result = { no, number: `2635200000000000000${index + 1}`, day: today(), price, tax, total: amount, rate: '1%' }
    const imported = await importResults(server, 1, [result], { [`${result.number}.pdf`]: pdfPage(result.number) })
    assert.deepEqual([imported.done, imported.faults], [1, []])
  }

  test('a special invoice issued here is taxed in the VAT filing of its business', async () => {
    await pay([0, '101000.00'], [1, '21000.00'])
    await pay([0, '101000.00'])
    await issueSpecialInvoice(0)
    await generate('vat')
    const open = await rowOf('vat', 0)
    assert.deepEqual([open.vat, open.exempt], [200_000, 0])
    const invoices = { other: '1010.00', invoiced: '1010.00', special: '0' }
    const corrected = await server.must('finance', 'businessfilings.correct', { ...(await target(open.id)), ...invoices, reason: '线下发票' }, modeOnePlace)
    assert.deepEqual([corrected.figures.invoiced, corrected.figures.issued, corrected.figures.special], [20_301_000, 20_200_000, 20_200_000])
    const tooMuch = { ...(await target(open.id)), other: '1010.00', invoiced: '1010.01', reason: '线下发票' }
    assert.equal((await server.call('finance', 'businessfilings.correct', tooMuch, modeOnePlace)).error, 'specialMost')
    toDay(daysOfPeriod(quarter).to)
    await server.job('entities.sweep')
    assert.equal((await close('vat')).code, 1)
    const { fileId } = await server.must('finance', 'businessfilings.exportData', place('vat'), modeOnePlace)
    const rows = await cellsOf(await server.running.kernel.store.read(fileId), ['信用代码', '开票额', '应纳增值税'])
    const { creditCode } = businessOwnerAt(0).entity
    assert.deepEqual(
      rows.find(([code]) => code === creditCode),
      [creditCode, '203010', '2000'],
    )
    const closed = await rowOf('vat', 0)
    assert.equal((await declare(closed.id, declarationAmounts(closed))).data?.state, 'declared')
    assert.equal((await get(closed.id)).figures.exempt, 101_000)
  })

  test('a later quarter waits until an earlier quarter of the same year is closed', async () => {
    await sql`update operator_entity set levy = 'audit' where id = ${(await entityOf(1)).id}`.execute(db())
    const first = quarter
    const enterCosts = async (period: string) =>
      server.must(
        'finance',
        'businessfilings.correct',
        { ...(await target((await rowOf('incomeTax', 1, period)).id)), cost: '1000.00', reason: '利润表' },
        modeOnePlace,
      )
    await generate('incomeTax', first)
    await enterCosts(first)
    assert.equal((await close('incomeTax', '口头确认', first)).code, 1)
    const { id: firstId } = await rowOf('incomeTax', 1, first)
    await server.must('finance', 'businessfilings.reopen', { ...(await target(firstId)), reason: '补充成本' }, modeOnePlace)
    const second = quarterOf(daysOfPeriod(first).to)
    toDay(daysOfPeriod(second).to)
    await server.job('entities.sweep')
    await generate('incomeTax', second)
    await enterCosts(second)
    const refusal = await close('incomeTax', '口头确认', second)
    assert.equal(refusal.error, 'blocked')
    assert.match(refusal.message, new RegExp(`更早的季度尚未关账或正在更正 × 1.*${first}`))
    assert.equal((await close('incomeTax', '口头确认', first)).code, 1)
    assert.equal((await close('incomeTax', '口头确认', second)).code, 1)
    assert.deepEqual([(await rowOf('incomeTax', 1, first)).iit, (await rowOf('incomeTax', 1, second)).iit], [50_000, 0], '(21,000 − 1,000) × 5 %, halved, once')
  })

  test('a correction with a typing error is corrected again or cancelled', async () => {
    const { id } = await rowOf('vat', 0)
    const before = await get(id)
    const correct = async (other: string) => {
      const sales = { other, invoiced: '1010.00', reason: '线下收入' }
      return server.must('finance', 'businessfilings.correct', { ...(await target(id)), ...sales }, modeOnePlace)
    }
    const typingError = await correct('202000.00')
    assert.deepEqual([typingError.state, typingError.edition], ['correcting', 2])
    const corrected = await correct('2020.00')
    assert.deepEqual([corrected.state, corrected.edition, corrected.figures.other], ['correcting', 3, 202_000])
    const cancel = async () => ({ ...(await target(id)), reason: '录入有误' })
    const cancelled = await server.must('finance', 'businessfilings.cancelCorrection', await cancel(), modeOnePlace)
    assert.deepEqual([cancelled.state, cancelled.edition, cancelled.figures, cancelled.paid], [before.state, 1, before.figures, before.paid])
    assert.equal((await server.call('finance', 'businessfilings.cancelCorrection', await cancel(), modeOnePlace)).error, 'wrongFilingState')
    assert.deepEqual((await correct('3030.00')).figures.other, 303_000)
    const again = await rowOf('vat', 0)
    assert.equal((await declare(id, { ...declarationAmounts(again), no: 'SB-AGAIN' })).data?.edition, 4)
  })

  test('a deregistered business files and pays from its tax clearance on', async () => {
    const running = quarterOf(today())
    await revive(2)
    await pay([2, '160000.00'])
    await pay([2, '160000.00'])
    await issueSpecialInvoice(2)
    await generate('vat', running)
    assert.equal((await close('vat', '', running)).error, 'periodRuns')
    const { id: entityId } = await entityOf(2)
    const cancel = { entityId, version: (await entityOf(2)).version, reason: '不再经营', file: pdf('清税证明') }
    await server.must('centre', 'entities.beginCancel', cancel, modeOnePlace)
    const open = await rowOf('vat', 1, running)
    assert.equal((await close('vat', '', running)).data?.filings, 1, 'only the deregistered business')
    assert.equal((await rowOf('vat', 1, running)).state, open.state)
    const closed = await rowOf('vat', 2, running)
    assert.deepEqual([closed.state, closed.clearedOn, closed.income], ['closed', today(), 32_000_000])
    const tooEarly = { ...declarationAmounts(closed), declaredOn: shiftDay(today(), -1) }
    assert.equal((await declare(closed.id, tooEarly)).error, 'dayOutside')
    assert.equal((await declare(closed.id, declarationAmounts(closed))).data?.state, 'declared')
    const payment = { tax: 'vat', amount: '3168.32', paidOn: today(), way: 'self', serial: 'JK-LAST', file: pdf('缴款') } as const
    const paid = await server.call('finance', 'businessfilings.pay', { ...(await target(closed.id)), ...payment }, modeOnePlace)
    assert.equal(paid.code, 1, paid.message)
  })

  test('a business that becomes a general taxpayer files the quarter up to the day before', async () => {
    const running = quarterOf(today())
    await revive(3)
    await pay([3, '5000.00'])
    await generate('vat', running)
    toDay(shiftDay(today(), 3))
    const { id: entityId, version } = await entityOf(3)
    const change = { entityId, version, taxKind: 'general', reason: '登记为一般纳税人', file: pdf('登记') } as const
    const { obligations } = await confirmTaxChange(server, await server.must('centre', 'entities.changeTax', change, modeOnePlace))
    const vatPeriods = obligations.filter(({ kind, state }) => kind === 'vat' && state === 'open').map(({ period }) => period)
    assert.ok(vatPeriods.includes(running) && vatPeriods.includes(today().slice(0, 7)), vatPeriods.join())
    await pay([3, '7000.00'])
    toDay(daysOfPeriod(running).to)
    await server.job('entities.sweep')
    await generate('vat', running)
    const open = await rowOf('vat', 3, running)
    assert.equal(open.income, 500_000)
    const sources = await server.must('finance', 'businessfilings.sources', { businessFilingId: open.id }, modeOnePlace)
    assert.deepEqual(
      sources.rows.map(({ gross }) => gross),
      [500_000],
    )
    assert.equal((await close('vat', '', running)).code, 1)
    assert.equal((await declare(open.id, { isZero: false })).data?.state, 'paid')
    const { rows } = await sql<{
      state: string
    }>`select state from entity_obligation where entity_id = ${entityId} and kind = 'vat' and period = ${running}`.execute(db())
    assert.deepEqual(rows, [{ state: 'done' }])
  })

  test('sales added to a VAT filing mark the closed income tax filing that they change', async () => {
    const { id } = await rowOf('vat', 1)
    const income = () => rowOf('incomeTax', 1)
    const before = await income()
    assert.deepEqual([before.state, before.isOutdated], ['closed', false])
    assert.equal((await declare(id, declarationAmounts(await rowOf('vat', 1)))).code, 1)
    const sales = { other: '5000.00', reason: '线下收入' }
    await server.must('finance', 'businessfilings.correct', { ...(await target(id)), ...sales }, modeOnePlace)
    assert.deepEqual([(await income()).isOutdated, (await income()).iit], [true, before.iit])
    await server.must('finance', 'businessfilings.cancelCorrection', { ...(await target(id)), reason: '录入有误' }, modeOnePlace)
    assert.equal((await income()).isOutdated, false)
    await server.must('finance', 'businessfilings.correct', { ...(await target(id)), ...sales }, modeOnePlace)
    await server.must('finance', 'businessfilings.reopen', { ...(await target(before.id)), reason: '收入已变' }, modeOnePlace)
    await generate('incomeTax')
    // (26,000 − 1,000) × 5 %, halved.
    assert.deepEqual([(await income()).isOutdated, (await income()).iit], [false, 62_500])
    assert.equal((await close('incomeTax', '口头确认')).code, 1)
  })
})
