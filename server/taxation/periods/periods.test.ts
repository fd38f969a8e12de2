import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TaxKind } from '#/domain/taxation/tax-declaration.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { closePaidBatches, extendDocuments, type PayeeAmount, paymentScenario } from '#/server/money/payments/testing.ts'
import { openArchive } from '#/server/services/files/public.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { bookUnmatchedTax, payTaxes, resultSheet, taxBalances, uploadCertificates } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

type Row = z.output<Modules['periods']['list']['output']>['rows'][number]

const { ordinary, specials } = demoPeople()
const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('tax') }

describe('tax periods of mode 2', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const list = () => server.must('finance', 'periods.list', { size: 200 }, atCentre)
  const get = (declarationId: number) => server.must('finance', 'periods.get', { declarationId }, atCentre)
  const target = async (id: number) => ({ declarationId: id, version: (await get(id)).version })
  const brokenInvariants = async () => (await checkInvariants(db())).filter((each) => ['INV-14', 'INV-15', 'INV-16', 'INV-29'].includes(each.name))
  const checkPeriod = async (id: number) => server.must('finance', 'periods.check', { declarationId: id }, atCentre)
  const bookUnmatched = (key: string, amount: number, at: Date) => bookUnmatchedTax(server, key, amount, at)
  const amounts = ({ vat, surcharge, iit }: { vat: number; surcharge: number; iit: number }) => ({
    vat: plainYuan(fen(vat)),
    surcharge: plainYuan(fen(surcharge)),
    iit: plainYuan(fen(iit)),
  })
  // The demo account 'operator' belongs to the operator with the lowest id.
  const person = (at: number) => ordinary.toSorted((a, b) => a.id - b.id)[at] ?? assert.fail('the demo has people')
  const pay = async (rows: readonly PayeeAmount[]) => {
    const { id } = await scenario.draft(rows)
    await server.must('maker', 'payments.attach', { id, kind: 'acceptance', file: { ...slip, bytes: pdfPage(String(id)) } })
    const batch = await scenario.pay(await scenario.audit(await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id })))))
    await server.settle(2)
    return batch
  }
  const toMonth = (month: string) => server.advance(Date.parse(`${month}-01T00:30:00+08:00`) - now().getTime())
  const periodOf = async (month: string) => (await list()).rows.find((row) => row.month === month) ?? assert.fail(`no period ${month}`)
  const call = async (who: string, action: 'close' | 'confirm' | 'archive', id: number, more = {}) =>
    server.call(who, `periods.${action}`, { ...(await target(id)), ...more }, atCentre)
  const declareAs = async (id: number, no: string, taxes: { vat: number; surcharge: number; iit: number }) =>
    server.call('finance', 'periods.declare', { ...(await target(id)), no, vatNo: `V${no}`, declaredOn: dayOf(now()), ...amounts(taxes), file: slip }, atCentre)
  const payTax = (id: number, kind: TaxKind, fenOf: number, serial: string) =>
    payTaxes(server, atCentre, { declarationId: id, taxes: { [kind]: fenOf }, serial, file: slip })
  const bookedOf = async (id: number) => (await server.must('finance', 'periods.booked', { declarationIds: [id] }, atCentre))[0]?.booked
  const computeLines = (declarationId: number) => server.job('periods.draw', { declarationId })
  const linesOf = async (declarationId: number) => (await server.must('finance', 'periods.lines', { declarationId, size: 200 }, atCentre)).rows
  const upload = async (id: number, files: readonly { name: string; bytes: Uint8Array }[]) => uploadCertificates(server, atCentre, await target(id), files)
  let first: Row
  let bouncedBatch: Awaited<ReturnType<typeof pay>>

  test('a month cannot be closed before its end or with faults', async () => {
    await extendDocuments(server)
    const month = monthOf(now())
    await pay([
      { person: person(0), yuan: '30000.00' },
      { person: person(1), yuan: '120000.00' },
      { person: person(2), yuan: '8000.00' },
    ])
    bouncedBatch = await pay([{ person: specials.bounces ?? assert.fail(), yuan: '60000.00' }])
    first = await periodOf(month)
    // One payment of the demo is reserved and not paid yet.
    assert.deepEqual([first.state, first.people, first.gross], ['open', 5, 31_300_000])
    const liveLines = await linesOf(first.id)
    assert.equal(
      liveLines.reduce((sum, line) => sum + line.withheld, 0),
      first.iit,
    )
    assert.ok(liveLines.length > 0 && liveLines.every((line) => line.due === line.withheld && line.months === 1))
    assert.equal((await call('finance', 'close', first.id)).error, 'monthNotOver')
    await sql`update consent set revoked_at = ${`${month}-01`}::date - 1 where operator_id = ${person(2).id} and kind = 'tax_filing'`.execute(db())
    await bookUnmatched('stray', 1, now())
    toMonth(shiftMonth(month, 1))
    const { faults, books } = await checkPeriod(first.id)
    assert.deepEqual(
      faults.map((fault) => [fault.kind, fault.isBlocking, fault.count]),
      [
        ['consent', true, 1],
        ['ledger', true, 1],
        ['underWay', false, 1],
      ],
    )
    const iit = books.find((book) => book.kind === 'iit') ?? assert.fail()
    assert.deepEqual([iit.booked - iit.taken, iit.journals.map((journal) => journal.amount)], [1, [1]])
    assert.equal((await call('finance', 'close', first.id)).error, 'faultsStand')
    assert.deepEqual([(await get(first.id)).state, (await call('maker', 'close', first.id)).code === 1], ['open', false])
  })

  test('a closed month keeps its lines and needs confirmation by a second person', async () => {
    await sql`update consent set revoked_at = null where operator_id = ${person(2).id}`.execute(db())
    const [year, month] = first.month.split('-')
    await bookUnmatched('stray back', -1, new Date(`${year}-${month}-28T12:00:00+08:00`))
    assert.equal((await call('finance', 'close', first.id)).error, 'reasonNeeded')
    const correction = { ...(await target(first.id)), reason: '在途一笔，下月申报' }
    const closeAnswers = await Promise.all(['finance', 'centre'].map((who) => server.call(who, 'periods.close', correction, atCentre)))
    assert.equal(closeAnswers.filter((each) => each.code === 1).length, 1, 'closed at once by two: once')
    await computeLines(first.id)
    assert.deepEqual([(await get(first.id)).state, (await get(first.id)).edition, await brokenInvariants()], ['closed', 1, []])
    const closer = closeAnswers[0]?.code === 1 ? 'finance' : 'centre'
    const payer = closer === 'finance' ? 'centre' : 'finance'
    assert.equal((await call(closer, 'confirm', first.id)).error, 'ownClosing')
    const lineUpdate = sql`update tax_line set withheld_fen = withheld_fen + 1 where declaration_id = ${first.id}`.execute(db())
    await assert.rejects(lineUpdate, /closed period cannot change/)
    await assert.rejects(sql`delete from tax_line where declaration_id = ${first.id}`.execute(db()), /closed period cannot change/)
    await assert.rejects(sql`delete from tax_period where centre_id = 2 and month = ${first.month}`.execute(db()), /in declaration cannot be reopened/)
    await server.must(payer, 'periods.confirm', await target(first.id), atCentre)
    const reopenedPeriod = await server.must('finance', 'periods.reopen', { ...(await target(first.id)), reason: '漏了一人' }, atCentre)
    assert.deepEqual([reopenedPeriod.state, reopenedPeriod.edition, (await linesOf(first.id)).length], ['open', 0, 4])
    assert.equal((await checkPeriod(first.id)).faults.length, 0, 'the payments under way moved on')
    await server.must('finance', 'periods.close', await target(first.id), atCentre)
    await computeLines(first.id)
    await server.must('centre', 'periods.confirm', await target(first.id), atCentre)
  })

  test('declaring a month requires an explanation of each difference from the tax office’s result', async () => {
    const personById = new Map([...ordinary, ...Object.values(specials)].map((each) => [each.id, each]))
    const rows = (await linesOf(first.id)).map(
      (line) => [line.name, personById.get(line.id)?.idNumber ?? assert.fail(line.name), `${first.month}-01`, line.withheld] as const,
    )
    const importResults = async (figures: readonly (readonly [string, string, string, number])[], at = first.id) => {
      const bytes = await resultSheet(figures)
      return server.call(
        'finance',
        'periods.readResult',
        { ...(await target(at)), file: { filename: '算税结果.xlsx', mediaType: 'application/octet-stream', bytes } },
        atCentre,
      )
    }
    const results = () => server.must('finance', 'periods.results', { declarationId: first.id, size: 200 }, atCentre)
    const [one, two, three, four] = rows
    if (!one || !two || !three || !four) assert.fail('four people')
    const wrongInputs = [
      [one[0], one[1], one[2], one[3] + 1],
      [two[0], two[1], `${shiftMonth(first.month, -1)}-01`, two[3]],
      three,
      three,
      ['外人', person(9).idNumber, one[2], 5],
    ] as const
    assert.deepEqual((await importResults(wrongInputs)).data, { rows: 5, differences: 6 })
    const importedResults = await results()
    assert.deepEqual(importedResults.rows.map(({ kind }) => kind).toSorted(), ['absent', 'absent', 'amount', 'period', 'stranger', 'twice'])
    assert.deepEqual(importedResults.rows.find(({ kind }) => kind === 'amount')?.theirs, one[3] + 1)
    assert.ok(
      importedResults.rows.every((row) => !rows.some(([, number]) => row.person.includes(number))),
      'numbers are masked',
    )
    const { accrued } = await get(first.id)
    assert.equal((await declareAs(first.id, 'R-0000', accrued)).error, 'resultsOpen')
    const explain = (resultItemId: number, declarationId = first.id) =>
      server.call('finance', 'periods.explain', { declarationId, resultItemId, reason: '客户端取整' }, atCentre)
    for (const { id } of importedResults.rows) assert.equal((await explain(id)).code, 1)
    assert.equal((await explain(importedResults.rows[0]?.id ?? 1)).error, 'itemNotFound')
    assert.deepEqual([(await results()).result?.open, (await results()).result?.sha256.length], [0, 64])
    assert.equal((await importResults([])).error, 'resultEmpty')
    assert.deepEqual((await importResults(rows)).data, { rows: 4, differences: 0 })
    const laterPeriod = await periodOf(monthOf(now()))
    assert.equal((await importResults(rows, laterPeriod.id)).error, 'resultState')
  })

  test('a month is declared with the amounts of its lines, and its tax cannot be overpaid', async () => {
    const period = await get(first.id)
    assert.equal((await declareAs(first.id, 'R-0001', { ...period.accrued, iit: period.accrued.iit + 1 })).error, 'amountsDiffer')
    assert.equal((await declareAs(first.id, 'R-0001', period.accrued)).data?.state, 'declared')
    assert.equal((await server.call('finance', 'periods.reopen', { ...(await target(first.id)), reason: '再开' }, atCentre)).error, 'wrongPeriodState')
    const { vat, surcharge, iit } = period.accrued
    assert.ok(vat > 0 && surcharge > 0 && iit > 0)
    assert.equal((await payTax(first.id, 'vat', vat + 1, 'P-0001')).error, 'tooMuch')
    assert.equal((await payTax(first.id, 'vat', vat - 100, 'P-0001')).data?.state, 'declared')
    assert.equal((await payTax(first.id, 'vat', 100, 'P-0001')).error, 'serialTaken')
    assert.equal((await payTax(first.id, 'vat', 100, 'P-0002')).data?.state, 'declared')
    assert.equal((await payTax(first.id, 'vat', 1, 'P-0003')).error, 'nothingLeft')
    await payTax(first.id, 'surcharge', surcharge, 'P-0003')
    assert.equal((await payTax(first.id, 'iit', iit, 'P-0004')).data?.state, 'paid')
    assert.deepEqual([await taxBalances(server), await brokenInvariants()], [[0, 0, 0], []])
  })

  test('certificates are matched to payees by file name or manually', async () => {
    const name = (at: number, month = first.month) => `${person(at).idNumber}_${month}.pdf`
    const page = (text: string) => ({ bytes: pdfPage(text) })
    const files = [
      { name: name(0), ...page('a') },
      { name: `more/${name(1)}`, ...page('b') },
      { name: `again/${name(1)}`, ...page('c') },
      { name: '张三的凭证.pdf', ...page('d') },
      { name: name(2, shiftMonth(first.month, -1)), ...page('e') },
      { name: name(9), ...page('f') },
      { name: name(2), bytes: new TextEncoder().encode('no pdf') },
    ]
    assert.equal((await upload(first.id, files)).data?.files, 7)
    const unmatched = await server.must('finance', 'periods.unmatched', { declarationId: first.id }, atCentre)
    assert.deepEqual(unmatched.rows.map((row) => row.problem).toSorted(), ['name', 'nobody', 'notPdf', 'period', 'twice'])
    assert.ok(unmatched.rows.every((row) => !row.path.includes(person(1).idNumber)))
    const idByProblem = (problem: string) => unmatched.rows.find((row) => row.problem === problem)?.id ?? assert.fail(problem)
    const attach = async (problem: string, operatorId: number) =>
      server.call('finance', 'periods.attach', { ...(await target(first.id)), taxCertificateId: idByProblem(problem), operatorId }, atCentre)
    assert.equal((await attach('twice', person(1).id)).error, 'hasCertificate')
    assert.equal((await attach('nobody', person(9).id)).error, 'notInPeriod')
    assert.equal((await attach('notPdf', person(2).id)).error, 'notAPdf')
    assert.equal((await attach('name', person(2).id)).code, 1)
    assert.equal((await call('finance', 'archive', first.id)).error, 'unmatchedLeft')
    for (const problem of ['twice', 'nobody', 'notPdf', 'period'])
      await server.must('finance', 'periods.discard', { ...(await target(first.id)), taxCertificateId: idByProblem(problem) }, atCentre)
    assert.deepEqual([(await get(first.id)).state, (await get(first.id)).certificates], ['paid', { matched: 3, unmatched: 0, owing: 4, missing: 1 }])
    await upload(first.id, [{ name: `${specials.bounces?.idNumber}_${first.month}.pdf`, ...page('g') }])
    assert.equal((await call('finance', 'archive', first.id)).data?.state, 'archived')
  })

  test('a correction is written next to the declared lines and declared as a second edition', async () => {
    const correctingPeriod = await server.must('finance', 'periods.correct', { ...(await target(first.id)), reason: '姓名更正' }, atCentre)
    assert.deepEqual([correctingPeriod.state, correctingPeriod.edition], ['correcting', 2])
    assert.equal((await declareAs(first.id, 'R-0002', correctingPeriod.accrued)).error, 'computing')
    await computeLines(first.id)
    assert.equal((await declareAs(first.id, 'R-0001', correctingPeriod.accrued)).error, 'receiptUsed')
    const secondDeclaration = (await declareAs(first.id, 'R-0002', correctingPeriod.accrued)).data ?? assert.fail()
    assert.deepEqual([secondDeclaration.state, secondDeclaration.receipts.map((receipt) => receipt.edition)], ['certified', [1, 2]])
    const linesInFirstEdition = await server.must('finance', 'periods.lines', { declarationId: first.id, edition: 1, size: 200 }, atCentre)
    assert.deepEqual([linesInFirstEdition.rows.length, (await brokenInvariants()).length], [4, 0])
  })

  test('a payment returned after closing marks its own month for correction, not the next', async () => {
    const linesBefore = await linesOf(first.id)
    await closePaidBatches(server)
    await server.job('payouts.sweep')
    assert.equal((await scenario.get(bouncedBatch.id)).returnedCount, 1)
    assert.deepEqual(await linesOf(first.id), linesBefore)
    const next = await periodOf(monthOf(now()))
    const linesOfNext = await linesOf(next.id)
    assert.ok(linesOfNext.length > 0 && linesOfNext.every((line) => line.backGross === 0 && line.gross > 0))
    assert.deepEqual([next.people, next.toCorrect, (await get(first.id)).toCorrect], [1, 0, 1])
    toMonth(shiftMonth(next.month, 1))
    const { faults, books } = await checkPeriod(next.id)
    assert.deepEqual(
      [faults.map((fault) => fault.kind), books.map((book) => book.taken - book.booked)],
      [
        ['underWay', 'returned', 'unsettled'],
        [0, 0, 0],
      ],
    )
    assert.equal((await call('finance', 'close', next.id)).error, 'reasonNeeded')
    await server.must('finance', 'periods.close', { ...(await target(next.id)), reason: '退汇已核实' }, atCentre)
    await computeLines(next.id)
    assert.deepEqual([(await get(next.id)).state, await brokenInvariants()], ['closed', []])
    assert.deepEqual([await bookedOf(first.id), await bookedOf(next.id)], [(await get(first.id)).total, (await get(next.id)).total])
    assert.equal((await call('finance', 'close', next.id)).error, 'wrongPeriodState')
  })

  test('months close and reopen in order, and a declaration needs a plausible date', async () => {
    const next = await periodOf(shiftMonth(first.month, 1))
    const after = await periodOf(monthOf(now()))
    await server.must('finance', 'periods.reopen', { ...(await target(next.id)), reason: '再核对' }, atCentre)
    toMonth(shiftMonth(after.month, 1))
    assert.equal((await call('finance', 'close', after.id, { reason: '已核实' })).error, 'earlierOpen')
    for (const id of [next.id, after.id]) {
      await server.must('finance', 'periods.close', { ...(await target(id)), reason: '已核实' }, atCentre)
      await computeLines(id)
    }
    const earlyReopen = await server.call('finance', 'periods.reopen', { ...(await target(next.id)), reason: '再开' }, atCentre)
    assert.equal(earlyReopen.error, 'laterClosed')
    const staleAnswer = await server.call('centre', 'periods.confirm', { declarationId: next.id, version: 1 }, atCentre)
    assert.equal(staleAnswer.error, 'periodChanged')
    assert.equal((await server.call('finance', 'periods.get', { declarationId: 999_999 }, atCentre)).error, 'periodNotFound')
    await server.must('centre', 'periods.confirm', await target(next.id), atCentre)
    const { accrued } = await get(next.id)
    const returnsInput = { no: 'R-0009', vatNo: 'V-0009', ...amounts(accrued) }
    const declareOn = async (on: string) =>
      server.call('finance', 'periods.declare', { ...(await target(next.id)), ...returnsInput, declaredOn: on, file: slip }, atCentre)
    assert.equal((await declareOn(shiftDay(dayOf(now()), 1))).error, 'dayAhead')
    assert.equal((await declareOn(`${next.month}-15`)).error, 'dayTooEarly')
    const invalidZip = { filename: 'a.zip', mediaType: 'application/zip', bytes: new TextEncoder().encode('PK no zip') }
    assert.equal((await server.call('finance', 'periods.certify', { ...(await target(first.id)), file: invalidZip }, atCentre)).error, 'archiveBroken')
    for (const sheet of ['iit', 'vat', 'summary'] as const)
      assert.ok((await server.must('finance', 'periods.export', { declarationId: first.id, sheet }, atCentre)).fileId)
  })

  test('reminders of due and overdue filings are sent once a day', async () => {
    const reminderDay = `${monthOf(now())}-13`
    server.advance(Date.parse(`${reminderDay}T09:00:00+08:00`) - now().getTime())
    const messages = async () =>
      (await sql<{ kind: string; days: string }>`select kind, values ->> 'days' as days from message where kind like 'tax%ue'`.execute(db())).rows
    await server.job('periods.remind')
    const messagesBefore = await messages()
    await server.job('periods.remind')
    assert.deepEqual(await messages(), messagesBefore, 'once a day')
    assert.deepEqual([...new Set(messagesBefore.map(({ kind }) => kind))].sort(), ['taxDue', 'taxOverdue'])
    assert.ok(
      messagesBefore.every(({ days }) => Number(days) > 0),
      'an overdue filing shows for how long',
    )
  })

  test('an operator sees only their own lines and cannot open the period', async () => {
    const { rows } = await server.must('operator', 'periods.own', { year: Number(first.month.slice(0, 4)) })
    const operatorAccount = await sql<{ operator_id: number }>`select operator_id from app_user where username = 'operator'`.execute(db())
    const lines = await sql<{ count: number }>`select count(*)::int as count from tax_line line join tax_declaration period on period.id = line.declaration_id
      and period.edition = line.edition where line.operator_id = ${operatorAccount.rows[0]?.operator_id ?? 0}`.execute(db())
    assert.equal(rows.length, lines.rows[0]?.count)
    // The operator's own line gives no access to the rest of the period.
    const line = rows[0] ?? assert.fail('the operator has a line in a closed period')
    assert.deepEqual((await server.must('operator', 'periods.list', {})).rows, [])
    for (const readOperation of ['periods.get', 'periods.lines', 'periods.check', 'periods.unmatched', 'periods.results'] as const)
      assert.equal((await server.call('operator', readOperation, { declarationId: line.id })).error, 'periodNotFound', readOperation)
    assert.equal((await server.call('operator', 'periods.export', { declarationId: line.id, sheet: 'iit' })).error, 'periodNotFound')
  })

  test('a month without payments gets a period that is declared as zero', async () => {
    const emptyMonth = shiftMonth(monthOf(now()), 1)
    toMonth(shiftMonth(emptyMonth, 1))
    await server.job('periods.remind')
    const period = await periodOf(emptyMonth)
    assert.deepEqual([period.state, period.isZero, period.total], ['open', true, 0])
    const duePeriods = await server.must('finance', 'periods.list', { isDue: true, size: 200 }, atCentre)
    const months = (await list()).rows.filter((row) => row.month <= emptyMonth && row.daysLeft !== null).map((row) => row.month)
    assert.deepEqual([...new Set(duePeriods.rows.map((row) => row.month))], months)
    for (const row of duePeriods.rows.toReversed()) {
      if (row.state === 'open') await server.must('finance', 'periods.close', { ...(await target(row.id)), reason: '已核实' }, atCentre)
      await computeLines(row.id)
    }
    assert.equal((await get(period.id)).state, 'closed')
    await server.must('centre', 'periods.confirm', await target(period.id), atCentre)
    assert.equal((await declareAs(period.id, 'R-ZERO', { vat: 0, surcharge: 0, iit: 0 })).data?.state, 'paid', 'nothing is left to pay')
    assert.equal((await call('finance', 'archive', period.id)).data?.state, 'archived')
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('a unit sees only its own share of a payee, and no certificate that shows more', async () => {
    const certifiedIds = new Set((await linesOf(first.id)).filter((line) => line.certificateId !== null).map((line) => line.id))
    const ownShares = await server.must('payer', 'periods.shares', { month: first.month, size: 200 })
    assert.deepEqual(
      ownShares.rows.map(({ certificate, receiptNo }) => [certificate, receiptNo]),
      ownShares.rows.map((row) => [certifiedIds.has(row.operatorId) ? 'there' : 'missing', 'R-0002 / VR-0002']),
    )
    const lines = await linesOf(first.id)
    assert.ok(ownShares.rows.length > 2 && ownShares.rows.every((row) => row.gross === lines.find((line) => line.id === row.operatorId)?.gross))
    const certifiedShares = ownShares.rows.filter((row) => row.certificate === 'there')
    const paperOf = (of: (typeof certifiedShares)[number]) => server.must('payer', 'periods.shareCertificate', { ...of, centreId: 2, month: first.month })
    const paperIds = new Set((await Promise.all(certifiedShares.map(paperOf))).map(({ fileId }) => fileId))
    assert.deepEqual([certifiedShares.length > 1, paperIds.size], [true, certifiedShares.length], 'each payee has an own certificate')
    const target = { operatorId: certifiedShares[0]?.operatorId ?? 1, unitId: certifiedShares[0]?.unitId ?? 1, centreId: 2, month: first.month }
    assert.ok((await server.must('payer', 'periods.shareCertificate', target)).fileId)
    assert.ok((await server.must('payer', 'periods.exportShares', { month: first.month })).fileId)
    assert.deepEqual((await server.must('unit2', 'periods.shares', { month: first.month })).rows, [])
    assert.equal((await server.call('unit2', 'periods.shareCertificate', target)).error, 'shareNotFound')
    // Another unit paid the same person in the month, so the certificate covers both.
    await sql`insert into tax_earlier (centre_id, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, sheet_id, taken_at)
      values (2, ${target.operatorId}, ${first.month}, 100, 80, 0, 0, 0, 0, 0, 1, ${now()})`.execute(db())
    assert.equal((await server.call('payer', 'periods.shareCertificate', target)).error, 'certificateShared')
    assert.equal(
      (await server.must('payer', 'periods.shares', { month: first.month })).rows.find((row) => row.operatorId === target.operatorId)?.certificate,
      'shared',
    )
    assert.ok((await server.must('finance', 'periods.shareCertificate', target, atCentre)).fileId, 'the centre knows of all')
    const shareWithoutCertificate = ownShares.rows.find((row) => row.certificate === 'missing')
    if (shareWithoutCertificate)
      assert.equal(
        (await server.call('payer', 'periods.shareCertificate', { ...target, operatorId: shareWithoutCertificate.operatorId })).error,
        'certificateMissing',
      )
  })

  test('an official form above the row limit becomes numbered files in one ZIP, each stored', async () => {
    const { people } = await get(first.id)
    const { rows } = await sql<{ id: number }>`insert into task (kind, title, user_id, centre_id, state, total_count, created_at)
      values ('periods.official', '申报表', 4, 2, 'queued', ${people}, ${now()}) returning id`.execute(db())
    const jobInput = { taskId: rows[0]?.id, userId: 4, centreId: 2, mode: 2, language: 'zh' }
    await server.job('periods.official', { ...jobInput, declarationId: first.id, form: 'iit_report', plainReason: '月度申报', most: 3 })
    const task = await server.must('finance', 'tasks.get', { id: rows[0]?.id ?? 0 })
    assert.deepEqual([task.state, task.done], ['done', people], task.message)
    const zip = await openArchive(await server.running.kernel.store.read(task.fileId ?? ''), 10)
    const names = zip.items.map(({ path }) => path)
    const expected = [1, 2].map((part) => `个人所得税扣缴申报表_${first.month}_${part}-2.xlsx`)
    assert.deepEqual(names, expected)
    const storedForms = await sql<{
      rows: number
    }>`select row_count as rows from tax_file where period = ${first.month} and kind = 'iit_report' order by id`.execute(db())
    const counts = storedForms.rows.map((row) => row.rows)
    assert.deepEqual(counts, [3, people - 3])
  })
})
