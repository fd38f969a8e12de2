import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { TrailKind } from '#/domain/taxation/trail.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('money trail from any object to all related ones', () => {
  const server = testServer({ demoSize: 'full' })

  const allRows = async <T>(query: RawBuilder<T>) => (await query.execute(server.running.kernel.database.kysely)).rows
  const firstRow = async <T>(query: RawBuilder<T>) => (await allRows(query))[0] ?? assert.fail('the demo has one')
  const trail = (who: string, kind: TrailKind, id: number, at: { centre?: number; mode?: number } = {}) =>
    server.must(who, 'dossiers.trail', { kind, id, size: 200 }, at)

  for (const mode of [2, 1] as const) {
    test(`an invoice of mode ${mode} leads to its top-ups, batches, lines and receipts, and back`, async () => {
      const issuedRequest = await firstRow(sql<{
        id: number
        no: string
        lines: number
        fen: number
        batches: number[]
      }>`select asked.id, asked.no, count(*)::int as lines, sum(part.amount_fen)::bigint as fen,
          array_agg(distinct part.batch_id) as batches
        from invoice_application asked join invoice_line part on part.application_id = asked.id and part.amount_fen > 0
        where asked.unit_id = 1 and asked.centre_id = 2 and asked.mode = ${mode} and asked.state = 'issued' and asked.issuer = ${mode === 1 ? 'business' : 'centre'}
        group by asked.id order by asked.id limit 1`)
      const invoiceTrail = await trail('unit1', 'invoice', issuedRequest.id)
      assert.deepEqual([invoiceTrail.from.no, invoiceTrail.lineCount, invoiceTrail.mode], [issuedRequest.no, issuedRequest.lines, mode])
      assert.deepEqual(invoiceTrail.asides.map((row) => row.id).toSorted(), issuedRequest.batches.toSorted())
      assert.equal(invoiceTrail.invoices.find((row) => row.id === issuedRequest.id)?.used, issuedRequest.fen)
      assert.ok(invoiceTrail.invoices.every((row) => row.used <= row.amount))
      assert.ok(invoiceTrail.lines.length > 0 && invoiceTrail.lines.every((line) => line.invoices.some((invoice) => invoice.id === issuedRequest.id)))
      assert.equal(
        invoiceTrail.topups.reduce((sum, row) => sum + row.used, 0),
        invoiceTrail.asides.reduce((sum, row) => sum + row.used, 0),
        'first in first out, what came makes up what was set aside',
      )
      const receipts = await firstRow(sql<{ count: number }>`select count(*)::int as count from voucher where kind = 'payment' and line_id in (
        select line_id from invoice_line where application_id = ${issuedRequest.id} and amount_fen > 0)`)
      assert.equal(invoiceTrail.vouchers.find((row) => row.kind === 'payment')?.count, receipts.count)

      const [line] = invoiceTrail.lines
      const topup = invoiceTrail.topups.find((row) => row.no.startsWith('CZ')) ?? assert.fail('a top-up')
      const voucher = await firstRow(sql<{ id: number }>`select id from voucher where no = ${line?.voucherNo ?? ''}`)
      const ways = [
        ['line', line?.id ?? 0],
        ['batch', line?.batchId ?? 0],
        ['voucher', voucher.id],
        ['topup', topup.id],
      ] as const
      for (const [kind, id] of ways) {
        const relatedTrail = await trail('unit1', kind, id)
        assert.ok(relatedTrail.invoices.some((row) => row.id === issuedRequest.id) || relatedTrail.invoiceCount > relatedTrail.invoices.length, kind)
        assert.ok(relatedTrail.asides.some((row) => row.id === line?.batchId) || relatedTrail.asideCount > relatedTrail.asides.length, kind)
        assert.ok(relatedTrail.lineCount > 0 && relatedTrail.vouchers.length > 0, kind)
      }
      assert.equal((await server.call('unit2', 'dossiers.trail', { kind: 'invoice', id: issuedRequest.id })).error, 'notFound')
      assert.equal((await server.call('operator', 'dossiers.trail', { kind: 'invoice', id: issuedRequest.id })).error, 'notFound')
    })
  }

  test('a tax certificate links to the payee’s payments of the month that the user may see', async () => {
    const paper = await firstRow(sql<{
      id: number
      name: string
      month: string
      lines: number
      own: number
    }>`select paper.id, operator.name, period.month, count(*)::int as lines,
        count(*) filter (where batch.unit_id = 1)::int as own
      from tax_certificate paper join tax_declaration period on period.id = paper.declaration_id join operator on operator.id = paper.operator_id
        join tax_reservation counted on counted.operator_id = operator.id and counted.centre_id = period.centre_id and counted.mode = 2 and counted.month = period.month and not counted.is_open
        join payment_batch batch on batch.id = counted.batch_id
      where period.centre_id = 2 group by paper.id, operator.name, period.month having count(*) filter (where batch.unit_id = 1) > 0 and count(*) filter (where batch.unit_id = 2) = 0 order by count(distinct batch.unit_id) desc, paper.id limit 1`)
    const certificateTrail = await trail('finance', 'certificate', paper.id, { centre: 2, mode: 2 })
    assert.deepEqual([certificateTrail.from.no, certificateTrail.lineCount], [`${paper.month} ${paper.name}`, paper.lines])
    assert.ok(
      certificateTrail.lines.length > 0 &&
        certificateTrail.lines.every((line) => line.name === paper.name && line.proof?.certificateId === paper.id && line.proof.period === paper.month),
    )
    assert.deepEqual([certificateTrail.certificates, certificateTrail.topups.length > 0], [{ all: 1, there: 1 }, true])
    const unitTrail = await trail('unit1', 'certificate', paper.id)
    assert.equal(unitTrail.lineCount, paper.own)
    const [line] = unitTrail.lines
    const batchTrail = await trail('unit1', 'batch', line?.batchId ?? 0)
    assert.ok((batchTrail.certificates?.there ?? 0) > 0)
    assert.equal((await server.call('unit2', 'dossiers.trail', { kind: 'certificate', id: paper.id })).error, 'notFound')
    assert.equal((await server.call('operator', 'dossiers.trail', { kind: 'certificate', id: paper.id })).error, 'notFound')
  })

  test('only the centre sees the payments behind a business filing', async () => {
    const filing = await firstRow(sql<{ id: number; entityId: number }>`select filing.id, filing.entity_id as "entityId" from business_filing filing
      where filing.kind = 'vat' and filing.centre_id = 2 and exists (select from payment_line line where line.entity_id = filing.entity_id and line.mode = 1 and line.centre_id = 2 and line.unit_id = 1
        and line.state = 'success' and filing.period = to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY-"Q"Q'))
      order by filing.id limit 1`)
    await allRows(sql`insert into business_filing_certificate (centre_id, kind, period, filing_id, operator_id, path, file_id, sha256, by_id, at)
      select filing.centre_id, filing.kind, filing.period, filing.id, filing.operator_id, '完税凭证.pdf', file.id, file.sha256, 1, now()
      from business_filing filing cross join (select id, sha256 from stored_file where media_type = 'application/pdf' limit 1) file where filing.id = ${filing.id}
        and not exists (select from business_filing_certificate paper where paper.filing_id = filing.id)`)
    const filingTrail = await trail('finance', 'filing', filing.id, { centre: 2, mode: 1 })
    assert.ok(filingTrail.lineCount > 0 && filingTrail.lines.every((line) => line.proof?.filingId === filing.id))
    assert.equal((await server.call('unit1', 'dossiers.trail', { kind: 'filing', id: filing.id })).error, 'notFound')
    const partnerTrail = await trail(
      'unit1',
      'line',
      (await firstRow(sql<{ id: number }>`select id from payment_line where entity_id = ${filing.entityId} and unit_id = 1 and state = 'success' limit 1`)).id,
    )
    assert.deepEqual([partnerTrail.certificates, partnerTrail.lines[0]?.proof], [null, null])
  })

  test('the receipt of a refund leads to the refunded top-ups', async () => {
    const refund = await firstRow(
      sql<{
        id: number
        refundId: number
        fen: number
      }>`select voucher.id, voucher.refund_id as "refundId", amount_fen as fen from voucher where refund_id is not null and unit_id = 1 limit 1`,
    )
    const voucherTrail = await trail('unit1', 'voucher', refund.id)
    assert.deepEqual(
      voucherTrail.asides.map(({ what, id, used }) => [what, id, used]),
      [['refund', refund.refundId, refund.fen]],
    )
    assert.equal(
      voucherTrail.topups.reduce((sum, row) => sum + row.used, 0),
      refund.fen,
    )
    assert.deepEqual([voucherTrail.lineCount, voucherTrail.vouchers.map(({ kind, count }) => [kind, count])], [0, [['refund', 1]]])
  })

  test('a tax payment has a receipt that only the centre can see and can find by amount', async () => {
    const taxPayments = await allRows(
      sql<{ id: number; fen: number; serial: string }>`select id, amount_fen as fen, serial from tax_payment where centre_id = 2`,
    )
    const { rows, count } = await server.must('finance', 'vouchers.list', { kind: 'tax', size: 200 }, { centre: 2, mode: 2 })
    assert.deepEqual(
      [count, rows.reduce((sum, row) => sum + row.amount, 0)],
      [taxPayments.length, taxPayments.reduce((sum, row) => sum + Math.abs(row.fen), 0)],
    )
    assert.ok(count > 0 && rows.every((row) => row.declarationId !== null && row.payeeName === '税务机关'))
    const [first] = rows
    assert.equal((await server.call('finance', 'vouchers.pdf', { id: first?.id ?? 0 }, { centre: 2, mode: 2 })).code, 1)
    assert.equal((await server.call('finance', 'dossiers.trail', { kind: 'voucher', id: first?.id ?? 0 }, { centre: 2, mode: 2 })).error, 'notFound')
    for (const who of ['unit1', 'unit2', 'operator']) assert.equal((await server.must(who, 'vouchers.list', { kind: 'tax' })).count, 0, who)
    const vouchersOfAmount = await server.must('finance', 'vouchers.list', { amount: ((first?.amount ?? 0) / 100).toFixed(2) }, { centre: 2, mode: 2 })
    assert.ok(vouchersOfAmount.rows.some((row) => row.id === first?.id) && vouchersOfAmount.rows.every((row) => row.amount === first?.amount))
    assert.equal((await server.call('finance', 'vouchers.list', { amount: '1.234' }, { centre: 2, mode: 2 })).code, 0)
  })

  test('a payee sees for each payment whether it is invoiced and whether its tax is certified', async () => {
    const isCertified = sql`exists (select from tax_reservation counted join tax_declaration period on period.centre_id = counted.centre_id and period.mode = 2 and period.month = counted.month
      join tax_certificate paper on paper.declaration_id = period.id and paper.operator_id = counted.operator_id where counted.line_id = line.id)`
    const isInvoiced = sql`exists (select from invoice_line part join invoice_application asked on asked.id = part.application_id and asked.state = 'issued'
      where part.line_id = line.id group by part.line_id having sum(part.amount_fen) > 0)`
    const findLine = (which: RawBuilder<unknown>) =>
      firstRow(sql<{ id: number; operatorId: number }>`select line.id, line.operator_id as "operatorId" from payment_line line
        where line.mode = 2 and line.state = 'success' and ${which} order by line.id desc limit 1`)
    const readLineTrail = async (line: { id: number; operatorId: number }) => {
      await allRows(sql`update app_user set operator_id = ${line.operatorId} where username = 'operator'`)
      const { payment } = await server.must('operator', 'collections.payment', { lineId: line.id })
      const { rows } = await server.must('operator', 'collections.received', { size: 200 })
      assert.deepEqual(rows.find((row) => row.id === line.id)?.invoice, payment.invoice)
      return [payment.invoice, payment.taxState]
    }
    assert.equal((await readLineTrail(await findLine(sql`${isCertified} and line.iit_fen + line.vat_fen > 0`)))[1], 'certified')
    assert.equal((await readLineTrail(await findLine(isInvoiced)))[0], 'issued')
    const plainLineState = await readLineTrail(
      await findLine(sql`not ${isCertified} and not exists (select from invoice_line part where part.line_id = line.id)`),
    )
    assert.deepEqual([plainLineState[0], plainLineState[1] === 'certified'], ['none', false])
  })

  test('the list of batches shows and filters the invoice state', async () => {
    const invoicedBatches = await allRows(sql<{
      id: number
    }>`select distinct part.batch_id as id from invoice_line part join invoice_application asked on asked.id = part.application_id
      join payment_batch batch on batch.id = part.batch_id where batch.unit_id = 1 and asked.issued_count > 0 and part.amount_fen > 0`)
    const batchesByInvoice = async (invoice: 'none' | 'applied' | 'issued') => (await server.must('unit1', 'payments.list', { invoice, size: 200 })).rows
    const issuedBatches = await batchesByInvoice('issued')
    assert.ok(issuedBatches.length > 0 && issuedBatches.every((row) => row.invoice === 'issued' && row.successCount > 0))
    assert.deepEqual(issuedBatches.map((row) => row.id).toSorted(), invoicedBatches.map((row) => row.id).toSorted())
    const batchesWithoutInvoice = await batchesByInvoice('none')
    assert.ok(batchesWithoutInvoice.length > 0 && batchesWithoutInvoice.every((row) => row.invoice === 'none' && row.successCount > 0))
    const appliedBatches = await batchesByInvoice('applied')
    assert.ok(appliedBatches.length > 0 && appliedBatches.every((row) => row.invoice === 'applied'))
  })
})
