import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { zipStream } from '#/server/lib/zip.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import {
  businessOwnerAt,
  cellsOf,
  declarationAmounts,
  type FilingRow,
  filingScenario,
  prepareOwners,
  resultRow,
  resultsFile,
} from '#/server/taxation/businessfilings/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }

describe('filings of registered businesses', () => {
  const server = testServer()
  let quarter: string
  before(async () => {
    await extendDocuments(server)
    await prepareOwners(server)
    // Starts on the second day of a quarter, so that all payments of this test belong to it.
    quarter = quarterOf(daysOfPeriod(quarterOf(today())).to)
    await toDay(shiftDay(daysOfPeriod(quarter).from, 1))
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_001, no: 'CZ990001', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
  })
  const db = () => server.running.kernel.database
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const toDay = async (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - now().getTime())

  const { pay, place, rowsOf, rowOf, get, target, generate, close, declare, messages } = filingScenario(
    () => server,
    () => quarter,
  )

  test('a business is warned before its quarter reaches the VAT threshold and when it does (ST-11)', async () => {
    await pay([0, '140000.00'], [1, '101000.00'], [2, '5000.00'])
    await pay([0, '135000.00'])
    await server.job('businessfilings.watch')
    const nearRow = await rowOf('vat', 0)
    assert.deepEqual([nearRow.level, nearRow.vat, nearRow.state], ['near', 0, 'open'])
    await server.job('businessfilings.watch')
    assert.equal((await messages('filingNear', businessOwnerAt(0).id)).length, 1, 'once')
    await pay([0, '30000.00'])
    await server.job('businessfilings.watch')
    assert.equal((await messages('filingReached', businessOwnerAt(0).id)).length, 1)
    const reachedRow = await rowOf('vat', 0)
    // 138,613.86 + 133,663.37 + 29,702.97 without VAT. All of it is taxed, each payment split separately.
    assert.deepEqual([reachedRow.level, reachedRow.income, reachedRow.vat, reachedRow.exempt], ['reached', 30_500_000, 301_980, 0])
    // Half of 7 %, 3 % and 2 % of 3,019.80.
    assert.equal(reachedRow.surcharge, 10_569 + 4_530 + 3_020)
    const { rows } = await server.must('finance', 'businessfilings.list', { ...place('vat'), levels: ['reached'] }, modeOnePlace)
    assert.deepEqual(
      rows.map((row) => row.id),
      [reachedRow.id],
    )
  })

  test('a filing shows the sources and the rules of its figures', async () => {
    const { id } = await rowOf('vat', 0)
    const detail = await get(id)
    const { rules } = detail
    assert.deepEqual(rules && [rules.threshold.amount, rules.threshold.isInclusive, rules.from.slice(8)], [30_000_000, false, '01'])
    assert.match(rules?.business ?? '', /公告2023年第12号/)
    assert.deepEqual([detail.figures.sales, detail.figures.taxable, detail.figures.payments], [30_198_020, 30_198_020, 3])
    const sources = await server.must('finance', 'businessfilings.sources', { businessFilingId: id }, modeOnePlace)
    assert.deepEqual(
      sources.rows.map((row) => [row.gross, row.sales, row.isReturn]),
      [
        [14_000_000, 13_861_386, false],
        [13_500_000, 13_366_337, false],
        [3_000_000, 2_970_297, false],
      ],
    )
    assert.equal(sources.elsewhere, 0)
  })

  test('entered sales count towards the threshold, and those on special invoices are taxed', async () => {
    await generate('vat')
    const row = await rowOf('vat', 1)
    assert.deepEqual([row.exempt, row.vat], [10_100_000, 0])
    const correctFiling = async (more: Record<string, unknown>) =>
      server.call('finance', 'businessfilings.correct', { ...(await target(row.id)), reason: '线下收入', ...more }, modeOnePlace)
    assert.equal((await correctFiling({ other: '-101000.01' })).error, 'belowZero')
    assert.equal((await correctFiling({ special: '100.00' })).error, 'specialMost')
    assert.equal((await correctFiling({ other: '0' })).error, 'nothingToCorrect')
    assert.equal((await correctFiling({ cost: '1.00' })).error, 'notThisKind')
    const specialAnswer = await correctFiling({ invoiced: '10100.00', special: '10100.00' })
    assert.deepEqual(specialAnswer.data && [specialAnswer.data.vat, specialAnswer.data.exempt], [10_000, 9_090_000])
    // 202,000.00 more make exactly 300,000.00 without VAT, which from 2026 on reaches the threshold.
    const exactAnswer = await correctFiling({ other: '202000.00' })
    assert.deepEqual(exactAnswer.data && [exactAnswer.data.figures.sales, exactAnswer.data.level, exactAnswer.data.vat], [30_000_000, 'reached', 300_000])
    // Education surcharges are exempt at 300,000 (不超过), the city tax is not.
    assert.equal(exactAnswer.data?.surcharge, 10_500)
    const belowAnswer = await correctFiling({ other: '201999.99' })
    assert.deepEqual(belowAnswer.data && [belowAnswer.data.figures.sales, belowAnswer.data.level, belowAnswer.data.vat], [29_999_999, 'near', 0])
    const warningMessages = (await server.must('finance', 'messages.list', { size: 50 }, modeOnePlace)).rows.filter(
      (message) => message.kind === 'filingReached',
    )
    assert.equal(warningMessages.filter((each) => each.values.name === businessOwnerAt(1).entity.name).length, 0, 'no one is notified of their own action')
    assert.equal((await sql`select from business_filing where id = ${row.id} and warned = 'reached'`.execute(db().kysely)).rows.length, 1, 'at once')
  })

  test('only an ended period can be closed, and closing fixes its figures', async () => {
    assert.equal((await close('vat')).error, 'periodRuns')
    await toDay(shiftDay(daysOfPeriod(quarter).to, 4))
    const checkAnswer = await server.must('finance', 'businessfilings.check', place('vat'), modeOnePlace)
    assert.deepEqual(
      checkAnswer.faults.map((fault) => [fault.kind, fault.weight, fault.count]),
      [
        ['near', 'note', 1],
        ['reached', 'note', 1],
      ],
    )
    const closeAnswers = await Promise.all([close('vat'), close('vat')])
    const [closed, late] = closeAnswers[0]?.code === 1 ? closeAnswers : closeAnswers.toReversed()
    assert.ok((closed?.data?.filings ?? 0) >= 3 && late?.error === 'nothingOpen', 'closed at once by two: once')
    // The filings wait for declaration, and the list has the same number under the same filter.
    const waitingTask = (await server.must('finance', 'tasks.waiting', {}, modeOnePlace)).find((task) => task.kind === 'vatFilings' && task.place?.isHere)
    const dueFilter = { kind: 'vat' as const, isOver: true, states: ['open', 'closed', 'declared', 'correcting'] as const }
    const dueFilings = await server.must('finance', 'businessfilings.list', { ...dueFilter, states: [...dueFilter.states], size: 20 }, modeOnePlace)
    assert.ok(waitingTask && waitingTask.count >= (closed?.data?.filings ?? 0))
    assert.equal(waitingTask.count, dueFilings.count)
    assert.equal((await close('vat')).error, 'nothingOpen')
    const { id } = await rowOf('vat', 0)
    await assert.rejects(sql`update business_filing_figure set gross_fen = gross_fen + 1 where filing_id = ${id}`.execute(db().kysely), /cannot change/)
    await assert.rejects(sql`delete from business_filing_figure where filing_id = ${id}`.execute(db().kysely))
    const filingBefore = await get(id)
    await generate('vat')
    assert.deepEqual((await get(id)).figures, filingBefore.figures)
  })

  test('a general taxpayer is reported as a fault and gets no filing', async () => {
    const setTaxKind = (kind: string | null) =>
      sql`update operator_entity set tax_kind = ${kind} where operator_id = ${businessOwnerAt(2).id}`.execute(db().kysely)
    await setTaxKind('general')
    const { faults } = await server.must('finance', 'businessfilings.check', place('incomeTax'), modeOnePlace)
    assert.deepEqual(faults.find((fault) => fault.kind === 'general')?.filings, [{ id: null, name: businessOwnerAt(2).entity.name }])
    await generate('incomeTax')
    assert.deepEqual(new Set((await rowsOf('incomeTax')).map((row) => row.creditCode === businessOwnerAt(2).entity.creditCode)), new Set([false]))
    await setTaxKind('small')
  })

  test('income tax uses the notified rate, an unconfirmed rate with a reason, or the books', async () => {
    const { kysely } = db()
    const entityOf = (index: number) => sql`(select id from operator_entity where operator_id = ${businessOwnerAt(index).id})`
    await sql`delete from entity_levy_rate where operator_id = any(${[0, 1, 2].map((each) => businessOwnerAt(each).id)}::bigint[])`.execute(kysely)
    await sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, document_no, created_at)
      values (${entityOf(0)}, ${businessOwnerAt(0).id}, 2, 10000, '2020-01-01', '税核定〔2026〕1号', now())`.execute(kysely)
    await sql`update operator_entity set levy = 'audit' where operator_id = ${businessOwnerAt(2).id}`.execute(kysely)
    await generate('incomeTax')
    const [byRate, deemed] = [await rowOf('incomeTax', 0), await rowOf('incomeTax', 1)]
    // (305,000.00 − 3,019.80) × 1 %, halved.
    assert.deepEqual([byRate.basis, byRate.iit, byRate.isConfirmed], ['receipts', 150_990, true])
    // 302,999.99 including VAT: × 10 % × 10 % − 1,500, halved, on the year so far.
    assert.deepEqual([deemed.basis, deemed.isConfirmed], ['profit', false])
    assert.equal((await get(deemed.id)).figures.levyPpm, 100_000)
    const closeWithoutCosts = await close('incomeTax', '税率待核定')
    assert.equal(closeWithoutCosts.error, 'blocked')
    assert.match(closeWithoutCosts.message, /查账征收未填成本 × 1/)
    const bookRow = await rowOf('incomeTax', 2)
    const messages = await server.must(
      'finance',
      'businessfilings.correct',
      { ...(await target(bookRow.id)), cost: '1000.00', reason: '季度利润表' },
      modeOnePlace,
    )
    assert.deepEqual([messages.basis, messages.iit], ['books', 10_000], '(5,000 − 1,000) × 5 %, halved')
    assert.equal((await close('incomeTax')).error, 'reasonNeeded')
    assert.equal((await close('incomeTax', '已向税务所口头确认')).code, 1)
  })

  test('a declaration must match the tax due, the period, the consent and the state of the filing', async () => {
    const { id } = await rowOf('vat', 0)
    const dueAmounts = declarationAmounts(await rowOf('vat', 0))
    assert.equal((await declare(id, { ...dueAmounts, vat: '3019.79' })).error, 'declaredDiffers')
    assert.equal((await declare(id, { ...dueAmounts, declaredOn: shiftDay(daysOfPeriod(quarter).to, -1) })).error, 'dayOutside')
    assert.equal((await declare(id, { isZero: true })).error, 'notZero')
    const agentDeclaration = { way: 'agent', ...dueAmounts } as const
    await sql`update consent set revoked_at = ${now()} where operator_id = ${businessOwnerAt(0).id} and kind = 'tax_filing'`.execute(db().kysely)
    assert.equal((await declare(id, agentDeclaration)).error, 'noConsentHeld')
    const tomorrow = `${shiftDay(today(), 1)}T00:00:00+08:00`
    await sql`update consent set revoked_at = ${tomorrow} where operator_id = ${businessOwnerAt(0).id} and kind = 'tax_filing'`.execute(db().kysely)
    assert.equal(
      (
        await server.call(
          'auditor',
          'businessfilings.declare',
          { ...(await target(id)), ...agentDeclaration, no: 'SB0001', declaredOn: today(), file: slip },
          modeOnePlace,
        )
      ).code,
      0,
    )
    const declaredFiling = await declare(id, { ...agentDeclaration, no: 'SB0001' })
    assert.deepEqual(declaredFiling.data && [declaredFiling.data.state, declaredFiling.data.way, declaredFiling.data.left], [
      'declared',
      'agent',
      301_980 + 18_119,
    ])
    const staleAnswer = await server.call(
      'finance',
      'businessfilings.declare',
      { businessFilingId: id, version: 1, ...agentDeclaration, no: 'SB0002', declaredOn: today(), file: slip },
      modeOnePlace,
    )
    assert.equal(staleAnswer.error, 'wrongFilingState')
    const row = await rowOf('vat', 2)
    assert.equal((await declare(row.id, { ...declarationAmounts(row), no: 'SB0001' })).error, 'receiptUsed')
    assert.equal((await server.call('finance', 'businessfilings.reopen', { ...(await target(id)), reason: '重开' }, modeOnePlace)).error, 'wrongFilingState')
  })

  test('a tax payment of a business needs an unused voucher number and cannot exceed the tax due', async () => {
    const { id } = await rowOf('vat', 0)
    const journals = async () => (await sql<{ count: number }>`select count(*)::int as count from ledger_journal`.execute(db().kysely)).rows[0]?.count
    const journalsBefore = await journals()
    const payTax = async (tax: 'vat' | 'surcharge' | 'iit', amount: string, serial: string) =>
      server.call('finance', 'businessfilings.pay', { ...(await target(id)), tax, amount, paidOn: today(), way: 'self', serial, file: slip }, modeOnePlace)
    assert.equal((await payTax('vat', '3019.81', 'JK01')).error, 'tooMuch')
    assert.equal((await payTax('iit', '1.00', 'JK01')).error, 'nothingLeft')
    assert.equal((await payTax('vat', '3000.00', 'JK01')).code, 1)
    assert.equal((await payTax('vat', '19.80', 'JK01')).error, 'serialUsed')
    await payTax('vat', '19.80', 'JK02')
    const payAnswer = await payTax('surcharge', '181.19', 'JK03')
    assert.deepEqual(payAnswer.data && [payAnswer.data.state, payAnswer.data.left], ['paid', 0])
    assert.equal(await journals(), journalsBefore, 'no ledger entry is made up')
    const archiveAnswer = await server.call('finance', 'businessfilings.archive', await target(id), modeOnePlace)
    assert.equal(archiveAnswer.error, 'noCertificate')
    await assert.rejects(
      sql`insert into business_filing_payment (filing_id, centre_id, operator_id, kind, amount_fen, paid_on, way, serial, file_id, by_id, at)
        select filing_id, centre_id, operator_id, kind, 1, paid_on, way, 'JK99', file_id, by_id, at from business_filing_payment where filing_id = ${id} limit 1`.execute(
        db().kysely,
      ),
      /more tax paid than declared/,
    )
  })

  test('certificates in a ZIP are matched automatically, or assigned or discarded manually', async () => {
    const code = businessOwnerAt(0).entity.creditCode
    const files = [
      { name: `${code}_${quarter}.pdf`, bytes: pdfPage('own') },
      { name: `${businessOwnerAt(3).entity.creditCode}_${quarter}.pdf`, bytes: pdfPage('not declared') },
      { name: `${code}_2020-Q1.pdf`, bytes: pdfPage('another period') },
      { name: '完税证明.pdf', bytes: pdfPage('no name') },
      { name: `${code}_${quarter.replace('-', '')}.pdf`, bytes: Buffer.from('no pdf') },
      { name: `again/${code}_${quarter}.pdf`, bytes: pdfPage('a second one') },
    ]
    const file = { filename: '凭证.zip', mediaType: 'application/zip', bytes: await buffer(zipStream(files)) }
    const { files: count, taskId } = await server.must('finance', 'businessfilings.certify', { ...place('vat'), file }, modeOnePlace)
    const storedArchives = await sql<{ id: string }>`select id from stored_file where purpose = 'business_filing_certificates'`.execute(db().kysely)
    const job = { centreId: 2, ...place('vat'), archiveId: storedArchives.rows[0]?.id, userId: 4, task: { taskId, language: 'zh' } }
    for (const run of [job, job]) await server.job('businessfilings.certificates', run)
    const task = await server.must('finance', 'tasks.get', { id: taskId }, modeOnePlace)
    assert.deepEqual([count, task.state, task.done, task.total, task.message], [6, 'done', 6, 6, '已处理 6 份文件'])
    const row = await rowOf('vat', 0)
    assert.deepEqual([row.state, row.certificateId !== null], ['certified', true])
    const { rows } = await server.must('finance', 'businessfilings.unmatched', place('vat'), modeOnePlace)
    assert.deepEqual(
      rows.map((each) => each.problem),
      ['nobody', 'period', 'name', 'notPdf', 'twice'],
    )
    // An unmatched certificate is assigned manually to a paid filing. A file other than a PDF is refused.
    const paidFiling = (await rowsOf('vat')).find((each) => each.state === 'closed' && each.isZero) ?? assert.fail()
    assert.equal((await declare(paidFiling.id, { isZero: true })).data?.state, 'paid')
    const assign = async (filingCertificateId: number, id = paidFiling.id) =>
      server.call('finance', 'businessfilings.assign', { ...(await target(id)), filingCertificateId }, modeOnePlace)
    const [, , unnamed, broken] = rows
    assert.equal((await assign(broken?.id ?? 0)).error, 'unreadable')
    assert.equal((await assign(unnamed?.id ?? 0, row.id)).error, 'wrongFilingState')
    const assignAnswer = await assign(unnamed?.id ?? 0)
    assert.deepEqual(assignAnswer.data && [assignAnswer.data.state, assignAnswer.data.certificateId !== null], ['certified', true])
    assert.equal((await assign(unnamed?.id ?? 0)).error, 'wrongFilingState')
    assert.equal((await server.must('finance', 'businessfilings.unmatched', place('vat'), modeOnePlace)).rows.length, 4)
    await server.must('finance', 'businessfilings.discard', { filingCertificateId: rows[0]?.id ?? 0 }, modeOnePlace)
    assert.equal((await server.call('finance', 'businessfilings.discard', { filingCertificateId: rows[0]?.id ?? 0 }, modeOnePlace)).error, 'certificateGone')
  })

  test('a correction is a new edition with a separate receipt', async () => {
    const { id } = await rowOf('vat', 0)
    const correction = { ...(await target(id)), other: '1010.00', reason: '补记线下收入' }
    const correctedFiling = await server.must('finance', 'businessfilings.correct', correction, modeOnePlace)
    assert.deepEqual([correctedFiling.state, correctedFiling.edition, correctedFiling.vat], ['correcting', 2, 302_980])
    await assert.rejects(sql`update business_filing_figure set vat_fen = 0 where filing_id = ${id} and edition = 2`.execute(db().kysely), /cannot change/)
    const declaration = await declare(id, { ...declarationAmounts(correctedFiling), no: 'SB0001-2' })
    const { receipts, state, leftByTax, editions } = declaration.data ?? assert.fail(declaration.message)
    assert.deepEqual(
      receipts.map((receipt) => [receipt.edition, receipt.no, receipt.vat]),
      [
        [1, 'SB0001', 301_980],
        [2, 'SB0001-2', 302_980],
      ],
    )
    assert.deepEqual([state, leftByTax.vat, editions.length], ['declared', 1_000, 2])
  })

  const results = async (rows: readonly (readonly string[])[]) =>
    server.call('finance', 'businessfilings.importResults', { ...place('incomeTax'), file: await resultsFile(rows) }, modeOnePlace)
  test('results of the tax office are imported completely, or refused with faults by row', async () => {
    await server.must('finance', 'businessfilings.reopen', { ...(await target((await rowOf('incomeTax', 0)).id)), reason: '收入已更正' }, modeOnePlace)
    await close('incomeTax', '口头确认')
    const [first, second] = [await rowOf('incomeTax', 0), await rowOf('incomeTax', 1)]
    const validRow = (row: FilingRow, no: string) => resultRow(row, quarter, no, today())
    const replaceCell = (row: readonly string[], at: number, value: string) => row.map((cell, index) => (index === at ? value : cell))
    const validResult = validRow(first, 'IT01')
    const wrongImport = await results([
      validResult,
      replaceCell(validRow(second, 'IT02'), 1, '92110000MA0000000X'),
      replaceCell(validRow(second, 'IT02'), 0, '2020-Q1'),
      replaceCell(validRow(second, 'IT02'), 6, plainYuan(fen(second.iit + 1))),
      replaceCell(validRow(second, 'IT02'), 2, '增值税'),
      replaceCell(validRow(second, 'IT02'), 8, ''),
    ])
    assert.equal(wrongImport.data?.filings, 0)
    assert.deepEqual(
      wrongImport.data?.faults.map((fault) => fault.line),
      [3, 4, 5, 6, 7],
    )
    const faultTexts = wrongImport.data?.faults.map((fault) => fault.problem).join('\n') ?? ''
    for (const words of [/没有该信用代码/, /所属期为 2020-Q1/, /应纳.*本平台为/, /“增值税”不属于/, /缴款日期/]) assert.match(faultTexts, words)
    assert.deepEqual([(await get(first.id)).state, (await get(first.id)).paid], ['closed', 0], 'nothing half done')
    assert.equal((await results([validResult, replaceCell(validRow(second, 'IT01'), 4, 'IT01')])).data?.filings, 0, 'one receipt for two businesses')
    const acceptedResults = await results([validResult, validRow(second, 'IT02')])
    assert.deepEqual(acceptedResults.data, { filings: 2, faults: [] })
    assert.deepEqual([(await get(first.id)).state, (await get(first.id)).left], ['paid', 0])
    assert.equal((await results([validResult])).data?.faults[0]?.line, 2, 'it is declared already')
  })

  test('VAT and income tax of a business are in one row of the exported sheet (T4)', async () => {
    const { fileId } = await server.must('finance', 'businessfilings.exportData', place('vat'), modeOnePlace)
    const headings = ['所属期', '信用代码', '收入额', '应税额', '应纳增值税', '核定率', '应纳个税']
    const rows = await cellsOf(await server.running.kernel.store.read(fileId), headings)
    assert.deepEqual(
      rows.find((row) => row[1] === businessOwnerAt(0).entity.creditCode),
      [quarter, businessOwnerAt(0).entity.creditCode, '306010', '302980.2', '3029.8', '0.01', '1514.9'],
    )
  })

  test('the zero declaration of a business counts as paid and can be archived', async () => {
    const zeroFiling = (await rowsOf('vat')).find((row) => row.isZero && row.state === 'closed') ?? assert.fail('some business of the demo sold nothing')
    const zeroDeclaration = await declare(zeroFiling.id, { isZero: true })
    assert.equal(zeroDeclaration.data?.state, 'paid')
    const archivedFiling = await server.must('finance', 'businessfilings.archive', await target(zeroFiling.id), modeOnePlace)
    assert.equal(archivedFiling.state, 'archived')
    const duty = await sql<{ state: string; receipt_no: string }>`select state, receipt_no from entity_obligation
      where entity_id = ${zeroFiling.entityId} and kind = 'vat' and period = ${quarter}`.execute(db().kysely)
    assert.deepEqual(duty.rows, [{ state: 'done', receipt_no: `SB00${zeroFiling.id}` }], 'its calendar knows')
  })

  test('a payment returned after its quarter reduces the quarter of the return', async () => {
    const line = await sql<{
      id: number
      month: string
    }>`select line.id, line.month::text as month from payment_line line join operator_entity entity on entity.id = line.entity_id
      where entity.operator_id = ${businessOwnerAt(2).id} and line.state = 'success' order by line.id desc limit 1`.execute(db().kysely)
    await sql`update payment_line set state = 'returned', returned_at = ${now()} where id = ${line.rows[0]?.id} and month = ${line.rows[0]?.month}::date`.execute(
      db().kysely,
    )
    const next = quarterOf(today())
    await generate('vat', next)
    const [closed, open] = [await rowOf('vat', 2), await rowOf('vat', 2, next)]
    assert.deepEqual([closed.income, open.income], [500_000, -500_000])
    assert.deepEqual(await checkInvariants(db().kysely).then((all) => all.filter((each) => ['INV-50', 'INV-51'].includes(each.name))), [])
  })

  test('staff can send the reminder of an annual report once a day', async () => {
    const year = String(Number(quarter.slice(0, 4)))
    await toDay(`${Number(year) + 1}-06-05`)
    await generate('annualReport', year)
    const row = await rowOf('annualReport', 0, year)
    assert.equal(row.dueOn, `${Number(year) + 1}-06-30`)
    assert.notEqual((await server.must('finance', 'businessfilings.remind', await target(row.id), modeOnePlace)).may.remind, '')
    const [message] = await messages('obligationDue', businessOwnerAt(0).id)
    assert.deepEqual(message && [message.kind, message.day], ['annualReport', row.dueOn])
    assert.equal((await server.call('finance', 'businessfilings.remind', await target(row.id), modeOnePlace)).error, 'remindedToday')
  })

  test('an operator sees only own filings and cannot generate filings', async () => {
    const ownFilings = (await server.must('operator', 'businessfilings.list', { kind: 'vat' })).rows
    assert.deepEqual([...new Set(ownFilings.map((each) => each.operatorId))], [1001])
    assert.equal((await server.call('operator', 'businessfilings.get', { businessFilingId: (await rowOf('vat', 1)).id })).error, 'filingNotFound')
    assert.equal((await server.call('operator', 'businessfilings.generate', place('vat'))).code, 0)
  })
})
