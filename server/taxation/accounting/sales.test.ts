import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { fen, plainYuan, ppm, sumOf } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { voucherAccounts } from '#/domain/taxation/accounting.ts'
import { invoiceFigures } from '#/domain/taxation/invoice.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { extendDocuments, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { payTaxes } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const place = { centreId: 2, mode: 2 } as const
const atCentre = { centre: 2, mode: 2 } as const
const rate = ppm(60_000)
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('surcharges') }

describe('sales of a centre', () => {
  const server = testServer()
  let month: string
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const toMonth = (next: string) => server.advance(Date.parse(`${monthStart(next)}T10:00:00+08:00`) - now().getTime())
  const brokenInvariants = async () => (await checkInvariants(db())).filter(({ name }) => ['INV-56', 'INV-57', 'INV-62', 'INV-67'].includes(name))
  const rowsOf = async (mode: 1 | 2) =>
    server.must('platform', 'reports.movements', { report: 'incomeDetail', period: month, basis: 'booked', centreId: 2, mode, size: 100 } as never)
  const books = () => server.must('finance', 'accounting.get', { ...place, month }, atCentre)
  /** Pays a batch of mode 1: 1,000 yuan to a registered business. */
  const payBusiness = async (act: ReturnType<typeof paymentScenario>) => {
    const owner = drawWorld('small').people.find(
      (person) => person.entity !== null && person.unitIds.join() === '1' && person.centreId === 2 && person.status === accountStatus.active,
    )
    if (!owner?.entity) assert.fail('the demo has businesses')
    const { name, idNumber, mobile, bankName, cardNo, entity } = owner
    const batch = await server.must('maker', 'payments.create', { orderId: 11 })
    const row = { name, idNumber, mobile, bankName, cardNo, amountText: '1000.00', entityName: entity.name, entityCreditCode: entity.creditCode }
    await server.must('maker', 'lines.add', { batchId: batch.id, rows: [row] })
    const { id, version } = await act.check(await act.submit(await server.must('maker', 'payments.get', { id: batch.id })))
    await act.pay(await server.must('auditor', 'payments.audit', { id, version, approve: true, checklist: fullChecklist }, { centre: 2, mode: 1 }))
  }
  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000`.execute(db())
    toMonth(shiftMonth(monthOf(now()), 1))
    month = monthOf(now())
    const { ordinary, specials } = demoPeople()
    const payees = [ordinary[10], ordinary[11], specials.bounces].map((person, at) => ({
      person: person ?? assert.fail(),
      yuan: ['1000.03', '152500.57', '9000.00'][at] ?? '',
    }))
    const scenario = paymentScenario(server)
    await scenario.createPaidBatch(payees)
    await payBusiness(scenario)
    await server.settle(2)
    server.advance(3 * 86_400_000)
    await server.settle(3)
  })

  test('income report, invoice, vouchers and month page show the same output VAT in mode 2', async () => {
    const report = await rowsOf(2)
    const unit = (await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())).rows[0] ?? assert.fail()
    assert.ok(report.rows.some(({ values }) => values.end === 'returned'))
    for (const { values } of report.rows) {
      const cost = Math.abs(Number(values.sales))
      assert.ok(cost >= Math.abs(Number(values.gross)), 'the whole price is sold, not the fee alone')
      assert.equal(Math.abs(Number(values.outputVat)), invoiceFigures(fen(cost), rate).tax)
    }
    const paidRows = report.rows.filter(({ values }) => values.end === 'paid' && values.unit === unit.name)
    const returnedRows = report.rows.filter(({ values }) => values.end === 'returned' && values.unit === unit.name)
    const vatOf = (rows: typeof paidRows) => sumOf(rows, ({ values }) => fen(Number(values.outputVat)))
    const titleId = (await server.must('payer', 'titles.create', { name: unit.name, taxNo: unit.code, email: 'fp@xinghe.cn' })).id
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((each) => each.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
    const period = { from: monthStart(month), to: dayOf(now()) }
    const form = { centreId: 2, basis: 'period', ...period, titleId, kind: 'ordinary', category, email: 'fp@xinghe.cn' }
    const invoice = await server.must('payer', 'invoices.preview', form as never)
    // The ledger rounds the tax of each payment, but an invoice rounds the tax of its sum.
    assert.ok(Math.abs(invoice.tax - (vatOf(paidRows) + vatOf(returnedRows))) <= paidRows.length, `${invoice.tax} on the invoice`)
    const { sales } = await books()
    assert.deepEqual([sales.sales, sales.price, sales.vat], [report.totals.sales, report.totals.salesNet, report.totals.outputVat])
    toMonth(shiftMonth(month, 1))
    await server.job('reports.month')
    const rows = voucherAccounts.map((account, at) => ({ account, code: `2203.${at}`, name: `科目${at}`, byUnit: false }))
    const mapping = await server.must('finance', 'accounting.draft', { ...place, firstMonth: month, word: '记', rows }, atCentre)
    await server.must('centre', 'accounting.decide', { mappingId: mapping.id, version: mapping.version, approve: true, reason: '' }, atCentre)
    const { accounts } = await server.must('finance', 'accounting.issue', { ...place, month }, atCentre)
    const voucherSum = (account: string) =>
      sumOf(
        accounts.filter((each) => each.account === account),
        (each) => fen(each.voucherCredit - each.voucherDebit),
      )
    assert.deepEqual([voucherSum('revenue'), voucherSum('output_vat')], [sales.price, sales.vat])
    assert.equal(
      voucherSum('revenue') + voucherSum('output_vat') + voucherSum('subcontract_cost'),
      Number(report.totals.fee),
      'the rest is the fee of the ledger',
    )
    assert.deepEqual(await brokenInvariants(), [])
    assert.equal((await rowsOf(2)).totals.outputVat, report.totals.outputVat, 'the stored month has the same figure')
  })

  test('vouchers split accrued and paid surcharges by tax', async () => {
    const line =
      (
        await sql<{ city: number; education: number; local: number }>`select sum(line.city_fen)::bigint as city, sum(line.education_fen)::bigint as education,
        sum(line.local_education_fen)::bigint as local from payment_line line where line.centre_id = 2 and line.mode = 2 and line.booked_at >= ${`${monthStart(month)}T00:00:00+08:00`}::timestamptz
        and line.returned_at is null`.execute(db())
      ).rows[0] ?? assert.fail()
    assert.ok(line.city > 0 && line.education > 0 && line.local > 0)
    const names = ['tax_city', 'tax_education', 'tax_local_education'] as const
    const surchargeSides = async (of: string, side: 'voucherCredit' | 'voucherDebit') => {
      const { accounts } = await server.must('finance', 'accounting.get', { ...place, month: of }, atCentre)
      assert.ok(!accounts.some(({ account }) => account === 'tax_surcharge'), 'no account holds the sum')
      return names.map((name) =>
        sumOf(
          accounts.filter(({ account }) => account === name),
          (each) => each[side],
        ),
      )
    }
    assert.deepEqual(await surchargeSides(month, 'voucherCredit'), [line.city, line.education, line.local])
    const { totals } = await server.must('platform', 'reports.movements', {
      ...({ report: 'paymentDetail', period: month, basis: 'booked', centreId: 2, mode: 2, size: 100 } as const),
    } as never)
    assert.deepEqual([totals.city, totals.education, totals.localEducation], [line.city, line.education, line.local])
    const { rows: periods } = await server.must('finance', 'periods.list', { size: 200 }, atCentre)
    for (const { id } of periods.toReversed().filter((period) => period.state === 'open' && period.month <= month)) {
      const { version } = await server.must('finance', 'periods.get', { declarationId: id }, atCentre)
      await server.must('finance', 'periods.close', { declarationId: id, version, reason: '已核实' }, atCentre)
      await server.job('periods.draw', { declarationId: id })
    }
    const declarationId = periods.find((period) => period.month === month)?.id ?? assert.fail('no period')
    const get = () => server.must('finance', 'periods.get', { declarationId }, atCentre)
    await server.must('centre', 'periods.confirm', { declarationId, version: (await get()).version }, atCentre)
    const { accrued, surcharges, version } = await get()
    assert.deepEqual([surcharges.city.accrued, surcharges.education.accrued, surcharges.localEducation.accrued], [line.city, line.education, line.local])
    const taxes = { vat: plainYuan(accrued.vat), surcharge: plainYuan(accrued.surcharge), iit: plainYuan(accrued.iit), declaredOn: dayOf(now()), file: slip }
    await server.must('finance', 'periods.declare', { declarationId, version, no: 'R-0106', vatNo: 'V-0106', ...taxes }, atCentre)
    const halfSurcharge = Math.floor(accrued.surcharge / 2)
    await payTaxes(server, atCentre, { declarationId, taxes: { surcharge: halfSurcharge }, serial: 'S-0106-1', file: slip })
    const { surcharges: part } = await get()
    assert.equal(part.city.paid + part.education.paid + part.localEducation.paid, halfSurcharge)
    assert.equal(part.city.paid, Math.round((halfSurcharge * line.city) / accrued.surcharge))
    await payTaxes(server, atCentre, { declarationId, taxes: { surcharge: accrued.surcharge - halfSurcharge }, serial: 'S-0106-2', file: slip })
    const paidMonth = monthOf(now())
    toMonth(shiftMonth(paidMonth, 1))
    await server.must('finance', 'accounting.issue', { ...place, month: paidMonth }, atCentre)
    assert.deepEqual(await surchargeSides(paidMonth, 'voucherDebit'), [line.city, line.education, line.local], 'two payments pay each tax exactly')
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('in mode 1 only the service fee counts as sales', async () => {
    const { rows } = await rowsOf(1)
    assert.equal(rows.length, 1)
    for (const { values } of rows) {
      const { tax } = invoiceFigures(fen(Number(values.fee)), rate)
      assert.deepEqual([values.sales, values.outputVat], [values.fee, tax])
      assert.ok(Number(values.fee) > 0 && Number(values.fee) < Number(values.gross))
    }
  })

  test('a stored report that differs from the vouchers breaks INV-62', async () => {
    const changeAmount = (by: number) =>
      asOwner(server.running.kernel.database, async (trx) => {
        await sql`update report_day set sales_net_fen = sales_net_fen + ${by} where id = (select max(id) from report_day
          where month = ${monthStart(month)}::date and centre_id = 2 and mode = 2 and kind = 'paid')`.execute(trx)
      })
    await changeAmount(1)
    assert.deepEqual(
      (await brokenInvariants()).map(({ name }) => name),
      ['INV-62'],
    )
    await changeAmount(-1)
    assert.deepEqual(await brokenInvariants(), [])
  })
})
