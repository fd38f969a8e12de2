import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { postOpening } from '#/server/money/ledger/public.ts'
import { closePaidBatches, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { type ShareRow, sharesOf } from '#/server/taxation/periods/store-shares.ts'
import { bookUnmatchedTax, payTaxes, postTaxWithoutPayment, rowsIn, runExportTask } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const { ordinary, specials } = demoPeople()
const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('books') }
const taxes = ['vat', 'surcharge', 'iit'] as const

describe('tax period compared with the ledger', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  let month: string
  let id: number
  let first: { id: number; month: string }
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const get = () => server.must('finance', 'periods.get', { declarationId: id }, atCentre)
  const target = async () => ({ declarationId: id, version: (await get()).version })
  const bookedFigures = async () => (await server.must('finance', 'periods.booked', { declarationIds: [id] }, atCentre))[0] ?? assert.fail('no books')
  const check = () => server.must('finance', 'periods.check', { declarationId: id }, atCentre)
  const brokenOffenders = async () => (await checkInvariants(db())).filter(({ name }) => name === 'INV-15').flatMap(({ offenders }) => offenders)
  const computeLines = () => server.job('periods.draw', { declarationId: id })
  const startClosing = async () => server.must('finance', 'periods.close', { ...(await target()), reason: '在途下月申报' }, atCentre)
  const reopen = async () => server.must('finance', 'periods.reopen', { ...(await target()), reason: '再核对' }, atCentre)
  const close = async () => {
    await startClosing()
    await computeLines()
  }
  const lateInMonth = () => new Date(`${month}-28T12:00:00+08:00`)
  /** Runs a statement as the server's role, rolls it back and returns its error message. */
  const errorOfStatement = (query: string) =>
    inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '5' }, async (trx) => {
      await sql.raw(query).execute(trx)
      throw new Error('it did')
    }).catch((error: Error) => error.message)

  before(async () => {
    await extendDocuments(server)
    month = monthOf(now())
    const { id: batchId } = await scenario.draft([
      { person: ordinary[0] ?? assert.fail(), yuan: '30000.00' },
      { person: ordinary[1] ?? assert.fail(), yuan: '120000.00' },
      { person: specials.bounces ?? assert.fail(), yuan: '60000.00' },
    ])
    await server.must('maker', 'payments.attach', { id: batchId, kind: 'acceptance', file: slip })
    await scenario.pay(await scenario.audit(await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id: batchId })))))
    await server.settle(2)
    const { rows } = await server.must('finance', 'periods.list', { size: 200 }, atCentre)
    id = rows.find((row) => row.month === month)?.id ?? assert.fail('no period')
  })

  test('an open month’s books equal its total less payments under way, for each tax', async () => {
    const { total } = await get()
    const { booked, underWay, gap, comparedAt } = await bookedFigures()
    assert.ok(underWay > 0, 'a payment of the demo waits')
    assert.deepEqual([booked, gap, comparedAt], [total - underWay, 0, null])
    const faults = await check()
    assert.deepEqual([faults.comparedAt, faults.books.map((book) => book.accrued - book.underWay - book.booked)], [null, [0, 0, 0]])
    assert.equal(
      faults.books.reduce((sum, each) => sum + each.underWay, 0),
      underWay,
    )
  })

  test('a unit’s share of a month excludes payments under way', async () => {
    await scenario.createPaidBatch([{ person: specials.slow ?? assert.fail(), yuan: '700.00' }])
    await server.settle(1)
    const { rows } = await sql<{ fen: number; open: number }>`select coalesce(sum(own.gross_fen) filter (where not own.is_open), 0)::bigint as fen,
        count(*) filter (where own.is_open)::int as open
      from tax_reservation own join payment_batch batch on batch.id = own.batch_id
      where own.mode = 2 and own.month = ${month} and batch.unit_id = 1`.execute(db())
    const unitShares = await server.must('payer', 'periods.shares', { month, size: 200 })
    assert.ok((rows[0]?.open ?? 0) > 0, 'a payment is under way')
    assert.equal(
      unitShares.rows.reduce((sum, row) => sum + row.gross, 0),
      rows[0]?.fen,
    )
  })

  test('opening balances do not change the booked tax of a period', async () => {
    const figuresBefore = await bookedFigures()
    const balances = [
      { account: 'tax_iit', unitId: null, amount: fen(500) },
      { account: 'bank', unitId: null, amount: fen(-500) },
    ] as const
    const openingEntry = { id: 900, no: 'QC900', memo: '', centreId: 2, mode: 2, balances } as const
    await jobContext(server.running.kernel, () => false).run('test', (ctx) => postOpening(ctx, openingEntry))
    assert.deepEqual(await bookedFigures(), figuresBefore)
  })

  test('a journal without a payment cannot post to the tax accounts', async () => {
    await assert.rejects(postTaxWithoutPayment(server, 'tried', 1, now()), /move the tax accounts/)
    assert.equal((await bookedFigures()).gap, 0)
  })

  test('closing warns of one permit under two numbers and keeps the reason for accepting it', async () => {
    server.advance(Date.parse(`${shiftMonth(month, 1)}-01T00:30:00+08:00`) - now().getTime())
    const payeeLines = await server.must('finance', 'periods.lines', { declarationId: id, size: 200 }, atCentre)
    const ids = payeeLines.rows.filter((line) => line.gross > 0).map((line) => line.id)
    assert.ok(ids.length > 1)
    const { vault } = server.running.kernel
    for (const [at, number] of ['H12345678', 'H1234567801'].entries())
      await sql`update operator set id_kind = 'hk_macau_permit', id_number_sealed = ${vault.seal('id_number', number)}, id_number_index = ${vault.index('id_number', number)}
        where id = ${ids[at] ?? 0}`.execute(db())
    const fault = (await check()).faults.find(({ kind }) => kind === 'samePermit') ?? assert.fail('not found')
    assert.deepEqual([fault.isBlocking, fault.count, fault.people.map(({ operatorId }) => operatorId)], [false, 2, ids.slice(0, 2).toSorted((a, b) => a - b)])
    assert.equal((await server.call('finance', 'periods.close', await target(), atCentre)).error, 'reasonNeeded')
    await server.must('finance', 'periods.close', { ...(await target()), reason: '同一人，合并申报' }, atCentre)
    await computeLines()
    const step = (await get()).steps.findLast(({ kind }) => kind === 'closing') ?? assert.fail('no step')
    assert.match(step.reason, /同一人，合并申报.*同一通行证、两个号码 × 2/)
    const closingNotes = await sql<{
      detail: string
    }>`select detail::text as detail from audit_log where action = 'periods.close' order by at desc limit 1`.execute(db())
    assert.match(closingNotes.rows[0]?.detail ?? '', /同一通行证/)
    await reopen()
  })

  test('closing a month and declaring a correction each store its booked tax', async () => {
    const closedAt = async () => (await get()).steps.findLast(({ kind }) => kind === 'closed')?.at
    await close()
    const { total } = await get()
    const closedFigures = await bookedFigures()
    assert.deepEqual([closedFigures.booked, closedFigures.underWay, closedFigures.gap, closedFigures.comparedAt], [total, 0, 0, await closedAt()])
    assert.equal((await check()).comparedAt, closedFigures.comparedAt)
    await reopen()
    assert.deepEqual(await bookedFigures(), { ...closedFigures, comparedAt: null }, 'an open month is compared as it stands')
    server.advance(3_600_000)
    await close()
    assert.deepEqual(await bookedFigures(), { ...closedFigures, comparedAt: await closedAt() })
    const repeatedFigures = await bookedFigures()
    await server.must('centre', 'periods.confirm', await target(), atCentre)
    const { accrued } = await get()
    const declare = async (no: string) => {
      const { accrued } = await get()
      const declaredTaxes = Object.fromEntries(taxes.map((kind) => [kind, plainYuan(accrued[kind])])) as Record<(typeof taxes)[number], string>
      await server.must(
        'finance',
        'periods.declare',
        { ...(await target()), no, vatNo: `V-${no}`, declaredOn: dayOf(now()), ...declaredTaxes, file: slip },
        atCentre,
      )
    }
    await declare('B-0001')
    await payTaxes(server, atCentre, { declarationId: id, taxes: { iit: accrued.iit }, serial: 'J-0001', file: slip })
    await closePaidBatches(server)
    await server.job('payouts.sweep')
    const uncountedReturns = await sql<{
      count: number
    }>`select count(*)::int as count from tax_adjustment where kind = 'uncounted' and month = ${month}`.execute(db())
    assert.equal(uncountedReturns.rows[0]?.count, 1, 'a payment came back')
    await server.must('finance', 'periods.correct', { ...(await target()), reason: '姓名更正' }, atCentre)
    await computeLines()
    await declare('B-0002')
    const figuresAfterCorrection = await bookedFigures()
    assert.ok(figuresAfterCorrection.booked < repeatedFigures.booked)
    assert.deepEqual([figuresAfterCorrection.booked, figuresAfterCorrection.gap, await brokenOffenders()], [(await get()).total, 0, []])
  })

  test('the server’s database role cannot write the booked tax of a period', async () => {
    const row = `where id = ${id}`
    assert.match(await errorOfStatement(`update tax_declaration set booked_iit_fen = booked_iit_fen + 1 ${row}`), /permission denied/)
    assert.match(
      await errorOfStatement(`update tax_declaration set booked_at = booked_at + interval '1 day' ${row}`),
      /booked figures of a closed period cannot change/,
    )
    assert.match(await errorOfStatement(`update tax_declaration set booked_at = null ${row}`), /booked figures of a closed period cannot change/)
    assert.match(
      await errorOfStatement(`insert into tax_declaration (centre_id, month, state, closed_at, booked_at, booked_vat_fen, booked_surcharge_fen, booked_iit_fen)
        values (2, '2020-01', 'closed', now(), now(), 1, 1, 1)`),
      /permission denied/,
    )
  })

  test('the ledger check reports tax that is booked without a payment after closing', async () => {
    const { iit } = (await get()).accrued
    await bookUnmatchedTax(server, 'stray', 100, lateInMonth())
    assert.equal((await bookedFigures()).gap, 0, 'the booked tax compared at closing')
    const brokenEntries = await brokenOffenders()
    assert.ok(brokenEntries.includes(`period 2 ${month} tax_iit: declared ${iit}, kept ${iit}, books ${iit + 100}`), String(brokenEntries))
    assert.ok(brokenEntries.includes(`no payment: centre 2 ${month} tax_iit`), String(brokenEntries))
    await bookUnmatchedTax(server, 'stray back', -100, lateInMonth())
    assert.deepEqual(await brokenOffenders(), [])
  })

  test('a month whose lines differ from the books cannot be closed until they agree', async () => {
    first = { id, month }
    month = shiftMonth(month, 1)
    server.advance(Date.parse(`${shiftMonth(month, 1)}-01T00:30:00+08:00`) - now().getTime())
    const { rows } = await server.must('finance', 'periods.list', { size: 200, month }, atCentre)
    id = rows[0]?.id ?? assert.fail('no period')
    await startClosing()
    await bookUnmatchedTax(server, 'late', 7, lateInMonth())
    await assert.rejects(computeLines(), /differ from the books/)
    assert.equal((await get()).state, 'closing')
    assert.equal((await bookedFigures()).gap, 7)
    await bookUnmatchedTax(server, 'late back', -7, lateInMonth())
    await computeLines()
    assert.deepEqual([(await get()).state, (await bookedFigures()).gap, await brokenOffenders()], ['closed', 0, []])
  })

  test('an export task writes the same lines as a direct export, and fails without permission', async () => {
    ;({ id, month } = first)
    const { people, edition } = await get()
    const smallExport = await server.must('finance', 'periods.export', { declarationId: id, sheet: 'iit' }, atCentre)
    assert.equal(smallExport.taskId, null)
    const exportInput = { declarationId: id, month, sheet: 'iit', edition }
    const owner = { userId: 4, centreId: 2, unitId: null, count: people }
    const finishedExport = await runExportTask(server, 'periods.export', owner, exportInput)
    assert.deepEqual([finishedExport.state, finishedExport.done_count], ['done', people])
    const headings = ['姓名', '证件号码', '累计收入', '本期已预扣']
    const rows = await rowsIn(server, finishedExport.file_id, headings)
    assert.deepEqual([rows, rows.length], [await rowsIn(server, smallExport.fileId, headings), people + 1], 'the last row holds the totals')
    // The task writes no file if its owner no longer has the permission.
    const failedTask = await runExportTask(server, 'periods.export', { ...owner, userId: 5 }, exportInput)
    assert.deepEqual([failedTask.state, failedTask.file_id], ['failed', null])
  })

  test('an export task writes the same shares as a direct export, and chunks leave no gap', async () => {
    const paidMonth = month
    const ownShares = await server.must('payer', 'periods.shares', { month: paidMonth, size: 200 })
    assert.ok(ownShares.rows.length > 1)
    const smallShareExport = await server.must('payer', 'periods.exportShares', { month: paidMonth })
    const headings = ['姓名', '证件号码', '单位', '完税凭证']
    const exportedRows = await rowsIn(server, smallShareExport.fileId, headings)
    assert.deepEqual([smallShareExport.taskId, exportedRows.length], [null, ownShares.rows.length])
    const { rows: owner } = await sql<{ id: number }>`select id from app_user where username = 'payer'`.execute(db())
    const userId = owner[0]?.id ?? assert.fail()
    const largeShareExport = await runExportTask(
      server,
      'periods.exportShares',
      { userId, centreId: null, unitId: 1, count: ownShares.rows.length },
      { month: paidMonth },
    )
    assert.deepEqual([largeShareExport.state, await rowsIn(server, largeShareExport.file_id, headings)], ['done', exportedRows])
    const chunks: number[] = []
    await jobContext(server.running.kernel, () => false).runAs(
      userId,
      'periods.exportShares',
      async (ctx) => {
        for (let after: ShareRow | undefined; ; ) {
          const shareChunk = await sharesOf(ctx, { month: paidMonth }, { after, size: 1 })
          chunks.push(...shareChunk.map((row) => row.operator_id))
          after = shareChunk.at(-1)
          if (shareChunk.length === 0) return
        }
      },
      { centreId: null, mode: 2 },
    )
    assert.deepEqual(
      chunks,
      ownShares.rows.map((row) => row.operatorId),
      'chunks follow each other without a gap',
    )
  })
})
