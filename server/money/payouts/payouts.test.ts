import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import { allLineMoves, lineStates } from '#/domain/money/line.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import type { ChannelResponse, PayoutChannel, PayoutRequest } from '#/server/money/payouts/channels/channel.ts'
import { channelOpener, type OpenChannel } from '#/server/money/payouts/channels/registry.ts'
import { importReturns, queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import { claimWithoutSending } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { specials, ordinary } = demoPeople()

function specialPayee(name: string) {
  const person = specials[name]
  if (!person) throw new Error(`nobody is ${name}`)
  return person
}

function payeeAt(index: number) {
  const person = ordinary[index % ordinary.length]
  if (!person) throw new Error('the demo has no such person')
  return person
}

describe('payouts from sending to result', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const job = () => jobContext(server.running.kernel, () => false)
  const db = () => server.running.kernel.database.kysely
  /** Returns the audit details of an action, oldest first. */
  const trail = async (action: string, id: number) => {
    const { rows } = await sql<{ detail: Record<string, unknown> }>`select detail from audit_log
      where action = ${action} and ref_id = ${String(id)} and detail <> '{}' order by seq`.execute(db())
    return rows.map(({ detail }) => detail)
  }

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('database and domain allow the same state changes of a line', async () => {
    const { rows } = await sql<{ from_state: string; to_state: string }>`select from_state, to_state
      from unnest(${[...lineStates]}::text[]) from_state, unnest(${[...lineStates]}::text[]) to_state where app.may_move(from_state, to_state)`.execute(db())
    const movesInDatabase = rows.map((row) => `${row.from_state} → ${row.to_state}`).sort()
    const moves = allLineMoves().map(([from, to]) => `${from} → ${to}`)
    assert.deepEqual(movesInDatabase, moves.sort())
  })

  test('a batch with mixed results ends as partial once its unknown and held lines have ended', async () => {
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch([
      { person: payeeAt(0), yuan: '1000.00' },
      { person: payeeAt(1), yuan: '2000.00' },
      { person: specialPayee('nameMismatch'), yuan: '300.00' },
      { person: specialPayee('held'), yuan: '400.00' },
      { person: specialPayee('slow'), yuan: '500.00' },
      { person: specialPayee('lost'), yuan: '600.00' },
    ])
    assert.equal(batch.state, 'paying')
    await server.job('payouts.dispatch')
    const progressAfterSending = await server.must('payer', 'payouts.progress', { batchId: batch.id })
    assert.deepEqual([progressAfterSending.success, progressAfterSending.failed, progressAfterSending.held, progressAfterSending.unknown], [2, 1, 1, 2])
    await server.settle(2)
    const progressAfterQuery = await server.must('payer', 'payouts.progress', { batchId: batch.id })
    assert.deepEqual([progressAfterQuery.success, progressAfterQuery.failed, progressAfterQuery.held, progressAfterQuery.unknown], [2, 2, 1, 1])
    const unknownFailure = (await server.must('payer', 'payouts.failures', { batchId: batch.id })).find((failure) => failure.reason === 'unknown')
    assert.deepEqual([unknownFailure?.owner, unknownFailure?.count], ['centre', 1])
    await server.settle(8)
    const finalProgress = await server.must('payer', 'payouts.progress', { batchId: batch.id })
    assert.deepEqual([finalProgress.success, finalProgress.failed, finalProgress.held, finalProgress.unknown], [3, 2, 1, 0])
    assert.deepEqual([finalProgress.state, finalProgress.total, finalProgress.queued], ['paying', 6, 0])
    const paidLines = (await act.lines(batch.id)).filter((line) => line.state === 'success')
    const sum = paidLines.reduce((net, line) => net + line.net, 0)
    assert.equal(finalProgress.successNet, sum)
    const reasons = await server.must('payer', 'payouts.failures', { batchId: batch.id })
    assert.deepEqual(reasons.map((reason) => `${reason.reason} ${reason.owner} ${reason.count}`).sort(), ['channel centre 1', 'limit unit 1', 'name unit 1'])

    const heldLine = (await act.lines(batch.id)).find((line) => line.state === 'held')
    assert.ok(heldLine)
    assert.equal((await server.must('maker', 'payouts.retryHeld', { lineIds: [heldLine.id] })).done, 1)
    await server.settle(2)
    const endedBatch = await act.get(batch.id)
    assert.equal(endedBatch.state, 'partial')
    assert.deepEqual([endedBatch.successCount, endedBatch.failedCount, endedBatch.openCount], [4, 2, 0])
    const balanceAfter = await act.balance()
    assert.equal(balanceAfter.frozen, balanceBefore.frozen)
    assert.equal(balanceAfter.available, balanceBefore.available - endedBatch.successCost)
    const attempts = await db().selectFrom('payout_attempt').select(['request_no', 'state']).where('line_id', '=', heldLine.id).orderBy('attempt_no').execute()
    assert.deepEqual(
      attempts.map((attempt) => attempt.state),
      ['cancelled', 'success'],
    )
  })

  test('a cancelled held line releases its money', async () => {
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch([{ person: specialPayee('held'), yuan: '450.00' }])
    await server.settle(1)
    const [line] = await act.lines(batch.id)
    assert.equal(line?.state, 'held')
    assert.equal((await server.must('maker', 'payouts.cancelHeld', { lineIds: [line.id] })).done, 1)
    const secondCancel = await server.call('maker', 'payouts.cancelHeld', { lineIds: [line.id] })
    assert.equal(secondCancel.error, 'notHeld')
    const [cancelledLine] = await act.lines(batch.id)
    assert.deepEqual([cancelledLine?.state, cancelledLine?.failCode, cancelledLine?.failReason], ['cancelled', 'cancelled_by_user', '人工取消'])
    const [why] = await server.must('payer', 'payouts.failures', { batchId: batch.id })
    assert.deepEqual(why, { reason: 'cancelled', owner: 'unit', count: 1, cost: line.cost })
    assert.equal((await server.must('payer', 'payouts.progress', { batchId: batch.id })).cancelled, 1)
    assert.deepEqual((await trail('payouts.cancelHeld', batch.id)).at(-1), { lines: 1, first: line.no })
    assert.equal((await act.get(batch.id)).state, 'failed')
    assert.deepEqual(await act.balance(), balanceBefore)
    const monthTotals = await db().selectFrom('tax_standing').select('gross_fen').where('operator_id', '=', specialPayee('held').id).executeTakeFirstOrThrow()
    assert.equal(monthTotals.gross_fen, 40_000)
  })

  test('a return after the watch period reverses balance, tax, fee, commission and receipt exactly', async () => {
    const balanceBefore = await act.balance()
    const accounts = () =>
      db()
        .selectFrom('account')
        .select(['kind', 'balance_fen'])
        .where('centre_id', '=', 2)
        .where('mode', '=', 2)
        .where('unit_id', 'is', null)
        .orderBy('kind')
        .execute()
    const centreBefore = await accounts()
    const batch = await act.createPaidBatch([{ person: specialPayee('bounces'), yuan: '49000.00' }])
    await server.settle(2)
    assert.equal((await act.get(batch.id)).state, 'paid')
    assert.notDeepEqual(await accounts(), centreBefore)
    // Three full banking days, plus any holidays between them.
    const finishedAt = (await act.get(batch.id)).finishedAt ?? assert.fail('it has ended')
    const lastDay = addWorkingDays(dayOf(new Date(finishedAt)), 3, workingCalendar)
    server.advance(Date.parse(`${lastDay}T23:59:00+08:00`) - server.running.kernel.clock.now().getTime())
    await server.job('payouts.close')
    assert.equal((await act.get(batch.id)).state, 'paid')
    server.advance(61_000)
    await server.job('payouts.close')
    assert.equal((await act.get(batch.id)).state, 'closed')
    await server.job('payouts.sweep')
    const returnedBatch = await act.get(batch.id)
    assert.deepEqual([returnedBatch.state, returnedBatch.successCount, returnedBatch.returnedCount], ['partial', 0, 1])
    assert.deepEqual(await act.balance(), balanceBefore)
    const centreAfter = new Map((await accounts()).map((row) => [row.kind, row.balance_fen]))
    for (const row of centreBefore) assert.equal(centreAfter.get(row.kind), row.balance_fen, row.kind)
    const [line] = await act.lines(batch.id)
    assert.equal(line?.state, 'returned')
    assert.equal((await server.must('payer', 'payouts.progress', { batchId: batch.id })).returned, 1)
    const items = await db().selectFrom('commission_item').select(['state', 'amount_fen']).where('line_id', '=', line.id).execute()
    assert.equal(items.filter((item) => item.state === 'accrued').length, 2)
    assert.equal(
      items.reduce((sum, item) => sum + item.amount_fen, 0),
      0,
    )
    const voucher = await db().selectFrom('voucher').select('is_returned').where('line_id', '=', line.id).executeTakeFirstOrThrow()
    assert.equal(voucher.is_returned, true)
    // The bank repeats the notice, and nothing changes.
    await db()
      .updateTable('sandbox_payment')
      .set({ notified: false })
      .where('request_no', '=', line.requestNo ?? '')
      .execute()
    assert.equal(await importReturns(job(), channelOpener(job())), 1)
    assert.deepEqual(await act.balance(), balanceBefore)
    assert.equal(await importReturns(job(), channelOpener(job())), 0, 'an acknowledged failure is not reported again')
  })

  test('a fee is split by the unit’s rules, then by the centre’s, and not by another unit’s', async () => {
    const today = dayOf(server.running.kernel.clock.now())
    const approvedRule = { state: 'approved', created_at: new Date(0), effective_from: '2020-01-01', effective_to: null }
    const rule = { ...approvedRule, centre_id: 2, unit_id: 1, method: 'difference', ratio_ppm: null } as const
    const partnerRule = { ...rule, party_type: 'partner', floor_rate_ppm: 50_000 }
    const rules = await db()
      .insertInto('split_rule')
      .values([
        { ...rule, party_type: 'centre', floor_rate_ppm: 40_000, effective_to: today },
        { ...rule, party_type: 'salesman', method: 'ratio', floor_rate_ppm: null, ratio_ppm: 100_000, effective_from: today },
        { ...partnerRule, effective_to: shiftDay(today, -1) },
        { ...partnerRule, effective_from: shiftDay(today, 1) },
        { ...partnerRule, party_id: 2 },
        { ...partnerRule, state: 'pending' },
        { ...partnerRule, unit_id: 2 },
        { ...partnerRule, centre_id: 5 },
      ])
      .returning('id')
      .execute()
    const batch = await act.createPaidBatch([
      { person: payeeAt(14), yuan: '1000.00' },
      { person: payeeAt(15), yuan: '0.05' },
    ])
    await server.settle(1)
    await sql`delete from split_rule where id = any(${rules.map((row) => row.id)}::bigint[])`.execute(db())
    const lines = await act.lines(batch.id)
    const ends = lines.map((line) => `${line.state} ${line.fee}`)
    assert.deepEqual(ends, ['success 6000', 'success 0'])
    const items = await sql<{ part: string }>`select concat_ws(' ', line_id, party_type, party_id, base_fen, amount_fen) as part from commission_item
      where line_id = any(${lines.map((line) => line.id)}::bigint[]) order by party_type`.execute(db())
    const firstLineId = lines[0]?.id
    assert.deepEqual(
      items.rows.map(({ part }) => part),
      [`${firstLineId} centre 2 100000 2000`, `${firstLineId} platform 0 100000 3400`, `${firstLineId} staff 18 100000 600`],
    )
  })

  test('a failed line is paid to a new card in a repeat batch that links to it', async () => {
    const batch = await act.createPaidBatch([
      { person: specialPayee('nameMismatch'), yuan: '700.00' },
      { person: payeeAt(3), yuan: '800.00' },
    ])
    await server.settle(1)
    const failedLine = (await act.lines(batch.id)).find((line) => line.state === 'failed')
    assert.ok(failedLine)
    const card = payeeAt(5).cardNo.slice(0, 12)
    const replace = (who: string, stoppingJob: string, lineId = failedLine.id) =>
      server.call(who, 'payouts.replaceCard', { lineId, cardNo: `${card}${stoppingJob}`, bankName: '招商银行' })
    const paidLine = (await act.lines(batch.id)).find((line) => line.state === 'success')
    assert.equal((await replace('maker', '1')).error, 'badCard')
    const cardWithoutIssuer = { lineId: failedLine.id, cardNo: '0222000000000002', bankName: '招商银行' }
    assert.equal((await server.call('maker', 'payouts.replaceCard', cardWithoutIssuer)).error, 'badCard')
    assert.equal((await replace('maker', '0099', paidLine?.id)).error, 'notFailed')
    assert.equal((await replace('unit2', '0099')).error, 'lineNotFound')
    // A card that the bank rejects changes nothing. The user who tried it does not count as a participant of the repeat
    // batch.
    assert.deepEqual((await replace('unit1', '9999')).data, { isVerified: false })
    assert.deepEqual((await replace('maker', '0099')).data, { isVerified: true })
    assert.deepEqual(await trail('payouts.replaceCard', failedLine.id), [
      { no: failedLine.no, card: '****9999', answer: 'card_mismatch' },
      { no: failedLine.no, card: '****0099', answer: 'match' },
    ])
    const endedBatch = await act.get(batch.id)
    const resentBatch = await server.must('maker', 'payments.resend', act.target(endedBatch))
    assert.equal(resentBatch.retryOfNo, batch.no)
    assert.equal(resentBatch.lineCount, 1)
    const secondResend = await server.call('maker', 'payments.resend', act.target(await act.get(batch.id)))
    assert.equal(secondResend.error, 'nothingToResend')
    await act.pay(await act.audit(await act.check(await act.submit(resentBatch), 'unit1')))
    await server.settle(1)
    const [line] = await act.lines(resentBatch.id)
    assert.equal(line?.state, 'success')
    assert.equal(line.retryOfNo, failedLine.no)
  })

  test('after a crash between commit and call, the lines are sent under the same numbers', async () => {
    const batch = await act.createPaidBatch([
      { person: payeeAt(6), yuan: '910.00' },
      { person: payeeAt(7), yuan: '920.00' },
    ])
    const claimedRows = await claimWithoutSending(job(), 200)
    assert.equal(claimedRows.length, 2)
    await server.job('payouts.sweep')
    assert.deepEqual(
      (await act.lines(batch.id)).map((line) => line.state),
      ['sent', 'sent'],
    )
    server.advance(61_000)
    await server.job('payouts.sweep')
    const linesAfter = await act.lines(batch.id)
    assert.deepEqual(
      linesAfter.map((line) => line.state),
      ['success', 'success'],
    )
    assert.deepEqual(
      linesAfter.map((line) => line.requestNo),
      claimedRows.map((row) => row.request_no),
    )
  })

  test('an idle server polls once and starts no work while stopping', async () => {
    const runNames: string[] = []
    const watchedJob = { ...job(), run: ((action, work) => runNames.push(action) && job().run(action, work)) as JobContext['run'] }
    assert.deepEqual(
      [await sendQueuedOrders(watchedJob, channelOpener(watchedJob)), await queryDueOrders(watchedJob, channelOpener(watchedJob)), runNames.length],
      [0, 0, 2],
    )
    const batch = await act.createPaidBatch([{ person: payeeAt(12), yuan: '33.00' }])
    const stoppingJob = { ...job(), isStopping: () => true }
    assert.deepEqual([await sendQueuedOrders(stoppingJob, channelOpener(stoppingJob)), (await act.lines(batch.id))[0]?.state], [0, 'queued'])
    assert.deepEqual([await sendQueuedOrders(job(), channelOpener(job())), (await act.lines(batch.id))[0]?.state], [1, 'success'])
    const { channelRef, requestNo } = (await act.lines(batch.id))[0] ?? assert.fail()
    const sandboxPayments = await sql`select card_tail as tail, reference from sandbox_payment where request_no = ${requestNo}`.execute(db())
    assert.deepEqual(sandboxPayments.rows, [{ tail: payeeAt(12).cardNo.slice(-4), reference: channelRef }], 'the sandbox keeps no more of a card')
  })

  test('three concurrent workers hand over each line once', async () => {
    const plannedPayments = Array.from({ length: 12 }, (_, index) => ({ person: payeeAt(index), yuan: `${30 + index}.00` }))
    const batch = await act.createPaidBatch(plannedPayments)
    const handedNumbers: string[] = []
    const openRecording = recordingChannel(handedNumbers, channelOpener(job()))
    await Promise.all([sendQueuedOrders(job(), openRecording), sendQueuedOrders(job(), openRecording), sendQueuedOrders(job(), openRecording)])
    assert.equal(handedNumbers.length, 12)
    assert.equal(new Set(handedNumbers).size, 12)
    assert.equal((await act.get(batch.id)).state, 'paid')
  })

  test('after missing, late and repeated answers the money has moved exactly once', async () => {
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch([{ person: payeeAt(8), yuan: '1234.56' }])
    const channelAnswering = (what: (requestNo: string) => ChannelResponse[]): PayoutChannel => ({
      send: async () => Promise.reject(new Error('connection reset')),
      query: async (numbers) => numbers.flatMap(what),
      notices: async () => [],
      acknowledge: async () => undefined,
    })
    const ask = async (channel: PayoutChannel) => {
      server.advance(2 * 3_600_000)
      await queryDueOrders(job(), () => channel)
      return (await act.lines(batch.id))[0]
    }
    await sendQueuedOrders(job(), () => channelAnswering(() => []))
    const [line] = await act.lines(batch.id)
    assert.equal(line?.state, 'unknown')
    const net = line.net
    assert.equal((await ask(channelAnswering(() => [])))?.state, 'unknown')
    assert.equal((await ask(channelAnswering((requestNo) => [{ requestNo, kind: 'absent' }])))?.state, 'unknown')
    const success = (requestNo: string): ChannelResponse => ({ requestNo, kind: 'success', reference: 'X', amount: net })
    assert.equal((await ask(channelAnswering((requestNo) => [success(requestNo), success(requestNo)])))?.state, 'success')
    await job().run('test', (ctx) => applyResponses(ctx, 2, [success(line.requestNo ?? '')], 'query'))
    const endedBatch = await act.get(batch.id)
    assert.equal(endedBatch.state, 'paid')
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - batch.cost, frozen: balanceBefore.frozen })
  })

  test('another unit, centre or mode has no access to the batch', async () => {
    const batch = await act.createPaidBatch([{ person: payeeAt(11), yuan: '99.00' }])
    assert.equal((await server.call('unit2', 'payouts.progress', { batchId: batch.id })).error, 'batchNotFound')
    for (const place of [
      { centre: 5, mode: 2 },
      { centre: 2, mode: 1 },
    ])
      assert.equal((await server.call('centre', 'payouts.progress', { batchId: batch.id }, place)).error, 'batchNotFound')
    const [line] = await act.lines(batch.id)
    const lineIds = [line?.id ?? 0]
    for (const name of ['payouts.retryHeld', 'payouts.cancelHeld'] as const) {
      assert.equal((await server.call('unit2', name, { lineIds })).error, 'not_all_there', name)
      for (const place of [
        { centre: 5, mode: 2 },
        { centre: 2, mode: 1 },
      ])
        assert.equal((await server.call('centre', name, { lineIds }, place)).error, 'not_all_there', name)
    }
    await server.settle(1)
  })

  test('the database refuses an attempt without a line and a change of an attempt’s line', async () => {
    const copy = (line: unknown) =>
      sql`insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
      select month, ${line}, centre_id, unit_id, 9, (select min(id) from channel), 'stray', 1, 'created', now() from payment_line order by id limit 1`.execute(
        db(),
      )
    await assert.rejects(copy(900_000_000), /without its line/)
    await assert.rejects(sql`update payout_attempt set line_id = line_id + 1`.execute(db()), /append-only/)
  })

  test('lines of a channel that cannot be opened are held unpaid and can be retried', async () => {
    const sandbox = { channel_id: 1, channel_kind: 'sandbox', settings_sealed: '' }
    assert.throws(() => channelOpener({ ...job(), isDemo: false })(sandbox), /sandbox/)
    assert.throws(() => channelOpener(job())({ ...sandbox, channel_kind: 'toString' }), /does not know/)
    const batch = await act.createPaidBatch([{ person: payeeAt(9), yuan: '77.00' }])
    await sendQueuedOrders(job(), channelOpener({ ...job(), isDemo: false }))
    const [held] = await act.lines(batch.id)
    assert.deepEqual([held?.state, held?.failCode, held?.failReason], ['held', 'channel_error', '通道无法使用'])
    const { rows } = await sql`select from sandbox_payment where request_no = ${held?.requestNo}`.execute(db())
    assert.equal(rows.length, 0, 'no one was paid')
    await server.must('maker', 'payouts.retryHeld', { lineIds: [held?.id ?? 0] })
    await server.settle(1)
    assert.equal((await act.lines(batch.id))[0]?.state, 'success', 'once the channel can be opened it is paid')
  })
})

function recordingChannel(handedNumbers: string[], open: OpenChannel): OpenChannel {
  return (ref) => {
    const channel = open(ref)
    return {
      ...channel,
      send: (requests: readonly PayoutRequest[]) => {
        handedNumbers.push(...requests.map((request) => request.requestNo))
        return channel.send(requests)
      },
    }
  }
}
