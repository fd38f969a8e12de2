import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import type { ChannelResponse } from '#/server/money/payouts/channels/channel.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import {
  type BankNotice,
  bankScenario,
  createLogRecorder,
  exceptionScenario,
  payoutChannelId,
  reduceReservedFunds,
  replies,
} from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const secondChannel = 5
const isOnServer = Boolean(process.env.TEST_DATABASE_URL)
const { paid, failed, held, back } = replies
const unreadableResponse = (requestNo: string) => ({ requestNo, kind: 'paid?' }) as unknown as ChannelResponse

describe('bank results that do not match the books', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  const db = () => server.running.kernel.database.kysely
  const { log, takeLogEntries } = createLogRecorder()
  /** Returns the messages to a user about a batch's result, without the request to pay it. */
  const messagesTo = async (who: string, { id }: { id: number }) =>
    (await server.must(who, 'messages.list', {})).rows
      .filter((row) => row.path === `/zf/batch/${id}` && row.kind !== 'batchToPay')
      .map(({ kind, values }) => [kind, values])

  before(async () => {
    server = await startTestServer({ log })
    bank = bankScenario(server)
    desk = exceptionScenario(server)
  })
  beforeEach(async () => assert.deepEqual(await desk.open(), []))
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a late success of a failed line goes to suspense and is settled with tax and receipt', async () => {
    const balanceBefore = await bank.act.balance()
    const line = await bank.sendOneLine((no) => [failed(no)])
    assert.deepEqual(await bank.act.balance(), balanceBefore)
    const bankBefore = await bank.accounts()
    const payment = await bank.sendUnsolicited(paid(line.no, line.net), paid(line.no, line.net))
    const { net: othersNet } = await bank.lineOf(payment.id)
    const accountsAfterPayment = await bank.accounts()
    assert.deepEqual([accountsAfterPayment.bank - bankBefore.bank - othersNet, accountsAfterPayment.suspense], [line.net, -line.net])
    const exception = await desk.findOnly('late_success')
    assert.deepEqual([exception.suspense, exception.stops, exception.ours, exception.theirs], [-line.net, 'channel', line.net, line.net])
    assert.equal((await server.call('maker', 'payments.resend', bank.act.target(await bank.act.get(line.id)))).error, 'exceptionOpen')
    const resolvedException = await desk.settle(exception, 'paid')
    assert.equal(resolvedException.state, 'resolved')
    assert.deepEqual([await bank.stateOf(line.id), (await bank.act.get(line.id)).state], ['success', 'paid'])
    assert.deepEqual(await bank.accounts(), { ...accountsAfterPayment, suspense: 0 })
    assert.deepEqual(await bank.act.balance(), { available: balanceBefore.available - line.cost - payment.cost, frozen: balanceBefore.frozen })
    const receipt = await db().selectFrom('voucher').select('bank_serial').where('line_id', '=', line.lineId).executeTakeFirstOrThrow()
    assert.equal(receipt.bank_serial, `B${line.no}`)
    const reservations = await sql<{ count: number }>`select count(*) as count from tax_reservation where line_id = ${line.lineId}`.execute(db())
    assert.equal(reservations.rows[0]?.count, 1)
  })

  test('a late success of a cancelled line is charged to the unit and appears in its money trail', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(1))
    await bank.send({ send: ({ requestNo }) => [held(requestNo)] })
    const { lineId, no, net } = await bank.lineOf(batch.id)
    await server.must('maker', 'payouts.cancelHeld', { lineIds: [lineId] })
    await bank.sendUnsolicited(paid(no, net))
    const balanceBefore = await bank.act.balance()
    await desk.settle(await desk.findOnly('late_success'), 'unit')
    assert.equal(await bank.stateOf(batch.id), 'cancelled')
    assert.deepEqual(await bank.act.balance(), { available: balanceBefore.available - net, frozen: balanceBefore.frozen })
    assert.equal((await bank.accounts()).suspense, 0)
    const trail = await server.must('maker', 'payments.money', { id: batch.id })
    assert.deepEqual(
      trail.filter((row) => row.kind === 'adjustment').map((row) => [row.available, row.memo]),
      [[-net, '已与银行核对流水']],
    )
  })

  test('when an earlier order is paid while the next is queued, the line is held and paid once', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(1))
    await bank.send({ send: ({ requestNo }) => [held(requestNo)] })
    const { lineId, no, net } = await bank.lineOf(batch.id)
    await server.must('maker', 'payouts.retryHeld', { lineIds: [lineId] })
    await bank.job().run('test', (ctx) => applyResponses(ctx, payoutChannelId, [paid(no, net)], 'query'))
    assert.equal(await bank.stateOf(batch.id), 'held')
    for (const name of ['payouts.retryHeld', 'payouts.cancelHeld'] as const)
      assert.equal((await server.call('maker', name, { lineIds: [lineId] })).error, 'exceptionOpen')
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    assert.equal(await bank.stateOf(batch.id), 'success')
    const attempts = await db().selectFrom('payout_attempt').select('state').where('line_id', '=', lineId).orderBy('attempt_no').execute()
    assert.deepEqual(
      attempts.map((attempt) => attempt.state),
      ['success', 'cancelled'],
    )
  })

  test('a payment of a different amount goes to suspense until the exception is settled', async () => {
    const accountsBefore = await bank.accounts()
    const line = await bank.sendOneLine((no, net) => [paid(no, net - 1)])
    assert.deepEqual([line.state, (await bank.accounts()).suspense - accountsBefore.suspense], ['unknown', -(line.net - 1)])
    await bank.queryLater((no) => [failed(no)])
    assert.equal(await bank.stateOf(line.id), 'unknown')
    const exception = await desk.findOnly('wrong_amount')
    assert.deepEqual(exception.ways, ['paid', 'as_ordered', 'undone'])
    await desk.settle(exception, 'paid')
    assert.equal(await bank.stateOf(line.id), 'success')
    const accountsAfter = await bank.accounts()
    assert.deepEqual(
      [accountsAfter.bank - accountsBefore.bank, accountsAfter.suspense, accountsAfter.adjustment - accountsBefore.adjustment],
      [line.net - 1, 0, 1],
    )

    const second = await bank.sendOneLine((no, net) => [paid(no, net + 500)])
    await desk.settle(await desk.findOnly('wrong_amount'), 'as_ordered')
    assert.equal((await bank.accounts()).bank - accountsAfter.bank, second.net)
    const third = await bank.sendOneLine((no, net) => [paid(no, net - 7)])
    await desk.settle(await desk.findOnly('wrong_amount'), 'undone')
    assert.equal(await bank.stateOf(third.id), 'failed')
    assert.deepEqual(await bank.accounts(), { ...accountsAfter, bank: accountsAfter.bank + second.net })
  })

  test('a second success with another amount moves the difference to suspense', async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net), paid(no, net + 30)])
    assert.equal(line.state, 'success')
    const exception = await desk.findOnly('wrong_amount')
    assert.deepEqual([exception.suspense, exception.ways], [-30, ['undone', 'unit', 'adjustment']])
    await desk.settle(exception, 'adjustment')
  })

  test('a failure reported after the payment moves no money and waits for people', async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net), failed(no)])
    const exception = await desk.findOnly('contradiction')
    assert.deepEqual([line.state, exception.suspense, exception.ways], ['success', 0, ['returned', 'noted']])
    const balanceBefore = await bank.act.balance()
    await desk.settle(exception, 'returned')
    assert.equal(await bank.stateOf(line.id), 'returned')
    assert.equal((await bank.act.balance()).available, balanceBefore.available + line.cost)
  })

  test('a success reported after a denied payment was booked as returned is an exception, once', async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net), failed(no)])
    await desk.settle(await desk.findOnly('contradiction'), 'returned')
    await bank.sendUnsolicited(paid(line.no, line.net), paid(line.no, line.net))
    const exception = await desk.findOnly('late_success')
    assert.deepEqual([exception.suspense, exception.ways], [-line.net, ['undone', 'unit', 'adjustment']])
    await desk.settle(exception, 'undone')
    assert.equal(await bank.stateOf(line.id), 'returned')
  })

  test('a payment beyond the reserved funds stops the unit’s payments until it is settled', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(2))
    await reduceReservedFunds(server, batch.cost - 1)
    takeLogEntries()
    await bank.send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
    const exception = await desk.findOnly('not_booked')
    assert.deepEqual(
      takeLogEntries().map(({ message, channelId, requestNo }) => [message, channelId, requestNo]),
      [['an answer of a channel was listed as an exception', payoutChannelId, exception.requestNo]],
    )
    assert.deepEqual([exception.stops, exception.suspense], ['unit', -(exception.ours ?? 0)])
    assert.deepEqual((await bank.act.lines(batch.id)).map((line) => line.state).sort(), ['success', 'unknown'])
    const next = await bank.act.createPayableBatch(bank.nextPayees(1))
    assert.equal((await server.must('payer', 'payments.get', { id: next.id })).may.pay?.includes('暂停出款'), true)
    assert.equal((await server.call('payer', 'payments.pay', bank.act.payment(next))).error, 'payoutsStopped')
    await desk.settle(exception, 'paid')
    assert.equal((await bank.act.get(batch.id)).state, 'paid')
    assert.equal((await bank.act.pay(await bank.act.get(next.id))).state, 'paying')
    await bank.send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
  })

  test('a payment under an unknown number raises an exception at the channel’s centre', async () => {
    const accountsBefore = await bank.accounts()
    const line = await bank.sendOneLine(() => [])
    takeLogEntries()
    await bank.sendUnsolicited(paid('NOBODY-1', 4200), paid('NOBODY-1', 4200), failed('NOBODY-2'), { requestNo: 'NOBODY-2', kind: 'unknown' })
    const foreignOrderMessage = 'an answer of a channel about an order that is not its own'
    assert.deepEqual(takeLogEntries(), [{ message: foreignOrderMessage, channelId: payoutChannelId, requestNo: 'NOBODY-2', kind: 'failed' }])
    await bank.job().run('test', (ctx) => applyResponses(ctx, payoutChannelId, [paid('', 4200)], 'query'))
    await bank.job().run('test', (ctx) => applyResponses(ctx, secondChannel, [paid(line.no, line.net)], 'query'))
    assert.equal(await bank.stateOf(line.id), 'unknown')
    const unknownException = await desk.findOnly('unknown_number')
    assert.deepEqual(
      [unknownException.suspense, unknownException.unitName, unknownException.batchNo, unknownException.lineNo, unknownException.payeeName],
      [-4200, '', '', '', ''],
    )
    // The channel takes back one payment. The exception closes with an audit entry, and a repeated notice changes
    // nothing.
    for (let times = 0; times < 2; times++) assert.deepEqual(await bank.announceReturns(back('NOBODY-1', 4200, 'U1')), ['U1'])
    assert.deepEqual([await desk.open(), (await bank.accounts()).suspense], [[], accountsBefore.suspense])
    const lastStep = (await desk.get(unknownException.id)).steps.at(-1)
    assert.deepEqual([lastStep?.kind, lastStep?.resolution, lastStep?.byName], ['closed', 'undone', ''])
    assert.match(lastStep?.reason ?? '', /账户已销户/)
    assert.deepEqual(await desk.trail(unknownException.id), [
      ['payouts.results', { no: unknownException.no, kind: 'unknown_number', requestNo: 'NOBODY-1', stops: 'channel', suspense: '-¥42.00' }],
      ['payouts.return', { no: unknownException.no, to: 'resolved', resolution: 'undone' }],
    ])
    const otherPlace = { centre: 5, mode: 2 } as const
    const [foreign] = (await server.must('centre', 'payouts.exceptions', { states: ['open'] }, otherPlace)).rows
    assert.deepEqual([foreign?.kind, foreign?.requestNo, foreign?.suspense, foreign?.batchId], ['unknown_number', line.no, -line.net, null])
    await server.must('centre', 'payouts.proposeException', desk.proposal(foreign ?? { id: 0, version: 0 }, 'undone'), otherPlace)
    const { id, version } = await server.must('platform', 'payouts.exception', { id: foreign?.id ?? 0 })
    await server.must('platform', 'payouts.decideException', { id, version, approve: true })
    await bank.queryLater((no) => [paid(no, line.net)])
    assert.equal(await bank.stateOf(line.id), 'success')
    assert.deepEqual(await bank.announceReturns(back('NOBODY-3', 100, 'U2')), ['U2'])
    await desk.settle(await desk.findOnly('unknown_number'), 'adjustment')
  })

  test('resolving one exception of an order closes its exception for an unreadable answer', async () => {
    const line = await bank.sendOneLine((no) => [unreadableResponse(no)])
    const unreadableException = await desk.findOnly('unreadable')
    await bank.queryLater((no) => [paid(no, line.net - 1)])
    const [exception] = (await desk.open()).filter((row) => row.kind === 'wrong_amount')
    assert.ok(exception)
    await desk.settle(exception, 'paid')
    const closedException = await desk.get(unreadableException.id)
    assert.deepEqual([await bank.stateOf(line.id), closedException.state, closedException.resolution], ['success', 'resolved', null])
    assert.deepEqual([closedException.steps.at(-1)?.kind, closedException.steps.at(-1)?.reason], ['closed', `→ ${exception.no}`])
    assert.deepEqual((await desk.trail(unreadableException.id)).at(-1), ['payouts.decideException', { no: unreadableException.no, to: 'resolved' }])
  })

  test('the unit gets one message on the result of a batch and one on a return', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(3))
    let count = 0
    await bank.send({ send: ({ requestNo, amount }) => [++count === 1 ? failed(requestNo) : paid(requestNo, amount)] })
    const [line] = (await bank.act.lines(batch.id)).filter((each) => each.state === 'success')
    assert.deepEqual(await bank.announceReturns(back(line?.requestNo ?? '', line?.net ?? 0, 'M1')), ['M1'])
    const { no } = batch
    const parts = [
      ['batchReturned', { no, count: 1 }],
      ['batchPartial', { no, success: 2, failed: 1 }],
    ]
    assert.deepEqual([await messagesTo('payer', batch), await messagesTo('maker', batch)], [parts, parts])
    const failedBatch = await bank.sendOneLine((number) => [failed(number)])
    assert.deepEqual(
      (await messagesTo('payer', failedBatch)).map(([kind]) => kind),
      ['batchFailed'],
    )
    const reasons = await server.must('payer', 'payouts.failures', { batchId: batch.id })
    assert.deepEqual(reasons.map((reason) => `${reason.reason} ${reason.owner} ${reason.count}`).sort(), ['card operator 1', 'returned operator 1'])
  })

  test('resolving an exception locks the person before the account', { skip: !isOnServer && 'the embedded engine has one connection' }, async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net - 1)])
    const exception = await desk.findOnly('wrong_amount')
    await desk.propose(exception, 'undone')
    const { version } = await desk.get(exception.id)
    let decision: Promise<unknown> = Promise.resolve()
    let isDone = false
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`select from operator where id = (select operator_id from payment_line where id = ${line.lineId}) for no key update`.execute(trx)
        decision = server.must('centre', 'payouts.decideException', { id: exception.id, version, approve: true }, atCentre).finally(() => {
          isDone = true
        })
        const blockedSessions = async () =>
          (await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)).rows
        while (!isDone && (await blockedSessions()).length === 0);
        assert.equal(isDone, false)
        await sql`select from account where centre_id = 2 and kind in ('bank', 'suspense') for update nowait`.execute(trx)
      })
    await decision
    assert.equal(await bank.stateOf(line.id), 'failed')
  })

  test('a notice or answer that cannot be applied is recorded and does not block the others', async () => {
    const batch = await bank.act.createPaidBatch(bank.nextPayees(4))
    await bank.send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
    const lines = (await bank.act.lines(batch.id)).map((line) => ({ no: line.requestNo ?? '', net: line.net }))
    const [a, b, c, d] = lines
    assert.ok(a && b && c && d)
    const poisonedAnswers = [
      { ...back(a.no, a.net, 'P1'), reason: `\0${'长'.repeat(1_000_000)}\ud800` },
      { ...back(b.no, b.net, 'P2\0'), reason: 'x' },
      { ...back(b.no, b.net, '\ud800'), reason: '退回账户6217000011112222333' },
      { ...back(b.no, b.net, 'P3'), amount: Number.NaN as Fen },
      { ...back(`${b.no}\0`, b.net, 'P4') },
      null as unknown as BankNotice,
      { ...back(c.no, c.net, 'P1') },
      { ...back(d.no, d.net, 'P5') },
    ]
    const settledIds = await bank.announceReturns(...poisonedAnswers)
    assert.ok(settledIds.includes('P1') && settledIds.includes('P5') && settledIds.includes('P2\0'))
    assert.deepEqual(
      (await bank.act.lines(batch.id)).map((line) => line.state),
      ['returned', 'success', 'success', 'returned'],
    )
    const openExceptions = await desk.open()
    assert.deepEqual(openExceptions.map((row) => row.kind).sort(), ['unreadable', 'unreadable', 'unreadable', 'unreadable', 'used_notice'])
    for (const row of openExceptions) await desk.settle(row, row.kind === 'unreadable' ? 'noted' : 'undone')
    assert.deepEqual(await bank.announceReturns(back(b.no, b.net, 'P6')), ['P6'])
    assert.deepEqual(await messagesTo('payer', batch), [
      ['batchReturned', { no: batch.no, count: 1 }],
      ['batchReturned', { no: batch.no, count: 2 }],
      ['batchPaid', { no: batch.no, success: 4 }],
    ])

    assert.ok(!(await Promise.all(openExceptions.map((row) => desk.get(row.id)))).some(({ answer }) => answer.includes('6217000011112222333')))
    const next = await bank.act.createPaidBatch(bank.nextPayees(3))
    const strangeResponses = [{ requestNo: 7 }, null, { requestNo: '\0', kind: 'success' }] as unknown as ChannelResponse[]
    let count = 0
    await bank.send({
      send: ({ requestNo, amount }) => {
        count++
        if (count === 1) return [...strangeResponses, { requestNo, kind: 'success', reference: '\ud800\0', amount: -1 } as unknown as ChannelResponse]
        return [{ ...paid(requestNo, amount), reference: `\0\ud800${'x'.repeat(100_000)}` } as ChannelResponse]
      },
    })
    assert.deepEqual((await bank.act.lines(next.id)).map((line) => line.state).sort(), ['sent', 'success', 'success'])
    assert.equal((await desk.findOnly('unreadable')).stops, 'none')
    await bank.queryLater((no) => [paid(no, lines[0]?.net ?? 0)])
    assert.deepEqual([(await bank.act.get(next.id)).state, await desk.open()], ['paid', []])
  })
})
