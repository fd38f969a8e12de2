import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { addChannel, approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, orderId, paymentScenario } from '#/server/money/payments/testing.ts'
import { channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { claimQueuedLines } from '#/server/money/payouts/dispatch/claiming.ts'
import { sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { claimWithoutSending } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
const payeeAt = (index: number): DemoPerson => ordinary[index % ordinary.length] as DemoPerson

describe('order and limits of a centre’s channels', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const channels = async () => (await server.must('platform', 'centres.get', { id: 2 })).channels
  const setLimits = async (channelId: number, change: { isActive?: boolean; singleLimit?: string; dailyLimit?: string }) => {
    await proveAs(server, 'platform')
    const to = { channelId, name: `通道${channelId}`, isActive: true, isPaused: false, why: '限额调整', ...change }
    const answer = await server.call('platform', 'centres.setChannel', to)
    await approveChanges(server)
    return answer
  }
  const setUnitChannels = (ids: readonly number[]) =>
    sql`update unit_setting_version version set channel_ids = ${[...ids]}::bigint[] from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(db())
  const channelsUsedBy = async (batchId: number) =>
    (
      await sql<{
        id: number
      }>`select distinct attempt.channel_id as id from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
      where line.batch_id = ${batchId}`.execute(db())
    ).rows.map((row) => row.id)
  let firstChannelId = 0
  let secondChannelId = 0

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    const more = await addChannel(server, { centreId: 2, name: '备用通道', kind: 'sandbox' })
    firstChannelId = more.channels[0]?.id ?? 0
    secondChannelId = more.channels[1]?.id ?? 0
    assert.ok(secondChannelId > firstChannelId)
  })
  beforeEach(async () => {
    await server.settle(2)
    for (const { id } of await channels()) assert.equal((await setLimits(id, {})).code, 1)
    await setUnitChannels([])
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('payments use the channels in the agreed order and skip closed ones', async () => {
    await setUnitChannels([secondChannelId, firstChannelId])
    const batch = await act.createPaidBatch([{ person: payeeAt(0), yuan: '120.00' }])
    await server.settle(1)
    assert.deepEqual(await channelsUsedBy(batch.id), [secondChannelId])
    assert.equal((await setLimits(secondChannelId, { isActive: false })).code, 1)
    const next = await act.createPaidBatch([{ person: payeeAt(1), yuan: '130.00' }])
    await server.settle(1)
    assert.deepEqual(await channelsUsedBy(next.id), [firstChannelId])
  })

  test('a batch uses the next channel when one closes, and is refused when none is open', async () => {
    await setUnitChannels([secondChannelId])
    const batch = await act.createPayableBatch([{ person: payeeAt(2), yuan: '140.00' }])
    assert.equal((await setLimits(secondChannelId, { isActive: false })).code, 1)
    const refusal = await server.call('payer', 'payments.pay', act.payment(batch))
    assert.equal(refusal.error, 'channelsClosed')
    assert.equal((await server.call('maker', 'payments.create', { orderId })).error, 'channelsClosed')
    assert.equal((await act.get(batch.id)).state, 'payable')
    await setUnitChannels([secondChannelId, firstChannelId])
    await act.pay(await act.get(batch.id))
    await server.settle(1)
    assert.deepEqual([(await act.get(batch.id)).state, ...(await channelsUsedBy(batch.id))], ['paid', firstChannelId])
  })

  test('a channel with payments under way cannot be closed', async () => {
    const batch = await act.createPaidBatch([{ person: payeeAt(3), yuan: '150.00' }])
    assert.equal((await setLimits(firstChannelId, { isActive: false })).error, 'channelBusy')
    await server.settle(1)
    assert.equal((await act.get(batch.id)).state, 'paid')
    assert.equal((await setLimits(firstChannelId, { isActive: false })).code, 1)
  })

  test('a payment above the channel’s limit is held with a reason until the limit allows it', async () => {
    assert.equal((await setLimits(firstChannelId, { singleLimit: '0' })).error, 'limits')
    await setLimits(firstChannelId, { singleLimit: '200' })
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch([
      { person: payeeAt(4), yuan: '150.00' },
      { person: payeeAt(5), yuan: '900.00' },
    ])
    await server.settle(2)
    const heldLines = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.deepEqual(
      heldLines.map((line) => [line.failCode, line.failReason]),
      [['channel_single', '超过通道单笔限额 ¥200.00']],
    )
    const bankOrders = await sql<{ count: number }>`select count(*) as count from sandbox_payment where request_no = ${heldLines[0]?.requestNo ?? ''}`.execute(
      db(),
    )
    assert.equal(bankOrders.rows[0]?.count, 0)
    assert.deepEqual(
      (await server.must('payer', 'payouts.failures', { batchId: batch.id })).map((failure) => `${failure.reason} ${failure.owner} ${failure.count}`),
      ['limit centre 1'],
    )
    const ids = heldLines.map((line) => line.id)
    await server.must('maker', 'payouts.retryHeld', { lineIds: ids })
    await server.settle(1)
    assert.equal((await act.lines(batch.id)).filter((line) => line.state === 'held').length, 1)
    await setLimits(firstChannelId, {})
    await server.must('maker', 'payouts.retryHeld', { lineIds: ids })
    await server.settle(1)
    const endedBatch = await act.get(batch.id)
    assert.equal(endedBatch.state, 'paid')
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - endedBatch.cost, frozen: balanceBefore.frozen })
  })

  test('a channel’s daily limit holds with several workers', async () => {
    server.advance(86_400_000)
    await setLimits(firstChannelId, { dailyLimit: '1000' })
    const plannedPayments = Array.from({ length: 12 }, (_, index) => ({ person: payeeAt(20 + index), yuan: '200.00' }))
    const batch = await act.createPaidBatch(plannedPayments)
    const claims = await Promise.all([1, 2, 3].map(() => job().run('test', (ctx) => claimQueuedLines(ctx, firstChannelId, 4, new Date(ctx.now.getTime() + 1)))))
    const claimedRows = claims.flatMap((claim) => claim.rows)
    assert.ok(claimedRows.reduce((sum, row) => sum + row.net_fen, 0) <= 100_000)
    await sendQueuedOrders(job(), channelOpener(job()))
    await server.settle(3)
    const sentTotal = await sql<{ amount: number }>`select sum(amount_fen)::bigint as amount from sandbox_payment bank
      where exists (select from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
        where attempt.request_no = bank.request_no and line.batch_id = ${batch.id})`.execute(db())
    assert.ok((sentTotal.rows[0]?.amount ?? 0) <= 100_000 && (sentTotal.rows[0]?.amount ?? 0) > 80_000, String(sentTotal.rows[0]?.amount))
    const heldLines = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.ok(heldLines.length >= 7 && heldLines.every((line) => line.failCode === 'channel_daily'))
    server.advance(86_400_000)
    await server.must('maker', 'payouts.retryHeld', { lineIds: heldLines.slice(0, 4).map((line) => line.id) })
    await server.settle(2)
    assert.equal((await act.lines(batch.id)).filter((line) => line.state === 'held').length, heldLines.length - 4)
    await server.must('maker', 'payouts.cancelHeld', { lineIds: heldLines.slice(4).map((line) => line.id) })
    assert.equal((await act.get(batch.id)).openCount, 0)
  })

  test('a paused channel sends nothing until another person with the right resumes it', async () => {
    const [channel] = await server.must('centre', 'payouts.console', {}, atCentre)
    assert.ok(channel)
    await server.must('centre', 'payouts.pause', { channelId: channel.channelId, paused: true, reason: '银行通知维护' }, atCentre)
    const batch = await act.createPaidBatch([{ person: payeeAt(10), yuan: '88.00' }])
    await server.settle(2)
    assert.equal((await act.lines(batch.id))[0]?.state, 'queued')
    const [paused] = await server.must('centre', 'payouts.console', {}, atCentre)
    assert.deepEqual([paused?.isPaused, paused?.pausedReason, paused?.queued], [true, '银行通知维护', 1])
    const auditRows = await sql`select detail from audit_log where action = 'payouts.pause' and ref_id = ${String(channel.channelId)} order by seq`.execute(
      db(),
    )
    const logDetail = { centre: channel.centreName, paused: true, reason: '银行通知维护' }
    assert.partialDeepStrictEqual(auditRows.rows, [{ detail: logDetail }])
    const answerElsewhere = await server.call(
      'centre',
      'payouts.pause',
      { channelId: channel.channelId, paused: false, reason: '维护结束' },
      { centre: 5, mode: 2 },
    )
    assert.equal(answerElsewhere.error, 'channelNotFound')
    const resume = { channelId: channel.channelId, paused: false, reason: '维护结束' }
    assert.equal((await server.call('centre', 'payouts.pause', resume, atCentre)).error, 'ownPause')
    await server.must('platform', 'payouts.pause', resume)
    await server.settle(1)
    assert.equal((await act.lines(batch.id))[0]?.state, 'success')
  })

  test('the console shows the ledger balance of each channel’s centre', async () => {
    const accounts = await sql<{ name: string; balance: number }>`select centre.name, sum(-balance_fen)::bigint as balance
      from account join centre on centre.id = account.centre_id where account.kind = 'bank' group by 1`.execute(db())
    const balances = new Map(accounts.rows.map((row) => [row.name, row.balance]))
    const allChannels = await server.must('platform', 'payouts.console', {})
    assert.ok(new Set(allChannels.map((each) => each.centreName)).size > 1)
    for (const each of allChannels) assert.equal(each.ledgerBalance, balances.get(each.centreName) ?? 0, each.centreName)
  })
})

describe('payee who becomes unpayable while a payment is queued', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let caller: DemoPerson
  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const setPaused = (paused: boolean) =>
    server.must(paused ? 'centre' : 'platform', 'payouts.pause', { channelId: 2, paused, reason: '等待核对' }, paused ? atCentre : {})
  const runRecalls = async () => {
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'payouts.recall' returning data`.execute(db())
    for (const { data } of queuedJobs.rows) await server.job('payouts.recall', data)
  }
  const raiseDispute = () => server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
  const stateOf = async (batchId: number, name: string) => (await act.lines(batchId)).find((line) => line.name === name)

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    const { ordinary: people, specials } = demoPeople()
    caller = [...people, ...Object.values(specials)].find((person) => person.id === 1001) as DemoPerson
    assert.ok(caller)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('an objection recalls the payee’s lines once, and they can be resent after its withdrawal', async () => {
    const balanceBefore = await act.balance()
    await setPaused(true)
    const payee = payeeAt(40)
    const batch = await act.createPaidBatch([
      { person: caller, yuan: '210.00' },
      { person: payee, yuan: '220.00' },
    ])
    const { id } = await raiseDispute()
    await runRecalls()
    await server.job('payouts.recall', { operatorId: caller.id, unitId: 1 })
    const lineState = await stateOf(batch.id, caller.name)
    assert.deepEqual([lineState?.state, lineState?.failCode, lineState?.failReason !== ''], ['cancelled', 'recalled', true], 'with a reason')
    assert.equal((await stateOf(batch.id, payee.name))?.state, 'queued')
    const auditRows = await sql<{
      detail: { reason?: string }
    }>`select detail from audit_log where action = 'payouts.recall' and ref_id = ${String(batch.id)}`.execute(db())
    assert.equal(auditRows.rows.length, 1)
    await setPaused(false)
    await server.settle(2)
    const endedBatch = await act.get(batch.id)
    assert.deepEqual([endedBatch.state, endedBatch.successCount, endedBatch.failedCount], ['partial', 1, 1])
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - endedBatch.successCost, frozen: balanceBefore.frozen })
    // Recalled lines can be repeated once the objection is withdrawn.
    const blockedBatch = await server.must('maker', 'payments.resend', act.target(endedBatch))
    assert.equal((await server.must('maker', 'lines.list', { batchId: blockedBatch.id })).rows[0]?.issues[0]?.code, 'E209')
    await server.must('maker', 'payments.cancel', { ...act.target(blockedBatch), reason: '先等异议处理' })
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
    const resentBatch = await server.must('maker', 'payments.resend', act.target(await act.get(batch.id)))
    assert.equal(resentBatch.errorCount, 0)
    await act.pay(await act.audit(await act.check(await act.submit(resentBatch))))
    await server.settle(2)
    assert.equal((await act.get(resentBatch.id)).state, 'paid')
  })

  test('an unpayable line is not sent even before the recall job has run', async () => {
    const balanceBefore = await act.balance()
    const batch = await act.createPaidBatch([{ person: caller, yuan: '230.00' }])
    const { id } = await raiseDispute()
    await server.job('payouts.dispatch')
    const line = await stateOf(batch.id, caller.name)
    assert.deepEqual([line?.state, line?.failCode], ['cancelled', 'recalled'])
    assert.equal((await act.get(batch.id)).state, 'failed')
    assert.deepEqual(await act.balance(), balanceBefore)
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('a sent line is not recalled', async () => {
    const batch = await act.createPaidBatch([{ person: caller, yuan: '240.00' }])
    await claimWithoutSending(job(), 100)
    const { id } = await raiseDispute()
    await runRecalls()
    assert.equal((await stateOf(batch.id, caller.name))?.state, 'sent')
    server.advance(61_000)
    await server.settle(2)
    assert.equal((await act.get(batch.id)).state, 'paid')
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('an objection during sending either recalls the line or leaves it paid', async () => {
    const balanceBefore = await act.balance()
    let paidTotal = 0
    for (let round = 0; round < 6; round++) {
      const batch = await act.createPaidBatch([{ person: caller, yuan: `${300 + round}.00` }])
      const [{ id }] = await Promise.all([
        raiseDispute(),
        sendQueuedOrders(job(), channelOpener(job())),
        server.job('payouts.recall', { operatorId: caller.id, unitId: 1 }),
      ])
      await runRecalls()
      await server.settle(1)
      const line = await stateOf(batch.id, caller.name)
      const bankOrders = await sql<{ count: number }>`select count(*) as count from sandbox_payment where request_no = ${line?.requestNo ?? ''}`.execute(db())
      assert.ok(line?.state === 'success' || line?.state === 'cancelled', String(line?.state))
      assert.equal(bankOrders.rows[0]?.count, line.state === 'success' ? 1 : 0)
      paidTotal += (await act.get(batch.id)).successCost
      await server.must('operator', 'disputes.withdraw', { disputeId: id })
    }
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - paidTotal, frozen: balanceBefore.frozen })
  })

  test('freezing a payee recalls the payee’s queued line', async () => {
    await setPaused(true)
    const secondPayee = payeeAt(41)
    const batch = await act.createPaidBatch([{ person: secondPayee, yuan: '250.00' }])
    await server.must('centre', 'operators.freeze', { operatorId: secondPayee.id, reason: '核实身份' }, atCentre)
    await runRecalls()
    assert.deepEqual([(await act.lines(batch.id))[0]?.failCode, (await act.get(batch.id)).state], ['recalled', 'failed'])
    await setPaused(false)
  })
})
