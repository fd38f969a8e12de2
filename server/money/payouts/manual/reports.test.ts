import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openSession, resetByLink } from '#/server/access/users/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { offlineScenario, sheet } from '#/server/money/payouts/manual/offline-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const failedResult = { result: 'failed', reason: '账户已注销' } as const
const returnedResult = { result: 'returned', reason: '账户已销户' } as const

describe('one person alone cannot return paid or reserved money to a unit', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    manualScenario = await offlineScenario(server)
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  const reportOf = async (lineId: number, who = 'finance') =>
    (await server.must(who, 'payouts.report', { lineId }, atCentre)).report ?? assert.fail('no report')
  const decide = (who: string, id: number, approve = true, reason = '') =>
    server.call(who, 'payouts.decideReports', { reportIds: [id], approve, reason }, atCentre)
  const waitingLine = async (from: number) => {
    const { batch, lines } = await manualScenario.createWaitingBatch(1, from)
    return { batch, line: lines[0] ?? assert.fail('no line') }
  }

  test('a reported failure keeps the money reserved until another person confirms it', async () => {
    const balanceBefore = await act.balance()
    const { batch, line } = await waitingLine(0)
    const answer = await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, failedResult), atCentre)
    assert.deepEqual([answer, await manualScenario.states(batch.id)], [{ done: 1, waiting: 1 }, ['processing']])
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - line.cost, frozen: balanceBefore.frozen + line.cost })
    const report = await reportOf(line.id)
    assert.match(report.mayConfirm, /须由另一位同事确认/)
    assert.equal((await decide('finance', report.id)).error, 'ownReport')
    assert.equal((await reportOf(line.id, 'centre')).mayConfirm, '')
    const waitingReports = (await server.must('centre', 'tasks.waiting', {}, atCentre)).find(({ kind }) => kind === 'reportsToConfirm')
    assert.deepEqual([waitingReports?.count, waitingReports?.path], [1, '/zf/zfPtListpt?tab=reports'])
    assert.equal(
      (await server.must('finance', 'tasks.waiting', {}, atCentre)).find(({ kind }) => kind === 'reportsToConfirm'),
      undefined,
    )
    assert.equal((await decide('centre', report.id)).code, 1)
    assert.deepEqual([await manualScenario.states(batch.id), await act.balance()], [['failed'], balanceBefore])
    const [slip] = await server.must('payer', 'payouts.slips', { lineId: line.id })
    assert.deepEqual([slip?.result, slip?.registeredBy !== slip?.confirmedBy, slip?.confirmedBy !== ''], ['failed', true, true])
    assert.equal((await decide('centre', report.id)).error, 'reportDecided')
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a paid line with a reported return becomes returned only after the confirmation', async () => {
    const { batch, line } = await waitingLine(1)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line), atCentre)
    server.advance(60_000)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, returnedResult), atCentre)
    assert.deepEqual(await manualScenario.states(batch.id), ['success'])
    const { id } = await reportOf(line.id)
    const secondReport = await server.call('centre', 'payouts.registerLine', manualScenario.slipEntry(line, returnedResult), atCentre)
    assert.match(secondReport.message, /待另一人确认/)
    assert.equal((await decide('centre', id)).code, 1)
    assert.deepEqual(await manualScenario.states(batch.id), ['returned'])
  })

  test('a return is registered once with its own slip and refunds the unit', async () => {
    const balanceBefore = await act.balance()
    const { batch, lines } = await manualScenario.createWaitingBatch(1, 15)
    const [line] = lines
    assert.ok(line)
    const earlyReturn = await server.call(
      'finance',
      'payouts.registerLine',
      manualScenario.slipEntry(line, { result: 'returned', reason: '账户已销户' }),
      atCentre,
    )
    assert.match(earlyReturn.message, /只有线下支付成功的明细可登记退汇（银行处理中）/)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line), atCentre)
    server.advance(12 * dayMs)
    await server.settle(1)
    assert.equal((await act.get(batch.id)).state, 'closed')
    const returnEntry = { result: 'returned', reason: '账户已销户' } as const
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, returnEntry), atCentre)
    await manualScenario.confirm()
    const [returned] = await act.lines(batch.id)
    assert.deepEqual([returned?.state, returned?.failReason, (await act.get(batch.id)).state], ['returned', '账户已销户', 'partial'])
    assert.deepEqual(await act.balance(), balanceBefore)
    assert.equal((await server.call('finance', 'payouts.registerLine', manualScenario.slipEntry(line, returnEntry), atCentre)).error, 'offlineFaulty')
    assert.deepEqual(
      (await server.must('payer', 'payouts.slips', { lineId: line.id })).map((slip) => slip.result),
      ['success', 'returned'],
    )
  })

  test('a sheet with a payment and a return sends the unit one message for each', async () => {
    const { batch, lines } = await manualScenario.createWaitingBatch(2, 70)
    const [one, two] = lines
    assert.ok(one && two)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(one), atCentre)
    const file = await sheet([
      [one.no, manualScenario.nextSerial(), manualScenario.clock(), '退汇', '账户已销户', ''],
      [two.no, manualScenario.nextSerial(), manualScenario.clock(), '成功', '', ''],
    ])
    await server.must(
      'finance',
      'payouts.registerOffline',
      { batchId: batch.id, file, slipIds: [await manualScenario.addSlip(batch.id)], ...manualScenario.totalsOf(lines) },
      atCentre,
    )
    await manualScenario.confirm()
    assert.deepEqual([(await act.get(batch.id)).state, ...(await manualScenario.states(batch.id))], ['partial', 'returned', 'success'])
    const batchMessages = (await server.must('payer', 'messages.list', {})).rows.filter(
      (row) => row.path === `/zf/batch/${batch.id}` && row.kind !== 'batchToPay',
    )
    const [returned, paid] = batchMessages
    assert.deepEqual([batchMessages.length, returned?.kind, returned?.values], [2, 'batchReturned', { no: batch.no, count: 1 }])
    assert.deepEqual([paid?.kind, paid?.values], ['batchPaid', { no: batch.no, success: 2 }])
  })

  test('a declined report changes no line, and its reporter gets the reason and can register again', async () => {
    const { batch, line } = await waitingLine(2)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, failedResult), atCentre)
    const { id } = await reportOf(line.id)
    assert.equal((await decide('centre', id, false)).error, 'declineReason')
    assert.equal((await decide('centre', id, false, '回单显示成功')).code, 1)
    assert.deepEqual(
      [await manualScenario.states(batch.id), (await server.must('finance', 'payouts.report', { lineId: line.id }, atCentre)).report],
      [['processing'], null],
    )
    const [news] = (await server.must('finance', 'messages.list', {})).rows
    assert.deepEqual([news?.kind, news?.values.reason], ['payoutReportDeclined', '回单显示成功'])
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line), atCentre)
    assert.deepEqual(await manualScenario.states(batch.id), ['success'])
  })

  test('the database refuses a self-confirmation and a failed slip without a report (INV-64)', async () => {
    const { line } = await waitingLine(3)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, failedResult), atCentre)
    const financeId = await idOf('finance')
    const session = { 'app.all': 'on', 'app.user': String(financeId), 'app.now': server.running.kernel.clock.now().toISOString() }
    const runAsFinance = (statement: ReturnType<typeof sql>) => inTransaction(server.running.kernel.database, session, (trx) => statement.execute(trx))
    const { id } = await reportOf(line.id)
    const centre = await idOf('centre')
    await assert.rejects(runAsFinance(sql`update payout_report set state = 'confirmed', decided_by = ${financeId}, decided_at = app.moment() where id = ${id}`))
    await assert.rejects(
      runAsFinance(sql`update payout_report set state = 'confirmed', decided_by = ${centre}, decided_at = app.moment() where id = ${id}`),
      /the caller must be the decider/,
    )
    const slip = sql`insert into payout_slip (attempt_id, line_id, channel_id, centre_id, unit_id, result, serial, happened_at, reason, registered_by, registered_at, confirmed_by)
      select attempt_id, line_id, channel_id, centre_id, unit_id, result, serial, happened_at, reason, reported_by, reported_at, ${centre} from payout_report where id = ${id}`
    await assert.rejects(runAsFinance(slip), /report of one person/)
    await manualScenario.confirm()
    assert.deepEqual(await checkInvariants(db()), [])
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`alter table payout_slip disable trigger payout_slip_append_only`.execute(trx)
        await sql`update payout_slip set confirmed_by = registered_by where line_id = ${line.id}`.execute(trx)
        assert.deepEqual(
          (await checkInvariants(trx)).map(({ name }) => name),
          ['INV-64'],
        )
        await sql`update payout_slip set confirmed_by = ${centre} where line_id = ${line.id}`.execute(trx)
        await sql`alter table payout_slip enable trigger payout_slip_append_only`.execute(trx)
      })
  })

  test('another centre does not see a report, and units and auditors cannot decide it', async () => {
    const { line } = await waitingLine(4)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(line, failedResult), atCentre)
    const { id } = await reportOf(line.id)
    const otherCentre = { centre: 5, mode: 2 } as const
    assert.equal((await server.must('centre', 'payouts.reports', {}, otherCentre)).count, 0)
    const foreignDecision = await server.call('centre', 'payouts.decideReports', { reportIds: [id], approve: true }, otherCentre)
    assert.equal(foreignDecision.error, 'not_all_there')
    for (const who of ['payer', 'auditor', 'maker']) assert.equal((await decide(who, id)).error, 'forbidden', who)
    await manualScenario.confirm()
  })

  test('an account whose password a batch maker reset cannot register or confirm results for a day', async () => {
    const { batch, line } = await waitingLine(5)
    const { batch: secondBatch, line: paid } = await waitingLine(6)
    await resetByLink(server, 'platform', 'finance', 'Fresh#2026')
    await sql`update app_user set password_reset_by = ${await idOf('maker')} where username = 'finance'`.execute(db())
    const financeId = await openSession(server, 'finance', 'Fresh#2026')
    const input = { lineId: String(paid.id), amount: String(paid.net), result: 'success', serial: manualScenario.nextSerial(), paidAt: manualScenario.clock() }
    assert.equal((await financeId.call('payouts.registerLine', input, '2')).error, 'ownWork')
    await server.must('centre', 'payouts.registerLine', manualScenario.slipEntry(line, failedResult), atCentre)
    const { id } = await reportOf(line.id, 'centre')
    const confirm = () => financeId.call('payouts.decideReports', { reportIds: `[${id}]`, approve: 'true' }, '2')
    assert.equal((await confirm()).error, 'ownWork')
    server.advance(25 * 3_600_000)
    assert.equal((await confirm()).code, 1)
    assert.deepEqual([await manualScenario.states(batch.id), await manualScenario.states(secondBatch.id)], [['failed'], ['processing']])
  })
})
