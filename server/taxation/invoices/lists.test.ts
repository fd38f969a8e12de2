import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('invoice lists', () => {
  const server = testServer()
  let title = 0
  const db = () => server.running.kernel.database.kysely
  const terms = async () => (await server.must('payer', 'invoices.terms', {})).places.find((place) => place.centreId === 2) ?? assert.fail()

  before(async () => {
    const scenario = paymentScenario(server)
    await extendDocuments(server)
    await scenario.createPaidBatch([{ person: demoPeople().ordinary[10] ?? assert.fail(), yuan: '6000.00' }])
    await server.settle(2)
    const { rows } = await sql<{ name: string; credit_code: string }>`select name, credit_code from unit where id = 1`.execute(db())
    title = (await server.must('payer', 'titles.create', { name: rows[0]?.name ?? '', taxNo: rows[0]?.credit_code ?? '', email: 'fp@xinghe.cn' })).id
    const category = (await terms()).categories[0] ?? assert.fail('a category is contracted')
    const form = { centreId: 2, basis: 'amount', amount: '2000.00', titleId: title, kind: 'ordinary', category, email: 'fp@xinghe.cn' } as const
    const { id, version } = await server.must('payer', 'invoices.apply', form)
    const { version: approved, invoices } = await server.must('finance', 'invoices.review', { invoicingId: id, version, approve: true }, atCentre)
    const file = { filename: '发票.pdf', mediaType: 'application/pdf', bytes: pdfPage('26352000000000000001') }
    const issuedOn = dayOf(server.running.kernel.clock.now())
    const paper = invoices[0] ?? assert.fail()
    const target = { invoicingId: id, version: approved, invoiceId: paper.id }
    const issuedApplication = await server.must('finance', 'invoices.issue', { ...target, number: '26352000000000000001', issuedOn, file }, atCentre)
    await server.must(
      'finance',
      'invoices.askRed',
      { invoicingId: id, version: issuedApplication.version, invoiceId: paper.id, reason: 'discount', amount: '106.00' },
      atCentre,
    )
  })

  test('centre and platform find only units that applied', async () => {
    const unitIds = (await server.must('finance', 'invoices.units', { keyword: '星河' }, atCentre)).map(({ id }) => id)
    assert.deepEqual(unitIds, [1])
    assert.deepEqual(await server.must('platform', 'invoices.units', { unitId: 1 }), await server.must('finance', 'invoices.units', {}, atCentre))
    for (const filter of [{ keyword: '青禾' }, { unitId: 2 }, { mode: 1 as const }])
      assert.deepEqual(await server.must('platform', 'invoices.units', filter), [], 'it applied for nothing')
    const countOf = async (unitId: number) => (await server.must('finance', 'invoices.list', { unitId }, atCentre)).count
    assert.deepEqual([await countOf(1), await countOf(2)], [1, 0])
    assert.deepEqual(await server.must('unit2', 'invoices.units', {}), [])
  })

  test('the export of red letters includes the blue invoice and follows the list’s filters', async () => {
    const { fileId } = await server.must('finance', 'invoices.exportReds', { codes: ['10'] }, atCentre)
    const cells = await textsOf(await server.running.kernel.store.read(fileId))
    for (const expectedText of ['红字发票', '蓝字发票号码', '26352000000000000001', '10 申请中', '销售折让', '106', '100', '6'])
      assert.ok(cells.includes(expectedText), expectedText)
    const emptyExport = await server.must('payer', 'invoices.exportReds', { codes: ['04'] })
    assert.ok(!(await textsOf(await server.running.kernel.store.read(emptyExport.fileId))).includes('26352000000000000001'))
    const otherModeExport = await server.must('finance', 'invoices.exportReds', { mode: 1 }, { centre: 2, mode: 1 })
    assert.ok(!(await textsOf(await server.running.kernel.store.read(otherModeExport.fileId))).includes('26352000000000000001'))
  })

  test('only the oldest 500 batches are offered, with a flag if there are more', async () => {
    const termsBefore = await terms()
    assert.equal(termsBefore.hasMoreBatches, false)
    await sql`insert into payment_batch overriding system value
      select (jsonb_populate_record(batch, jsonb_build_object('id', 1000000 + n, 'no', 'PC-COPY-' || n))).* from payment_batch batch cross join generate_series(1, 500) n
      where batch.id = (select max(id) from payment_batch where unit_id = 1 and mode = 2 and success_cost_fen > 0)`.execute(db())
    const termsAfter = await terms()
    assert.deepEqual([termsAfter.batches.length, termsAfter.hasMoreBatches], [500, true])
    assert.deepEqual(termsAfter.batches.slice(0, termsBefore.batches.length), termsBefore.batches)
  })
})
