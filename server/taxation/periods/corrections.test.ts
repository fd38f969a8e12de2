import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { invariants } from '#/server/taxation/periods/invariants.ts'
import { payTaxes, rowsIn, taxBalances } from '#/server/taxation/periods/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('correction') }

describe('payment returned after its month was declared and paid', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  let bank: ReturnType<typeof bankScenario>
  const ids = new Map<string, number>()
  const [returned, other] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(3, 5)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const checkAllInvariants = () => checkInvariants(db())
  const toMonth = (month: string) => server.advance(Date.parse(`${month}-02T09:00:00+08:00`) - now().getTime())
  const idOf = (month: string) => ids.get(month) ?? assert.fail(`no period ${month}`)
  const get = (month: string) => server.must('finance', 'periods.get', { declarationId: idOf(month) }, atCentre)
  const target = async (month: string) => ({ declarationId: idOf(month), version: (await get(month)).version })
  const lines = async (month: string, edition?: number) =>
    (await server.must('finance', 'periods.lines', { declarationId: idOf(month), size: 200, ...(edition && { edition }) }, atCentre)).rows
  const lineOf = async (month: string, person = returned, edition?: number) => (await lines(month, edition)).find((each) => each.id === person?.id)
  /** Returns VAT, surcharges and income tax of the listed lines in fen. */
  const sumsOf = async (month: string, edition?: number) => {
    const rows = await lines(month, edition)
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
    return [sum((row) => row.vat), sum((row) => row.city + row.education + row.localEducation), sum((row) => row.withheld)]
  }
  /** Returns the totals of the same columns in the exported sheets. */
  const exportedSums = async (month: string, edition?: number) => {
    const columnSum = async (sheet: 'iit' | 'vat', heading: string) => {
      const { fileId } = await server.must('finance', 'periods.export', { declarationId: idOf(month), sheet, ...(edition && { edition }) }, atCentre)
      const cells = (await rowsIn(server, fileId, ['姓名', heading])).slice(0, -1)
      return cells.reduce((all, row) => all + Math.round(Number(row[heading]?.text.replaceAll(',', '')) * 100), 0)
    }
    return [await columnSum('vat', '增值税'), await columnSum('vat', '附加税费'), await columnSum('iit', '本期已预扣')]
  }
  const changes = (month: string) => server.must('finance', 'periods.changes', { declarationId: idOf(month) }, atCentre)
  const credits = async () => (await server.must('finance', 'periods.credits', { size: 200 }, atCentre)).rows
  const isOverpaid = async () => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = 'overpaid_tax'`.execute(db())
    return rows[0]?.fen ?? 0
  }
  const payPerson = async (yuan: string) => {
    assert.ok(returned && other)
    const batch = await scenario.createPaidBatch([
      { person: returned, yuan },
      { person: other, yuan: '9000.00' },
    ])
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    const { rows } = await sql<{ no: string; net: number }>`select attempt.request_no as no, line.net_fen as net from payout_attempt attempt
      join payment_line line on line.month = attempt.month and line.id = attempt.line_id where line.batch_id = ${batch.id} and line.operator_id = ${returned.id}`.execute(
      db(),
    )
    return rows[0] ?? assert.fail('nothing was sent')
  }
  const returnPayment = ({ no, net }: { no: string; net: number }) => bank.announceReturns(replies.back(no, net, `back-${no}`))
  const periodOf = async (month: string) => {
    const { rows } = await server.must('finance', 'periods.list', { size: 200, month }, atCentre)
    const id = rows[0]?.id ?? assert.fail(`no period ${month}`)
    ids.set(month, id)
    return rows[0] ?? assert.fail()
  }
  const computeLines = (month: string) => server.job('periods.draw', { declarationId: idOf(month) })
  const close = async (month: string) => {
    await periodOf(month)
    await server.must('finance', 'periods.close', { ...(await target(month)), reason: '已核实' }, atCentre)
    await computeLines(month)
    await server.must('centre', 'periods.confirm', await target(month), atCentre)
  }
  const declare = async (month: string) => {
    const { accrued, edition } = await get(month)
    const taxes = { vat: plainYuan(accrued.vat), surcharge: plainYuan(accrued.surcharge), iit: plainYuan(accrued.iit) }
    const no = `R-${month}-${edition}`
    const vatNo = `V-${month}-${edition}`
    return server.call('finance', 'periods.declare', { ...(await target(month)), no, vatNo, declaredOn: dayOf(now()), ...taxes, file: slip }, atCentre)
  }
  const payAll = async (month: string) => {
    const { leftByTax } = await get(month)
    const payAnswer = await payTaxes(server, atCentre, { declarationId: idOf(month), taxes: leftByTax, serial: `J-${month}`, file: slip })
    assert.equal(payAnswer.code, 1, payAnswer.message)
  }
  const settle = async (month: string) => {
    await close(month)
    assert.equal((await declare(month)).code, 1)
    await payAll(month)
    assert.equal((await get(month)).state, 'paid')
  }
  const correct = async (month: string, reason = '退汇') => server.call('finance', 'periods.correct', { ...(await target(month)), reason }, atCentre)
  const cancel = async (month: string) => server.call('finance', 'periods.cancelCorrection', await target(month), atCentre)
  let month: string
  let next: string
  let first: { no: string; net: number }
  let second: typeof first
  let takenFen: number

  before(async () => {
    bank = bankScenario(server)
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    month = monthOf(now())
    next = shiftMonth(month, 1)
  })

  test('a payment returned late marks its own month for correction and not the next month', async () => {
    first = await payPerson('20000.00')
    toMonth(next)
    await settle(month)
    second = await payPerson('20000.00')
    takenFen = (await lineOf(month))?.withheld ?? assert.fail('no line')
    assert.ok(takenFen > 0 && second.net > 0)
    await returnPayment(first)
    assert.equal((await get(month)).toCorrect, 1)
    const periodsToDeclare = await server.must('finance', 'periods.list', { waits: 'toDeclare', size: 200 }, atCentre)
    assert.ok(periodsToDeclare.rows.some((row) => row.month === month))
    assert.deepEqual([(await lineOf(month))?.gross, (await lineOf(month))?.withheld], [2_000_000, takenFen], 'the declared figures are unchanged')
    const openPeriod = await periodOf(next)
    const linesOfNext = await lines(next)
    assert.ok(linesOfNext.length > 0 && linesOfNext.every((line) => line.gross >= 0 && line.withheld >= 0 && line.backGross === 0))
    assert.deepEqual([openPeriod.toCorrect, await checkAllInvariants()], [0, []])
  })

  test('after a payment is returned late, tax reports equal the ledger plus payments under way', async () => {
    for (const period of [month, next]) {
      for (const report of ['incomeTax', 'vatCumulative'] as const) {
        const { isEven, figures } = await server.must('finance', 'reports.compare', { report, period }, atCentre)
        const underWay = await sql<{ iit: number; vat: number }>`select coalesce(sum(withheld_fen), 0)::bigint as iit, coalesce(sum(vat_fen), 0)::bigint as vat
          from tax_reservation where centre_id = 2 and mode = 2 and month = ${period} and is_open`.execute(db())
        const openAmount = underWay.rows[0]?.[report === 'incomeTax' ? 'iit' : 'vat']
        assert.deepEqual([period, report, figures.map((figure) => figure.difference), isEven], [period, report, [openAmount], openAmount === 0])
      }
    }
  })

  test('the preview of a correction lists each changed month and payee', async () => {
    const { rows, count, months } = await changes(month)
    assert.deepEqual([count, months.map((each) => each.month)], [1, [month]])
    assert.deepEqual(
      rows.map((row) => [row.month, row.operatorId, row.before.gross, row.after.gross, row.before.iit, row.after.iit]),
      [[month, returned?.id, 2_000_000, 0, takenFen, 0]],
    )
    assert.deepEqual(
      rows.map(({ before, after }) => [before.cumIncome - after.cumIncome, before.due, after.due]),
      [[2_000_000, takenFen, 0]],
      'the cumulative columns of the month itself leave the returned payment out',
    )
  })

  test('a correction declares the returned payment and opens a credit for the overpaid tax', async () => {
    const correctionAnswer = await correct(month)
    assert.equal(correctionAnswer.code, 1, correctionAnswer.message)
    const [receipt] = (await get(month)).receipts
    assert.deepEqual(await sumsOf(month), [receipt?.vat, receipt?.surcharge, receipt?.iit], 'while the lines are prepared, the declared ones are shown')
    assert.deepEqual(await exportedSums(month), await sumsOf(month))
    for (const [operation, input] of [
      ['lines', { edition: 2, size: 200 }],
      ['export', { edition: 2, sheet: 'iit' }],
      ['fill', { form: 'iit_report', plainReason: '申报所需' }],
    ] as const) {
      const refused = await server.call('finance', `periods.${operation}`, { declarationId: idOf(month), ...input } as never, atCentre)
      assert.equal(refused.error, 'computing', operation)
    }
    await computeLines(month)
    assert.deepEqual([await lineOf(month).then((line) => [line?.gross, line?.withheld]), await checkAllInvariants()], [[0, 0], []])
    assert.equal((await cancel(month)).error, 'correctionChanges')
    assert.equal((await lineOf(month, returned, 1))?.withheld, takenFen, 'both editions are kept')
    const declaredAnswer = await declare(month)
    assert.deepEqual([declaredAnswer.data?.state, declaredAnswer.data?.toCorrect], ['paid', 0], declaredAnswer.message)
    const [credit, ...none] = await credits()
    assert.deepEqual([credit?.month, credit?.kind, credit?.amount, credit?.left, credit?.state, none.length], [month, 'iit', takenFen, takenFen, 'open', 0])
    const creditsInState = (state: 'open' | 'refunded') => server.must('finance', 'periods.credits', { states: [state], size: 200 }, atCentre)
    assert.deepEqual([(await creditsInState('open')).count, (await creditsInState('refunded')).count, (await creditsInState('refunded')).rows], [1, 0, []])
    assert.deepEqual([await isOverpaid(), await checkAllInvariants()], [-takenFen, []])
  })

  test('a credit can be applied partly to a later month and refunded for the rest', async () => {
    toMonth(shiftMonth(next, 1))
    await close(next)
    assert.equal((await declare(next)).code, 1)
    const partialAmount = fen(1_000)
    const [credit] = await credits()
    const creditTarget = { taxCreditId: credit?.id ?? 0, version: credit?.version ?? 0 }
    const { version } = await get(next)
    const apply = (amount: number, declarationVersion: number, declarationId = idOf(next)) =>
      server.call('finance', 'periods.applyCredit', { ...creditTarget, declarationId, declarationVersion, amount: plainYuan(fen(amount)) }, atCentre)
    assert.equal((await apply(takenFen + 1, version)).error, 'creditShort')
    assert.equal((await apply(partialAmount, (await get(month)).version, idOf(month))).error, 'wrongPeriodState')
    await payTaxes(server, atCentre, { declarationId: idOf(next), taxes: { iit: 1 }, serial: `J-${next}-part`, file: slip })
    assert.equal((await apply(partialAmount, version)).error, 'periodChanged', 'a colleague has paid since the caller looked')
    const { version: current, leftByTax } = await get(next)
    assert.equal((await apply(partialAmount, current)).code, 1)
    assert.equal((await get(next)).leftByTax.iit, leftByTax.iit - partialAmount)
    assert.deepEqual((await periodOf(next)).leftByTax, (await get(next)).leftByTax, 'the list shows the same')
    assert.equal((await apply(1, (await get(next)).version)).error, 'creditChanged')
    const [entry] = (await get(next)).entries
    assert.match(entry?.may.reverse ?? '', /抵用多缴税款，不能冲销/)
    const reversal = { taxEntryId: entry?.id ?? 0, version: entry?.version ?? 0, reason: '登记有误' }
    assert.equal((await server.call('finance', 'periods.reversePayment', reversal, atCentre)).error, 'reversalCredited')
    const [rest] = await credits()
    assert.deepEqual([rest?.left, rest?.state, await isOverpaid()], [takenFen - partialAmount, 'open', partialAmount - takenFen])
    const declaration = {
      taxCreditId: creditTarget.taxCreditId,
      version: rest?.version ?? 0,
      amount: plainYuan(fen(takenFen - partialAmount)),
      paidOn: dayOf(now()),
      serial: 'TK-0001',
      file: slip,
    }
    assert.equal((await server.call('centre', 'periods.refundCredit', { ...declaration, amount: plainYuan(fen(takenFen)) }, atCentre)).error, 'creditShort')
    assert.equal((await server.call('finance', 'periods.refundCredit', declaration, atCentre)).error, 'ownCredit')
    const refundOf = (by: number) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': String(by) }, (trx) =>
        sql`insert into tax_credit_move (credit_id, centre_id, kind, amount_fen, reason, by_id, at)
          select id, centre_id, 'withdrawn', left_fen, '不予退还', by_id, now() from tax_credit where id = ${creditTarget.taxCreditId}`.execute(trx),
      )
    await assert.rejects(refundOf(4), /cannot decide/, 'finance declared the correction')
    await server.must('centre', 'periods.refundCredit', declaration, atCentre)
    const [done] = await credits()
    assert.deepEqual([done?.state, done?.left, done?.moves.map((move) => move.kind)], ['refunded', 0, ['opened', 'applied', 'refunded']])
    await payAll(next)
    assert.deepEqual(
      [(await get(next)).state, await isOverpaid(), new Set(await taxBalances(server)), await checkAllInvariants()],
      ['paid', 0, new Set([0]), []],
    )
    assert.ok((await server.must('finance', 'periods.exportCredits', {}, atCentre)).fileId)
    assert.ok((await server.must('finance', 'periods.export', { declarationId: idOf(month), sheet: 'changes' }, atCentre)).fileId)
  })

  test('the lines of each edition add up to its receipt, in the list and in the export', async () => {
    const { receipts } = await get(month)
    assert.deepEqual(
      receipts.map((receipt) => receipt.edition),
      [1, 2],
    )
    for (const { edition, vat, surcharge, iit } of receipts) {
      assert.deepEqual(await sumsOf(month, edition), [vat, surcharge, iit], `edition ${edition}`)
      assert.deepEqual(await exportedSums(month, edition), [vat, surcharge, iit], `export of edition ${edition}`)
    }
    assert.notEqual(receipts[0]?.iit, receipts[1]?.iit)
  })

  test('an export of lines has the edition and the people of the list', async () => {
    const declarationId = idOf(month)
    assert.ok((await get(month)).edition > 1)
    const exported = async (filter: { edition?: number; keyword?: string }) => {
      const { fileId } = await server.must('finance', 'periods.export', { declarationId, sheet: 'iit', ...filter }, atCentre)
      const rows = await rowsIn(server, fileId, ['姓名', '本期已预扣'])
      return rows.slice(0, -1).map((cells) => Object.values(cells).map((cell) => cell.text))
    }
    const listed = async (filter: { edition?: number; keyword?: string }) => {
      const { rows } = await server.must('finance', 'periods.lines', { declarationId, size: 200, ...filter }, atCentre)
      return rows.map((row) => [row.name, String(row.withheld / 100)])
    }
    assert.notDeepEqual(await listed({ edition: 1 }), await listed({}))
    for (const filter of [{}, { edition: 1 }, { keyword: returned?.name ?? '' }, { edition: 1, keyword: returned?.name ?? '' }])
      assert.deepEqual(await exported(filter), await listed(filter), JSON.stringify(filter))
    assert.equal((await exported({ keyword: returned?.name ?? '' })).length, 1)
  })

  test('a December payment returned in January corrects December, and its credit can be withdrawn', async () => {
    const january = shiftMonth(next, 1)
    await payPerson('8000.00')
    await returnPayment(second)
    await periodOf(january)
    assert.deepEqual([(await get(next)).toCorrect, (await get(january)).toCorrect], [1, 0])
    const line = await lineOf(january)
    assert.deepEqual([line?.gross, line?.cumIncome, line?.backGross], [800_000, 800_000, 0])
    await correct(next)
    await computeLines(next)
    await declare(next)
    const [credit] = await credits()
    assert.deepEqual([credit?.month, credit?.state, await checkAllInvariants()], [next, 'open', []])
    const withdraw = (who: string) =>
      server.call(who, 'periods.withdrawCredit', { taxCreditId: credit?.id ?? 0, version: credit?.version ?? 0, reason: '税务机关不予退还' }, atCentre)
    assert.equal((await withdraw('finance')).error, 'ownCredit')
    assert.equal((await withdraw('centre')).code, 1)
    assert.deepEqual([(await credits()).find(({ id }) => id === credit?.id)?.state, await isOverpaid(), await checkAllInvariants()], ['withdrawn', 0, []])
  })

  test('a correction includes later declared months of the year with a line of the payee', async () => {
    const [y, z] = [shiftMonth(month, 2), shiftMonth(month, 3)]
    const returnedPayment = await payPerson('30000.00')
    toMonth(z)
    await settle(y)
    await payPerson('30000.00')
    toMonth(shiftMonth(month, 4))
    await settle(z)
    const lineBefore = await lineOf(z)
    await returnPayment(returnedPayment)
    assert.deepEqual(
      (await changes(y)).months.map((each) => each.month),
      [y, z],
    )
    await correct(y)
    await computeLines(y)
    await computeLines(z)
    assert.deepEqual([(await get(y)).state, (await get(z)).state], ['correcting', 'correcting'])
    assert.deepEqual(await checkAllInvariants(), [], 'the tax paid is compared with the last receipt of the same month')
    const correctedLine = await lineOf(z)
    assert.deepEqual([correctedLine?.cumIncome, correctedLine?.months, correctedLine?.withheld], [3_800_000, 2, lineBefore?.withheld])
    assert.equal((await declare(z)).error, 'correctEarlier')
    assert.equal((await declare(y)).code, 1)
    assert.equal((await declare(z)).code, 1)
    assert.deepEqual([(await get(y)).state, (await get(z)).state, await checkAllInvariants()], ['paid', 'paid', []])
  })

  test('cancelling a correction without changes restores the month’s earlier state', async () => {
    const formerPeriod = await get(month)
    assert.equal((await correct(month, '误操作')).code, 1)
    await computeLines(month)
    assert.deepEqual([(await get(month)).state, (await get(month)).edition], ['correcting', formerPeriod.edition + 1])
    const cancelAnswer = await cancel(month)
    assert.deepEqual(
      [cancelAnswer.data?.state, cancelAnswer.data?.edition, cancelAnswer.data?.total],
      [formerPeriod.state, formerPeriod.edition, formerPeriod.total],
      cancelAnswer.message,
    )
    assert.deepEqual([cancelAnswer.data?.steps.at(-1)?.kind, await checkAllInvariants()], ['cancelled', []])
  })

  test('a returned payment that an older program declared in a later month lowers income once', async () => {
    const [z, last] = [shiftMonth(month, 3), shiftMonth(month, 4)]
    await payPerson('6000.00')
    await periodOf(last)
    const lineBefore = await lineOf(last)
    await sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, income_fen, line_ids, at, edition)
      values (2, 2, ${returned?.id}, ${z}, ${last}, 'uncounted', -1000000, -1000000, '{}', ${now()}, 1)`.execute(db())
    const line = await lineOf(last)
    assert.deepEqual([lineBefore?.cumIncome, line?.cumIncome, line?.backGross], [4_400_000, 3_400_000, -1_000_000])
  })

  test('the check accepts a negative line only with a matching returned payment of its payee', async () => {
    const [y, z, last] = [shiftMonth(month, 2), shiftMonth(month, 3), shiftMonth(month, 4)]
    const isReported = (of: { centre?: number; person?: number; month?: string; period?: string; kind?: string } = {}) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table tax_line disable trigger user`
        await ctx.run`update tax_line set gross_fen = -1 where declaration_id = ${idOf(z)} and operator_id = ${returned?.id}`
        await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, at, edition)
          values (${of.centre ?? 2}, 2, ${of.person ?? returned?.id}, ${of.month ?? y}, ${of.period ?? z}, ${of.kind ?? 'uncounted'}, -1, ${now()}, 1)`
        const brokenInvariants = await checkInvariants(ctx.db, invariants)
        return brokenInvariants.some(({ offenders }) => offenders.includes(`line of ${returned?.id} in 2 ${z}`))
      })
    assert.equal(await isReported(), false)
    for (const row of [{ centre: 3 }, { person: other?.id ?? 0 }, { month: z }, { period: last }, { period: y }, { kind: 'difference' }])
      assert.equal(await isReported(row), true, JSON.stringify(row))
  })
})
