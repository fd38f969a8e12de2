import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { sandboxFee } from '#/domain/money/sandbox-tariff.ts'
import { reportChecks } from '#/server/desk/reports/public.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { csvUpload, type PaidOrder, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary, specials } = demoPeople()
const person = (at: number) => ordinary[at] ?? assert.fail('the demo has people')
const heading = ['我方请求号', '通道流水号', '金额', '状态', '手续费', '完成时间']

describe('channel fees in payment reports', () => {
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  let reconScenario: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let month = ''
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const advanceTo = (moment: string) => server.advance(Date.parse(moment) - now().getTime())
  const brokenChecks = async () => (await Promise.all(reportChecks.map((check) => check.broken(db(), null)))).flat()
  const place = { centreId: 2, mode: 2 } as const
  const summary = (who: string, input: object = {}) =>
    server.must(who, 'reports.sums', { report: 'paymentSummary', period: month, ...input } as never, who === 'unit1' ? undefined : atCentre)
  const details = (who: string, input: object = {}) =>
    server.must(who, 'reports.movements', { report: 'paymentDetail', period: month, size: 200, ...input } as never, who === 'unit1' ? undefined : atCentre)
  const fees = async (input: object = {}) => {
    const { rows, totals } = await summary('finance', input)
    return { rows: rows.map(({ values }) => [values.channelFee, values.channelFeeTold]), total: totals.channelFee, known: totals.channelFeeTold }
  }
  /** Returns a channel's file of a day with a fee per line; null leaves out the fee column. */
  const fileOf = (day: string, paid: readonly PaidOrder[], fee: ((paid: PaidOrder) => string) | null, state = '成功') =>
    csvUpload([
      heading.filter((name) => fee !== null || name !== '手续费'),
      ...paid.map((each) => [each.requestNo, each.serial, (each.amount / 100).toFixed(2), state, ...(fee ? [fee(each)] : []), `${day} 12:00:00`]),
    ])
  const payOn = async (moment: string, owed: Parameters<typeof scenario.createPaidBatch>[0]) => {
    advanceTo(moment)
    await scenario.createPaidBatch(owed)
    await server.settle(2)
    return { day: dayOf(now()), paid: await reconScenario.paymentsOn(channelId, dayOf(now())) }
  }

  before(async () => {
    server = await startTestServer()
    scenario = paymentScenario(server)
    reconScenario = reconciliationScenario(server)
    await extendDocuments(server)
    channelId =
      (await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())).rows[0]?.id ?? assert.fail()
    month = shiftMonth(monthOf(now()), 1)
  })
  after(async () => {
    try {
      assert.deepEqual(await brokenChecks(), [])
    } finally {
      await server.close()
    }
  })

  test('channel fees are unknown until a file reports them, and are hidden from units', async () => {
    const first = await payOn(`${month}-05T10:00:00+08:00`, [
      { person: person(0), yuan: '1000.00' },
      { person: person(1), yuan: '2000.00' },
    ])
    assert.deepEqual(await fees(), { rows: [[null, 0]], total: null, known: 0 })
    advanceTo(`${month}-06T12:00:00+08:00`)
    await reconScenario.importStatement(
      channelId,
      'channel',
      fileOf(first.day, first.paid, (each) => (each === first.paid[0] ? '1.80' : '0.00')),
    )
    assert.deepEqual(await fees(), { rows: [[180, 2]], total: 180, known: 2 }, 'a fee of zero is known')
    for (const group of ['unit', 'centre', 'time']) assert.equal((await fees({ group })).total, 180)
    for (const basis of ['booked', 'submitted', 'arrived']) assert.equal((await fees({ basis })).total, 180)
    const { rows, totals } = await details('finance')
    assert.deepEqual(rows.map(({ values }) => values.channelFee).sort(), [0, 180])
    assert.equal(totals.channelFee, 180)
    for (const hidden of [(await summary('unit1')).hidden, (await details('unit1')).hidden])
      assert.ok(hidden.includes('channelFee') && hidden.includes('channelFeeTold'))
    assert.ok(!('channelFee' in ((await summary('unit1')).rows[0]?.values ?? {})))
    const second = await payOn(`${month}-07T10:00:00+08:00`, [{ person: person(2), yuan: '300.00' }])
    assert.deepEqual(await fees(), { rows: [[180, 2]], total: 180, known: 2 }, 'the number of lines with a fee is next to the sum')
    advanceTo(`${month}-08T12:00:00+08:00`)
    await reconScenario.importStatement(channelId, 'channel', fileOf(second.day, second.paid, null))
    assert.deepEqual((await details('finance')).rows.map(({ values }) => values.channelFee).sort(), [0, 180, null], 'a file without fees gives none')
  })

  test('a file with an unreadable fee is refused', async () => {
    const invalidFile = csvUpload([heading, ['ZF1R1', 'S1', '1.00', '成功', '约一元', `${month}-05 12:00:00`]])
    const answer = await reconScenario.send(channelId, 'channel', invalidFile)
    assert.deepEqual([answer.error, /手续费/.test(answer.message)], ['badCell', true])
  })

  test('a report names the channel in the reader’s language', async () => {
    const exportedNames = async (language: 'zh' | 'en') => {
      const { rows } = await server.must('finance', 'reports.movements', { report: 'paymentDetail', period: month }, { ...atCentre, language })
      return String(rows[0]?.values.channel)
    }
    const [zh, en] = [await exportedNames('zh'), await exportedNames('en')]
    const { rows: channels } = await sql<{ name: string }>`select name from channel where id = ${channelId}`.execute(db())
    assert.equal(zh, channels[0]?.name)
    assert.notEqual(en, zh)
    assert.doesNotMatch(en, /[\u4e00-\u9fff]/)
  })

  test('a stored month includes late channel fees of its last day, but no fee of a later return', async () => {
    const last = `${shiftMonth(month, 1)}-01`
    const monthEnd = new Date(Date.parse(`${last}T00:00:00+08:00`) - 3_600_000).toISOString()
    const bouncedBatch = await payOn(monthEnd, [{ person: specials.bounces ?? assert.fail(), yuan: '500.00' }])
    advanceTo(`${last}T09:00:00+08:00`)
    await server.job('reports.month')
    assert.equal((await fees()).total, 180)
    await reconScenario.importStatement(
      channelId,
      'channel',
      fileOf(bouncedBatch.day, bouncedBatch.paid, () => '2.00'),
    )
    assert.deepEqual(await brokenChecks(), [], 'rows that are not yet summed up break no check')
    await server.job('reports.fees')
    assert.deepEqual(await fees(), { rows: [[380, 3]], total: 380, known: 3 })
    assert.deepEqual((await details('finance', { kind: 'paid' })).totals.channelFee, 380)
    // The bank returns the payment in the next month, for which the channel charges another fee.
    server.advance(3 * 86_400_000)
    await server.settle(3)
    const returnDay = dayOf(now())
    server.advance(86_400_000)
    const returnedRows = bouncedBatch.paid.map((each) => ({ ...each, serial: `RT${each.serial}` }))
    await reconScenario.importStatement(
      channelId,
      'channel',
      fileOf(returnDay, returnedRows, () => '0.50', '退汇'),
    )
    await server.job('reports.fees')
    assert.equal((await fees()).total, 380, 'the month that is over stands')
    assert.equal((await fees({ period: shiftMonth(month, 1) })).total, 50)
    assert.deepEqual(await brokenChecks(), [])
    await sql`update report_fee_day set fee_fen = fee_fen + 1`.execute(db())
    assert.match((await brokenChecks()).join(), /channel fees of unit/)
    await sql`update report_fee_day set fee_fen = fee_fen - 1`.execute(db())
  })

  test('the workbook shows an unknown fee as a dash', async () => {
    const { fileId } = await server.must('finance', 'reports.export', { report: 'paymentDetail', period: month }, atCentre)
    const bytes = await server.running.kernel.store.read(fileId ?? assert.fail())
    const columns = [{ key: 'fee', headings: ['通道手续费'], required: true }] as const
    const feeSheet = await readSheet(bytes, { columns, maxRows: 100, unknownColumns: 'ignore' })
    assert.ok(feeSheet.ok)
    assert.deepEqual(feeSheet.rows.map(({ cells }) => cells.fee.text).sort(), ['0', '1.8', '2', '—', '3.8'].sort(), 'the rows and their total')
  })

  test('the sandbox’s daily file contains the fees of its tariff', async () => {
    const { day, paid } = await payOn(`${shiftMonth(month, 2)}-05T10:00:00+08:00`, [{ person: person(3), yuan: '12000.00' }])
    advanceTo(`${shiftMonth(month, 2)}-06T09:00:00+08:00`)
    await server.job('payouts.dailyFiles')
    const { rows } = await sql<{ id: number }>`select id from channel_file where outcome = 'pending' order by id`.execute(db())
    for (const { id } of rows) await server.job('reconciliation.fetched', { channelFileId: id })
    await reconScenario.readFiles()
    const expected = paid.reduce((sum, each) => sum + sandboxFee(each.amount, day), 0)
    assert.equal((await fees({ period: day, ...place })).total, expected)
    assert.ok(expected > 0)
  })
})
