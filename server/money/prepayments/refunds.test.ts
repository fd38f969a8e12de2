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
const homeAccount = '622200001111'
const slipFile = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('paper') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('refunds, claims, adjustments and statements', () => {
  let server: TestServer
  let serialCount = 0
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const serial = () => `T${String(++serialCount).padStart(10, '0')}`
  const importCredit = async (amount: string, payer = unitName, account = homeAccount, bankSerial = serial()) => {
    const rows = [[`${dayOf(now())} 00:00:01`, bankSerial, '收入', amount, payer, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    return bankSerial
  }
  const topUp = async (amount: string, account = homeAccount) => {
    const bankSerial = await importCredit(amount, unitName, account)
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
  const applyForRefund = (amount: string, account = homeAccount) =>
    server.call('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount, reason: '项目结束' })
  const requestRefund = async (amount: string) => (await applyForRefund(amount)).data ?? assert.fail('the refund was refused')
  const targetOf = (row: { id: number; version: number }) => ({ refundId: row.id, version: row.version })
  const approveRefund = (row: { id: number; version: number }, who = 'finance') =>
    server.call(who, 'prepayments.decideRefund', { ...targetOf(row), approve: true }, at)
  const payRefund = (row: { id: number; version: number }, who = 'centre', bankSerial = serial()) =>
    server.call(who, 'prepayments.payRefund', { ...targetOf(row), paidOn: dayOf(now()), bankSerial, slip: slipFile }, at)
  const failRefund = (row: { id: number; version: number }, who = 'centre') =>
    server.call(who, 'prepayments.failRefund', { ...targetOf(row), reason: '户名不符' }, at)
  const decideFailure = (row: { id: number; version: number }, who = 'finance', approve = true, reason = '') =>
    server.call(who, 'prepayments.decideRefundFailure', { ...targetOf(row), approve, reason }, at)
  const confirmFailedRefund = async (row: { id: number; version: number }) =>
    (await decideFailure((await failRefund(row)).data ?? assert.fail())).data ?? assert.fail()
  const expectSoundBooks = async () => assert.deepEqual(await checkInvariants(db()), [])
  const countMessages = async (username: string, kind: string) => {
    const result = await sql<{ count: number }>`select count(*)::int as count from message join app_user on app_user.id = user_id
      where username = ${username} and kind = ${kind}`.execute(db())
    return result.rows[0]?.count ?? 0
  }
  const countTasks = async (who: string, kind: string) =>
    (await server.must(who, 'tasks.waiting', {}, who === 'payer' ? {} : at)).find((row) => row.kind === kind)?.count ?? 0
  const findCredit = async (bankSerial: string) => db().selectFrom('bank_credit').selectAll().where('serial', '=', bankSerial).executeTakeFirstOrThrow()
  const claim = (bankSerial: string, amount: string, options: { payerName?: string; who?: string } = {}) =>
    server.call(options.who ?? 'payer', 'prepayments.claim', {
      centreId: 2,
      mode: 2,
      amount,
      payerName: options.payerName ?? stranger,
      bankSerial,
      reason: '关联公司代付',
      papers: slipFile,
    })

  test('a refund reserves the money and takes two people to approve and pay', async () => {
    await topUp('1000.00')
    const [available = 0] = await state()
    const row = await requestRefund('300.00')
    assert.deepEqual([row.state, row.payeeName, await state()], ['applied', unitName, [available - 30_000, 30_000]])
    assert.equal(await countTasks('finance', 'refunds'), 1)
    const approvedRefund = await server.must('finance', 'prepayments.decideRefund', { ...targetOf(row), approve: true }, at)
    assert.equal(await countTasks('centre', 'refundsToPay'), 1)
    assert.equal((await payRefund(approvedRefund, 'finance')).error, 'sameHands')
    const paidRefund = (await payRefund(approvedRefund)).data
    assert.deepEqual([paidRefund?.state, paidRefund?.paidOn, await state()], ['paid', dayOf(now()), [available - 30_000, 0]])
    assert.deepEqual([await countMessages('payer', 'refundApproved'), await countMessages('payer', 'refundPaid')], [1, 1])
    const receipt = await db().selectFrom('voucher').select(['kind', 'amount_fen', 'payee_account']).where('no', '=', `HD${row.no}`).executeTakeFirstOrThrow()
    assert.deepEqual([receipt.kind, receipt.amount_fen, receipt.payee_account], ['refund', 30_000, homeAccount])
    assert.equal((await payRefund(approvedRefund)).error, 'refundState')
    await expectSoundBooks()
  })

  test('a refund is limited to balance, known accounts and their top-ups, and is withdrawn once', async () => {
    const { available } = await funds()
    const yuan = (fen: number) => (fen / 100).toFixed(2)
    assert.equal((await applyForRefund('10.00', '999988887777')).error, 'notAnOrigin')
    assert.equal((await applyForRefund(yuan(available + 1))).error, 'insufficient')
    await topUp('50.00', '622200002222')
    assert.equal((await applyForRefund('50.01', '622200002222')).error, 'overOrigin')
    assert.equal((await applyForRefund('0.00')).error, 'badRefundAmount')
    const origins = await server.must('payer', 'prepayments.refundOrigins', { centreId: 2, mode: 2 })
    assert.deepEqual(
      origins.rows.filter((row) => row.account === '622200002222').map((row) => row.left),
      [5000],
    )
    const applications = await Promise.all([applyForRefund('40.00', '622200002222'), applyForRefund('40.00', '622200002222')])
    assert.deepEqual(applications.map((answer) => answer.error ?? 'done').sort(), ['done', 'overOrigin'])
    const winner = applications.find((answer) => answer.data)?.data
    assert.ok(winner)
    assert.equal((await server.call('payer', 'prepayments.withdrawRefund', { ...targetOf(winner), version: 9 })).error, 'refundChanged')
    await server.must('payer', 'prepayments.withdrawRefund', targetOf(winner))
    assert.equal((await server.call('payer', 'prepayments.withdrawRefund', targetOf(winner))).error, 'refundState')
    assert.deepEqual((await state())[1], 0)
    await expectSoundBooks()
  })

  test('a rejected or failed refund releases the money, and an approved one counts before payment', async () => {
    const [available = 0] = await state()
    const first = await requestRefund('20.00')
    assert.equal((await server.call('finance', 'prepayments.decideRefund', { ...targetOf(first), approve: false }, at)).error, 'reasonNeeded')
    const rejectedRefund = await server.must('finance', 'prepayments.decideRefund', { ...targetOf(first), approve: false, reason: '仍有未结批次' }, at)
    assert.deepEqual([rejectedRefund.state, rejectedRefund.answer, await state()], ['rejected', '仍有未结批次', [available, 0]])
    const second = await requestRefund('20.00')
    const approvedRefund = (await approveRefund(second)).data ?? assert.fail()
    assert.equal((await approveRefund(second)).error, 'refundState')
    assert.equal((await failRefund(approvedRefund, 'finance')).error, 'sameHands')
    const earlyPayment = { ...targetOf(approvedRefund), paidOn: shiftDay(dayOf(now()), -1), bankSerial: serial(), slip: slipFile }
    assert.equal((await server.call('centre', 'prepayments.payRefund', earlyPayment, at)).error, 'refundDay')
    const failedRefund = await confirmFailedRefund(approvedRefund)
    assert.deepEqual([failedRefund.state, failedRefund.answer, await state()], ['failed', '户名不符', [available, 0]])
    assert.deepEqual([await countMessages('payer', 'refundRejected'), await countMessages('payer', 'refundFailed')], [1, 1])
    const approvedOnlyRefund = (await approveRefund((await applyForRefund('40.00', '622200002222')).data ?? assert.fail())).data ?? assert.fail()
    assert.equal((await applyForRefund('10.01', '622200002222')).error, 'overOrigin', 'an approved refund counts before the bank paid it')
    await confirmFailedRefund(approvedOnlyRefund)
    const third = (await approveRefund(await requestRefund('1.00'))).data ?? assert.fail()
    const usedSerial = (await server.must('maker', 'prepayments.refunds', { states: ['paid'] })).rows[0]?.bankSerial ?? ''
    assert.equal((await payRefund(third, 'centre', usedSerial)).error, 'serialTaken')
    assert.equal((await payRefund({ id: 987_654, version: 1 })).error, 'refundNotFound')
    await expectSoundBooks()
  })

  test('the applicant of a refund can neither decide nor pay it', async () => {
    const row = await requestRefund('1.00')
    const refundsOf = (username: string) =>
      sql`update refund set applied_by = (select id from app_user where username = ${username}) where id = ${row.id}`.execute(db())
    await refundsOf('finance')
    assert.equal((await approveRefund(row)).error, 'ownRefund')
    const approvedRefund = (await approveRefund(row, 'centre')).data ?? assert.fail()
    assert.equal((await payRefund(approvedRefund, 'finance')).error, 'ownRefund')
    assert.equal((await failRefund(approvedRefund, 'finance')).error, 'ownRefund')
    await refundsOf('payer')
    const applicationElsewhere = { centreId: 5, mode: 2, account: homeAccount, amount: '1.00', reason: '项目结束' } as const
    assert.equal((await server.call('payer', 'prepayments.applyRefund', applicationElsewhere)).error, 'noAccount')
    const failingRefund = (await failRefund(approvedRefund, 'finance')).data ?? assert.fail()
    await refundsOf('platform')
    assert.equal((await decideFailure(failingRefund, 'platform')).error, 'ownRefund')
    await refundsOf('payer')
    assert.equal((await decideFailure(failingRefund, 'centre')).data?.state, 'failed')
    await expectSoundBooks()
  })

  test('a failed refund releases the money only when a second person confirms the failure', async () => {
    const [available = 0, reserved = 0] = await state()
    const approvedRefund = (await approveRefund(await requestRefund('30.00'))).data ?? assert.fail()
    const countsBefore = [
      await countTasks('finance', 'refundFailures'),
      await countTasks('centre', 'refundFailures'),
      await countMessages('payer', 'refundFailed'),
    ]
    const messagesBefore = await countMessages('finance', 'refundFailing')
    const failingRefund = (await failRefund(approvedRefund)).data ?? assert.fail()
    assert.deepEqual(
      [failingRefund.state, failingRefund.answer, failingRefund.isRegisteredByMe, await state()],
      ['failing', '户名不符', true, [available - 3000, reserved + 3000]],
    )
    assert.deepEqual(
      [await countTasks('finance', 'refundFailures'), await countTasks('centre', 'refundFailures')],
      [(countsBefore[0] ?? 0) + 1, countsBefore[1]],
    )
    assert.equal((await countMessages('finance', 'refundFailing')) - messagesBefore, 1)
    const ownListing = await server.must('finance', 'prepayments.refunds', { states: ['failing'], isForMe: true }, at)
    assert.deepEqual([ownListing.rows.map((row) => row.no), ownListing.count], [[failingRefund.no], 1])
    assert.equal((await server.must('centre', 'prepayments.refunds', { states: ['failing'], isForMe: true }, at)).count, 0)
    assert.equal((await decideFailure(failingRefund, 'centre')).error, 'ownRefundFailure')
    assert.equal((await payRefund(failingRefund, 'centre')).error, 'refundState')
    assert.equal((await decideFailure(failingRefund, 'finance', false)).error, 'reasonNeeded')
    assert.equal((await decideFailure({ ...failingRefund, version: 1 })).error, 'refundChanged')
    assert.deepEqual([await state(), await countMessages('payer', 'refundFailed')], [[available - 3000, reserved + 3000], countsBefore[2]])
    await expectSoundBooks()

    const declinedFailure = (await decideFailure(failingRefund, 'finance', false, '流水显示已付款')).data ?? assert.fail()
    assert.deepEqual(
      [declinedFailure.state, declinedFailure.answer, declinedFailure.paidBy, await countMessages('centre', 'refundFailureDeclined')],
      ['approved', '流水显示已付款', null, 1],
    )
    const secondFailure = (await failRefund(declinedFailure)).data ?? assert.fail()
    const confirmedFailure = (await decideFailure(secondFailure)).data ?? assert.fail()
    assert.deepEqual(
      [confirmedFailure.state, confirmedFailure.failureConfirmedBy === secondFailure.paidBy, await state()],
      ['failed', false, [available, reserved]],
    )
    assert.equal((await decideFailure(secondFailure)).error, 'refundState')
    await assert.rejects(
      sql`update refund set state = 'failed', paid_at = now(), paid_by = (select id from app_user where username = 'centre')
        where id = ${((await failRefund((await approveRefund(await requestRefund('1.00'))).data ?? assert.fail())).data ?? assert.fail()).id}`.execute(db()),
      /another person must confirm/,
    )
    await expectSoundBooks()
  })

  test('a unit can claim another payer’s credit, which a rejection or withdrawal frees again', async () => {
    const bankSerial = await importCredit('880.00', stranger, '330199880000')
    const stateBefore = await state()
    for (const wrongClaim of [claim(bankSerial, '880.01'), claim('T9999999999', '880.00'), claim(bankSerial, '880.00', { payerName: '别的公司' })])
      assert.equal((await wrongClaim).error, 'noSuchCredit')
    assert.equal((await claim(bankSerial, '880.00', { payerName: unitName })).error, 'ownMoney')
    const row = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    assert.deepEqual([row.state, row.isOwnName, row.claimReason, await state()], ['matched', false, '关联公司代付', stateBefore])
    assert.equal((await claim(bankSerial, '880.00', { who: 'unit2' })).error, 'noSuchCredit')
    assert.equal(await countMessages('finance', 'creditClaimed'), 1)
    const rejectedClaim = await server.must('finance', 'prepayments.reject', { id: row.id, version: row.version, reason: '证明不清' }, at)
    assert.deepEqual([rejectedClaim.state, (await findCredit(bankSerial)).state, (await findCredit(bankSerial)).unit_id], ['rejected', 'unclaimed', null])
    const secondClaim = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    await server.must('payer', 'prepayments.withdraw', { id: secondClaim.id, version: secondClaim.version })
    assert.equal((await findCredit(bankSerial)).state, 'unclaimed')
    const last = (await claim(bankSerial, '880.00')).data ?? assert.fail()
    await server.must('centre', 'prepayments.confirm', { id: last.id, version: last.version }, at)
    assert.deepEqual([(await findCredit(bankSerial)).state, (await state())[0]], ['confirmed', (stateBefore[0] ?? 0) + 88_000])
    assert.deepEqual((await applyForRefund('880.01', '330199880000')).error, 'overOrigin')
    await expectSoundBooks()
  })

  test('a claim by the centre is decided by another person of the centre', async () => {
    const bankSerial = await importCredit('70.00', stranger, '330199880000')
    const { id } = await findCredit(bankSerial)
    const claimForUnit = (creditId: number, unitId = 1) =>
      server.call('finance', 'prepayments.claimFor', { creditId, unitId, mode: 2, reason: '代付证明齐全', papers: slipFile }, at)
    assert.equal((await claimForUnit(987_654)).error, 'creditNotFound')
    const row = (await claimForUnit(id)).data ?? assert.fail()
    assert.equal((await claimForUnit(id)).error, 'creditGone')
    assert.equal((await server.call('finance', 'prepayments.confirm', { id: row.id, version: row.version }, at)).error, 'ownWork')
    await server.must('centre', 'prepayments.confirm', { id: row.id, version: row.version }, at)
    const creditId = await findCredit(await importCredit('71.00'))
    assert.equal((await claimForUnit(creditId.id)).error, 'ownMoney')
    const creditOfOtherUnit = await findCredit(await importCredit('72.00', stranger))
    await sql`update bank_credit set unit_id = 2 where id = ${creditOfOtherUnit.id}`.execute(db())
    assert.equal((await claimForUnit(creditOfOtherUnit.id)).error, 'creditOfOther')
    await expectSoundBooks()
  })

  test('two people return an unclaimed credit, and the ledger keeps both movements', async () => {
    const { id } = await findCredit(await importCredit('90.00', stranger, '330199880000'))
    const proposeReturn = (options: { paidOn?: string; bankSerial?: string } = {}) =>
      server.call(
        'finance',
        'prepayments.proposeReturn',
        { creditId: id, reason: '无关来款', paidOn: dayOf(now()), bankSerial: 'TH00001', slip: slipFile, ...options },
        at,
      )
    assert.equal((await proposeReturn({ paidOn: shiftDay(dayOf(now()), 1) })).error, 'returnDay')
    assert.equal((await proposeReturn()).code, 1)
    assert.equal((await proposeReturn()).error, 'creditGone')
    assert.equal((await server.call('finance', 'prepayments.decideReturn', { creditId: id, approve: true }, at)).error, 'ownReturn')
    assert.equal((await server.call('centre', 'prepayments.decideReturn', { creditId: id, approve: false }, at)).error, 'reasonMissing')
    await server.must('centre', 'prepayments.decideReturn', { creditId: id, approve: false, reason: '账号有误' }, at)
    assert.equal(await countMessages('finance', 'returnDeclined'), 1)
    await proposeReturn()
    await server.must('centre', 'prepayments.decideReturn', { creditId: id, approve: true }, at)
    const returnedCredit = (await server.must('finance', 'prepayments.credits', { state: 'returned' }, at)).rows[0]
    assert.deepEqual([returnedCredit?.id, returnedCredit?.sentBack?.bankSerial, returnedCredit?.sentBack?.isMine], [id, 'TH00001', true])
    const movedFen = await sql<{ kind: string; fen: number }>`select account.kind, sum(abs(entry.amount_fen))::bigint as fen from ledger_journal journal
      join ledger_entry entry on entry.journal_id = journal.id join account on account.id = entry.account_id
      where journal.ref_type = 'bank_credit' and journal.ref_id = ${id} group by account.kind order by account.kind`.execute(db())
    assert.deepEqual(movedFen.rows, [
      { kind: 'bank', fen: 18_000 },
      { kind: 'suspense', fen: 18_000 },
    ])
    const claimStrangersCredit = await findCredit(await importCredit('91.00', stranger))
    assert.equal(
      (
        await server.call(
          'finance',
          'prepayments.proposeReturn',
          { creditId: claimStrangersCredit.id, reason: '无关', paidOn: dayOf(now()), bankSerial: 'TH00001', slip: slipFile },
          at,
        )
      ).error,
      'serialTaken',
    )
    await expectSoundBooks()
  })

  test('an adjustment takes two people and keeps the balance non-negative', async () => {
    const [available = 0] = await state()
    const propose = (direction: 'more' | 'less', amount: string) =>
      server.call('finance', 'prepayments.proposeAdjustment', { unitId: 1, mode: 2, direction, amount, reason: '银行手续费补差', file: slipFile }, at)
    const target = (row: { id: number; version: number }) => ({ adjustmentId: row.id, version: row.version })
    assert.equal((await propose('less', ((available + 1) / 100).toFixed(2))).error, 'insufficient')
    assert.equal((await propose('more', '0')).error, 'badRefundAmount')
    const row = (await propose('more', '12.34')).data ?? assert.fail()
    assert.equal((await server.call('finance', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)).error, 'ownAdjustment')
    assert.equal((await server.call('centre', 'prepayments.withdrawAdjustment', target(row), at)).error, 'notYourAdjustment')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), approve: false }, at)).error, 'reasonNeeded')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), version: 7, approve: true }, at)).error, 'adjustmentChanged')
    assert.equal(await countTasks('centre', 'adjustments'), 1)
    await server.must('centre', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(row), approve: true }, at)).error, 'adjustmentState')
    assert.equal((await state())[0], available + 1234)
    const [seen] = (await server.must('maker', 'prepayments.history', { kind: 'adjustment' })).rows
    assert.deepEqual([seen?.available, seen?.memo], [1234, '银行手续费补差'])
    const proposedDecrease = (await propose('less', ((available + 1234) / 100).toFixed(2))).data ?? assert.fail()
    await requestRefund('1.00')
    assert.equal((await server.call('centre', 'prepayments.decideAdjustment', { ...target(proposedDecrease), approve: true }, at)).error, 'insufficient')
    const withdrawal = await server.must('finance', 'prepayments.withdrawAdjustment', target(proposedDecrease), at)
    assert.equal(withdrawal.state, 'withdrawn')
    const second = (await propose('more', '1')).data ?? assert.fail()
    await server.must('centre', 'prepayments.decideAdjustment', { ...target(second), approve: false, reason: '无依据' }, at)
    assert.equal(await countMessages('finance', 'adjustmentRejected'), 1)
    assert.equal(
      (await server.call('centre', 'prepayments.decideAdjustment', { adjustmentId: 987_654, version: 1, approve: true }, at)).error,
      'adjustmentNotFound',
    )
    await expectSoundBooks()
  })

  test('a unit gets one message when its balance falls below its own limit', async () => {
    const { available } = await funds()
    await server.must('payer', 'prepayments.setLimit', { centreId: 2, mode: 2, limit: (available / 100).toFixed(2) })
    assert.equal((await funds()).lowBalance, available)
    const messagesBefore = await countMessages('maker', 'balanceLow')
    await requestRefund('1.00')
    await requestRefund('1.00')
    assert.equal((await countMessages('maker', 'balanceLow')) - messagesBefore, 1)
    assert.ok((await countTasks('payer', 'lowBalances')) > 0)
    await server.must('payer', 'prepayments.setLimit', { centreId: 2, mode: 2, limit: '0' })
  })

  test('a monthly statement adds up, is immutable and can be agreed to or disputed', async () => {
    const month = monthOf(now())
    assert.equal((await server.call('finance', 'prepayments.issueStatements', { month }, at)).error, 'monthNotOver')
    const fundsBefore = await funds()
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T10:00:00+08:00`) - now().getTime())
    await server.job('prepayments.issueStatements')
    assert.equal((await server.must('finance', 'prepayments.issueStatements', { month }, at)).count, 0)
    const [row] = (await server.must('maker', 'prepayments.statements', { month })).rows.filter((statement) => statement.mode === 2)
    assert.ok(row)
    assert.equal(row.closing, fundsBefore.available + fundsBefore.frozen + fundsBefore.refunding)
    assert.equal(row.closing, row.opening + row.topup + row.payment + row.fee + row.tax + row.returned + row.refund + row.adjustment + row.other)
    assert.deepEqual([row.opening + row.topup, row.refund, row.adjustment], [500_200_000, -30_000, 1234])
    assert.ok((await countMessages('maker', 'statementReady')) > 0)
    const target = { statementId: row.id, version: row.version }
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { ...target, version: 9 })).error, 'statementChanged')
    const disputedStatement = await server.must('payer', 'prepayments.disputeStatement', { ...target, reason: '少计一笔充值' })
    assert.deepEqual([disputedStatement.state, await countTasks('finance', 'disputedStatements')], ['disputed', 1])
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { ...target, version: disputedStatement.version })).error, 'statementState')
    const answeredStatement = await server.must(
      'finance',
      'prepayments.answerStatement',
      { statementId: row.id, version: disputedStatement.version, answer: '该笔次月到账' },
      at,
    )
    assert.equal(answeredStatement.state, 'issued')
    const confirmedStatement = await server.must('payer', 'prepayments.confirmStatement', { statementId: row.id, version: answeredStatement.version })
    assert.deepEqual([confirmedStatement.state, confirmedStatement.decidedBy !== null], ['confirmed', true])
    assert.equal((await server.call('payer', 'prepayments.confirmStatement', { statementId: 987_654, version: 1 })).error, 'statementNotFound')
    await assert.rejects(
      sql`insert into ledger_journal (kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, unit_id, entries, at)
        values ('topup', 'topup', 1, 'X', 'late', 2, 2, 1, 2, ${`${month}-15T12:00:00+08:00`})`.execute(db()),
      /has its statement/,
    )
    await assert.rejects(sql`update balance_statement set state = 'disputed' where id = ${row.id}`.execute(db()), /an agreed statement cannot change/)
    await expectSoundBooks()
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
    const sheet = await readSheet(bytes, { columns, maxRows: 200_000, unknownColumns: 'ignore', sheet: 2 })
    assert.ok(sheet.ok)
    assert.equal(sheet.rows.filter(({ cells }) => cells.ref.text !== '').length, row.journals)
  })
})
