import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan, subtract } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { RedReason } from '#/domain/taxation/invoice.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { invariants } from '#/server/taxation/invoices/invariants.ts'
import { listLines } from '#/server/taxation/invoices/store-lines.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

type ApplicationDetail = z.output<Modules['invoices']['get']['output']>

const dayMs = 86_400_000

describe('red letters for discounts and returned payments', () => {
  const server = checkedTestServer()
  let form: object
  let serial = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const nextInvoiceNo = () => `26352000100${String(++serial).padStart(9, '0')}`
  const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const target = (row: Pick<ApplicationDetail, 'id' | 'version'>) => ({ invoicingId: row.id, version: row.version })
  const get = (id: number) => server.must('finance', 'invoices.get', { invoicingId: id }, atCentre)
  const quota = async () => (await server.must('payer', 'invoices.figures', {})).quota
  const issueApplication = async (chosen: string | { basis: 'batches'; batchIds: number[] }) => {
    const choice = typeof chosen === 'string' ? { amount: chosen } : chosen
    const newApplication = await server.must('payer', 'invoices.apply', { ...form, ...choice } as never)
    const row = await server.must('finance', 'invoices.review', { ...target(newApplication), approve: true }, atCentre)
    const paper = row.invoices[0] ?? assert.fail('an invoice is planned')
    const invoice = { invoiceId: paper.id, number: nextInvoiceNo(), issuedOn: today(), file: pdf('blue') }
    return server.must('finance', 'invoices.issue', { ...target(row), ...invoice }, atCentre)
  }
  const reverse = async (id: number, reason: RedReason, amount: string) => {
    const row = await get(id)
    const redRequest = await server.must('finance', 'invoices.askRed', { ...target(row), invoiceId: row.invoices[0]?.id ?? 0, reason, amount }, atCentre)
    const red = redRequest.reds.at(-1) ?? assert.fail()
    await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '01' }, atCentre)
    const redInvoice = { redId: red.id, version: red.version + 1, number: nextInvoiceNo(), issuedOn: today(), file: pdf('red') }
    await server.must('finance', 'invoices.issueRed', redInvoice, atCentre)
    return red
  }
  const sums = async (invoicingId: number) => {
    const { rows } = await server.must('finance', 'invoices.lines', { show: 'application', invoicingId, size: 200 }, atCentre)
    assert.ok(rows.length > 0 && rows.every(({ holderId }) => holderId === null), 'only a list of returned payments names the application that holds them')
    return [rows.reduce((all, line) => all + line.part, 0), rows.reduce((all, line) => all + line.back, 0)]
  }

  const bounce = async (batchId: number) => {
    server.advance(2 * dayMs)
    await server.settle(2)
    const line = (await paymentScenario(server).lines(batchId))[0] ?? assert.fail()
    assert.equal(line.state, 'returned')
    await server.job('invoices.returned', { lineIds: [line.id] })
  }
  const issueForBouncing = async () => {
    const batch = await paymentScenario(server).createPaidBatch([{ person: demoPeople().specials.bounces ?? assert.fail(), yuan: '1000.00' }])
    await server.settle(2)
    return { batch, row: await issueApplication({ basis: 'batches', batchIds: [batch.id] }) }
  }

  before(async () => {
    await extendDocuments(server)
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[10] ?? assert.fail(), yuan: '9000.00' }])
    await server.settle(2)
    const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())
    const title = await server.must('payer', 'titles.create', { name: rows[0]?.name ?? '', taxNo: rows[0]?.code ?? '', email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find(({ centreId }) => centreId === 2)?.categories[0] ?? assert.fail()
    form = { centreId: 2, basis: 'amount', titleId: title.id, kind: 'ordinary', category, email: 'fp@xinghe.cn' }
  })

  test('a discount reduces the invoice and cannot be invoiced again', async () => {
    const row = await issueApplication('2000.00')
    const quotaBefore = await quota()
    const red = await reverse(row.id, 'discount', '500.00')
    const applicationAfter = await get(row.id)
    assert.deepEqual([applicationAfter.invoices[0]?.state, applicationAfter.invoices[0]?.red, await sums(row.id)], ['partRed', 50_000, [row.amount, 0]])
    assert.equal(await quota(), quotaBefore)
    const { sales } = await server.must('finance', 'accounting.get', { centreId: 2, mode: 2, month: today().slice(0, 7) }, atCentre)
    assert.deepEqual([sales.discount, sales.discountPrice, sales.discountVat], [50_000, red.price, red.tax])
  })

  test('a red letter for a returned payment releases its amount despite an earlier discount', async () => {
    const row = await issueApplication('1000.00')
    const quotaBefore = await quota()
    await reverse(row.id, 'discount', '100.00')
    await reverse(row.id, 'returned', '300.00')
    assert.deepEqual([await quota(), await sums(row.id)], [quotaBefore + 30_000, [row.amount, 30_000]])
    await reverse(row.id, 'returned', '600.00')
    assert.deepEqual([await quota(), (await get(row.id)).invoices[0]?.state], [quotaBefore + 90_000, 'red'])
  })

  test('a payment that returns after its discounted invoice was reversed needs no red letter', async () => {
    const quotaBefore = await quota()
    const { batch, row } = await issueForBouncing()
    await reverse(row.id, 'discount', '200.00')
    await reverse(row.id, 'stopped', plainYuan(subtract(fen(row.amount), fen(20_000))))
    assert.deepEqual([(await get(row.id)).invoices[0]?.state, await sums(row.id)], ['red', [row.amount, row.amount - 20_000]])
    await bounce(batch.id)
    assert.deepEqual([await quota(), (await get(row.id)).redDue, await sums(row.id)], [quotaBefore, 0, [row.amount, row.amount]])
    const { redDue } = await server.must('payer', 'invoices.figures', {})
    assert.equal(redDue, 0)
  })

  test('the red letter that completes a reversal frees returned payments, also for another reason', async () => {
    for (const lastReason of ['stopped', 'discount'] as const) {
      const quotaBefore = await quota()
      const { batch, row } = await issueForBouncing()
      await reverse(row.id, 'discount', '200.00')
      await bounce(batch.id)
      assert.equal((await get(row.id)).redDue, row.amount)
      await reverse(row.id, lastReason, plainYuan(subtract(fen(row.amount), fen(20_000))))
      assert.deepEqual([await quota(), (await get(row.id)).redDue], [quotaBefore, 0], lastReason)
    }
  })

  test('the list of returned payments names the latest application that still holds the payment', async () => {
    const holderInvoice = await issueApplication('400.00')
    const reversedInvoice = await issueApplication('500.00')
    await reverse(reversedInvoice.id, 'returned', '500.00')
    const { rows } = await runAndRollBack(server, async (ctx) => {
      for (const table of ['payment_line', 'invoice_use']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
      await ctx.run`update payment_line line set state = 'returned', returned_at = now() from invoice_line part
        where part.application_id = ${holderInvoice.id} and line.month = part.month and line.id = part.line_id`
      await ctx.run`update invoice_use kept set is_returned = true from invoice_line part where part.application_id = ${holderInvoice.id} and kept.line_id = part.line_id`
      return listLines(ctx, { show: 'returned', centreId: 2 }, { page: 1, size: 50 })
    })
    assert.deepEqual(
      rows.map(({ holder_id }) => holder_id),
      [holderInvoice.id],
    )
  })

  test('a red letter that frees more than its amount breaks the check unless a discount was issued', async () => {
    const row = await issueApplication('300.00')
    const red = await reverse(row.id, 'returned', '100.00')
    const target = { invoicingId: row.id, invoiceId: row.invoices[0]?.id ?? 0, amount: '50.00', reason: 'discount' as const }
    await server.must('finance', 'invoices.askRed', { ...target, version: (await get(row.id)).version }, atCentre)
    const brokenAfter = (isIssued: boolean) =>
      runAndRollBack(server, async (ctx) => {
        for (const table of ['invoice_line', 'red_letter']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
        await ctx.run`update invoice_line set amount_fen = amount_fen - 5000 where red_id = ${red.id}
          and line_id = (select min(line_id) from invoice_line where red_id = ${red.id})`
        if (isIssued)
          await ctx.run`update red_letter set is_issued = true, code = '01', confirm_no = '1', number = '26352000000000000777', issued_on = '2026-11-18', issued_by = 1, issued_at = now()
            where application_id = ${row.id} and reason = 'discount'`
        const failures = await checkInvariants(ctx.db, invariants)
        return failures.flatMap(({ offenders }) => offenders).filter((id) => id.startsWith('red letter'))
      })
    assert.equal((await brokenAfter(false)).length, 1)
    assert.deepEqual(await brokenAfter(true), [])
  })
})
