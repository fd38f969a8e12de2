import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, sumOf } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { encodeGbk } from '#/server/lib/gbk.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankFile, channelFile, csvUpload, type PaidOrder, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
const dayMs = 86_400_000

describe('reconciliation of a day (10.19)', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let day = ''
  let paidOrders: PaidOrder[] = []
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const suspense = async () =>
    (await sql<{ fen: number }>`select coalesce(sum(balance_fen), 0)::bigint as fen from account where centre_id = 2 and kind = 'suspense'`.execute(db()))
      .rows[0]?.fen
  const pay = async (from: number, count: number) => {
    const plannedPayments = Array.from({ length: count }, (_, at) => ({
      person: ordinary[from + at] ?? assert.fail('the demo has people'),
      yuan: `${500 + at}.00`,
    }))
    await act.createPaidBatch(plannedPayments)
    await server.settle(2)
  }
  const isStopped = async () =>
    (await sql<{ stopped: boolean }>`select app.payouts_stopped(1::bigint, 2::bigint, ${channelId}::bigint) as stopped`.execute(db())).rows[0]?.stopped
  const lastBalancedDay = async () =>
    (await server.must('payer', 'prepayments.accounts', { unitId: 1 })).find((account) => account.centreId === 2 && account.mode === 2)?.balancedTo
  const findOnly = async (kind: string) => {
    const row = (await recon.items((await recon.day(day)).id)).find((each) => each.kind === kind && each.state !== 'settled')
    return recon.item(row?.id ?? assert.fail(`no ${kind}`))
  }

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    channelId =
      (await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())).rows[0]?.id ?? assert.fail()
    server.advance(dayMs)
    day = dayOf(now())
    await pay(0, 5)
    paidOrders = await recon.paymentsOn(channelId, day)
    assert.equal(paidOrders.length, 5)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a day with payments cannot be closed without its files', async () => {
    const row = await recon.day(day)
    assert.deepEqual([row.state, row.missing, row.ours.count], ['waiting', ['channel', 'bank'], 5])
    assert.equal(
      row.ours.amount,
      sumOf(paidOrders, (each) => each.amount),
    )
    assert.equal((await server.call('centre', 'reconciliation.close', { dayId: row.id, version: row.version }, atCentre)).error, 'filesMissing')
    assert.equal(await lastBalancedDay(), null)
  })

  test('a faulty upload is refused with the error of its fault', async () => {
    const send = (lines: string[][], source: 'channel' | 'bank' = 'channel') => recon.send(channelId, source, csvUpload(lines))
    const heading = ['我方请求号', '通道流水号', '金额', '状态', '完成时间']
    const row = (serial: string, amount = '1.00', state = '成功', at = `${day} 10:00`) => ['ZF1R1', serial, amount, state, at]
    assert.equal(
      (
        await send([
          ['凭证号', '借方发生额', '贷方发生额'],
          ['1', '2', '3'],
        ])
      ).error,
      'wrongHeader',
    )
    assert.equal(
      (
        await send(
          [
            ['日期', '摘要', '金额'],
            ['1', '2', '3'],
          ],
          'bank',
        )
      ).error,
      'wrongHeader',
    )
    assert.equal((await send([heading, row('S1', '一元')])).error, 'badCell')
    assert.equal((await send([heading, row('S1', '1.00', '不明')])).error, 'badCell')
    assert.equal((await send([heading, row('S1'), row('S1')])).error, 'serialTwice')
    assert.equal((await send([heading, row('S1', '1.00', '成功', `${dayOf(now())} 10:00`)])).error, 'dayAhead')
    assert.equal((await send([heading.slice(0, 4), row('S1').slice(0, 4)])).error, 'dayNeeded')
    assert.equal((await send([heading])).error, 'emptyDayNeeded')
    const bank = ['交易时间', '银行流水号', '收支方向', '金额', '余额']
    const gap = await send([bank, [`${day} 10:00`, 'B1', '支出', '10.00', '90.00'], [`${day} 10:01`, 'B2', '支出', '10.00', '70.00']], 'bank')
    assert.equal(gap.error, 'balanceGap')
    assert.match(gap.message, /第 3 行.*¥80\.00.*¥70\.00/)
    assert.equal((await server.call('maker', 'reconciliation.days', {})).error, 'forbidden')
    assert.equal((await recon.send(999_999, 'channel', channelFile(day, paidOrders))).error, 'channelNotFound')
  })

  test('differences of a file are listed by kind, and repeated or changed rows are refused', async () => {
    const [a, b, c, d, e] = paidOrders as [PaidOrder, PaidOrder, PaidOrder, PaidOrder, PaidOrder]
    const stranger = { requestNo: 'PC2099010102000001-0001R1', serial: 'STRANGE', amount: fen(7_700) }
    const reportedOrders = [a, { ...b, amount: fen(b.amount - 100) }, d, e, stranger]
    const file = channelFile(day, reportedOrders, ['成功', '成功', '失败', '成功', '成功'])
    await recon.importStatement(channelId, 'channel', file)
    const row = await recon.day(day)
    const items = await recon.items(row.id)
    assert.deepEqual(items.map(({ kind, key, ours, theirs }) => [kind, key, ours, theirs]).sort(), [
      ['amount', b.requestNo, b.amount, b.amount - 100],
      ['long', stranger.requestNo, 0, 7_700],
      ['short', c.requestNo, c.amount, 0],
      ['state', d.requestNo, d.amount, 0],
    ])
    assert.equal(
      row.ours.amount - row.theirs.amount,
      sumOf(items, (each) => each.difference),
    )
    assert.deepEqual([row.state, row.missing], ['waiting', ['bank']])
    assert.equal((await recon.send(channelId, 'channel', file)).error, 'fileTwice')
    assert.equal(
      (
        await recon.send(
          channelId,
          'channel',
          csvUpload([
            ...file.bytes
              .toString()
              .split('\r\n')
              .map((line) => line.split(',')),
            [],
          ]),
        )
      ).error,
      'rowsTwice',
    )
    const changedFile = channelFile(day, [{ ...a, amount: fen(a.amount + 1) }])
    assert.equal((await recon.send(channelId, 'channel', changedFile)).error, 'serialChanged')
  })

  test('an open amount difference stops the channel', async () => {
    assert.equal(await isStopped(), true)
    assert.equal((await findOnly('amount')).stops, true)
  })

  test('the bank statement is compared with the channel file, without top-ups of units', async () => {
    const { rows } = await sql<{
      serial: string
      amount: number
    }>`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, created_at)
      values (2, 2, 'TOPUP1', 50000, '某单位', '6222', '', now(), now()) returning serial, amount_fen as amount`.execute(db())
    const credit = rows[0] ?? assert.fail()
    const [a, b, , , e] = paidOrders as [PaidOrder, PaidOrder, PaidOrder, PaidOrder, PaidOrder]
    const outgoing = ({ serial, amount }: PaidOrder) => ({ serial, amount: -amount })
    const movements = [
      outgoing(a),
      { ...outgoing(b), amount: -(b.amount - 100) },
      { serial: 'OTHER9', amount: -e.amount, memo: `代发 ${e.requestNo}` },
      { serial: 'STRANGE', amount: -7_700 },
      { serial: 'FEE1', amount: -50, payee: '银行', memo: '手续费' },
      { serial: credit.serial, amount: credit.amount },
    ]
    await recon.importStatement(channelId, 'bank', bankFile(day, 10_000_000, movements))
    const row = await recon.day(day)
    assert.deepEqual([row.state, row.missing], ['differing', []])
    assert.deepEqual(row.topups, { count: 1, amount: 50_000 })
    const bankItems = (await recon.items(row.id)).filter((each) => each.side === 'bank')
    assert.deepEqual(
      bankItems.map(({ kind, key, theirs }) => [kind, key, theirs]),
      [['long', 'FEE1', 50]],
    )
  })

  test('a day cannot be closed while a difference has no owner', async () => {
    const row = await recon.day(day)
    assert.equal((await server.call('centre', 'reconciliation.close', { dayId: row.id, version: row.version }, atCentre)).error, 'itemsUnowned')
  })

  test('a bank fee is booked once one person has proposed it and another has approved it', async () => {
    const fee = await recon.item((await recon.items((await recon.day(day)).id)).find((each) => each.key === 'FEE1')?.id ?? 0)
    assert.equal((await server.call('finance', 'reconciliation.toException', recon.target(fee), atCentre)).error, 'onlyPayments')
    const proposal = await server.must('centre', 'reconciliation.propose', { ...recon.target(fee), treatment: 'book', reason: '银行手续费' }, atCentre)
    assert.equal((await server.call('centre', 'reconciliation.decide', { ...recon.target(proposal), approve: true }, atCentre)).error, 'ownProposal')
    assert.equal((await server.call('finance', 'reconciliation.decide', { ...recon.target(proposal), approve: true }, atCentre)).error, 'forbidden')
    assert.equal((await server.call('caiwu', 'reconciliation.decide', { ...recon.target(proposal), approve: false }, atCentre)).error, 'declineReason')
    const declinedProposal = await server.must('caiwu', 'reconciliation.decide', { ...recon.target(proposal), approve: false, reason: '请附说明' }, atCentre)
    assert.equal(declinedProposal.state, 'open')
    const secondProposal = await server.must(
      'finance',
      'reconciliation.propose',
      { ...recon.target(declinedProposal), treatment: 'book', reason: '银行手续费，见回单' },
      atCentre,
    )
    assert.equal((await server.call('centre', 'reconciliation.decide', { ...recon.target(proposal), approve: true }, atCentre)).error, 'changed')
    const done = await server.must('centre', 'reconciliation.decide', { ...recon.target(secondProposal), approve: true }, atCentre)
    assert.deepEqual([done.state, done.ending, done.suspense], ['settled', 'book', 0])
    assert.equal((await server.call('finance', 'reconciliation.take', recon.target(done), atCentre)).error, 'wrongState')
  })

  test('a difference in suspense has an owner and a due day and no longer stops payouts', async () => {
    const amount = await findOnly('amount')
    const proposeSuspense = (dueOn?: string) =>
      server.call('finance', 'reconciliation.propose', { ...recon.target(amount), treatment: 'hang', reason: '待通道说明', dueOn }, atCentre)
    assert.equal((await proposeSuspense()).error, 'dueNeeded')
    assert.equal((await proposeSuspense(dayOf(now()))).error, 'dueNeeded')
    assert.equal((await proposeSuspense('2199-01-01')).error, 'dueTooLate')
    const proposal = (await proposeSuspense(shiftDay(dayOf(now()), 10))).data ?? assert.fail()
    const hungItem = await server.must('centre', 'reconciliation.decide', { ...recon.target(proposal), approve: true }, atCentre)
    assert.deepEqual([hungItem.state, hungItem.suspense, await suspense(), await isStopped()], ['hung', 100, 100, false])
    assert.deepEqual(await checkInvariants(db()), [])
    assert.equal(
      (
        await server.call(
          'finance',
          'reconciliation.propose',
          { ...recon.target(hungItem), treatment: 'hang', reason: '再挂', dueOn: shiftDay(dayOf(now()), 10) },
          atCentre,
        )
      ).error,
      'wayGone',
    )
    const acceptUntil = (dueOn: string) => server.call('caiwu', 'reconciliation.take', { ...recon.target(hungItem), dueOn }, atCentre)
    assert.equal((await acceptUntil('2199-01-01')).error, 'dueTooLate')
    const laterDay = shiftDay(dayOf(now()), 20)
    const takenItem = (await acceptUntil(laterDay)).data ?? assert.fail()
    assert.deepEqual([takenItem.state, takenItem.dueOn, takenItem.ownerName], ['hung', laterDay, '严守中'])
  })

  test('an unknown payment of the channel is settled as a payout exception', async () => {
    const unknownItem = await findOnly('long')
    const sentItem = await server.must('finance', 'reconciliation.toException', recon.target(unknownItem), atCentre)
    assert.deepEqual([sentItem.state, await suspense()], ['exception', 100 - 7_700])
    const exception = await server.must('finance', 'payouts.exception', { id: sentItem.exceptionId ?? 0 }, atCentre)
    assert.deepEqual([exception.kind, exception.requestNo], ['unknown_number', unknownItem.key])
    const file = { filename: '证明.pdf', mediaType: 'application/pdf', bytes: pdfPage('x') }
    await server.must(
      'finance',
      'payouts.proposeException',
      { id: exception.id, version: exception.version, resolution: 'adjustment', reason: '中心承担', file },
      atCentre,
    )
    const { version } = await server.must('finance', 'payouts.exception', { id: exception.id }, atCentre)
    await server.must('centre', 'payouts.decideException', { id: exception.id, version, approve: true }, atCentre)
    await server.job('reconciliation.follow')
    const endedItem = await recon.item(unknownItem.id)
    assert.deepEqual([endedItem.state, endedItem.ending, await suspense()], ['settled', 'exception', 100])
  })

  test('a day is closed once its differences have owners, and balances once suspense is cleared', async () => {
    for (const kind of ['short', 'state']) await server.must('finance', 'reconciliation.wait', recon.target(await findOnly(kind)), atCentre)
    const earlier = (await recon.days()).filter((each) => each.day < day && each.state !== 'closed')
    assert.deepEqual(
      earlier.map((each) => each.day),
      [],
    )
    const row = await recon.day(day)
    const closedDay = await server.must('centre', 'reconciliation.close', { dayId: row.id, version: row.version }, atCentre)
    assert.equal(closedDay.state, 'closed')
    assert.equal((await server.call('centre', 'reconciliation.close', { dayId: row.id, version: closedDay.version }, atCentre)).error, 'dayClosed')
    // The amount difference is in suspense, so the day does not balance yet.
    assert.equal(await lastBalancedDay(), null)
    const amount = await findOnly('amount')
    const proposal = await server.must('finance', 'reconciliation.propose', { ...recon.target(amount), treatment: 'return', reason: '通道已补足' }, atCentre)
    await server.must('centre', 'reconciliation.decide', { ...recon.target(proposal), approve: true }, atCentre)
    assert.deepEqual([await suspense(), await lastBalancedDay()], [0, day])
  })

  test('rows of a late file go to the next open day and settle the waiting difference', async () => {
    const waitingItem = await findOnly('short')
    await pay(5, 1)
    const next = dayOf(now())
    const payments = await recon.paymentsOn(channelId, next)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    const lateOrder = paidOrders.find((each) => each.requestNo === waitingItem.key) ?? assert.fail()
    await recon.importStatement(channelId, 'channel', channelFile(day, [lateOrder]))
    await recon.importStatement(channelId, 'channel', channelFile(next, payments))
    const settledItem = await recon.item(waitingItem.id)
    assert.deepEqual([settledItem.state, settledItem.ending], ['settled', 'timing'])
    assert.deepEqual(
      (await recon.items((await recon.day(next)).id)).filter((each) => each.state !== 'settled'),
      [],
    )
    const closedDay = await recon.day(day)
    assert.deepEqual([closedDay.state, closedDay.theirs.count], ['closed', 4])
  })

  test('a closed day is reopened by another person with a reason', async () => {
    const row = await recon.day(day)
    const reopen = (who: string) => server.call(who, 'reconciliation.reopen', { dayId: row.id, version: row.version, reason: '补传文件' }, atCentre)
    assert.equal((await reopen('centre')).error, 'ownClosing')
    assert.equal((await reopen('finance')).error, 'forbidden')
    const reopenedDay = (await reopen('caiwu')).data ?? assert.fail()
    assert.deepEqual([reopenedDay.state, reopenedDay.steps.map((step) => step.kind)], ['differing', ['closed', 'reopened']])
    assert.equal(
      (await server.call('caiwu', 'reconciliation.reopen', { dayId: row.id, version: reopenedDay.version, reason: '再次' }, atCentre)).error,
      'dayOpen',
    )
  })

  test('consecutive statements must connect without a gap', async () => {
    const next = shiftDay(day, 1)
    const answer = await recon.send(channelId, 'bank', bankFile(next, 5, [{ serial: 'N1', amount: 100 }]))
    assert.equal(answer.error, 'statementGap')
    assert.match(answer.message, /¥0\.05/)
  })

  test('connected statements prove that nothing moved on the days between them', async () => {
    const { rows } = await sql<{ id: number }>`insert into channel (name, kind, centre_id, is_active)
      select name || '二', kind, centre_id, false from channel where id = ${channelId} returning id`.execute(db())
    const dayId = rows[0]?.id ?? assert.fail()
    const dayAfterStart = (days: number) => shiftDay(day, days - 20)
    const uploadStatement = (days: number, opening: number, amount: number, serial: string) =>
      server.call(
        'finance',
        'reconciliation.upload',
        { channelId: dayId, source: 'bank', file: bankFile(dayAfterStart(days), opening, [{ serial, amount }]) },
        atCentre,
      )
    assert.equal((await uploadStatement(1, 10_000, -1_000, 'D1')).code, 1)
    assert.equal((await uploadStatement(2, 8_000, -500, 'D2B')).error, 'statementGap')
    assert.equal((await uploadStatement(2, 9_000, -1_000, 'D2A')).code, 1)
    assert.equal((await uploadStatement(2, 8_000, -500, 'D2B')).code, 1)
    assert.equal((await uploadStatement(2, 7_000, -100, 'D2C')).error, 'statementGap')
    // A day with payments but without a statement waits until connected statements prove that nothing moved.
    await sql`insert into recon_day (channel_id, centre_id, day) values (${dayId}, 2, ${dayAfterStart(3)}::date)`.execute(db())
    assert.equal((await uploadStatement(5, 7_500, 200, 'D5')).code, 1)
    await recon.readFiles()
    const quietDay = await recon.day(dayAfterStart(3))
    assert.deepEqual([quietDay.missing, quietDay.files.map((file) => file.source)], [['channel'], ['bank']])
    // A late statement must connect to the existing ones.
    assert.equal((await uploadStatement(0, 4_000, 5_999, 'D0')).error, 'statementGapAfter')
    assert.equal((await uploadStatement(0, 4_000, 6_000, 'D0')).code, 1)
    await recon.readFiles()
  })

  test('files in GBK are imported', async () => {
    const next = shiftDay(day, 1)
    const closing = 10_000_000 - sumOf([paidOrders[0], paidOrders[1], paidOrders[4]] as PaidOrder[], (each) => each.amount) + 100 - 7_700 - 50 + 50_000
    const text = `交易时间,银行流水号,收支方向,金额,余额\r\n${next} 10:00,GBK1,支出,1.00,${((closing - 100) / 100).toFixed(2)}`
    const answer = await server.must(
      'finance',
      'reconciliation.upload',
      { channelId, source: 'bank', file: { filename: 'gbk.csv', mediaType: 'text/csv', bytes: encodeGbk(text) } },
      atCentre,
    )
    assert.deepEqual(answer, { rows: 1, firstDay: next, lastDay: next, skipped: 'none' })
  })

  test('lists are exported and templates downloaded, and unknown days and items are not found', async () => {
    assert.ok((await server.must('finance', 'reconciliation.exportDays', {}, atCentre)).fileId)
    assert.ok((await server.must('finance', 'reconciliation.exportItems', {}, atCentre)).fileId)
    for (const source of ['channel', 'bank'] as const) assert.ok((await server.must('finance', 'reconciliation.template', { source }, atCentre)).fileId)
    assert.equal((await server.call('finance', 'reconciliation.day', { dayId: 999_999 }, atCentre)).error, 'dayNotFound')
    assert.equal((await server.call('finance', 'reconciliation.item', { itemId: 999_999 }, atCentre)).error, 'itemNotFound')
  })
})
