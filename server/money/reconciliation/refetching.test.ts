import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { csvUpload, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
const [minuteMs, dayMs] = [60_000, 86_400_000]
const heading = ['我方请求号', '通道流水号', '金额', '状态', '完成时间']

describe('fetching a refused daily file again', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  const days: string[] = []
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const badFile = (day: string) => csvUpload([heading, ['ZF1R1', 'S1', '一元', '成功', `${day} 10:00`]])

  /** Simulates a daily file fetched from the channel and imported. */
  const provideFile = async (day: string, { bytes }: { readonly bytes: Uint8Array }) => {
    const file = await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      ctx.files.save({ name: `${day}.csv`, mediaType: 'text/csv', bytes, purpose: 'channel_file', centreId: 2 }),
    )
    await sql`insert into channel_file (channel_id, centre_id, day, attempt, file_id, name, sha256, fetched_at)
      select ${channelId}, 2, ${day}::date, coalesce(max(attempt), 0) + 1, ${file.id}, ${`${day}.csv`}, ${file.sha256}, ${now()}::timestamptz
      from channel_file where channel_id = ${channelId} and day = ${day}::date`.execute(db())
    await importPending()
  }
  const importPending = async () => {
    const { rows } = await sql<{ id: number }>`select id from channel_file where outcome = 'pending' order by id`.execute(db())
    for (const { id } of rows) await server.job('reconciliation.fetched', { channelFileId: id })
    await recon.readFiles()
  }
  const fetchAll = async () => {
    await server.job('payouts.dailyFiles')
    await importPending()
  }
  const files = async (day: string) =>
    (await server.must('centre', 'payouts.channelFiles', { channelId }, atCentre))
      .filter((channelFile) => channelFile.day === day)
      .sort((a, b) => a.attempt - b.attempt)
  const attempts = async (day: string) => (await files(day)).map(({ refusal }) => (refusal === '' ? 'taken' : 'refused'))

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    const act = paymentScenario(server)
    await extendDocuments(server)
    channelId =
      (await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())).rows[0]?.id ?? assert.fail()
    // Three days with payments at noon, whose files the channel provides.
    server.advance(Date.parse(`${shiftDay(dayOf(now()), 1)}T12:00:00+08:00`) - now().getTime())
    for (let at = 0; at < 3; at++) {
      days.push(dayOf(now()))
      await act.createPaidBatch([{ person: ordinary[at] ?? assert.fail(), yuan: `${500 + at}.00` }])
      await server.settle(2)
      server.advance(Date.parse(`${shiftDay(dayOf(now()), 1)}T12:00:00+08:00`) - now().getTime())
    }
    await sql`delete from channel_file where channel_id = ${channelId}`.execute(db())
  })
  after(() => server.close())

  test('a refused file is fetched at growing intervals until it is imported', async () => {
    const [day = ''] = days
    await provideFile(day, badFile(day))
    assert.deepEqual(
      (await files(day)).map(({ attempt, refusal }) => [attempt, refusal]),
      [[1, '第 2 行“金额”：一元 无法识别']],
    )
    await fetchAll()
    server.advance(29 * minuteMs)
    await fetchAll()
    assert.deepEqual(await attempts(day), ['refused'], 'not before half an hour is over')
    server.advance(2 * minuteMs)
    await provideFile(day, badFile(day))
    server.advance(31 * minuteMs)
    await fetchAll()
    assert.deepEqual(await attempts(day), ['refused', 'refused'], 'the second pause is longer')
    server.advance(30 * minuteMs)
    await fetchAll()
    assert.deepEqual(await attempts(day), ['refused', 'refused', 'taken'])
    const reconciled = await recon.day(day)
    assert.deepEqual([reconciled.refusal, reconciled.missing, reconciled.theirs.count], ['', ['bank'], 1])
    server.advance(dayMs)
    await fetchAll()
    assert.equal((await attempts(day)).length, 3, 'a day that has its file is left alone')
  })

  test('uploading a file or closing the day ends the attempts to fetch it', async () => {
    const [, day = '', other = ''] = days
    for (const each of [day, other]) await sql`delete from channel_file where channel_id = ${channelId} and day = ${each}::date`.execute(db())
    await sql`delete from recon_row where channel_id = ${channelId} and on_day in (${day}::date, ${other}::date)`.execute(db())
    await sql`update recon_file set first_day = first_day - 400, last_day = last_day - 400, sha256 = sha256 || 'x' where channel_id = ${channelId} and first_day in (${day}::date, ${other}::date)`.execute(
      db(),
    )
    for (const each of [day, other]) {
      await sql`update recon_day set state = 'waiting', missing = '{channel,bank}' where channel_id = ${channelId} and day = ${each}::date`.execute(db())
      await provideFile(each, badFile(each))
    }
    const paidOrders = await recon.paymentsOn(channelId, day)
    await recon.importStatement(
      channelId,
      'channel',
      csvUpload([heading, ...paidOrders.map((each) => [each.requestNo, each.serial, (each.amount / 100).toFixed(2), '成功', `${day} 12:00`])]),
    )
    await sql`update recon_day set state = 'matched', missing = '{}' where channel_id = ${channelId} and day = ${other}::date`.execute(db())
    const closing = await recon.day(other)
    await sql`update recon_item set state = 'settled', ending = 'matched', settled_at = now() where day_id = ${closing.id}`.execute(db())
    await server.must('centre', 'reconciliation.close', { dayId: closing.id, version: closing.version }, atCentre)
    for (let hours = 0; hours < 72; hours += 12) {
      server.advance(dayMs / 2)
      await fetchAll()
    }
    assert.deepEqual([await attempts(day), await attempts(other)], [['refused'], ['refused']])
  })

  test('at ten o’clock staff get the reason of the last refusal in their language', async () => {
    const day = shiftDay(dayOf(now()), -1)
    await provideFile(day, badFile(day))
    server.advance(Date.parse(`${shiftDay(day, 2)}T10:01:00+08:00`) - now().getTime())
    await server.job('reconciliation.begin')
    const reportedMessage = async (language: 'zh' | 'en') =>
      (await server.must('finance', 'messages.list', {}, { ...atCentre, language })).rows.find(
        (message) => message.kind === 'reconRefused' && message.values.day === day,
      )
    assert.equal((await reportedMessage('zh'))?.values.reasonZh, '第 2 行“金额”：一元 无法识别')
    assert.equal((await reportedMessage('en'))?.values.reasonEn, 'Row 2, “金额”: 一元 cannot be read.')
  })
})
