import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const stranger = '杭州越山商务咨询有限公司'
const home = '622200001111'
const paper = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('refunds, claims, adjustments and statements', () => {
  let server: TestServer
  let serials = 0
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const serial = () => `T${String(++serials).padStart(10, '0')}`
  const arrive = async (amount: string, payer = unitName, account = home, bankSerial = serial()) => {
    const rows = [[`${dayOf(now())} 00:00:01`, bankSerial, '收入', amount, payer, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    return bankSerial
  }
  const topUp = async (amount: string, account = home) => {
    const bankSerial = await arrive(amount, unitName, account)
    const row = await server.must('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: account, bankSerial })
    await server.must('centre', 'prepayments.confirm', { id: row.id, version: row.version }, at)
  }
  const funds = async () => {
    const account = (await server.must('maker', 'prepayments.accounts', {})).find((row) => row.mode === 2)
    return account ?? assert.fail('the unit has no account')
  }
  const state = async () => {
    const { available, refunding } = await funds()
    return [available, refunding]
  }
  const ask = (amount: string, account = home) => server.call('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount, reason: '项目结束' })
  const requested = async (amount: string) => (await ask(amount)).data ?? assert.fail('the refund was refused')
  const of = (row: { id: number; version: number }) => ({ refundId: row.id, version: row.version })
  const approve = (row: { id: number; version: number }, who = 'finance') => server.call(who, 'prepayments.decideRefund', { ...of(row), approve: true }, at)
  const pay = (row: { id: number; version: number }, who = 'centre', bankSerial = serial()) =>
    server.call(who, 'prepayments.payRefund', { ...of(row), paidOn: dayOf(now()), bankSerial, slip: paper }, at)
  const fail = (row: { id: number; version: number }, who = 'centre') => server.call(who, 'prepayments.failRefund', { ...of(row), reason: '户名不符' }, at)
  const decideFailure = (row: { id: number; version: number }, who = 'finance', approve = true, reason = '') =>
    server.call(who, 'prepayments.decideRefundFailure', { ...of(row), approve, reason }, at)
  const failFully = async (row: { id: number; version: number }) => (await decideFailure((await fail(row)).data ?? assert.fail())).data ?? assert.fail()
  const sound = async () => assert.deepEqual(await checkInvariants(db()), [])
  const messages = async (username: string, kind: string) => {
    const result = await sql<{ count: number }>`select count(*)::int as count from message join app_user on app_user.id = user_id
      where username = ${username} and kind = ${kind}`.execute(db())
    return result.rows[0]?.count ?? 0
  }
  const waits = async (who: string, kind: string) =>
    (await server.must(who, 'tasks.waiting', {}, who === 'payer' ? {} : at)).find((row) => row.kind === kind)?.count ?? 0
  const credit = async (bankSerial: string) => db().selectFrom('bank_credit').selectAll().where('serial', '=', bankSerial).executeTakeFirstOrThrow()
  const claim = (bankSerial: string, amount: string, options: { payerName?: string; who?: string } = {}) =>
    server.call(options.who ?? 'payer', 'prepayments.claim', {
      centreId: 2,
      mode: 2,
      amount,
      payerName: options.payerName ?? stranger,
      bankSerial,
      reason: '关联公司代付',
      papers: paper,
    })

  test('a refund reserves the money and takes two people to approve and pay', async () => {
    await topUp('1000.00')
    const [available = 0] = await state()
    const row = await requested('300.00')
    assert.deepEqual([row.state, row.payeeName, await state()], ['applied', unitName, [available - 30_000, 30_000]])
    assert.equal(await waits('finance', 'refunds'), 1)
    const approved = await server.must('finance', 'prepayments.decideRefund', { ...of(row), approve: true }, at)
    assert.equal(await waits('centre', 'refundsToPay'), 1)
    assert.equal((await pay(approved, 'finance')).error, 'sameHands')
    const paid = (await pay(approved)).data
    assert.deepEqual([paid?.state, paid?.paidOn, await state()], ['paid', dayOf(now()), [available - 30_000, 0]])
    assert.deepEqual([await messages('payer', 'refundApproved'), await messages('payer', 'refundPaid')], [1, 1])
    const receipt = await db().selectFrom('voucher').select(['kind', 'amount_fen', 'payee_account']).where('no', '=', `HD${row.no}`).executeTakeFirstOrThrow()
    assert.deepEqual([receipt.kind, receipt.amount_fen, receipt.payee_account], ['refund', 30_000, home])
    assert.equal((await pay(approved)).error, 'refundState')
    await sound()
  })

  test('a refund is limited to the balance, the amount from that account and known accounts', async () => {
    const { available } = await funds()
    const yuan = (fen: number) => (fen / 100).toFixed(2)
    assert.equal((await ask('10.00', '999988887777')).error, 'notAnOrigin')
    assert.equal((await ask(yuan(available + 1))).error, 'insufficient')
    await topUp('50.00', '622200002222')
    assert.equal((await ask('50.01', '622200002222')).error, 'overOrigin')
    assert.equal((await ask('0.00')).error, 'badRefundAmount')
    const origins = await server.must('payer', 'prepayments.refundOrigins', { centreId: 2, mode: 2 })
    assert.deepEqual(
      origins.rows.filter((row) => row.account === '622200002222').map((row) => row.left),
      [5000],
    )
    const both = await Promise.all([ask('40.00', '622200002222'), ask('40.00', '622200002222')])
    assert.deepEqual(both.map((answer) => answer.error ?? 'done').sort(), ['done', 'overOrigin'])
    const winner = both.find((answer) => answer.data)?.data
    assert.ok(winner)
    assert.equal((await server.call('payer', 'prepayments.withdrawRefund', { ...of(winner), version: 9 })).error, 'refundChanged')
    await server.must('payer', 'prepayments.withdrawRefund', of(winner))
    assert.equal((await server.call('payer', 'prepayments.withdrawRefund', of(winner))).error, 'refundState')
    assert.deepEqual((await state())[1], 0)
    await sound()
  })

  test('a rejected or failed refund releases the money', async () => {
    const [available = 0] = await state()
    const first = await requested('20.00')
    assert.equal((await server.call('finance', 'prepayments.decideRefund', { ...of(first), approve: false }, at)).error, 'reasonNeeded')
    const rejected = await server.must('finance', 'prepayments.decideRefund', { ...of(first), approve: false, reason: '仍有未结批次' }, at)
    assert.deepEqual([rejected.state, rejected.answer, await state()], ['rejected', '仍有未结批次', [available, 0]])
    const second = await requested('20.00')
    const approved = (await approve(second)).data ?? assert.fail()
    assert.equal((await approve(second)).error, 'refundState')
    assert.equal((await fail(approved, 'finance')).error, 'sameHands')
    const early = { ...of(approved), paidOn: shiftDay(dayOf(now()), -1), bankSerial: serial(), slip: paper }
    assert.equal((await server.call('centre', 'prepayments.payRefund', early, at)).error, 'refundDay')
    const failed = await failFully(approved)
    assert.deepEqual([failed.state, failed.answer, await state()], ['failed', '户名不符', [available, 0]])
    assert.deepEqual([await messages('payer', 'refundRejected'), await messages('payer', 'refundFailed')], [1, 1])
    const held = (await approve((await ask('40.00', '622200002222')).data ?? assert.fail())).data ?? assert.fail()
    assert.equal((await ask('10.01', '622200002222')).error, 'overOrigin', 'an approved refund counts before the bank paid it')
    await failFully(held)
    const third = (await approve(await requested('1.00'))).data ?? assert.fail()
    const used = (await server.must('maker', 'prepayments.refunds', { states: ['paid'] })).rows[0]?.bankSerial ?? ''
    assert.equal((await pay(third, 'centre', used)).error, 'serialTaken')
    assert.equal((await pay({ id: 987_654, version: 1 })).error, 'refundNotFound')
    await sound()
  })

  test('the applicant of a refund can neither decide nor pay it', async () => {
    const row = await requested('1.00')
    const refundsOf = (username: string) =>
      sql`update refund set applied_by = (select id from app_user where username = ${username}) where id = ${row.id}`.execute(db())
    await refundsOf('finance')
    assert.equal((await approve(row)).error, 'ownRefund')
    const approved = (await approve(row, 'centre')).data ?? assert.fail()
    assert.equal((await pay(approved, 'finance')).error, 'ownRefund')
    assert.equal((await fail(approved, 'finance')).error, 'ownRefund')
    await refundsOf('payer')
    const elsewhere = { centreId: 5, mode: 2, account: home, amount: '1.00', reason: '项目结束' } as const
    assert.equal((await server.call('payer', 'prepayments.applyRefund', elsewhere)).error, 'noAccount')
    const failing = (await fail(approved, 'finance')).data ?? assert.fail()
    await refundsOf('platform')
    assert.equal((await decideFailure(failing, 'platform')).error, 'ownRefund')
    await refundsOf('payer')
    assert.equal((await decideFailure(failing, 'centre')).data?.state, 'failed')
    await sound()
  })

  test('a failed refund releases the money only when a second person confirms the failure', async () => {
    const [available = 0, reserved = 0] = await state()
    const approved = (await approve(await requested('30.00'))).data ?? assert.fail()
    const before = [await waits('finance', 'refundFailures'), await waits('centre', 'refundFailures'), await messages('payer', 'refundFailed')]
    const notified = await messages('finance', 'refundFailing')
    const failing = (await fail(approved)).data ?? assert.fail()
    assert.deepEqual(
      [failing.state, failing.answer, failing.isRegisteredByMe, await state()],
      ['failing', '户名不符', true, [available - 3000, reserved + 3000]],
    )
    assert.deepEqual([await waits('finance', 'refundFailures'), await waits('centre', 'refundFailures')], [(before[0] ?? 0) + 1, before[1]])
    assert.equal((await messages('finance', 'refundFailing')) - notified, 1)
    const mine = await server.must('finance', 'prepayments.refunds', { states: ['failing'], isForMe: true }, at)
    assert.deepEqual([mine.rows.map((row) => row.no), mine.count], [[failing.no], 1])
    assert.equal((await server.must('centre', 'prepayments.refunds', { states: ['failing'], isForMe: true }, at)).count, 0)
    assert.equal((await decideFailure(failing, 'centre')).error, 'ownRefundFailure')
    assert.equal((await pay(failing, 'centre')).error, 'refundState')
    assert.equal((await decideFailure(failing, 'finance', false)).error, 'reasonNeeded')
    assert.equal((await decideFailure({ ...failing, version: 1 })).error, 'refundChanged')
    assert.deepEqual([await state(), await messages('payer', 'refundFailed')], [[available - 3000, reserved + 3000], before[2]])
    await sound()

    const back = (await decideFailure(failing, 'finance', false, '流水显示已付款')).data ?? assert.fail()
    assert.deepEqual([back.state, back.answer, back.paidBy, await messages('centre', 'refundFailureDeclined')], ['approved', '流水显示已付款', null, 1])
    const again = (await fail(back)).data ?? assert.fail()
    const confirmed = (await decideFailure(again)).data ?? assert.fail()
    assert.deepEqual([confirmed.state, confirmed.failureConfirmedBy === again.paidBy, await state()], ['failed', false, [available, reserved]])
    assert.equal((await decideFailure(again)).error, 'refundState')
    await assert.rejects(
      sql`update refund set state = 'failed', paid_at = now(), paid_by = (select id from app_user where username = 'centre')
        where id = ${((await fail((await approve(await requested('1.00'))).data ?? assert.fail())).data ?? assert.fail()).id}`.execute(db()),
      /another person must confirm/,
    )
    await sound()
  })

  test('another person decides on a unit’s claim of an unknown credit', async () => {
    const bankSerial = await arrive('880.00', stranger, '330199880000')
    const before = await state()
    for (const wrong of [claim(bankSerial, '880.01'), claim('T9999999999', '880.00'), claim(bankSerial, '880.00', { payerName: '别的公司' })])
      assert.equal((await wrong).error, 'noSuchCredit')
    assert.equal((await claim(bankSerial, '880.00', { payerName: unitName })).error, 'ownMoney')
    const row = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    assert.deepEqual([row.state, row.isOwnName, row.claimReason, await state()], ['matched', false, '关联公司代付', before])
    assert.equal((await claim(bankSerial, '880.00', { who: 'unit2' })).error, 'noSuchCredit')
    assert.equal(await messages('finance', 'creditClaimed'), 1)
    const rejected = await server.must('finance', 'prepayments.reject', { id: row.id, version: row.version, reason: '证明不清' }, at)
    assert.deepEqual([rejected.state, (await credit(bankSerial)).state, (await credit(bankSerial)).unit_id], ['rejected', 'unclaimed', null])
    const again = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    await server.must('payer', 'prepayments.withdraw', { id: again.id, version: again.version })
    assert.equal((await credit(bankSerial)).state, 'unclaimed')
    const last = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    await server.must('centre', 'prepayments.confirm', { id: last.id, version: last.version }, at)
    assert.deepEqual([(await credit(bankSerial)).state, (await state())[0]], ['confirmed', (before[0] ?? 0) + 88_000])
    assert.deepEqual((await ask('880.01', '330199880000')).error, 'overOrigin')
    await sound()
  })

  test('a claim by the centre is decided by another person of the centre', async () => {
    const bankSerial = await arrive('70.00', stranger, '330199880000')
    const { id } = await credit(bankSerial)
    const forUnit = (creditId: number, unitId = 1) =>
      server.call('finance', 'prepayments.claimFor', { creditId, unitId, mode: 2, reason: '代付证明齐全', papers: paper }, at)
    assert.equal((await forUnit(987_654)).error, 'creditNotFound')
    const row = (await forUnit(id)).data ?? assert.fail()
    assert.equal((await forUnit(id)).error, 'creditGone')
    assert.equal((await server.call('finance', 'prepayments.confirm', { id: row.id, version: row.version }, at)).error, 'ownWork')
    await server.must('centre', 'prepayments.confirm', { id: row.id, version: row.version }, at)
    const creditId = await credit(await arrive('71.00'))
    assert.equal((await forUnit(creditId.id)).error, 'ownMoney')
    const named = await credit(await arrive('72.00', stranger))
    await sql`update bank_credit set unit_id = 2 where id = ${named.id}`.execute(db())
    assert.equal((await forUnit(named.id)).error, 'creditOfOther')
    await sound()
  })

  test('returning an unclaimed credit leaves both movements in the ledger', async () => {
    const { id } = await credit(await arrive('90.00', stranger, '330199880000'))
    const back = (options: { paidOn?: string; bankSerial?: string } = {}) =>
      server.call(
        'finance',
        'prepayments.proposeReturn',
        { creditId: id, reason: '无关来款', paidOn: dayOf(now()), bankSerial: 'TH00001', slip: paper, ...options },
        at,
      )
    assert.equal((await back({ paidOn: shiftDay(dayOf(now()), 1) })).error, 'returnDay')
    assert.equal((await back()).code, 1)
    assert.equal((await back()).error, 'creditGone')
    assert.equal((await server.call('finance', 'prepayments.decideReturn', { creditId: id, approve: true }, at)).error, 'ownReturn')
    assert.equal((await server.call('centre', 'prepayments.decideReturn', { creditId: id, approve: false }, at)).error, 'reasonMissing')
    await server.must('centre', 'prepayments.decideReturn', { creditId: id, approve: false, reason: '账号有误' }, at)
    assert.equal(await messages('finance', 'returnDeclined'), 1)
    await back()
    await server.must('centre', 'prepayments.decideReturn', { creditId: id, approve: true }, at)
    const returnedCredit = (await server.must('finance', 'prepayments.credits', { state: 'returned' }, at)).rows[0]
    assert.deepEqual([returnedCredit?.id, returnedCredit?.sentBack?.bankSerial, returnedCredit?.sentBack?.isMine], [id, 'TH00001', true])
    const moved = await sql<{ kind: string; fen: number }>`select account.kind, sum(abs(entry.amount_fen))::bigint as fen from ledger_journal journal
      join ledger_entry entry on entry.journal_id = journal.id join account on account.id = entry.account_id
      where journal.ref_type = 'bank_credit' and journal.ref_id = ${id} group by account.kind order by account.kind`.execute(db())
    assert.deepEqual(moved.rows, [
      { kind: 'bank', fen: 18_000 },
      { kind: 'suspense', fen: 18_000 },
    ])
    const strangersCredit = await credit(await arrive('91.00', stranger))
    assert.equal(
      (
        await server.call(
          'finance',
          'prepayments.proposeReturn',
          { creditId: strangersCredit.id, reason: '无关', paidOn: dayOf(now()), bankSerial: 'TH00001', slip: paper },
          at,
        )
      ).error,
      'serialTaken',
    )
    await sound()
  })

  test('an adjustment takes two people and keeps the balance non-negative', async () => {
    const [available = 0] = await state()
    const propose = (direction: 'more' | 'less', amount: string) =>
      server.call('finance', 'prepayments.proposeAdjustment', { unitId: 1, mode: 2, direction, amount, reason: '银行手续费补差', file: paper }, at)
    const target = (row: { id: number; version: number }) => ({ adjustmentId: row.id, version: row.version })
    assert.equal((await propose('less', ((available + 1) / 100).toFixed(2))).error, 'insufficient')
    assert.equal((await propose('more', '0')).error, 'badRefundAmount')
    const row = (await propose('more', '12.34')).data ?? assert.fail()
    assert.equal((await server.call('finance', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)).error, 'ownAdjustment')
    assert.equal((await server.call('centre', 'prepayments.withdrawAdjustment', target(row), at)).error, 'notYourAdjustment')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), approve: false }, at)).error, 'reasonNeeded')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), version: 7, approve: true }, at)).error, 'adjustmentChanged')
    assert.equal(await waits('centre', 'adjustments'), 1)
    await server.must('centre', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)).error, 'adjustmentState')
    assert.equal((await state())[0], available + 1234)
    const [seen] = (await server.must('maker', 'prepayments.history', { kind: 'adjustment' })).rows
    assert.deepEqual([seen?.available, seen?.memo], [1234, '银行手续费补差'])
    const less = (await propose('less', ((available + 1234) / 100).toFixed(2))).data ?? assert.fail()
    await requested('1.00')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(less), approve: true }, at)).error, 'insufficient')
    const withdrawal = await server.must('finance', 'prepayments.withdrawAdjustment', target(less), at)
    assert.equal(withdrawal.state, 'withdrawn')
    const second = (await propose('more', '1')).data ?? assert.fail()
    await server.must('centre', 'prepayments.decideAdjustment', { ...target(second), approve: false, reason: '无依据' }, at)
    assert.equal(await messages('finance', 'adjustmentRejected'), 1)
    assert.equal(
      (await server.call('centre', 'prepayments.decideAdjustment', { adjustmentId: 987_654, version: 1, approve: true }, at)).error,
      'adjustmentNotFound',
    )
    await sound()
  })

  test('a unit gets one message when its balance falls below its own limit', async () => {
    const { available } = await funds()
    await server.must('payer', 'prepayments.setLimit', { centreId: 2, mode: 2, limit: (available / 100).toFixed(2) })
    assert.equal((await funds()).lowBalance, available)
    const before = await messages('maker', 'balanceLow')
    await requested('1.00')
    await requested('1.00')
    assert.equal((await messages('maker', 'balanceLow')) - before, 1)
    assert.ok((await waits('payer', 'lowBalances')) > 0)
    await server.must('payer', 'prepayments.setLimit', { centreId: 2, mode: 2, limit: '0' })
  })

  test('a monthly statement adds up, is immutable and can be agreed to or disputed', async () => {
    const month = monthOf(now())
    assert.equal((await server.call('finance', 'prepayments.issueStatements', { month }, at)).error, 'monthNotOver')
    const held = await funds()
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T10:00:00+08:00`) - now().getTime())
    await server.job('prepayments.issueStatements')
    assert.equal((await server.must('finance', 'prepayments.issueStatements', { month }, at)).count, 0)
    const [row] = (await server.must('maker', 'prepayments.statements', { month })).rows.filter((statement) => statement.mode === 2)
    assert.ok(row)
    assert.equal(row.closing, held.available + held.frozen + held.refunding)
    assert.equal(row.closing, row.opening + row.topup + row.payment + row.fee + row.tax + row.returned + row.refund + row.adjustment + row.other)
    assert.deepEqual([row.opening + row.topup, row.refund, row.adjustment], [500_200_000, -30_000, 1234])
    assert.ok((await messages('maker', 'statementReady')) > 0)
    const target = { statementId: row.id, version: row.version }
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { ...target, version: 9 })).error, 'statementChanged')
    const disputed = await server.must('payer', 'prepayments.disputeStatement', { ...target, reason: '少计一笔充值' })
    assert.deepEqual([disputed.state, await waits('finance', 'disputedStatements')], ['disputed', 1])
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { ...target, version: disputed.version })).error, 'statementState')
    const answered = await server.must('finance', 'prepayments.answerStatement', { statementId: row.id, version: disputed.version, answer: '该笔次月到账' }, at)
    assert.equal(answered.state, 'issued')
    const agreed = await server.must('payer', 'prepayments.confirmStatement', { statementId: row.id, version: answered.version })
    assert.deepEqual([agreed.state, agreed.decidedBy !== null], ['confirmed', true])
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { statementId: 987_654, version: 1 })).error, 'statementNotFound')
    await assert.rejects(
      sql`insert into ledger_journal (kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, unit_id, entries, at)
        values ('topup', 'topup', 1, 'X', 'late', 2, 2, 1, 2, ${`${month}-15T12:00:00+08:00`})`.execute(db()),
      /has its statement/,
    )
    await assert.rejects(sql`update balance_statement set state = 'disputed' where id = ${row.id}`.execute(db()), /an agreed statement cannot change/)
    await sound()
  })

  test('a statement downloads as a PDF, and as a workbook with every movement', async () => {
    const [row] = (await server.must('maker', 'prepayments.statements', {})).rows.filter((statement) => statement.mode === 2)
    assert.ok(row)
    const pdf = await server.must('maker', 'prepayments.statementPdf', { statementId: row.id })
    assert.equal(Buffer.from(await server.running.kernel.store.read(pdf.fileId)).toString('latin1', 0, 5), '%PDF-')
    const { fileId, taskId } = await server.must('maker', 'prepayments.statementSheet', { statementId: row.id })
    assert.equal(taskId, null)
    const bytes = await server.running.kernel.store.read(fileId ?? assert.fail())
    const columns = [{ key: 'ref', headings: ['关联单号'], required: true }] as const
    const sheet = await readSheet(bytes, { columns, maxRows: 200_000, unknown: 'ignore', sheet: 2 })
    assert.ok(sheet.ok)
    assert.equal(sheet.rows.filter(({ cells }) => cells.ref.text !== '').length, row.journals)
  })
})
