import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { addChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { lockDebts } from '#/server/money/payments/store-debts.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('one payment per debt across the batches that repeat it', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let secondChannel: number
  let failedTasksBefore: number
  const db = () => server.running.kernel.database.kysely
  const get = (id: number) => server.must('maker', 'payments.get', { id })
  const resend = async (id: number) => server.call('maker', 'payments.resend', bank.act.target(await get(id)))
  const resendBatch = async (id: number) => (await resend(id)).data ?? assert.fail('the batch was not sent again')
  const auditBatch = async (id: number) => bank.act.audit(await bank.act.check(await bank.act.submit(await get(id))))
  const payWithRefusal = async (batchId: number) => {
    await bank.act.pay(await auditBatch(batchId))
    await bank.send({ send: ({ requestNo }) => [replies.failed(requestNo)] })
    return bank.lineOf(batchId)
  }
  /** Makes a payment that the bank refuses, and a refused repeat of it. */
  const createRefusedPair = async () => {
    const first = await bank.sendOneLine((no) => [replies.failed(no)])
    const second = await resendBatch(first.id)
    await payWithRefusal(second.id)
    return { first, second }
  }
  const countFailedTasks = async () => (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === 'failed')?.count ?? 0
  const setChannels = (channelIds: readonly number[]) =>
    sql`update unit_setting_version version set channel_ids = ${[...channelIds]}::bigint[] from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(db())
  /** Returns the lines that paying or repeating a batch locks, so that no other step pays the same debts meanwhile. */
  const lockedLineIds = (id: number) =>
    runAndRollBack(server, async (ctx) => {
      await lockDebts(ctx, id)
      const rows = await ctx.rows<{ id: number }>`select id from payment_line where xmax = pg_current_xact_id()::xid order by id`
      return rows.map((row) => row.id)
    })
  const cancel = async (id: number) => server.must('maker', 'payments.cancel', { ...bank.act.target(await get(id)), reason: '银行已付' })

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
    const { channels } = await addChannel(server, { centreId: 2, name: '线下付款', kind: 'offline' })
    secondChannel = channels.find((channel) => channel.kind === 'offline')?.id ?? assert.fail('no second channel')
  })
  beforeEach(async () => {
    failedTasksBefore = await countFailedTasks()
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a late success and a payable repeat of the same debt block each other', async () => {
    const { first, second } = await createRefusedPair()
    const third = await auditBatch((await resendBatch(second.id)).id)
    await bank.sendUnsolicited(replies.paid(first.no, first.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['undone', 'unit', 'adjustment'])
    // The other channel works, but the open exception of the debt blocks the payment.
    await setChannels([secondChannel])
    const answeredBatch = await server.must('payer', 'payments.pay', bank.act.payment(await get(third.id)))
    await setChannels([])
    assert.equal(answeredBatch.state, 'fixing')
    const [line] = (await server.must('maker', 'lines.list', { batchId: third.id })).rows
    assert.deepEqual(
      line?.issues.filter(({ code }) => code.startsWith('E')).map(({ code, values }) => [code, values.problem, values.batch]),
      [['E215', 'doubtful', (await get(first.id)).no]],
    )
    await cancel(third.id)
    await desk.settle(await desk.get(lateSuccess.id), 'paid')
    assert.deepEqual([(await get(first.id)).state, await countFailedTasks()], ['paid', failedTasksBefore])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a queued repeat is recalled when an earlier payment is confirmed late', async () => {
    const { first, second } = await createRefusedPair()
    const third = await resendBatch(second.id)
    await setChannels([secondChannel])
    await bank.act.pay(await auditBatch(third.id))
    await setChannels([])
    const secondBatch = await bank.act.createPaidBatch(bank.nextPayees(1))
    await bank.sendOwn({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount), replies.paid(first.no, first.net)] })
    assert.equal(await bank.stateOf(secondBatch.id), 'success')
    assert.equal(await bank.stateOf(third.id), 'cancelled')
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['paid', 'undone', 'unit', 'adjustment'])
    await desk.settle(lateSuccess, 'paid')
    for (const id of [second.id, third.id]) assert.equal((await resend(id)).error, 'nothingToResend')
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a failed repeat is not resent while the first payment is in doubt or booked as paid', async () => {
    const { first, second } = await createRefusedPair()
    await bank.sendUnsolicited(replies.paid(first.no, first.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.equal((await resend(second.id)).error, 'exceptionOpen')
    const { waiting } = await server.must('maker', 'payments.resendable', { id: second.id })
    assert.equal(waiting, 1)
    await desk.settle(lateSuccess, 'paid')
    assert.equal((await resend(second.id)).error, 'nothingToResend')
    assert.equal((await get(second.id)).may.resend, undefined)
  })

  test('a failed repeat leaves pending work once the debt is paid, and is resent after a return', async () => {
    const { first, second } = await createRefusedPair()
    assert.equal(await countFailedTasks(), failedTasksBefore + 1)
    assert.deepEqual([await lockedLineIds(first.id), await lockedLineIds(second.id)], [[first.lineId], [first.lineId]])
    await bank.sendUnsolicited(replies.paid(first.no, first.net))
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    assert.deepEqual([(await get(first.id)).failedCount, (await get(second.id)).failedCount, await countFailedTasks()], [0, 1, failedTasksBefore])
    assert.deepEqual(await checkInvariants(db()), [])
    // After a return the debt is open again and is resent once.
    await bank.announceReturns(replies.back(first.no, first.net, `back-${first.no}`))
    assert.deepEqual([(await get(first.id)).returnedCount, await lockedLineIds(first.id)], [1, [first.lineId]])
    assert.equal((await resend(first.id)).error, 'nothingToResend')
    const third = await resendBatch(second.id)
    assert.equal(third.lineCount, 1)
    await cancel(third.id)
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a held line can be cancelled, but not retried while an earlier payment may have arrived', async () => {
    const { first, second } = await createRefusedPair()
    const third = await resendBatch(second.id)
    await bank.act.pay(await auditBatch(third.id))
    await bank.send({ send: ({ requestNo }) => [replies.held(requestNo)] })
    const { lineId } = await bank.lineOf(third.id)
    await bank.sendUnsolicited(replies.paid(first.no, first.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['undone', 'unit', 'adjustment'])
    assert.equal((await server.call('maker', 'payouts.retryHeld', { lineIds: [lineId] })).error, 'exceptionOpen')
    await server.must('maker', 'payouts.cancelHeld', { lineIds: [lineId] })
    await desk.settle(await desk.get(lateSuccess.id), 'paid')
    assert.equal((await get(first.id)).state, 'paid')
  })

  test('two batches with the same debt, paid concurrently, pay it once', async () => {
    const { second } = await createRefusedPair()
    const firstRepeat = await resendBatch(second.id)
    const lines = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId })).rows.map((line) => line.id)
    await server.must('maker', 'lines.exclude', { batchId: firstRepeat.id, lineIds: await lines(firstRepeat.id) })
    assert.equal(await countFailedTasks(), failedTasksBefore + 1, 'a line that was put aside leaves the debt to be dealt with')
    const secondRepeat = await resendBatch(second.id)
    await server.must('maker', 'lines.include', { batchId: firstRepeat.id, lineIds: await lines(firstRepeat.id) })
    const auditedRepeats = [await auditBatch(firstRepeat.id), await auditBatch(secondRepeat.id)]
    const answers = await Promise.all(auditedRepeats.map((batch) => server.must('payer', 'payments.pay', bank.act.payment(batch))))
    assert.deepEqual(answers.map((batch) => batch.state).sort(), ['fixing', 'paying'])
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    for (const { id, state } of answers) if (state === 'fixing') await cancel(id)
    assert.equal(await countFailedTasks(), failedTasksBefore)
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('the database refuses a second line of a debt under way', async () => {
    const { first, second } = await createRefusedPair()
    await bank.sendUnsolicited(replies.paid(first.no, first.net))
    const lateSuccess = await desk.findOnly('late_success')
    const { lineId } = await bank.lineOf(second.id)
    const openBothLines = db()
      .transaction()
      .execute(async (trx) => {
        await sql`update payout_exception set state = 'resolved', resolution = 'paid', resolved_at = now() where id = ${lateSuccess.id}`.execute(trx)
        for (const id of [first.lineId, lineId]) await sql`update payment_line set state = 'unknown' where id = ${id}`.execute(trx)
      })
    await assert.rejects(openBothLines, /another line of this debt/)
    await desk.settle(lateSuccess, 'paid')
  })
})
