import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { unsettledReconStates } from '#/domain/money/reconciliation.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { channelFile, csvUpload, type PaidOrder, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
const dayMs = 86_400_000
const heading = ['我方请求号', '通道流水号', '金额', '状态', '完成时间']

describe('reconciliation files that are refused, empty or have two amount columns', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let day = ''
  let batchId = 0
  let paidOrders: PaidOrder[] = []
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  /** Simulates a daily file fetched from the channel. */
  const importFetched = async (of: string, { bytes }: { readonly bytes: Uint8Array }, channel = channelId) => {
    const name = `${of}.csv`
    const file = await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      ctx.files.save({ name, mediaType: 'text/csv', bytes, purpose: 'channel_file', centreId: 2 }),
    )
    const { rows } = await sql<{ id: number }>`insert into channel_file (channel_id, centre_id, day, attempt, file_id, name, sha256, fetched_at)
      select ${channel}, 2, ${of}::date, coalesce(max(attempt), 0) + 1, ${file.id}, ${name}, ${file.sha256}, now() from channel_file
        where channel_id = ${channel} and day = ${of}::date returning id`.execute(db())
    await server.job('reconciliation.fetched', { channelFileId: rows[0]?.id ?? assert.fail() })
    await recon.readFiles()
  }
  const newChannel = async (name: string) => {
    const { rows } = await sql<{ id: number }>`insert into channel (name, kind, centre_id, is_active)
      select ${name}, kind, centre_id, false from channel where id = ${channelId} returning id`.execute(db())
    return rows[0]?.id ?? assert.fail()
  }
  const dayOfChannel = async (channel: number, of: string) => {
    const { rows } = await server.must('finance', 'reconciliation.days', { channelIds: [channel], from: of, to: of }, atCentre)
    return rows[0] ?? assert.fail(`no day ${of}`)
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
    const plannedPayments = [0, 1, 2].map((at) => ({ person: ordinary[at] ?? assert.fail('the demo has people'), yuan: `${500 + at}.00` }))
    batchId = (await act.createPaidBatch(plannedPayments)).id
    await server.settle(2)
    paidOrders = await recon.paymentsOn(channelId, day)
    assert.equal(paidOrders.length, 3)
    server.advance(dayMs)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('the day shows why a fetched file was refused until a valid file is imported', async () => {
    await importFetched(day, csvUpload([heading, ['ZF1R1', 'S1', '一元', '成功', `${day} 10:00`]]))
    const waitingDay = await recon.day(day)
    assert.deepEqual([waitingDay.state, waitingDay.missing, waitingDay.ours.count], ['waiting', ['channel', 'bank'], 3], 'the day has the figures of our books')
    assert.equal(waitingDay.refusal, '第 2 行“金额”：一元 无法识别')
    assert.equal((await dayOfChannel(channelId, day)).refusal, waitingDay.refusal, 'the list shows it too')
    const dayInEnglish = await server.must('finance', 'reconciliation.day', { dayId: waitingDay.id }, { ...atCentre, language: 'en' })
    assert.equal(dayInEnglish.refusal, 'Row 2, “金额”: 一元 cannot be read.')
    await importFetched(
      day,
      csvUpload([
        ['日期', '摘要'],
        ['1', '2'],
      ]),
    )
    assert.match((await recon.day(day)).refusal, /我方请求号/, 'the latest file counts, even if it is not a channel file')
    const file = channelFile(day, paidOrders)
    await recon.importStatement(channelId, 'channel', file)
    const goodDay = await recon.day(day)
    assert.deepEqual([goodDay.refusal, goodDay.missing, goodDay.theirs.count], ['', ['bank'], 3])
    await importFetched(day, file)
    assert.equal((await recon.day(day)).refusal, '', 'a file that was brought already takes nothing away')
  })

  test('a closed day ignores later files of the channel', async () => {
    const closedChannel = await newChannel('已关账')
    const earlyDay = shiftDay(day, -30)
    await sql`insert into recon_day (channel_id, centre_id, day, state, missing, closed_by, closed_at)
      values (${closedChannel}, 2, ${earlyDay}::date, 'closed', '{}', (select id from app_user where username = 'centre'), now())`.execute(db())
    await importFetched(earlyDay, csvUpload([heading, ['ZF1R1', 'S1', '一元', '成功', `${earlyDay} 10:00`]]), closedChannel)
    const foundDay = await dayOfChannel(closedChannel, earlyDay)
    assert.deepEqual([foundDay.state, foundDay.refusal], ['closed', ''])
  })

  test('a channel file without rows means a day without movements', async () => {
    const emptyChannel = await newChannel('空文件')
    const quietDays = [20, 19].map((back) => shiftDay(day, -back)) as [string, string]
    // The files of two such days are byte-identical, but each belongs to its own day.
    for (const emptyDay of quietDays) {
      await importFetched(emptyDay, csvUpload([heading]), emptyChannel)
      const foundDay = await dayOfChannel(emptyChannel, emptyDay)
      assert.deepEqual([foundDay.refusal, foundDay.missing, foundDay.theirs, foundDay.differences.count], ['', ['bank'], { count: 0, amount: 0 }, 0], emptyDay)
    }
    const send = (options: { day?: string }, lines: string[][] = [heading]) =>
      server.call('finance', 'reconciliation.upload', { channelId: emptyChannel, source: 'channel', file: csvUpload(lines), ...options }, atCentre)
    assert.equal((await send({})).error, 'emptyDayNeeded')
    assert.equal((await send({ day: dayOf(now()) })).error, 'emptyDayAhead')
    assert.equal((await send({ day: quietDays[0] })).error, 'fileTwice')
    assert.equal((await send({ day: quietDays[0] }, [[]])).error, 'noRows', 'a file without even a heading is none')
    const uploadAnswer = await send({ day: shiftDay(day, -18) })
    assert.deepEqual(uploadAnswer.data, { rows: 0, firstDay: shiftDay(day, -18), lastDay: shiftDay(day, -18), skipped: 'none' })
    await recon.readFiles()
    assert.deepEqual((await dayOfChannel(emptyChannel, shiftDay(day, -18))).missing, ['bank'])
    assert.equal((await recon.send(emptyChannel, 'bank', csvUpload([['交易时间', '银行流水号', '收支方向', '金额', '余额']]))).error, 'noRows')
  })

  test('a payment missing in an empty channel file is a difference of its day', async () => {
    const incompleteChannel = await newChannel('漏单')
    const emptyDay = shiftDay(day, -17)
    await sql`update payout_attempt set channel_id = ${incompleteChannel}, finished_at = ${`${emptyDay}T10:00:00+08:00`}::timestamptz where request_no = ${paidOrders[2]?.requestNo ?? ''}`.execute(
      db(),
    )
    await importFetched(emptyDay, csvUpload([heading]), incompleteChannel)
    const foundDay = await dayOfChannel(incompleteChannel, emptyDay)
    assert.deepEqual([foundDay.ours.count, foundDay.theirs.count, foundDay.shorts], [1, 0, 1])
    await sql`update recon_item set state = 'settled', ending = 'matched', settled_at = now() where day_id = ${foundDay.id}`.execute(db())
    await sql`update payout_attempt set channel_id = ${channelId}, finished_at = ${`${day}T10:00:00+08:00`}::timestamptz where request_no = ${paidOrders[2]?.requestNo ?? ''}`.execute(
      db(),
    )
  })

  test('a bank statement may have debit and credit in two columns', async () => {
    const twoColumnChannel = await newChannel('两列流水')
    const statementDay = shiftDay(day, -10)
    const columns = ['交易日期', '交易流水号', '借方发生额', '贷方发生额', '账户余额', '对方户名', '摘要']
    const row = (serial: string, out: string, into: string, balance: string) => [`${statementDay} 10:00`, serial, out, into, balance, '某公司', '']
    const send = (...rows: string[][]) => recon.send(twoColumnChannel, 'bank', csvUpload([columns, ...rows]))
    const bothSidesAnswer = await send(row('B1', '10.00', '5.00', '90.00'))
    assert.deepEqual([bothSidesAnswer.error, /第 2 行/.test(bothSidesAnswer.message)], ['bothSides', true])
    const noSideAnswer = await send(row('B1', '10.00', '0.00', '90.00'), row('B2', '0.00', '', '90.00'))
    assert.deepEqual([noSideAnswer.error, /第 3 行/.test(noSideAnswer.message)], ['noSide', true])
    assert.match((await send(row('B1', '八元', '', '110.00'))).message, /支出金额/)
    const oneColumnAnswer = await recon.send(
      twoColumnChannel,
      'bank',
      csvUpload([columns.filter((column) => column !== '贷方发生额'), [`${statementDay} 10:00`, 'B1', '10.00', '90.00', '', '']]),
    )
    assert.equal(oneColumnAnswer.error, 'wrongHeader')
    await recon.importStatement(twoColumnChannel, 'bank', csvUpload([columns, row('B1', '10.00', '0.00', '90.00'), row('B2', '-', '5.50', '95.50')]))
    const { bank } = await dayOfChannel(twoColumnChannel, statementDay)
    assert.deepEqual(bank, { count: 2, amount: fen(450) })
  })

  test('the tab of batches with differences counts the rows of its list', async () => {
    const list = (who: string) => server.must(who, 'payments.list', { tab: 'differing', size: 200 }, atCentre)
    const counts = async (who: string) => (await server.must(who, 'payments.counts', {}, atCentre)).differing
    const { id: dayId } = await recon.day(day)
    await sql`insert into recon_item (day_id, channel_id, centre_id, mode, side, kind, direction, key, attempt_id, ours_fen, theirs_fen, found_at, seen_at)
      select ${dayId}, channel_id, 2, 2, 'bank', 'amount', 'out', request_no, id, amount_fen, amount_fen - 1, now(), now() from payout_attempt
      where request_no = any(${paidOrders.slice(0, 2).map((each) => each.requestNo)}::text[])`.execute(db())
    const items = (await recon.items(dayId)).filter((each) => each.state !== 'settled')
    const card = (await server.must('finance', 'dashboard.figures', {}, atCentre)).cards.find(({ key }) => key === 'differences')
    const listedItems = await server.must('finance', 'reconciliation.items', { states: [...unsettledReconStates], size: 200 }, atCentre)
    assert.ok(listedItems.rows.length >= 2)
    assert.equal(card?.count, listedItems.rows.length, 'the dashboard counts the differences of the page')
    const listBefore = await list('finance')
    const row = listBefore.rows.find((each) => each.id === batchId) ?? assert.fail('the batch is listed')
    assert.equal(await counts('finance'), listBefore.count)
    assert.deepEqual([await counts('auditor'), (await list('auditor')).rows], [0, []], 'not for those who do not open reconciliation')
    assert.deepEqual([row.difference?.count, row.difference?.no], [2, items.map((item) => item.no).sort()[0]])
    assert.equal((await recon.item(row.difference?.id ?? 0)).batchId, batchId)
    const lines = await act.lines(batchId)
    assert.equal(
      row.concerned,
      lines.filter((line) => paidOrders.slice(0, 2).some((each) => each.requestNo === line.requestNo)).reduce((sum, line) => sum + line.cost, 0),
    )
    const batchItems = await server.must('finance', 'reconciliation.items', { keyword: row.no, states: [...unsettledReconStates], size: 200 }, atCentre)
    assert.deepEqual(batchItems.rows.map((each) => each.id).sort(), items.map((item) => item.id).sort())
    await sql`update recon_item set state = 'settled', ending = 'matched', settled_at = now() where id = any(${items.map((item) => item.id)}::bigint[])`.execute(
      db(),
    )
    assert.deepEqual([await counts('finance'), (await list('finance')).rows.some((each) => each.id === batchId)], [listBefore.count - 1, false])
  })
})
