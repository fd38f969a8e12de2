import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Entry, fromBufferPromise } from 'yauzl'
import { demoPeople } from '#/demo/load.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, closePaidBatches, paymentScenario } from '#/server/money/payments/testing.ts'
import { receiptModel } from '#/server/money/vouchers/document.ts'
import { jobs } from '#/server/money/vouchers/jobs.ts'
import { markVouchersReturned, recordPaymentReceipts } from '#/server/money/vouchers/public.ts'
import * as store from '#/server/money/vouchers/store.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('receipts', () => {
  const server = testServer()
  const act = paymentScenario(server)
  let batchId = 0
  const { specials, ordinary } = demoPeople()
  const person = (at: number) => {
    const owner = ordinary.filter((each) => each.entity === null)[at]
    assert.ok(owner)
    return owner
  }
  before(async () => {
    assert.ok(specials.bounces)
    const batch = await act.createPaidBatch([
      ...[0, 1, 2].map((at) => ({ person: person(at), yuan: `${1000 + at}.50` })),
      { person: specials.bounces, yuan: '500.00' },
    ])
    batchId = batch.id
    await server.settle()
  })

  const db = () => server.running.kernel.database.kysely
  const read = (id: string) => server.running.kernel.store.read(id)
  const voucherList = async () => (await server.must('maker', 'vouchers.list', { batchId, size: 200 })).rows
  const rowOf = (id: number) => jobContext(server.running.kernel, () => false).run('test', async (ctx) => (await store.find(ctx, { id })) ?? assert.fail())
  const getTask = (id: number, who = 'maker') => server.must(who, 'tasks.get', { id })
  const dataOf = async (taskId: number) => {
    const result = await sql<{
      data: Record<string, unknown>
    }>`select data from pgboss.job where name = 'vouchers.zip' and (data ->> 'taskId')::bigint = ${taskId}`.execute(db())
    return result.rows[0]?.data ?? assert.fail('the job was not queued')
  }
  const runJob = async (taskId: number) => server.job('vouchers.zip', await dataOf(taskId))
  const handler = jobs.handlers.find(({ name }) => name === 'vouchers.zip') ?? assert.fail()
  const unpack = async (bytes: Uint8Array) => {
    const archive = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true })
    const files = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
      const chunks: Buffer[] = []
      for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      files.set(entry.fileName, Buffer.concat(chunks))
    }
    return files
  }
  const indexOf = async (files: Map<string, Buffer>) => {
    const columns = [{ key: 'no', headings: ['凭证号'], required: true }] as const
    const sheet = await readSheet(files.get('index.xlsx') ?? assert.fail('no index'), { columns, maxRows: 5000, unknownColumns: 'ignore' })
    const numbers = sheet.ok ? sheet.rows.map((row) => row.cells.no.text) : []
    assert.equal(numbers.pop(), '合计')
    return numbers
  }

  test('each payment of a batch has one receipt, even after repeated recording', async () => {
    const [rows, lines] = [await voucherList(), await act.lines(batchId)]
    assert.equal(rows.length, 4)
    for (const row of rows) {
      const line = lines.find((each) => each.no === row.lineNo)
      assert.deepEqual([row.no, row.amount, row.kind], [`HD${line?.no}`, line?.net, 'payment'])
      assert.match(row.payeeAccount, /\*/)
    }
    await jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
      const { month } = await ctx.db.selectFrom('payment_batch').select('month').where('id', '=', batchId).executeTakeFirstOrThrow()
      await recordPaymentReceipts(
        ctx,
        lines.map((line) => ({ id: line.id, month })),
      )
    })
    assert.equal((await voucherList()).length, 4)
    const { totals } = await server.must('maker', 'vouchers.list', { batchId })
    assert.equal(
      totals?.amount,
      rows.reduce((sum, row) => sum + row.amount, 0),
    )
  })

  test('a receipt is a PDF with an embedded Chinese font, rendered once', async () => {
    const [first] = await voucherList()
    assert.ok(first)
    const { fileId } = await server.must('maker', 'vouchers.pdf', { id: first.id })
    const bytes = await read(fileId)
    const text = Buffer.from(bytes).toString('latin1')
    assert.ok(text.startsWith('%PDF-'))
    assert.match(text, /\/FontFile2? /)
    assert.match(text, /NotoSansSC/)
    assert.deepEqual(await server.must('checker', 'vouchers.pdf', { id: first.id }), { fileId })
    const line = (await act.lines(batchId)).find((each) => each.no === first.lineNo)
    assert.deepEqual(await server.must('maker', 'vouchers.pdf', { lineId: line?.id ?? 0 }), { fileId })
    const storedFile = await db().selectFrom('stored_file').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow()
    assert.deepEqual([storedFile.purpose, storedFile.unit_id, storedFile.media_type, storedFile.expires_at], ['voucher', 1, 'application/pdf', null])
  })

  test('a receipt names payer, payee, amount in figures and words, sandbox and source platform', async () => {
    const [first] = await voucherList()
    assert.ok(first)
    const row = await rowOf(first.id)
    const model = receiptModel({ ...row, amount_fen: 100_520 })
    const serializedModel = JSON.stringify(model)
    for (const words of ['电子回单', '沙箱通道，非真实资金', '¥1,005.20', '壹仟零伍元贰角整', row.payer_name, row.payee_name, row.bank_serial, row.no])
      assert.ok(serializedModel.includes(words), words)
    assert.ok(!serializedModel.includes(row.payee_account))
    assert.ok(!JSON.stringify(receiptModel({ ...row, is_sandbox: false })).includes('沙箱'))
    assert.ok(!serializedModel.includes('来源平台'), 'our own platform is not named')
    const modelOfOtherPlatform = JSON.stringify(receiptModel({ ...row, source_platform: '海岸线旅拍', nickname: '阿海', user_no: 'u-1' }))
    assert.ok(modelOfOtherPlatform.includes('["来源平台","海岸线旅拍"],["平台账户","阿海 / u-1"]'))
  })

  test('the receipt of a returned payment is marked and rendered again', async () => {
    const line = (await act.lines(batchId)).find((each) => each.name === specials.bounces?.name)
    assert.ok(line)
    const pdfBefore = await server.must('maker', 'vouchers.pdf', { lineId: line.id })
    server.advance(2 * 86_400_000)
    await server.settle(3)
    const returnedVoucher = (await voucherList()).find((row) => row.lineNo === line.no)
    assert.equal(returnedVoucher?.isReturned, true)
    const pdfAfter = await server.must('maker', 'vouchers.pdf', { lineId: line.id })
    assert.notEqual(pdfAfter.fileId, pdfBefore.fileId)
    assert.match(JSON.stringify(receiptModel(await rowOf(returnedVoucher.id))), /已退汇/)
  })

  test('a ZIP has the selected receipts as PDF and a list, and only its requester can download it', async () => {
    const rows = await voucherList()
    const { taskId, count } = await server.must('maker', 'vouchers.zip', { batchId })
    assert.equal(count, 4)
    assert.deepEqual([(await getTask(taskId)).state, (await getTask(taskId)).title], ['queued', '电子回单 4 份'])
    await runJob(taskId)
    const done = await getTask(taskId)
    assert.deepEqual([done.state, done.done, done.total], ['done', 4, 4])
    const files = await unpack(await read(done.fileId ?? ''))
    const pdfs = [...files].filter(([name]) => name.endsWith('.pdf'))
    assert.equal(pdfs.length, 4)
    for (const [, bytes] of pdfs) assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
    assert.deepEqual(
      await indexOf(files),
      rows.map((row) => row.no),
    )
    const [one] = rows
    const singlePdf = await server.must('maker', 'vouchers.pdf', { id: one?.id ?? 0 })
    assert.deepEqual(files.get(`${one?.batchNo}/${one?.no}_${one?.payeeName}.pdf`), Buffer.from(await read(singlePdf.fileId)))
    const link = { fileId: done.fileId ?? '' }
    assert.equal((await server.call('maker', 'files.link', link)).code, 1)
    assert.equal((await server.call('checker', 'files.link', link)).error, 'file_not_found')
  })

  test('an empty selection and more than 5,000 receipts are refused', async () => {
    assert.equal((await server.call('maker', 'vouchers.zip', { ids: [] })).error, 'nothing')
    assert.equal((await server.call('maker', 'vouchers.zip', { keyword: '没有这样的凭证' })).error, 'nothing')
    await sql`insert into voucher (no, kind, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, payee_name, payee_account, bank_serial, traded_at, created_at)
      select 'HDTEST' || n, 'topup', 2, 2, 2, n, '付款方', '622200001111', '收款方', '571900001111', 'T' || n, now(), now() from generate_series(1, 5001) n`.execute(
      db(),
    )
    assert.equal((await server.call('unit2', 'vouchers.zip', { keyword: 'HDTEST' })).error, 'tooMany')
  })

  test('a ZIP task reports progress, leaves no files when stopped and completes on restart', async () => {
    const { taskId, count } = await server.must('unit2', 'vouchers.zip', { keyword: 'HDTEST10' })
    assert.equal(count, 111)
    const data = await dataOf(taskId)
    const progressCounts: number[] = []
    const job = jobContext(server.running.kernel, () => progressCounts.length === 3)
    const watchingJob: JobContext = {
      ...job,
      runAs: async (userId, action, work, at) => {
        const answer = await job.runAs(userId, action, work, at)
        progressCounts.push((await getTask(taskId, 'unit2')).done)
        return answer
      },
    }
    await assert.rejects(handler.run(watchingJob, data), /stopping/)
    assert.deepEqual(progressCounts, [0, 25, 50])
    assert.deepEqual([(await getTask(taskId, 'unit2')).state, (await getTask(taskId, 'unit2')).fileId], ['running', null])
    await runJob(taskId)
    const done = await getTask(taskId, 'unit2')
    assert.deepEqual([done.state, done.done], ['done', 111])
    assert.equal((await unpack(await read(done.fileId ?? ''))).size, 112)
    await runJob(taskId)
    assert.equal((await getTask(taskId, 'unit2')).fileId, done.fileId)
  })

  test('a failed ZIP task reports the failure and runs again on the retry', async () => {
    const { taskId } = await server.must('unit2', 'vouchers.zip', { keyword: 'HDTEST501' })
    const data = await dataOf(taskId)
    const job = jobContext(server.running.kernel, () => false)
    const fullDiskJob: JobContext = {
      ...job,
      runAs: (userId, action, work, at) =>
        job.runAs(userId, action, (ctx) => work({ ...ctx, files: { ...ctx.files, adopt: () => Promise.reject(new Error('no space left on device')) } }), at),
    }
    await assert.rejects(handler.run(fullDiskJob, data), /no space/)
    const failedTask = await getTask(taskId, 'unit2')
    assert.deepEqual([failedTask.state, failedTask.fileId], ['failed', null])
    assert.match(failedTask.message, /自动重试/)
    await runJob(taskId)
    assert.deepEqual([(await getTask(taskId, 'unit2')).state, (await getTask(taskId, 'unit2')).message], ['done', ''])
  })

  test('another unit, centre or mode has no access to receipts', async () => {
    const [first] = await voucherList()
    const id = first?.id ?? 0
    assert.equal((await server.call('unit2', 'vouchers.pdf', { id })).error, 'notFound')
    assert.equal((await server.call('unit2', 'vouchers.zip', { ids: [id] })).error, 'not_all_there')
    assert.equal((await server.must('unit2', 'vouchers.list', { batchId })).count, 0)
    assert.equal((await server.call('centre', 'vouchers.pdf', { id }, { centre: 5, mode: 2 })).error, 'notFound')
    assert.equal((await server.call('finance', 'vouchers.pdf', { id }, { centre: 2, mode: 1 })).error, 'notFound')
    assert.equal((await server.call('finance', 'vouchers.pdf', { id }, atCentre)).code, 1)
  })

  test('a payee sees only their own receipts, without the unit’s batch', async () => {
    const foreignId = (await voucherList())[0]?.id ?? 0
    const ownPayee = [...ordinary, ...Object.values(specials)].find((each) => each?.id === 1001) ?? assert.fail('no one has the account')
    await act.createPaidBatch([{ person: ownPayee, yuan: '88.00' }])
    await server.settle()
    const vouchers = await db().selectFrom('voucher').select(['id', 'operator_id']).where('operator_id', '=', 1001).execute()
    const { rows, count, totals } = await server.must('operator', 'vouchers.list', { size: 200 })
    assert.ok(vouchers.length > 0)
    assert.deepEqual(rows.map((row) => row.id).sort(), vouchers.map((row) => row.id).sort())
    assert.deepEqual([count, totals?.amount], [vouchers.length, rows.reduce((sum, row) => sum + row.amount, 0)])
    assert.deepEqual(new Set(rows.map((row) => row.batchId ?? row.batchNo)), new Set([null]))
    for (const input of [{ batchId }, { unitId: 987_654 }, { kind: 'topup' as const }])
      assert.equal((await server.must('operator', 'vouchers.list', input)).count, 0)
    assert.equal((await server.call('operator', 'vouchers.pdf', { id: foreignId })).error, 'notFound')
    assert.equal((await server.call('operator', 'vouchers.zip', { ids: [foreignId] })).error, 'not_all_there')
    const { fileId } = await server.must('operator', 'vouchers.pdf', { id: vouchers[0]?.id ?? 0 })
    assert.equal((await server.call('operator', 'files.link', { fileId })).code, 1)
    const { taskId } = await server.must('operator', 'vouchers.zip', {})
    await runJob(taskId)
    const done = await getTask(taskId, 'operator')
    assert.deepEqual((await indexOf(await unpack(await read(done.fileId ?? '')))).sort(), rows.map((row) => row.no).sort())
  })

  test('the database shows a payee only their own receipts', async () => {
    const settings = { 'app.user': '9', 'app.all': '', 'app.centres': '{}', 'app.units': '{}', 'app.operator': '1001', 'app.partner': '' }
    const visiblePayees = await inTransaction(server.running.kernel.database, settings, (trx) =>
      trx.selectFrom('voucher').select('operator_id').distinct().execute(),
    )
    assert.deepEqual(visiblePayees, [{ operator_id: 1001 }])
  })

  test('a ZIP contains only receipts of its centre and mode and fails without the permission', async () => {
    const place = { centre: 2, mode: 1 } as const
    const requestZip = async (who: string, at: { centre: number; mode: number }) => (await server.must(who, 'vouchers.zip', {}, at)).taskId
    const packVouchers = async (who: string, taskId: number) => {
      await runJob(taskId)
      return indexOf(await unpack(await read((await getTask(taskId, who)).fileId ?? '')))
    }
    const listNumbers = async (who: string, at: { centre: number; mode: number }) =>
      (await server.must(who, 'vouchers.list', { size: 200 }, at)).rows.map((row) => row.no)
    assert.ok((await listNumbers('finance', place)).length > 0)
    assert.deepEqual(await packVouchers('finance', await requestZip('finance', place)), await listNumbers('finance', place))
    await sql`insert into user_centre (user_id, centre_id, modes) values (2, 3, '{2}')`.execute(db())
    const otherPlace = { centre: 3, mode: 2 }
    const listedNumbers = await listNumbers('centre', otherPlace)
    assert.equal(listedNumbers.length, 1)
    const [first, second] = [await requestZip('centre', otherPlace), await requestZip('centre', otherPlace)]
    assert.deepEqual(await packVouchers('centre', first), listedNumbers)
    await sql`delete from user_centre where user_id = 2 and centre_id = 3`.execute(db())
    await runJob(second)
    const { state, fileId, message } = await getTask(second, 'centre')
    assert.deepEqual([state, fileId, message], ['failed', null, '您已没有查看这些内容的权限'])
  })

  test('the exported list has every receipt with a masked account, and the total', async () => {
    const { fileId } = await server.must('maker', 'vouchers.exportList', { batchId }, { language: 'en' })
    const columns = ['Receipt no.', 'Payee account', 'Amount'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const sheet = await readSheet(await read(fileId), { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.ok(sheet.ok)
    const rows = await voucherList()
    assert.deepEqual(
      sheet.rows.map((row) => [row.cells['Receipt no.']?.text, row.cells['Payee account']?.text, Math.round(Number(row.cells.Amount?.text) * 100)]),
      [...rows.map((row) => [row.no, row.payeeAccount, row.amount]), ['Total', '', rows.reduce((sum, row) => sum + row.amount, 0)]],
    )
  })

  test('a returned fee of a closed batch gets a separate receipt', async () => {
    const batch = await act.createPaidBatch([
      { person: person(4), yuan: '900.00' },
      { person: person(5), yuan: '800.00' },
    ])
    await server.settle(3)
    await closePaidBatches(server)
    const { state } = await act.get(batch.id)
    const lines = await act.lines(batch.id)
    const feeVouchers = async (kind: 'fee' | 'refund') => (await server.must('maker', 'vouchers.list', { batchId: batch.id, kind })).rows
    const [fee] = await feeVouchers('fee')
    assert.deepEqual([state, fee?.no, fee?.amount], ['closed', `FW${batch.no}`, lines.reduce((sum, line) => sum + line.fee, 0)])
    const returnedLine = lines[0] ?? assert.fail()
    await jobContext(server.running.kernel, () => false).run('payouts.return', (ctx) => markVouchersReturned(ctx, [returnedLine.id]))
    const [refund] = await feeVouchers('refund')
    assert.deepEqual([refund?.amount, refund?.payeeName], [returnedLine.fee, fee?.payerName])
    assert.equal((await server.call('maker', 'vouchers.pdf', { id: fee?.id ?? 0 })).code, 1)
  })

  test('a missing bank receipt is reported, requested again, and replaced by an upload', async () => {
    const [row] = await voucherList()
    const id = row?.id ?? 0
    const findVoucher = async () => (await voucherList()).find((each) => each.id === id) ?? assert.fail()
    assert.deepEqual([(await findVoucher()).receipt, (await findVoucher()).may], ['here', { fetch: false, upload: false }])
    assert.equal((await server.call('maker', 'vouchers.fetch', { id })).error, 'nothingToFetch')
    await sql`update voucher set receipt_due_at = traded_at where id = ${id}`.execute(db())
    assert.equal((await findVoucher()).receipt, 'awaited')
    assert.ok((await findVoucher()).expectedOn)
    await sql`update voucher set receipt_due_at = null, receipt_tries = 16 where id = ${id}`.execute(db())
    assert.deepEqual(
      (await server.must('maker', 'vouchers.list', { batchId, receipt: 'missing' })).rows.map((voucher) => voucher.id),
      [id],
    )
    assert.equal((await server.call('maker', 'vouchers.fetch', { id })).code, 1)
    assert.equal((await findVoucher()).receipt, 'awaited')
    const uploadReceipt = (reason: string, text = '回单') =>
      server.call('finance', 'vouchers.upload', { id, reason, file: { filename: 'slip.pdf', mediaType: 'application/pdf', bytes: pdfPage(text) } }, atCentre)
    assert.equal(
      (
        await server.call('maker', 'vouchers.upload', {
          id,
          reason: '银行补发',
          file: { filename: 'slip.pdf', mediaType: 'application/pdf', bytes: pdfPage('x') },
        })
      ).error,
      'forbidden',
    )
    assert.equal((await uploadReceipt('')).error, 'reasonNeeded')
    assert.equal((await uploadReceipt('银行补发')).code, 1)
    assert.equal((await uploadReceipt('银行补发')).error, 'sameFile')
    assert.equal((await uploadReceipt('银行更正', '更正')).code, 1)
    const [last, first] = await server.must('maker', 'vouchers.uploads', { id })
    assert.deepEqual([last?.reason, last?.replacedFileId], ['银行更正', first?.fileId])
    assert.deepEqual(
      [(await findVoucher()).receipt, (await findVoucher()).isUploaded, (await server.must('maker', 'vouchers.pdf', { id })).fileId],
      ['here', true, last?.fileId],
    )
    assert.equal((await server.call('unit2', 'vouchers.uploads', { id })).error, 'notFound')
    assert.equal((await server.call('unit2', 'vouchers.fetch', { id })).error, 'notFound')
  })
})
