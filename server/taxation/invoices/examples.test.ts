import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan, sumOf } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { businessOwnerAt, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { exampleOf, examplesOf } from '#/server/tests/examples-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// The worked examples of prices with VAT and of invoice numbers, run through applications and issued invoices. The
// centre invoices at 6 %, a small-scale business at 1 %.

const yuan = (amount: unknown) => plainYuan(fen(Number(amount)))

describe('worked examples of prices and invoices', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const business = { centre: 2, mode: 1 } as const
  const place = { unitId: 1, centreId: 2 }
  const previewOf = async (batchId: number) => server.must('finance', 'businessinvoices.preview', { ...place, basis: 'batch', batchId }, business)
  const batchOf = async (owed: readonly (readonly [number, string])[]) => {
    await payOwners(server, owed)
    const { rows } = await sql<{ id: number }>`select max(id) as id from payment_batch where mode = 1`.execute(db())
    return rows[0]?.id ?? assert.fail()
  }

  before(async () => {
    await extendDocuments(server)
    await prepareOwners(server)
    await sql`update contract set amount_cap_fen = null`.execute(db())
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000, single_limit_fen = 100000000000, day_limit_fen = 100000000000, month_limit_fen = 100000000000`.execute(
      db(),
    )
    await sql`update centre set business_contracts_from = '2099-01-01', single_limit_fen = 100000000000, month_limit_fen = 100000000000, invoice_cap_fen = 10000000000
      where id = 2`.execute(db())
    for (const mode of [1, 2] as const)
      await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
        postTopup(ctx, { id: 990_010 + mode, no: `CZ99001${mode}`, centreId: 2, mode, unitId: 1, amount: fen(1_000_000_000), memo: '测试' }),
      )
  })

  test('a business invoice at 1 % has the price and tax of its example', async () => {
    const cases = examplesOf('pricesOfBusinesses')
    const id = await batchOf(cases.map(({ input }, at) => [at, yuan(input.inclFen)]))
    const { businesses } = await previewOf(id)
    for (const [at, { id: example, input, expected }] of cases.entries()) {
      const previewedBusiness = businesses.find((each) => each.creditCode === businessOwnerAt(at).entity.creditCode) ?? assert.fail(example)
      assert.deepEqual([previewedBusiness.amount, previewedBusiness.price, previewedBusiness.tax], [input.inclFen, expected.exclFen, expected.vatFen], example)
    }
  })

  test('two invoices are split into price and tax separately, not as a sum', async () => {
    const { input, expected } = exampleOf('PUB-SPLIT-SUM-VS-LINE')
    const amounts = input.invoicesInclFen as number[]
    const taxOfOwner = (preview: Awaited<ReturnType<typeof previewOf>>, index: number) =>
      preview.businesses.find((each) => each.creditCode === businessOwnerAt(index).entity.creditCode)?.tax ?? assert.fail(businessOwnerAt(index).name)
    // One business is paid in two batches. Another is paid the same sum for one invoice.
    const previews: Awaited<ReturnType<typeof previewOf>>[] = []
    for (const [at, amount] of amounts.entries())
      previews.push(await previewOf(await batchOf([[0, yuan(amount)], ...(at === 0 ? [[1, yuan(sumOf(amounts, fen))] as const] : [])])))
    const taxes = previews.map((each) => taxOfOwner(each, 0))
    assert.deepEqual([taxes, sumOf(taxes, fen)], [expected.perInvoiceVatFen, expected.sumVatFen])
    assert.equal(taxOfOwner(previews[0] ?? assert.fail(), 1), expected.wrongSplitOfTotalFen, 'of one invoice over both it would be a fen more')
  })

  describe('invoices of the centre', () => {
    let title = 0
    let category = ''
    const form = (amountFen: number) =>
      ({ centreId: 2, basis: 'amount', titleId: title, kind: 'ordinary', category, email: 'fp@xinghe.cn', amount: yuan(amountFen) }) as never
    before(async () => {
      const { ordinary } = demoPeople()
      const people = ordinary.filter((person) => person.centreId === 2 && person.entity === null).slice(0, 3)
      await scenario.createPaidBatch(people.map((person) => ({ person, yuan: '400000.00' })))
      await server.settle(2)
      const unit = (await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())).rows[0] ?? assert.fail()
      title = (await server.must('payer', 'titles.create', { name: unit.name, taxNo: unit.code, email: 'fp@xinghe.cn' })).id
      const { places } = await server.must('payer', 'invoices.terms', {})
      category = places.find((each) => each.centreId === 2)?.categories[0] ?? assert.fail('a category is contracted')
    })

    test('a centre invoice at 6 % has the price and tax of its example', async () => {
      for (const { id, input, expected } of examplesOf('pricesOfCentres')) {
        const preview = await server.must('payer', 'invoices.preview', form(Number(input.inclFen)))
        assert.deepEqual([preview.price, preview.tax], [expected.exclFen, expected.vatFen], id)
      }
    })

    test('a contractor invoice of 108,000.00 is issued only with a valid 20-digit number', async () => {
      const { input, expected } = exampleOf('DER-ZFB-108K')
      const application = await server.must('payer', 'invoices.apply', form(Number(input.clientPaysInclFen)))
      assert.deepEqual([application.price, application.tax], [expected.outputExclFen, expected.outputVatFen])
      // The contractor deducts the VAT of the subcontractor's special invoice. The price of that invoice is split in
      // the same way (DER-SPLIT-100000-1).
      const purchaseExample = examplesOf('pricesOfBusinesses').find(({ input: { inclFen } }) => inclFen === input.subcontractorInclFen)
      assert.deepEqual(
        [purchaseExample?.expected.vatFen, application.tax - Number(purchaseExample?.expected.vatFen)],
        [expected.inputVatFen, expected.netVatFen],
      )
      const target = { invoicingId: application.id, version: application.version }
      const row = await server.must('finance', 'invoices.review', { ...target, approve: true }, atCentre)
      const issue = (number: string) =>
        server.call(
          'finance',
          'invoices.issue',
          {
            invoicingId: row.id,
            version: row.version,
            invoiceId: row.invoices[0]?.id ?? 0,
            number,
            issuedOn: dayOf(server.running.kernel.clock.now()),
            file: { filename: 'fp.pdf', mediaType: 'application/pdf', bytes: pdfPage(number) },
          },
          atCentre,
        )
      const numbers = examplesOf('invoiceNumbers').toSorted((a, b) => Number(a.expected.valid) - Number(b.expected.valid))
      for (const { id, input: exampleInput, expected: expectedCode } of numbers)
        assert.equal((await issue(String(exampleInput.value))).code === 1, expectedCode.valid, id)
      const issuedApplication = await server.must('payer', 'invoices.get', { invoicingId: application.id })
      assert.deepEqual(
        [issuedApplication.state, issuedApplication.invoices[0]?.price, issuedApplication.invoices[0]?.tax],
        ['issued', expected.outputExclFen, expected.outputVatFen],
      )
    })
  })
})
