import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, monthOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { extendDocuments, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { readNotice } from '#/server/money/payouts/channels/channel.ts'
import { applyReturns } from '#/server/money/payouts/dispatch/returns.ts'
import { openArchive } from '#/server/services/files/public.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { eInvoice, type IssueResult, importResults } from '#/server/taxation/invoices/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

type Row = z.output<Modules['businessinvoices']['list']['output']>['rows'][number]

const modeOnePlace = { centre: 2, mode: 1 } as const
const place = { unitId: 1, centreId: 2 }
// The first owner signs in as `operator`.
const owners = drawWorld('small').people.flatMap((person) =>
  person.entity !== null && person.unitIds.length === 1 && person.unitIds[0] === 1 && person.centreId === 2 && person.status === accountStatus.active
    ? [{ ...person, entity: person.entity }]
    : [],
)

describe('invoices of registered businesses (mode 1)', () => {
  const server = checkedTestServer()
  const scenario = paymentScenario(server)
  let serial = 0
  let title = 0
  let category = ''
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const month = () => monthOf(server.running.kernel.clock.now())
  const number = () => `26352000000${String(++serial).padStart(9, '0')}`
  const pdf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const xmlFile = (bytes: Uint8Array): Upload => ({ filename: 'fp.xml', mediaType: 'application/xml', bytes })
  const owner = (index: number) => owners[index] ?? assert.fail('the demo has businesses')
  const firstRow = async <T>(query: { execute: (db: never) => Promise<{ rows: T[] }> }) => (await query.execute(db() as never)).rows[0] ?? assert.fail('a row')
  /** Pays a batch of mode 1 to these owners' businesses and waits until it succeeds. */
  const payBatch = async (owed: readonly (readonly [index: number, yuan: string])[]) => {
    const batch = await server.must('maker', 'payments.create', { orderId: 11 })
    const rows = owed.map(([index, amountText]) => {
      const { name, idNumber, mobile, bankName, cardNo, entity } = owner(index)
      return { name, idNumber, mobile, bankName, cardNo, amountText, entityName: entity.name, entityCreditCode: entity.creditCode }
    })
    await server.must('maker', 'lines.add', { batchId: batch.id, rows })
    const { id, version } = await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id: batch.id })))
    await scenario.pay(await server.must('auditor', 'payments.audit', { id, version, approve: true, checklist: fullChecklist }, modeOnePlace))
    await server.settle(2)
    const lines = await scenario.lines(batch.id)
    assert.deepEqual([...new Set(lines.map((line) => line.state))], ['success'])
    return { ...(await scenario.get(batch.id)), lines }
  }
  const entityOf = async (index: number) =>
    (await firstRow(sql<{ id: number }>`select id from operator_entity where credit_code = ${owner(index).entity.creditCode}`)).id
  const authorise = async (index: number, overrides: object = {}) =>
    server.call(
      'centre',
      'businessinvoices.authorise',
      { entityId: await entityOf(index), from: today(), to: shiftDay(today(), 364), file: pdf(`授权${index}`), ...overrides },
      modeOnePlace,
    )
  const form = (overrides: object) =>
    ({ ...place, titleId: title, kind: 'ordinary' as const, feeKind: 'ordinary' as const, category, feeCategory: category, ...overrides }) as never
  const generate = (overrides: object) => server.call('finance', 'businessinvoices.generate', form(overrides), modeOnePlace)
  const list = async (who = 'finance', filter: object = {}) =>
    (await server.must(who, 'businessinvoices.list', { size: 200, ...filter }, who === 'finance' ? modeOnePlace : undefined)).rows
  const get = (id: number, who = 'finance') => server.must(who, 'invoices.get', { invoicingId: id }, who === 'finance' ? modeOnePlace : undefined)
  const approve = async (row: Pick<Row, 'id' | 'version'>) =>
    server.must('centre', 'invoices.review', { invoicingId: row.id, version: row.version, approve: true }, modeOnePlace)
  const resultOf = (row: Row, result: Partial<IssueResult> = {}): IssueResult => ({
    no: row.no,
    number: number(),
    day: today(),
    price: row.price,
    tax: row.tax,
    total: row.amount,
    rate: row.issuer === 'centre' ? '6%' : '1%',
    ...result,
  })
  const importInvoices = (rows: readonly IssueResult[], files: Readonly<Record<string, Uint8Array>>) => importResults(server, 1, rows, files)
  const buyerTaxNo = async () => (await firstRow(sql<{ code: string }>`select tax_no as code from invoice_title where id = ${title}`)).code

  before(async () => {
    await extendDocuments(server)
    // Other tests cover the contracts that a payment needs.
    await sql`update centre set business_contracts_from = '2099-01-01'`.execute(db())
    const unit = await firstRow(sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`)
    title = (await server.must('payer', 'titles.create', { name: unit.name, taxNo: unit.code, email: 'fp@xinghe.cn' })).id
    category = (await server.must('finance', 'businessinvoices.terms', place, modeOnePlace)).categories[0] ?? assert.fail('a category is contracted')
  })

  test('a business without a valid authorisation is skipped with the reason', async () => {
    const batch = await payBatch([
      [0, '3000.00'],
      [1, '2000.00'],
    ])
    const preview = await server.must('finance', 'businessinvoices.preview', { ...place, basis: 'batch', batchId: batch.id }, modeOnePlace)
    assert.deepEqual([...new Set(preview.businesses.map((business) => business.obstacle))], ['none'])
    assert.equal((await authorise(0, { file: undefined })).error, 'proofNeeded')
    assert.equal((await authorise(0, { to: shiftDay(today(), -1), from: shiftDay(today(), -9) })).error, 'daysWrong')
    assert.equal((await authorise(0, { file: undefined, contractId: 1 })).error, 'agreementNotFound')
    assert.equal(
      (await server.call('finance', 'businessinvoices.authorise', { entityId: 999_999, from: today(), to: today(), file: pdf('x') }, modeOnePlace)).error,
      'businessNotFound',
    )
    assert.equal((await authorise(0)).code, 1)
    assert.equal((await authorise(0, { from: shiftDay(today(), 5) })).error, 'earlierStands')
    assert.equal((await authorise(1, { from: shiftDay(today(), 3) })).code, 1)
    const generateAnswer = await generate({ basis: 'batch', batchId: batch.id })
    assert.deepEqual(
      [generateAnswer.data?.made, generateAnswer.data?.skipped.map((each) => [each.name, each.obstacle])],
      [2, [[owner(1).entity.name, 'ahead']]],
    )
    // The database also refuses direct changes: without an authorisation, and once the business has closed.
    const applyAfter = async (at: number, ...changes: RawBuilder<unknown>[]) => {
      const [entityId, { id }] = [await entityOf(at), owner(at)]
      await runAndRollBack(server, async (ctx) => {
        for (const change of changes) await change.execute(ctx.db)
        await ctx.run`insert into invoice_application (no, centre_id, unit_id, mode, title_id, title, kind, category, goods, tax_code, email, basis, amount_fen, price_fen, tax_fen, rate_ppm,
            policy_version, line_count, batch_count, invoice_count, applied_by, applied_at, issuer, entity_id, operator_id)
          select 'X', centre_id, unit_id, mode, title_id, title, kind, category, goods, tax_code, email, basis, amount_fen, price_fen, tax_fen, rate_ppm, policy_version, 1, 1, 1, applied_by,
            applied_at, 'business', ${entityId}, ${id} from invoice_application where issuer = 'business' limit 1`
      })
    }
    await applyAfter(0)
    await assert.rejects(applyAfter(2), /has not authorised/)
    await assert.rejects(applyAfter(0, sql`update operator_entity set state = 'cancelled' where id = ${await entityOf(0)}`), /has not authorised/)
    assert.equal((await generate({ basis: 'batch', batchId: batch.id })).error, 'nothingToGenerate')
    assert.equal((await authorise(1)).code, 1)
    assert.equal((await generate({ basis: 'batch', batchId: batch.id })).data?.made, 1)
    assert.equal((await generate({ basis: 'batch' })).error, 'chooseBatch')
    assert.equal((await generate({ basis: 'month' })).error, 'chooseMonth')
    assert.equal((await generate({ basis: 'batch', batchId: batch.id, category: '没有约定' })).error, 'categoryNotContracted')
    assert.equal((await generate({ basis: 'batch', batchId: batch.id, centreId: 1 })).error, 'placeNotFound')
  })

  test('the invoices of businesses plus the centre’s fee invoice equal the unit’s cost', async () => {
    const { id } = await firstRow(sql<{ id: number }>`select batch_id as id from business_invoice_use limit 1`)
    const { lines, cost } = { lines: await scenario.lines(id), cost: (await scenario.get(id)).cost }
    const rows = await list()
    const sum = (issuer: string) => rows.filter((row) => row.issuer === issuer).reduce((all, row) => all + row.amount, 0)
    const { fee } = await firstRow(sql<{ fee: number }>`select sum(fee_unit_fen)::bigint as fee from payment_line where batch_id = ${id}`)
    assert.deepEqual([sum('centre'), sum('business') + sum('centre')], [fee, cost])
    const first = rows.find((row) => row.sellerNo === owner(0).entity.creditCode) ?? assert.fail()
    // 3,000.00 including 1 %: 2,970.30 and 29.70.
    assert.deepEqual([first.amount, first.price, first.tax, first.state, first.authorisation], [300_000, 297_030, 2970, 'pending', 'effective'])
    assert.equal(lines.length, 2)
    assert.deepEqual([first.quarter?.paid, first.quarter?.sales, first.quarter?.threshold, first.quarter?.stand], [300_000, 297_030, 30_000_000, 'below'])
  })

  test('ten concurrent generations of a month invoice every payment once', async () => {
    await payBatch([
      [0, '1000.00'],
      [1, '500.00'],
    ])
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate({ basis: 'month', month: month() })))
    assert.deepEqual(
      answers.map((answer) => answer.data?.made ?? answer.error).filter((each) => each !== 'nothingToGenerate'),
      [3],
    )
    assert.deepEqual(await checkInvariants(db()), [])
    // The database refuses to invoice the same payment again, or a payment to another business.
    const invoicePart = await firstRow(
      sql<{ application_id: number; line_id: number }>`select application_id, line_id from invoice_line order by id desc limit 1`,
    )
    const insertPartAgain = sql`insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
      select application_id, month, line_id, batch_id, centre_id, unit_id, mode, 1 from invoice_line where application_id = ${invoicePart.application_id} and line_id = ${invoicePart.line_id}`
    await assert.rejects(insertPartAgain.execute(db()))
    assert.equal((await server.must('finance', 'businessinvoices.sources', {}, modeOnePlace)).length, 0)
  })

  test('the author of an application can withdraw it but not review it', async () => {
    const rows = await list()
    const [first] = rows
    assert.ok(first)
    const target = { invoicingId: first.id, version: first.version }
    assert.equal((await server.call('finance', 'invoices.review', { ...target, approve: true }, modeOnePlace)).error, 'ownApplication')
    assert.equal((await server.call('payer', 'invoices.withdraw', target)).error, 'noRight')
    await server.must('finance', 'invoices.withdraw', target, modeOnePlace)
  })

  test('a withdrawn invoice is generated again, but not while the unit is closed', async () => {
    const setStatus = (status: number) => sql`update unit set status = ${status} where id = 1`.execute(db())
    await setStatus(accountStatus.closed)
    assert.equal((await generate({ basis: 'month', month: month() })).error, 'placeClosed')
    await setStatus(accountStatus.active)
    assert.equal((await generate({ basis: 'month', month: month() })).data?.made, 1)
    for (const row of await list()) if (row.state === 'pending') await approve(row)
  })

  test('an import of results stores the files and lists faulty rows', async () => {
    assert.ok((await server.must('finance', 'invoices.listToIssue', {}, modeOnePlace)).count > 0)
    const rows = (await list()).filter((row) => row.state === 'issuing')
    const [fee, business] = [
      rows.find((row) => row.issuer === 'centre') ?? assert.fail(),
      rows.find((row) => row.sellerNo === owner(1).entity.creditCode) ?? assert.fail(),
    ]
    const [good, wrong] = [resultOf(fee), resultOf(business)]
    const answer = await importInvoices([good, { ...wrong, rate: '3%' }, { ...wrong, number: number(), total: wrong.total + 1 }, resultOf(business)], {
      [`${good.number}.pdf`]: pdfPage(good.number),
    })
    assert.equal(answer.done, 1)
    assert.deepEqual(
      answer.faults.map((fault) => fault.problem.slice(0, 6)),
      ['税率 3%，', '申请中没有价', '压缩包中没有'],
    )
    const duplicateImport = await importInvoices([resultOf(business, { number: good.number })], { [`${good.number}.pdf`]: pdfPage('again') })
    assert.match(duplicateImport.faults[0]?.problem ?? '', /已用于申请/)
    // The seller in the XML is the business, not the centre.
    const xmlOfSeller = async (seller: string) => eInvoice({ ...wrong, seller, buyer: await buyerTaxNo(), rate: '0.01' })
    const { code } = await firstRow(sql<{ code: string }>`select credit_code as code from centre where id = 2`)
    const wrongSellerImport = await importInvoices([wrong], { [`${wrong.number}.xml`]: await xmlOfSeller(code) })
    assert.match(wrongSellerImport.faults[0]?.problem ?? '', /^XML 与登记不符：开票方/)
    const validImport = await importInvoices([wrong], { [`${wrong.number}.xml`]: await xmlOfSeller(business.sellerNo), [`${wrong.number}.pdf`]: pdfPage('b') })
    assert.deepEqual([validImport.done, validImport.faults], [1, []])
    assert.equal((await get(business.id, 'payer')).state, 'issued')
  })

  test('an operator uploads the invoice of their business if the XML matches', async () => {
    const authorisations = await list('operator')
    assert.deepEqual([...new Set(authorisations.map((row) => row.sellerNo))], [owner(0).entity.creditCode])
    const issuingRows = authorisations.filter((row) => row.state === 'issuing')
    const [first] = issuingRows
    assert.ok(first)
    const no = number()
    const bytes = async (overrides: object = {}) =>
      eInvoice({
        number: no,
        day: today(),
        price: first.price,
        tax: first.tax,
        total: first.amount,
        seller: first.sellerNo,
        buyer: await buyerTaxNo(),
        rate: '1%',
        ...overrides,
      })
    const upload = async (file: Upload, overrides: object = {}) =>
      server.call('operator', 'businessinvoices.upload', { invoicingId: first.id, version: first.version, number: no, issuedOn: today(), file, ...overrides })
    assert.equal((await upload(xmlFile(await bytes({ total: first.amount + 1 })))).error, 'xmlContradicts')
    assert.equal((await upload(xmlFile(await bytes({ buyer: '91990000MA0000015Q' })))).error, 'xmlContradicts')
    assert.notEqual((await upload(pdf('c'))).code, 1)
    const foreignInvoice = (await list()).find((row) => row.sellerNo === owner(1).entity.creditCode) ?? assert.fail()
    assert.equal((await upload(xmlFile(await bytes()), { invoicingId: foreignInvoice.id })).error, 'applicationNotFound')
    assert.equal((await server.call('operator', 'invoices.get', { invoicingId: foreignInvoice.id })).error, 'applicationNotFound')
    assert.equal(
      (await server.call('payer', 'businessinvoices.upload', { invoicingId: first.id, version: first.version, number: no, issuedOn: today(), file: pdf('d') }))
        .error,
      'forbidden',
    )
    assert.equal((await upload(xmlFile(await bytes()), { picture: pdf('e') })).code, 1)
    const issuedApplication = await get(first.id, 'operator')
    assert.deepEqual([issuedApplication.state, issuedApplication.invoices[0]?.files.map((file) => file.kind)], ['issued', ['xml', 'pdf']])
    assert.ok((await server.must('operator', 'invoices.zip', { invoicingId: first.id })).fileId)
    assert.equal((await server.must('operator', 'businessinvoices.authorisations', {})).rows.length, 1)
    assert.equal((await server.must('payer', 'businessinvoices.authorisations', {})).rows.length, 0)
    assert.equal((await server.must('operator', 'businessinvoices.figures', {})).issuedCount, 1)
    const messages = (await server.must('operator', 'messages.list', { size: 100 })).rows.map((message) => message.kind)
    assert.ok(messages.includes('ownInvoiceToIssue') && !messages.includes('ownInvoiceIssued'), 'no one is notified of their own action')
  })

  test('a unit sees only its own invoices, without the quarterly sales of the businesses', async () => {
    const rows = await list('payer')
    assert.ok(rows.length > 0 && rows.every((row) => row.unitId === 1 && row.quarter === null && row.authorisation === null))
    assert.deepEqual(await list('unit2'), [])
    assert.deepEqual((await server.must('payer', 'invoices.list', {})).rows, [])
    const [first] = rows
    assert.equal((await server.call('unit2', 'invoices.get', { invoicingId: first?.id ?? 0 })).error, 'applicationNotFound')
    assert.equal((await server.call('finance', 'invoices.get', { invoicingId: first?.id ?? 0 }, { centre: 2, mode: 2 })).error, 'applicationNotFound')
    assert.equal((await server.call('payer', 'businessinvoices.preview', { ...place, basis: 'month', month: month() })).error, 'forbidden')
    assert.equal((await list('platform')).length, rows.length)
    await server.must('finance', 'businessinvoices.exportList', {}, modeOnePlace)
  })

  test('a payment returned after invoicing reduces the quarter’s sales and needs a red letter', async () => {
    const row = (await list()).find((each) => each.state === 'issued' && each.sellerNo === owner(1).entity.creditCode) ?? assert.fail()
    const line = await firstRow(
      sql<{
        id: number
        requestNo: string
        amount: number
        channelId: number
      }>`select line.id, attempt.request_no as "requestNo", line.net_fen as amount, batch.channel_id as "channelId"
        from invoice_line part join payment_line line on line.id = part.line_id join payout_attempt attempt on attempt.line_id = line.id join payment_batch batch on batch.id = line.batch_id
        where part.application_id = ${row.id} and part.amount_fen > 0 limit 1`,
    )
    const job = jobContext(server.running.kernel, () => false)
    const returnNotice = { notifyId: 'BACK-1', requestNo: line.requestNo, amount: line.amount, reason: '账户已销户' }
    await job.run('test', (ctx) => applyReturns(ctx, line.channelId, [readNotice(returnNotice)]))
    await server.job('invoices.returned', { lineIds: [line.id] })
    const flaggedRow = (await list()).find((each) => each.id === row.id) ?? assert.fail()
    assert.equal(flaggedRow.redDue, row.amount)
    const [quarter, before] = [flaggedRow.quarter ?? assert.fail(), row.quarter ?? assert.fail()]
    assert.deepEqual([quarter.returned, quarter.paid], [row.amount, before.paid])
    const net = (row.amount * 1_000_000) / (1_000_000 + quarter.ratePpm)
    assert.ok(Math.abs(before.sales - quarter.sales - net) <= 1, `the sales fall by the returned ${net}: ${before.sales} → ${quarter.sales}`)
    const waitingTask = (await server.must('finance', 'tasks.waiting', {}, modeOnePlace)).find((task) => task.kind === 'redDue')
    assert.equal(waitingTask?.path, '/fp/fpListGth?pane=returned')
    assert.equal((await server.must('finance', 'invoices.lines', { show: 'returned', mode: 1 }, modeOnePlace)).rows[0]?.id, line.id)
    const applicationDetail = await get(row.id)
    const paper = applicationDetail.invoices[0] ?? assert.fail()
    const redRequest = await server.must(
      'finance',
      'invoices.askRed',
      { invoicingId: row.id, version: applicationDetail.version, invoiceId: paper.id, reason: 'returned', amount: (row.amount / 100).toFixed(2) },
      modeOnePlace,
    )
    const red = redRequest.reds[0] ?? assert.fail()
    await server.must('finance', 'invoices.moveRed', { redId: red.id, version: red.version, code: '01' }, modeOnePlace)
    await server.must(
      'finance',
      'invoices.issueRed',
      { redId: red.id, version: red.version + 1, number: number(), issuedOn: today(), file: pdf('red') },
      modeOnePlace,
    )
    assert.deepEqual([(await get(row.id)).invoices[0]?.state, (await list()).find((each) => each.id === row.id)?.redDue], ['red', 0])
    assert.equal((await server.must('finance', 'invoices.reds', { mode: 1 }, modeOnePlace)).rows.length, 1)
    assert.equal((await server.must('finance', 'invoices.reds', {}, modeOnePlace)).rows.length, 0)
  })

  test('the ZIP of a unit’s month and the archive of a batch contain the issued invoices', async () => {
    const { taskId, count } = await server.must('payer', 'businessinvoices.packMonth', { unitId: 1, month: month() })
    assert.ok(count >= 4)
    const { id: userId } = await firstRow(sql<{ id: number }>`select id from app_user where username = 'payer'`)
    await server.job('businessinvoices.packMonth', { taskId, userId, centreId: null, mode: null, language: 'zh', unitId: 1, month: month() })
    const task = await server.must('payer', 'tasks.get', { id: taskId })
    assert.equal(task.state, 'done')
    const { rows } = await sql<{ id: string }>`select id from stored_file where created_by = ${userId} and name like '个体户发票_%'`.execute(db())
    const zip = await openArchive(await server.running.kernel.store.read(rows[0]?.id ?? ''), 100)
    const names = zip.items.map((item) => item.path)
    assert.equal(names.length, count + 1)
    assert.ok(names.includes('发票清单.xlsx') && names.some((name) => name.startsWith(owner(0).entity.name)))
    // The archive of a batch has the invoices of its businesses and of the fee, with the invoiced payments.
    const { batchId } = await firstRow(sql<{
      batchId: number
    }>`select part.batch_id as "batchId" from invoice_line part join invoice paper using (application_id)
      where paper.number is not null group by 1 order by count(distinct paper.id) desc limit 1`)
    await server.must('payer', 'dossiers.archive', { batchIds: [batchId] }, { mode: 1 })
    const { data } = await firstRow(
      sql<{ data: Record<string, unknown> }>`select data from pgboss.job where name = 'dossiers.archive' order by created_on desc limit 1`,
    )
    await server.job('dossiers.archive', data)
    const archiveTask = await server.must('payer', 'tasks.get', { id: Number(data.taskId) })
    const files = await openArchive(await server.running.kernel.store.read(archiveTask.fileId ?? ''), 500)
    const issuedRows = (await list('finance', { states: ['issued'] })).filter((row) =>
      files.items.some((item) => item.path.includes(`4-invoice/${row.no}_${row.number}`)),
    )
    assert.deepEqual(new Set(issuedRows.map((row) => row.issuer)), new Set(['business', 'centre']))
    assert.ok(files.items.some((item) => item.path.endsWith('4-invoice/invoices.csv')) && !files.items.some((item) => item.path.endsWith('none.txt')))
    assert.equal((await server.call('unit2', 'businessinvoices.packMonth', { unitId: 1, month: month() })).error, 'noFiles')
    assert.equal((await server.call('payer', 'businessinvoices.packMonth', { unitId: 1, month: '2020-01' })).error, 'noFiles')
  })

  test('a revoked authorisation stops further invoices and keeps issued ones', async () => {
    const entityId = await entityOf(0)
    const { given } = await server.must('finance', 'businessinvoices.authorisation', { entityId }, modeOnePlace)
    const [newest] = given
    assert.ok(newest)
    const revoke = (overrides: object = {}) =>
      server.call(
        'centre',
        'businessinvoices.revokeAuthorisation',
        { authorisationId: newest.id, version: newest.version, reason: '经营者要求自行开票', ...overrides },
        modeOnePlace,
      )
    assert.equal((await revoke({ version: newest.version + 1 })).error, 'authorisationChanged')
    assert.equal(
      (await server.call('operator', 'businessinvoices.revokeAuthorisation', { authorisationId: newest.id, version: newest.version, reason: '不再授权' }))
        .error,
      'forbidden',
    )
    assert.equal((await revoke()).code, 1)
    assert.equal((await revoke()).error, 'authorisationEnded')
    const batch = await payBatch([[0, '100.00']])
    const generateResult = await generate({ basis: 'batch', batchId: batch.id })
    assert.deepEqual(
      generateResult.data?.skipped.map((each) => each.obstacle),
      ['revoked'],
    )
    assert.ok((await list('operator')).some((row) => row.state === 'issued' && row.authorisation === 'revoked'))
  })
})
