import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { payTaxes } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('receipt') }

describe('invoices and tax payments in reports', () => {
  const server = testServer()
  let month = ''
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()

  before(async () => {
    await extendDocuments(server)
    month = monthOf(now())
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[10] ?? assert.fail('the demo has people'), yuan: '30000.00' }])
    await server.settle(2)
  })

  /** Invoices everything unit 1 may have invoiced, manually, and returns the numbers. */
  async function issueInvoices(): Promise<string[]> {
    const { rows } = await sql<{ name: string; no: string }>`select name, credit_code as no from unit where id = 1`.execute(db())
    const [unit] = rows
    const title = await server.must('payer', 'titles.create', { name: unit?.name ?? '', taxNo: unit?.no ?? '', email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
    const { quota } = await server.must('payer', 'invoices.figures', {})
    const applicationInput = {
      centreId: 2,
      basis: 'amount',
      titleId: title.id,
      kind: 'ordinary',
      category,
      email: 'fp@xinghe.cn',
      amount: (quota / 100).toFixed(2),
    } as const
    const { id, version } = await server.must('payer', 'invoices.apply', applicationInput)
    const { invoices } = await server.must('finance', 'invoices.review', { invoicingId: id, version, approve: true }, atCentre)
    const numbers = invoices.map((_, at) => `26352000000${String(at + 1).padStart(9, '0')}`)
    for (const [at, paper] of invoices.entries()) {
      const openApplication = await server.must('finance', 'invoices.get', { invoicingId: id }, atCentre)
      const result = { invoicingId: id, version: openApplication.version, invoiceId: paper.id, number: numbers[at] ?? '', issuedOn: dayOf(now()), file: slip }
      await server.must('finance', 'invoices.issue', result, atCentre)
    }
    return numbers
  }

  test('a payment shows its invoices once they are issued', async () => {
    const ask = async () => (await server.must('unit1', 'reports.movements', { report: 'incomeDetail', period: month })).rows.map(({ values }) => values)
    const rows = await server.must('finance', 'reports.movements', { report: 'incomeDetail', period: month, unitId: 1 }, atCentre)
    assert.ok(rows.rows.length > 0 && rows.rows.every(({ values }) => values.invoiceNo === ''))
    const numbers = await issueInvoices()
    const numberRange = numbers.length > 2 ? `${numbers[0]} … ${numbers.at(-1)} (${numbers.length})` : numbers.join(' ')
    const seen = await ask()
    assert.equal(seen.length, rows.rows.length)
    for (const { end, invoiceNo } of seen) assert.equal(invoiceNo, end === 'paid' ? numberRange : '')
  })

  test('a centre’s month shows the tax paid and names the applied rules with their source', async () => {
    server.advance(Date.parse(`${monthStart(shiftMonth(month, 1))}T10:00:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, atCentre)
    const declarationId = rows.find((row) => row.month === month)?.id ?? assert.fail('the month has a period')
    const get = () => server.must('finance', 'periods.get', { declarationId }, atCentre)
    const target = async () => ({ declarationId, version: (await get()).version })
    const summary = async () => {
      const page = await server.must('finance', 'reports.months', { report: 'incomeTaxSummary', period: month }, atCentre)
      return page.rows.find(({ drill }) => drill?.declarationId === declarationId)?.values ?? assert.fail('the month is in the report')
    }
    const before = await summary()
    assert.deepEqual([before.handedOver, before.unpaid, before.paidOn], [0, before.withheld, null])
    await server.must('finance', 'periods.close', { ...(await target()), reason: '核对无误' }, atCentre)
    await server.job('periods.draw', { declarationId })
    await server.must('centre', 'periods.confirm', await target(), atCentre)
    const { accrued, rules } = await get()
    const yuan = { vat: (accrued.vat / 100).toFixed(2), surcharge: (accrued.surcharge / 100).toFixed(2), iit: (accrued.iit / 100).toFixed(2) }
    assert.ok(accrued.iit > 0)
    await server.must(
      'finance',
      'periods.declare',
      { ...(await target()), no: 'R-1001', vatNo: 'V-1001', declaredOn: dayOf(now()), ...yuan, file: slip },
      atCentre,
    )
    await payTaxes(server, atCentre, { declarationId, taxes: { iit: accrued.iit }, serial: 'P-1001', file: slip })
    const after = await summary()
    assert.deepEqual([after.handedOver, after.unpaid, after.paidOn], [accrued.iit, Number(after.withheld) - accrued.iit, dayOf(now())])
    const page = await server.must('finance', 'reports.months', { report: 'incomeTax', period: month }, atCentre)
    assert.deepEqual(page.rules, rules && [{ version: rules.version, from: rules.from, source: rules.iit.source }])
    assert.ok(rules && rules.from <= `${month}-31` && rules.iit.source !== '')
  })
})
