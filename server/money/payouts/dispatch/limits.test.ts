import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { addChannel, approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { atCentre, orderId, paymentScenario } from '#/server/money/payments/testing.ts'
import { channelsOf } from '#/server/money/payouts/channels/registry.ts'
import { claimQueuedLines } from '#/server/money/payouts/dispatch/claiming.ts'
import { sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { claimWithoutSending } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()
const anybody = (index: number): DemoPerson => ordinary[index % ordinary.length] as DemoPerson

describe('order and limits of a centre’s channels', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const channels = async () => (await server.must('platform', 'centres.get', { id: 2 })).channels
  const set = async (channelId: number, change: { isActive?: boolean; singleLimit?: string; dailyLimit?: string }) => {
    await proveAs(server, 'platform')
    const to = { channelId, name: `通道${channelId}`, isActive: true, isPaused: false, why: '限额调整', ...change }
    const answer = await server.call('platform', 'centres.setChannel', to)
    await approveChanges(server)
    return answer
  }
  const agree = (ids: readonly number[]) =>
    sql`update unit_setting_version version set channel_ids = ${[...ids]}::bigint[] from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(db())
  const usedBy = async (batchId: number) =>
    (
      await sql<{
        id: number
      }>`select distinct attempt.channel_id as id from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
      where line.batch_id = ${batchId}`.execute(db())
    ).rows.map((row) => row.id)
  let first = 0
  let second = 0

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    const more = await addChannel(server, { centreId: 2, name: '备用通道', kind: 'sandbox' })
    first = more.channels[0]?.id ?? 0
    second = more.channels[1]?.id ?? 0
    assert.ok(second > first)
  })
  beforeEach(async () => {
    await server.settle(2)
    for (const { id } of await channels()) assert.equal((await set(id, {})).code, 1)
    await agree([])
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('payments use the channels in the agreed order and skip closed ones', async () => {
    await agree([second, first])
    const batch = await act.paid([{ person: anybody(0), yuan: '120.00' }])
    await server.settle(1)
    assert.deepEqual(await usedBy(batch.id), [second])
    assert.equal((await set(second, { isActive: false })).code, 1)
    const next = await act.paid([{ person: anybody(1), yuan: '130.00' }])
    await server.settle(1)
    assert.deepEqual(await usedBy(next.id), [first])
  })

  test('a batch uses the next channel when one closes, and is refused when none is open', async () => {
    await agree([second])
    const batch = await act.payable([{ person: anybody(2), yuan: '140.00' }])
    assert.equal((await set(second, { isActive: false })).code, 1)
    const refused = await server.call('payer', 'payments.pay', act.payment(batch))
    assert.equal(refused.error, 'channelsClosed')
    assert.equal((await server.call('maker', 'payments.create', { orderId })).error, 'channelsClosed')
    assert.equal((await act.get(batch.id)).state, 'payable')
    await agree([second, first])
    await act.pay(await act.get(batch.id))
    await server.settle(1)
    assert.deepEqual([(await act.get(batch.id)).state, ...(await usedBy(batch.id))], ['paid', first])
  })

  test('a channel with payments under way cannot be closed', async () => {
    const batch = await act.paid([{ person: anybody(3), yuan: '150.00' }])
    assert.equal((await set(first, { isActive: false })).error, 'channelBusy')
    await server.settle(1)
    assert.equal((await act.get(batch.id)).state, 'paid')
    assert.equal((await set(first, { isActive: false })).code, 1)
  })

  test('a payment above the channel’s limit is held with a reason until the limit allows it', async () => {
    assert.equal((await set(first, { singleLimit: '0' })).error, 'limits')
    await set(first, { singleLimit: '200' })
    const before = await act.balance()
    const batch = await act.paid([
      { person: anybody(4), yuan: '150.00' },
      { person: anybody(5), yuan: '900.00' },
    ])
    await server.settle(2)
    const held = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.deepEqual(
      held.map((line) => [line.failCode, line.failReason]),
      [['channel_single', '超过通道单笔限额 ¥200.00']],
    )
    const requested = await sql<{ count: number }>`select count(*) as count from sandbox_payment where request_no = ${held[0]?.requestNo ?? ''}`.execute(db())
    assert.equal(requested.rows[0]?.count, 0)
    assert.deepEqual(
      (await server.must('payer', 'payouts.failures', { batchId: batch.id })).map((failure) => `${failure.reason} ${failure.owner} ${failure.count}`),
      ['limit centre 1'],
    )
    const ids = held.map((line) => line.id)
    await server.must('maker', 'payouts.retryHeld', { lineIds: ids })
    await server.settle(1)
    assert.equal((await act.lines(batch.id)).filter((line) => line.state === 'held').length, 1)
    await set(first, {})
    await server.must('maker', 'payouts.retryHeld', { lineIds: ids })
    await server.settle(1)
    const ended = await act.get(batch.id)
    assert.equal(ended.state, 'paid')
    assert.deepEqual(await act.balance(), { available: before.available - ended.cost, frozen: before.frozen })
  })

  test('a channel’s daily limit holds with several workers', async () => {
    server.advance(86_400_000)
    await set(first, { dailyLimit: '1000' })
    const owed = Array.from({ length: 12 }, (_, index) => ({ person: anybody(20 + index), yuan: '200.00' }))
    const batch = await act.paid(owed)
    const claims = await Promise.all([1, 2, 3].map(() => job().run('test', (ctx) => claimQueuedLines(ctx, first, 4, new Date(ctx.now.getTime() + 1)))))
    const claimed = claims.flatMap((claim) => claim.rows)
    assert.ok(claimed.reduce((sum, row) => sum + row.net_fen, 0) <= 100_000)
    await sendQueuedOrders(job(), channelsOf(job()))
    await server.settle(3)
    const sent = await sql<{ amount: number }>`select sum(amount_fen)::bigint as amount from sandbox_payment bank
      where exists (select from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
        where attempt.request_no = bank.request_no and line.batch_id = ${batch.id})`.execute(db())
    assert.ok((sent.rows[0]?.amount ?? 0) <= 100_000 && (sent.rows[0]?.amount ?? 0) > 80_000, String(sent.rows[0]?.amount))
    const held = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.ok(held.length >= 7 && held.every((line) => line.failCode === 'channel_daily'))
    server.advance(86_400_000)
    await server.must('maker', 'payouts.retryHeld', { lineIds: held.slice(0, 4).map((line) => line.id) })
    await server.settle(2)
    assert.equal((await act.lines(batch.id)).filter((line) => line.state === 'held').length, held.length - 4)
    await server.must('maker', 'payouts.cancelHeld', { lineIds: held.slice(4).map((line) => line.id) })
    assert.equal((await act.get(batch.id)).openCount, 0)
  })

  test('a paused channel sends nothing until it is resumed', async () => {
    const [channel] = await server.must('centre', 'payouts.console', {}, atCentre)
    assert.ok(channel)
    await server.must('centre', 'payouts.pause', { channelId: channel.channelId, paused: true, reason: '银行通知维护' }, atCentre)
    const batch = await act.paid([{ person: anybody(10), yuan: '88.00' }])
    await server.settle(2)
    assert.equal((await act.lines(batch.id))[0]?.state, 'queued')
    const [paused] = await server.must('centre', 'payouts.console', {}, atCentre)
    assert.deepEqual([paused?.isPaused, paused?.pausedReason, paused?.queued], [true, '银行通知维护', 1])
    const noted = await sql`select detail from audit_log where action = 'payouts.pause' and ref_id = ${String(channel.channelId)} order by seq`.execute(db())
    const logDetail = { centre: channel.centreName, paused: true, reason: '银行通知维护' }
    assert.partialDeepStrictEqual(noted.rows, [{ detail: logDetail }])
    const elsewhere = await server.call('centre', 'payouts.pause', { channelId: channel.channelId, paused: false, reason: '维护结束' }, { centre: 5, mode: 2 })
    assert.equal(elsewhere.error, 'channelNotFound')
    const accounts = await sql<{ name: string; balance: number }>`select centre.name, sum(-balance_fen)::bigint as balance
      from account join centre on centre.id = account.centre_id where account.kind = 'bank' group by 1`.execute(db())
    const balances = new Map(accounts.rows.map((row) => [row.name, row.balance]))
    const all = await server.must('platform', 'payouts.console', {})
    assert.ok(new Set(all.map((each) => each.centreName)).size > 1)
    for (const each of all) assert.equal(each.ledgerBalance, balances.get(each.centreName) ?? 0, each.centreName)
    await server.must('centre', 'payouts.pause', { channelId: channel.channelId, paused: false, reason: '维护结束' }, atCentre)
    await server.settle(1)
    assert.equal((await act.lines(batch.id))[0]?.state, 'success')
  })
})

describe('payee who becomes unpayable while a payment is queued', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let me: DemoPerson
  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const pause = (paused: boolean) => server.must('centre', 'payouts.pause', { channelId: 2, paused, reason: '等待核对' }, atCentre)
  const recalls = async () => {
    const queued = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'payouts.recall' returning data`.execute(db())
    for (const { data } of queued.rows) await server.job('payouts.recall', data)
  }
  const raise = () => server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
  const stateOf = async (batchId: number, name: string) => (await act.lines(batchId)).find((line) => line.name === name)

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    const { ordinary: people, specials } = demoPeople()
    me = [...people, ...Object.values(specials)].find((person) => person.id === 1001) as DemoPerson
    assert.ok(me)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('an objection recalls only the payee’s queued lines and their money, once', async () => {
    const before = await act.balance()
    await pause(true)
    const payee = anybody(40)
    const batch = await act.paid([
      { person: me, yuan: '210.00' },
      { person: payee, yuan: '220.00' },
    ])
    const { id } = await raise()
    await recalls()
    await server.job('payouts.recall', { operatorId: me.id, unitId: 1 })
    const lineState = await stateOf(batch.id, me.name)
    assert.deepEqual([lineState?.state, lineState?.failCode, lineState?.failReason !== ''], ['cancelled', 'recalled', true], 'with a reason')
    assert.equal((await stateOf(batch.id, payee.name))?.state, 'queued')
    const noted = await sql<{
      detail: { reason?: string }
    }>`select detail from audit_log where action = 'payouts.recall' and ref_id = ${String(batch.id)}`.execute(db())
    assert.equal(noted.rows.length, 1)
    await pause(false)
    await server.settle(2)
    const ended = await act.get(batch.id)
    assert.deepEqual([ended.state, ended.successCount, ended.failedCount], ['partial', 1, 1])
    assert.deepEqual(await act.balance(), { available: before.available - ended.successCost, frozen: before.frozen })
    // Recalled lines can be repeated once the objection is withdrawn.
    const blocked = await server.must('maker', 'payments.resend', act.target(ended))
    assert.equal((await server.must('maker', 'lines.list', { batchId: blocked.id })).rows[0]?.issues[0]?.code, 'E209')
    await server.must('maker', 'payments.cancel', { ...act.target(blocked), reason: '先等异议处理' })
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
    const again = await server.must('maker', 'payments.resend', act.target(await act.get(batch.id)))
    assert.equal(again.errorCount, 0)
    await act.pay(await act.audit(await act.check(await act.submit(again))))
    await server.settle(2)
    assert.equal((await act.get(again.id)).state, 'paid')
  })

  test('an unpayable line is not sent even before the recall job has run', async () => {
    const before = await act.balance()
    const batch = await act.paid([{ person: me, yuan: '230.00' }])
    const { id } = await raise()
    await server.job('payouts.dispatch')
    const line = await stateOf(batch.id, me.name)
    assert.deepEqual([line?.state, line?.failCode], ['cancelled', 'recalled'])
    assert.equal((await act.get(batch.id)).state, 'failed')
    assert.deepEqual(await act.balance(), before)
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('a sent line is never recalled', async () => {
    const batch = await act.paid([{ person: me, yuan: '240.00' }])
    await claimWithoutSending(job(), 100)
    const { id } = await raise()
    await recalls()
    assert.equal((await stateOf(batch.id, me.name))?.state, 'sent')
    server.advance(61_000)
    await server.settle(2)
    assert.equal((await act.get(batch.id)).state, 'paid')
    await server.must('operator', 'disputes.withdraw', { disputeId: id })
  })

  test('an objection during sending either recalls the line or comes too late', async () => {
    const before = await act.balance()
    let paid = 0
    for (let round = 0; round < 6; round++) {
      const batch = await act.paid([{ person: me, yuan: `${300 + round}.00` }])
      const [{ id }] = await Promise.all([raise(), sendQueuedOrders(job(), channelsOf(job())), server.job('payouts.recall', { operatorId: me.id, unitId: 1 })])
      await recalls()
      await server.settle(1)
      const line = await stateOf(batch.id, me.name)
      const requested = await sql<{ count: number }>`select count(*) as count from sandbox_payment where request_no = ${line?.requestNo ?? ''}`.execute(db())
      assert.ok(line?.state === 'success' || line?.state === 'cancelled', String(line?.state))
      assert.equal(requested.rows[0]?.count, line.state === 'success' ? 1 : 0)
      paid += (await act.get(batch.id)).successCost
      await server.must('operator', 'disputes.withdraw', { disputeId: id })
    }
    assert.deepEqual(await act.balance(), { available: before.available - paid, frozen: before.frozen })
  })

  test('freezing a payee recalls queued lines at every unit', async () => {
    await pause(true)
    const secondPayee = anybody(41)
    const batch = await act.paid([{ person: secondPayee, yuan: '250.00' }])
    await server.must('centre', 'operators.freeze', { operatorId: secondPayee.id, reason: '核实身份' }, atCentre)
    await recalls()
    assert.deepEqual([(await act.lines(batch.id))[0]?.failCode, (await act.get(batch.id)).state], ['recalled', 'failed'])
    await pause(false)
  })
})
