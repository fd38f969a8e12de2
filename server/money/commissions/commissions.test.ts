import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, closePaidBatches, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { createApprovedSplit } from '#/server/organisations/fees/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

type Bill = z.output<Modules['commissions']['get']['output']>
type Row = z.output<Modules['commissions']['list']['output']>['rows'][number]

const { ordinary, specials } = demoPeople()
const paper = { filename: '单据.pdf', mediaType: 'application/pdf', bytes: pdfPage('commission') }

describe('commission by month (ST-12)', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const person = (at: number) => ordinary[at] ?? assert.fail('the demo has people')
  const pay = async (whom: (typeof ordinary)[number], yuan: string) => {
    const batch = await act.createPaidBatch([{ person: whom, yuan }])
    await server.settle(2)
    return batch
  }
  const bills = async (who: string) => (await server.must(who, 'commissions.list', {}, atCentre)).rows
  const onlyBill = async (who: string): Promise<Row> => {
    const [bill, ...more] = await bills(who)
    assert.equal(more.length, 0)
    return bill ?? assert.fail(`${who} has no bill`)
  }
  const get = (who: string, id: number) => server.must(who, 'commissions.get', { billId: id }, atCentre)
  const target = (bill: Pick<Bill, 'id' | 'version'>) => ({ billId: bill.id, version: bill.version })
  const advanceToMonth = (month: string) => {
    const ms = Date.parse(`${month}-01T00:30:00+08:00`) - now().getTime()
    assert.ok(ms > 0)
    server.advance(ms)
  }
  const messages = async (username: string, kind: string) =>
    (
      await sql<{
        count: number
      }>`select count(*)::int as count from message join app_user on app_user.id = user_id where username = ${username} and kind = ${kind}`.execute(db())
    ).rows[0]?.count
  const balance = async (kind: string) =>
    (
      await sql<{ fen: number }>`select coalesce(sum(balance_fen), 0)::bigint as fen from account where centre_id = 2 and mode = 2 and kind = ${kind}`.execute(
        db(),
      )
    ).rows[0]?.fen ?? 0
  const prepare = (bill: Pick<Bill, 'id' | 'version'>, bankSerial: string, who = 'finance') =>
    server.call(who, 'commissions.prepare', { ...target(bill), paidOn: dayOf(now()), bankSerial, slip: paper }, atCentre)
  let month = ''
  let bouncedBatch: Awaited<ReturnType<typeof pay>>

  before(async () => {
    await extendDocuments(server)
    await sql`update split_rule set effective_to = effective_from - 1 where party_type in ('marketer', 'salesman')`.execute(db())
    // Starts at the beginning of a month, so that all commission of the test is in that month.
    advanceToMonth(shiftMonth(monthOf(now()), 1))
    await createApprovedSplit(server, { mode: 2 })
    await createApprovedSplit(server, { role: 'salesman', method: 'ratio', rate: '20' })
    month = monthOf(now())
    await pay(person(10), '1000.00')
    bouncedBatch = await pay(specials.bounces ?? assert.fail(), '9000.00')
  })

  test('a party sees its own commission by day and batch, and a partner sees no payee data', async () => {
    const answer = await server.must('partner', 'commissions.days', {})
    assert.deepEqual(
      answer.rows.map((row) => [row.day, row.base, row.fee, row.commission, row.state]),
      [
        [dayOf(now()), 900_000, 54_000, 4_500, 'accruing'],
        [dayOf(now()), 100_000, 6_000, 500, 'accruing'],
      ],
    )
    assert.deepEqual(answer.totals, { base: 1_000_000, fee: 60_000, commission: 5_000 })
    const answerText = JSON.stringify(answer)
    for (const payee of [person(10), specials.bounces ?? assert.fail()])
      for (const secret of [payee.name, payee.cardNo, payee.idNumber]) assert.ok(!answerText.includes(secret))
    const days = await server.must('salesman', 'commissions.days', {}, atCentre)
    assert.deepEqual([days.rows.map((row) => row.partyName), days.totals?.commission], [['叶归舟', '叶归舟'], 12_000])
    assert.deepEqual((await server.must('marketer', 'commissions.days', {}, atCentre)).rows, [])
    assert.equal((await server.must('finance', 'commissions.days', {}, atCentre)).rows.length, 4)
    assert.equal((await server.must('finance', 'commissions.days', {}, { centre: 2, mode: 1 })).rows.length, 0)
    assert.equal((await server.call('maker', 'commissions.days', {})).error, 'forbidden')
    const { rows } = await server.must('partner', 'commissions.days', { from: shiftDay(dayOf(now()), 1) })
    assert.deepEqual(rows, [])
    assert.equal((await server.must('partner', 'commissions.days', { keyword: bouncedBatch.no })).rows.length, 1)
  })

  test('an ended month is billed once per party, despite repeated and concurrent requests', async () => {
    assert.equal((await server.call('finance', 'commissions.issue', { month }, atCentre)).error, 'monthOpen')
    advanceToMonth(shiftMonth(month, 1))
    await Promise.all([server.job('commissions.issue'), server.job('commissions.issue')])
    await server.job('commissions.issue')
    assert.deepEqual(await server.must('finance', 'commissions.issue', { month }, atCentre), { count: 0 })
    const bill = await onlyBill('partner')
    assert.deepEqual(
      [bill.month, bill.state, bill.unitCount, bill.base, bill.ratePpm, bill.accrued, bill.reversed, bill.carried, bill.amount],
      [month, 'generated', 1, 1_000_000, 5_000, 5_000, 0, 0, 5_000],
    )
    assert.match(bill.no, /^YJ\d{8}02000001$/)
    assert.equal((await onlyBill('salesman')).amount, 12_000)
    assert.deepEqual(
      [await messages('partner', 'commissionIssued'), await messages('salesman', 'commissionIssued'), await messages('finance', 'commissionIssued')],
      [1, 1, 0],
    )
    assert.deepEqual([await balance('commission_payable'), await balance('commission_cost')], [17_000, -17_000])
    assert.equal((await server.call('salesman', 'commissions.get', { billId: bill.id }, atCentre)).error, 'billNotFound')
    assert.deepEqual((await bills('finance')).length, 2)
  })

  test('a dispute is rejected with an answer or settled by an adjustment of two people', async () => {
    const bill = await onlyBill('partner')
    assert.equal((await server.call('finance', 'commissions.confirm', target(bill), atCentre)).error, 'notYourBill')
    const disputedBill = await server.must('partner', 'commissions.dispute', { ...target(bill), reason: '少计一天' })
    assert.deepEqual([disputedBill.state, await messages('finance', 'commissionDisputed')], ['disputed', 1])
    assert.equal((await server.call('partner', 'commissions.confirm', target(disputedBill))).error, 'wrongBillState')
    assert.equal((await server.call('partner', 'commissions.dispute', { ...target(bill), reason: '再来一次' })).error, 'wrongBillState')
    const answeredBill = await server.must('finance', 'commissions.answer', { ...target(disputedBill), reason: '已逐笔核对无误' }, atCentre)
    assert.deepEqual([answeredBill.state, answeredBill.amount], ['generated', 5_000])
    const secondDispute = await server.must('partner', 'commissions.dispute', { ...target(answeredBill), reason: '合同另有约定' })
    const proposeAdjustment = (amount: string, direction: 'more' | 'less' = 'more') =>
      server.call('finance', 'commissions.propose', { ...target(secondDispute), direction, amount, reason: '补计协议奖励' }, atCentre)
    assert.equal((await proposeAdjustment('0')).error, 'zeroAdjustment')
    assert.equal((await proposeAdjustment('50.00', 'less')).error, 'nothingLeft')
    const proposedBill = (await proposeAdjustment('10.00')).data ?? assert.fail()
    assert.equal(
      (await server.call('finance', 'commissions.propose', { ...target(proposedBill), direction: 'more', amount: '1', reason: '再加' }, atCentre)).error,
      'adjustmentWaits',
    )
    assert.equal((await server.call('finance', 'commissions.answer', { ...target(proposedBill), reason: '不再调整' }, atCentre)).error, 'adjustmentWaits')
    assert.equal((await server.call('finance', 'commissions.decide', { ...target(proposedBill), approve: true }, atCentre)).error, 'ownAdjustment')
    assert.equal((await server.call('centre', 'commissions.decide', { ...target(proposedBill), approve: false }, atCentre)).error, 'declineReason')
    const declinedBill = await server.must('centre', 'commissions.decide', { ...target(proposedBill), approve: false, reason: '缺少依据' }, atCentre)
    assert.deepEqual([declinedBill.state, declinedBill.amount, await messages('finance', 'commissionDeclined')], ['disputed', 5_000, 1])
    assert.equal((await server.call('centre', 'commissions.decide', { ...target(declinedBill), approve: true }, atCentre)).error, 'noAdjustment')
    const secondProposal = await server.must(
      'finance',
      'commissions.propose',
      { ...target(declinedBill), direction: 'more', amount: '10.00', reason: '补计协议奖励' },
      atCentre,
    )
    const billSeenByPartner = await get('partner', bill.id)
    assert.deepEqual([billSeenByPartner.proposal, billSeenByPartner.steps.map((step) => step.kind)], [null, ['issued', 'disputed', 'answered', 'disputed']])
    const adjustedBill = await server.must('centre', 'commissions.decide', { ...target(secondProposal), approve: true }, atCentre)
    assert.deepEqual([adjustedBill.state, adjustedBill.adjusted, adjustedBill.amount], ['generated', 1_000, 6_000])
    assert.deepEqual([await balance('commission_payable'), await messages('partner', 'commissionAnswered')], [18_000, 2])
  })

  test('two people pay a bill after its invoice has arrived, and a paid bill cannot be disputed', async () => {
    const bill = await onlyBill('partner')
    const confirmedBill = await server.must('partner', 'commissions.confirm', target(bill))
    const buyer = await db().selectFrom('centre').select(['legal_name', 'credit_code']).where('id', '=', 2).executeTakeFirstOrThrow()
    assert.deepEqual([confirmedBill.invoiceTitle, confirmedBill.invoiceTaxNo], [buyer.legal_name, buyer.credit_code])
    assert.equal((await server.call('partner', 'commissions.confirm', target(bill))).error, 'wrongBillState')
    assert.equal((await prepare(confirmedBill, 'S-0001')).error, 'invoiceMissing')
    assert.equal(
      (await server.call('finance', 'commissions.propose', { ...target(confirmedBill), direction: 'more', amount: '1', reason: '再加' }, atCentre)).error,
      'wrongBillState',
    )
    const billWithInvoice = await server.must('partner', 'commissions.invoice', { ...target(confirmedBill), no: '26442000000012345678', file: paper })
    assert.equal(billWithInvoice.state, 'invoiced')
    const billWithoutInvoice = await server.must('finance', 'commissions.returnInvoice', { ...target(billWithInvoice), reason: '抬头有误' }, atCentre)
    assert.deepEqual([billWithoutInvoice.state, billWithoutInvoice.invoiceNo, await messages('partner', 'commissionInvoiceReturned')], ['confirmed', '', 1])
    const invoicedBill = await server.must('partner', 'commissions.invoice', { ...target(billWithoutInvoice), no: '26442000000012345679', file: paper })
    const futurePayment = { ...target(invoicedBill), paidOn: shiftDay(dayOf(now()), 2), bankSerial: 'S-0001', slip: paper }
    assert.equal((await server.call('finance', 'commissions.prepare', futurePayment, atCentre)).error, 'dayAhead')
    assert.equal((await server.call('centre', 'commissions.pay', { ...target(invoicedBill), approve: true }, atCentre)).error, 'noPayment')
    const wrongPayment = (await prepare(invoicedBill, 'S-0000')).data ?? assert.fail()
    assert.equal((await prepare(wrongPayment, 'S-0001')).error, 'paymentWaits')
    assert.equal((await server.call('finance', 'commissions.pay', { ...target(wrongPayment), approve: true }, atCentre)).error, 'ownPayment')
    const refusedPayment = await server.must('centre', 'commissions.pay', { ...target(wrongPayment), approve: false, reason: '回单不清' }, atCentre)
    const readyBill = (await prepare(refusedPayment, 'S-0001')).data ?? assert.fail()
    assert.deepEqual([(await get('partner', bill.id)).slipFileId, readyBill.isPrepared], [null, true])
    const bankBefore = await balance('bank')
    const payAnswers = await Promise.all([1, 2].map(() => server.call('centre', 'commissions.pay', { ...target(readyBill), approve: true }, atCentre)))
    assert.deepEqual(payAnswers.map((each) => each.error).sort(), ['billIsPaid', undefined])
    assert.deepEqual([(await balance('bank')) - bankBefore, await balance('commission_payable')], [6_000, 12_000])
    const paidBill = await get('partner', bill.id)
    assert.deepEqual([paidBill.state, paidBill.paidOn, await messages('partner', 'commissionPaid')], ['paid', dayOf(now()), 1])
    const dispute = await server.call('partner', 'commissions.dispute', { ...target(paidBill), reason: '金额不对' })
    assert.equal(dispute.error, 'billIsPaid')
    assert.match(dispute.message, /已于 .* 付款，不能再提出异议/)
    assert.deepEqual((await get('partner', bill.id)).version, paidBill.version)
    assert.equal((await server.must('partner', 'commissions.days', { states: ['paid'] })).rows.length, 2)
    const { rows } = await sql<{ kind: string }>`select kind from ledger_journal where ref_type = 'commission_bill' and ref_id = ${bill.id}`.execute(db())
    assert.equal(rows.length, 3)
  })

  test('staff confirm their own bill without an invoice and cannot adjust, answer or pay it', async () => {
    const bill = await onlyBill('salesman')
    await sql`insert into user_role (user_id, role_id) select app_user.id, role.id from app_user, role where username = 'salesman' and role.name in ('中心财务', '中心负责人')`.execute(
      db(),
    )
    const disputedBill = await server.must('salesman', 'commissions.dispute', { ...target(bill), reason: '少计一笔' }, atCentre)
    const more = { ...target(disputedBill), direction: 'more', amount: '1000.00', reason: '给自己加' } as const
    assert.equal((await server.call('salesman', 'commissions.propose', more, atCentre)).error, 'ownBill')
    const answeredBill = await server.must('finance', 'commissions.answer', { ...target(disputedBill), reason: '已逐笔核对无误' }, atCentre)
    assert.equal((await server.call('salesman', 'commissions.answer', { ...target(answeredBill), reason: '自己答复' }, atCentre)).error, 'ownBill')
    const staleAnswer = await server.call('salesman', 'commissions.confirm', target(bill), atCentre)
    assert.deepEqual([staleAnswer.error, (await onlyBill('salesman')).state], ['billChanged', 'generated'])
    const confirmedBill = await server.must('salesman', 'commissions.confirm', target(answeredBill), atCentre)
    assert.equal(
      (await server.call('salesman', 'commissions.invoice', { ...target(confirmedBill), no: '26442000000012345678', file: paper }, atCentre)).error,
      'staffInvoice',
    )
    assert.equal((await prepare(confirmedBill, 'S-0001')).error, 'serialTaken')
    assert.equal((await prepare(confirmedBill, 'S-0002', 'salesman')).error, 'ownBill')
    const readyBill = (await prepare(confirmedBill, 'S-0002')).data ?? assert.fail()
    assert.equal((await server.call('salesman', 'commissions.pay', { ...target(readyBill), approve: true }, atCentre)).error, 'ownBill')
    await server.must('centre', 'commissions.pay', { ...target(readyBill), approve: true }, atCentre)
    assert.equal((await onlyBill('salesman')).state, 'paid')
    assert.equal(await balance('commission_payable'), 0)
  })

  test('a bill whose payment the bank sends back is paid again, each step by two people', async () => {
    const bankBefore = await balance('bank')
    const bill = await onlyBill('salesman')
    const paidBill = await get('finance', bill.id)
    const enterReturn = (row: Pick<Bill, 'id' | 'version'>, bankSerial: string, who = 'finance') =>
      server.call(who, 'commissions.enterReturn', { ...target(row), returnedOn: dayOf(now()), bankSerial, reason: '户名不符', slip: paper }, atCentre)
    const decideReturn = (row: Pick<Bill, 'id' | 'version'>, who = 'centre', approve = true, reason = '') =>
      server.call(who, 'commissions.decideReturn', { ...target(row), approve, reason }, atCentre)
    assert.equal((await decideReturn(paidBill)).error, 'noReturn')
    assert.equal((await enterReturn(paidBill, 'B-0001', 'salesman')).error, 'ownBill')
    const entered = (await enterReturn(paidBill, 'B-0001')).data ?? assert.fail()
    assert.deepEqual([entered.state, entered.may.enterReturn === '', await balance('commission_payable')], ['paid', false, 0])
    assert.equal((await decideReturn(entered, 'finance')).error, 'ownReturn')
    const declined = (await decideReturn(entered, 'centre', false, '流水中没有')).data ?? assert.fail()
    assert.deepEqual([declined.returns, declined.state], [[], 'paid'])
    const sentBack = (await enterReturn(declined, 'B-0001')).data ?? assert.fail()
    assert.equal((await server.must('centre', 'commissions.list', { waits: 'toCheck' }, atCentre)).count, 1)
    const unpaidBill = (await decideReturn(sentBack)).data ?? assert.fail()
    assert.deepEqual([unpaidBill.state, unpaidBill.paidOn, unpaidBill.returns.length], ['confirmed', null, 1])
    assert.deepEqual([bankBefore - (await balance('bank')), await balance('commission_payable')], [bill.amount, bill.amount])
    assert.equal(await messages('salesman', 'commissionReturned'), 1)
    assert.deepEqual(await checkInvariants(db()), [])
    assert.equal((await prepare(unpaidBill, 'S-0002')).error, 'serialTaken', 'the reference of the first payment is used')
    const wrongPayment = (await prepare(unpaidBill, 'S-0003')).data ?? assert.fail()
    const refused = await server.must('centre', 'commissions.pay', { ...target(wrongPayment), approve: false, reason: '回单不清' }, atCentre)
    const readyBill = (await prepare(refused, 'S-0003')).data ?? assert.fail()
    await server.must('centre', 'commissions.pay', { ...target(readyBill), approve: true }, atCentre)
    assert.deepEqual([(await onlyBill('salesman')).state, await balance('bank'), await balance('commission_payable')], ['paid', bankBefore, 0])
    await assert.rejects(
      sql`update commission_bill set state = 'confirmed', paid_on = null, bank_serial = null, slip_file_id = null, prepared_by = null, prepared_at = null,
        paid_by = null, paid_at = null where id = ${bill.id}`.execute(db()),
      /unpaid only after the bank sent its transfer back/,
    )
  })

  test('a return reduces a later bill or leaves a negative balance without a bill', async () => {
    await closePaidBatches(server)
    await server.job('payouts.sweep')
    assert.equal((await act.get(bouncedBatch.id)).returnedCount, 1)
    const accruingDays = await server.must('partner', 'commissions.days', { states: ['accruing'] })
    assert.deepEqual(
      accruingDays.rows.map((row) => [row.batchNo, row.base, row.accrued, row.reversed]),
      [[bouncedBatch.no, -900_000, 0, -4_500]],
    )
    await pay(person(11), '1000.00')
    advanceToMonth(shiftMonth(month, 2))
    await server.job('commissions.issue')
    assert.equal((await bills('partner')).length, 1)
    await pay(person(12), '9000.00')
    advanceToMonth(shiftMonth(month, 3))
    await server.job('commissions.issue')
    const [bill] = await bills('partner')
    assert.deepEqual([bill?.month, bill?.accrued, bill?.reversed, bill?.carried, bill?.amount], [shiftMonth(month, 2), 5_000, -4_500, -4_000, 500])
    assert.equal((await server.must('partner', 'commissions.days', { states: ['accruing'] })).rows.length, 0)
    const reduction = { ...target(bill ?? assert.fail()), direction: 'less', amount: '5.00', reason: '超出' } as const
    assert.equal((await server.call('finance', 'commissions.propose', reduction, atCentre)).error, 'nothingLeft')
  })

  const monthsOf = async (who: string, partnerId: number, at = {}) => (await server.must(who, 'commissions.months', { partnerId }, at)).rows

  test('the commission of each month equals the sum of its days, including returns', async () => {
    const rows = await monthsOf('platform', 1)
    const earnedBetween = async (first: string, last: string) =>
      (await server.must('partner', 'commissions.days', { from: `${first}-01`, to: shiftDay(`${shiftMonth(last, 1)}-01`, -1), isWhole: true })).totals
        ?.commission
    for (const each of rows) assert.equal(each.amount, await earnedBetween(each.month, each.month), each.month)
    const thisMonth = monthOf(now())
    const year = [shiftMonth(thisMonth, -11), thisMonth] as const
    assert.deepEqual([rows[0]?.month, rows.at(-1)?.month], year)
    assert.equal(
      rows.reduce((total, { amount }) => total + amount, 0),
      await earnedBetween(...year),
    )
    assert.deepEqual([Math.min(...rows.map(({ amount }) => amount)) < 0, Math.max(...rows.map(({ amount }) => amount)) > 0], [true, true])
    const { months } = await server.must('partner', 'dashboard.figures', {})
    assert.deepEqual(
      rows,
      months.map(({ month: of, amount }) => ({ month: of, amount })),
    )
  })

  test('monthly commission is zero for callers who see none of the partner’s days', async () => {
    const allMonths = await monthsOf('platform', 1)
    const zeroMonths = allMonths.map((row) => ({ ...row, amount: 0 }))
    for (const [who, at] of [
      ['partner', {}],
      ['finance', atCentre],
    ] as const)
      assert.deepEqual(await monthsOf(who, 1, at), allMonths, who)
    assert.deepEqual(await monthsOf('partner', 2), zeroMonths)
    assert.deepEqual(await monthsOf('salesman', 1, atCentre), zeroMonths)
    assert.deepEqual(await monthsOf('finance', 1, { centre: 2, mode: 1 }), zeroMonths)
    assert.equal((await server.call('maker', 'commissions.months', { partnerId: 1 })).error, 'forbidden')
  })

  test('the export of commission days contains the listed rows and a total', async () => {
    const { fileId } = await server.must('partner', 'commissions.exportDays', {})
    const columns = ['日期', '批次号', '业务额（计提基数）', '本方佣金'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const sheet = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.ok(sheet.ok)
    const { rows } = await server.must('partner', 'commissions.days', {})
    assert.deepEqual(
      sheet.rows.map(({ cells }) => [cells.日期?.text, cells.批次号?.text, Math.round(Number(cells.本方佣金?.text) * 100)]),
      [...rows.map((row) => [row.day, row.batchNo, row.commission]), ['合计', '', rows.reduce((sum, row) => sum + row.commission, 0)]],
    )
  })

  test('the export of bills contains the listed rows and a total', async () => {
    const { fileId } = await server.must('finance', 'commissions.exportList', {}, atCentre)
    const columns = ['账单号', '期间', '收款方', '应付'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const sheet = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.ok(sheet.ok)
    const rows = await bills('finance')
    assert.deepEqual(
      sheet.rows.map(({ cells }) => [cells.账单号?.text, cells.期间?.text, cells.收款方?.text, Math.round(Number(cells.应付?.text) * 100)]),
      [...rows.map((row) => [row.no, row.month, row.partyName, row.amount]), ['合计', '', '', rows.reduce((sum, row) => sum + row.amount, 0)]],
    )
    assert.deepEqual(new Set(rows.map((row) => row.partyType)), new Set(['partner', 'staff']))
  })

  test('an export above the row limit is refused with the limit', async () => {
    const dayTable = sql`commission_day (centre_id, mode, unit_id, batch_id, party_type, party_id, day, item_count, base_fen, fee_fen, accrued_fen, reversed_fen)`
    await sql`insert into ${dayTable} select 2, 2, 1, ${bouncedBatch.id}, 'partner', 1, date '1960-01-01' + at, 1, 100, 6, 1, 0 from generate_series(1, 20001) at`.execute(
      db(),
    )
    const refusal = await server.call('partner', 'commissions.exportDays', {})
    assert.deepEqual([refusal.error, /20[,]?000/.test(refusal.message)], ['tooManyRows', true])
    await sql`delete from commission_day where day < '2015-01-01'`.execute(db())
  })

  test('the database refuses invalid changes of bills, commission days and steps', async () => {
    const tryQuery = (query: string) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '5' }, async (trx) => sql.raw(query).execute(trx)).then(
        () => 'done',
        (error: Error) => error.message,
      )
    const paidBillId = `(select id from commission_bill where state = 'paid' limit 1)`
    const openBillId = `(select id from commission_bill where state = 'generated' limit 1)`
    assert.match(
      await tryQuery(`update commission_bill set state = 'disputed' where id = ${paidBillId}`),
      /cannot go from paid to disputed|a paid bill cannot change/,
    )
    assert.match(await tryQuery(`update commission_bill set bank_serial = 'S-9999' where id = ${paidBillId}`), /a paid bill cannot change/)
    assert.match(await tryQuery(`update commission_bill set state = 'paid' where id = ${openBillId}`), /cannot go from generated to paid/)
    assert.match(await tryQuery(`update commission_bill set adjusted_fen = -amount_fen, amount_fen = 0 where id = ${openBillId}`), /commission_bill/)
    assert.match(await tryQuery(`update commission_day set bill_id = null where bill_id is not null`), /billed commission cannot change/)
    assert.match(await tryQuery(`insert into commission_bill select * from commission_bill where id = ${paidBillId}`), /duplicate key/)
    assert.match(await tryQuery(`update commission_step set reason = 'x'`), /permission denied/)
  })
})
