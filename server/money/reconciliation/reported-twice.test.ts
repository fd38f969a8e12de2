import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import { bankScenario, exceptionScenario, payoutChannelId, replies } from '#/server/money/payouts/testing.ts'
import { channelFile, type PaidOrder, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('one bank movement reported by reconciliation and by the channel', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let recon: ReturnType<typeof reconciliationScenario>
  const db = () => server.running.kernel.database.kysely
  /** Returns the bank balance of centre 2. A channel's unknown payments are booked in another mode than its batches. */
  const bankBalance = async () => {
    const { rows } = await sql<{ fen: number }>`select sum(balance_fen)::bigint as fen from account where centre_id = 2 and kind = 'bank'`.execute(db())
    return rows[0]?.fen ?? 0
  }
  /** Reports these orders in the channel's file of a day. Returns their differences in the given order. */
  const reportOrders = async (day: string, orders: readonly PaidOrder[], states: readonly string[] = []) => {
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    await recon.importStatement(payoutChannelId, 'channel', channelFile(day, orders, states))
    const items = await recon.items((await recon.day(day)).id)
    return Promise.all(
      orders.map(({ requestNo }) => recon.item(items.find(({ key }) => key === requestNo)?.id ?? assert.fail(`no difference of ${requestNo}`))),
    )
  }
  const propose = (item: { id: number; version: number }, treatment: 'hang' | 'book') => {
    const dueOn = shiftDay(dayOf(server.running.kernel.clock.now()), 10)
    return server.call('finance', 'reconciliation.propose', { ...recon.target(item), treatment, reason: '待通道说明', dueOn }, atCentre)
  }
  const approveTreatment = async (item: { id: number; version: number }, treatment: 'hang' | 'book') => {
    const { data } = await propose(item, treatment)
    await server.must('centre', 'reconciliation.decide', { ...recon.target(data ?? assert.fail(treatment)), approve: true }, atCentre)
  }
  const answerPaid = (no: string, amount: number) => bank.job().run('test', (ctx) => applyResponses(ctx, payoutChannelId, [replies.paid(no, amount)], 'notify'))
  const today = () => dayOf(server.running.kernel.clock.now())
  const order = (requestNo: string, amount: number): PaidOrder => ({ requestNo, serial: `S${requestNo}`, amount: fen(amount) })

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
    recon = reconciliationScenario(server)
    server.advance(dayMs)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a late success does not repeat the exception that its difference already caused', async () => {
    const balanceBefore = await bankBalance()
    const line = await bank.sendOneLine((no) => [replies.failed(no)])
    const [item] = await reportOrders(today(), [order(line.no, line.net)])
    assert.ok(item)
    assert.deepEqual(item.treatments, ['return'])
    for (const treatment of ['hang', 'book'] as const) assert.equal((await propose(item, treatment)).error, 'orderUndecided', treatment)
    await server.must('finance', 'reconciliation.toException', recon.target(item), atCentre)
    assert.equal((await bankBalance()) - balanceBefore, line.net)
    await answerPaid(line.no, line.net)
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    assert.deepEqual([await bank.stateOf(line.id), (await bankBalance()) - balanceBefore], ['success', line.net])
    await server.job('reconciliation.follow')
    assert.equal((await recon.item(item.id)).state, 'settled')
  })

  test('a late success that is an exception already cannot become a second one in reconciliation', async () => {
    const line = await bank.sendOneLine((no) => [replies.failed(no)])
    await answerPaid(line.no, line.net)
    const balanceBefore = await bankBalance()
    const [item] = await reportOrders(today(), [order(line.no, line.net)])
    assert.ok(item)
    assert.equal(item.state, 'exception')
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    assert.equal(await bankBalance(), balanceBefore)
  })

  for (const treatment of ['hang', 'book'] as const)
    test(`a payment ${treatment === 'book' ? 'booked' : 'in suspense'} is not booked again`, async () => {
      const no = `NOBODY-${treatment}`
      const [item] = await reportOrders(today(), [order(no, 4200)])
      assert.ok(item)
      const balanceBefore = await bankBalance()
      await approveTreatment(item, treatment)
      assert.equal((await bankBalance()) - balanceBefore, 4200)
      await answerPaid(no, 4200)
      assert.equal((await bankBalance()) - balanceBefore, 4200)
      assert.deepEqual(await desk.open(), [])
    })

  test('an unknown payment that became an exception gets no second one from a channel report', async () => {
    const [item] = await reportOrders(today(), [order('NOBODY-3', 4300)])
    assert.ok(item)
    await server.must('finance', 'reconciliation.toException', recon.target(item), atCentre)
    const balanceBefore = await bankBalance()
    await answerPaid('NOBODY-3', 4300)
    assert.equal(await bankBalance(), balanceBefore)
    await desk.settle(await desk.findOnly('unknown_number'), 'adjustment')
  })

  test('a second row for an order with a decided difference opens a difference of the remainder', async () => {
    const day = today()
    const no = 'NOBODY-5'
    const [item] = await reportOrders(day, [order(no, 4500)])
    await approveTreatment(item ?? assert.fail(), 'book')
    await recon.importStatement(payoutChannelId, 'channel', channelFile(day, [{ ...order(no, 440), serial: 'S-AGAIN' }]))
    const parts = (await recon.items((await recon.day(day)).id)).filter(({ key }) => key === no)
    assert.deepEqual(parts.map(({ state, ours, theirs }) => [state, ours, theirs]).sort(), [
      ['open', 0, 440],
      ['settled', 0, 4500],
    ])
    const rest = parts.find(({ state }) => state === 'open') ?? assert.fail()
    assert.deepEqual([rest.kind, rest.stops], ['long', false])
    const { ours, theirs } = await recon.day(day)
    assert.equal(
      ours.amount - theirs.amount,
      (await recon.items((await recon.day(day)).id)).reduce((sum, { side, difference }) => sum + (side === 'channel' ? difference : 0), 0),
    )
    const balanceBefore = await bankBalance()
    await approveTreatment(await recon.item(rest.id), 'book')
    assert.equal((await bankBalance()) - balanceBefore, 440)
    await answerPaid(no, 440)
    assert.equal((await bankBalance()) - balanceBefore, 440, 'a notice of the rest books nothing')
    assert.deepEqual(await desk.open(), [])
  })

  test('a remainder that the channel has already reported is not booked again', async () => {
    const day = today()
    const no = 'NOBODY-8'
    const [item] = await reportOrders(day, [order(no, 4800)])
    await approveTreatment(item ?? assert.fail(), 'book')
    const balanceBefore = await bankBalance()
    await answerPaid(no, 480)
    assert.equal((await bankBalance()) - balanceBefore, 480)
    await recon.importStatement(payoutChannelId, 'channel', channelFile(day, [{ ...order(no, 480), serial: 'S-LATE' }]))
    const rest = (await recon.items((await recon.day(day)).id)).find(({ key, theirs }) => key === no && theirs === 480) ?? assert.fail()
    assert.equal(rest.state, 'exception')
    await desk.settle(await desk.findOnly('unknown_number'), 'adjustment')
    await server.job('reconciliation.follow')
    assert.deepEqual([(await recon.item(rest.id)).state, (await bankBalance()) - balanceBefore], ['settled', 480])
  })

  test('a row received during a pending proposal is a separate difference until its rejection', async () => {
    const day = today()
    const no = 'NOBODY-6'
    const [item] = await reportOrders(day, [order(no, 4600)])
    const { data } = await propose(item ?? assert.fail(), 'book')
    await recon.importStatement(payoutChannelId, 'channel', channelFile(day, [{ ...order(no, 46), serial: 'S-WAITING' }]))
    const partsOf = async () =>
      (await recon.items((await recon.day(day)).id)).filter(({ key }) => key === no).map(({ state, difference }) => [state, difference])
    assert.deepEqual((await partsOf()).sort(), [
      ['open', -46],
      ['proposed', -4600],
    ])
    await server.must('centre', 'reconciliation.decide', { ...recon.target(data ?? assert.fail()), approve: false, reason: '金额有误' }, atCentre)
    await recon.importStatement(payoutChannelId, 'channel', channelFile(day, [order('NOBODY-7', 100)]))
    assert.deepEqual((await partsOf()).sort(), [
      ['open', -4646],
      ['settled', 0],
    ])
  })

  test('a proposal cannot be approved once the channel has reported the same movement', async () => {
    const [item] = await reportOrders(today(), [order('NOBODY-4', 4400)])
    const { data } = await propose(item ?? assert.fail(), 'book')
    await answerPaid('NOBODY-4', 4400)
    const target = { ...recon.target(data ?? assert.fail()), approve: true }
    assert.equal((await server.call('centre', 'reconciliation.decide', target, atCentre)).error, 'orderUndecided')
    await desk.settle(await desk.findOnly('unknown_number'), 'adjustment')
  })

  test('a return notice does not book again what its difference already moved to suspense', async () => {
    const line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    const balanceBefore = await bankBalance()
    const paid = order(line.no, line.net)
    const [found] = await reportOrders(today(), [paid, { ...paid, serial: 'S-BACK' }], ['成功', '退回'])
    const item = found ?? assert.fail()
    assert.deepEqual([item.state, item.direction, item.theirs], ['open', 'in', -line.net])
    const { exceptionId } = await server.must('finance', 'reconciliation.toException', recon.target(item), atCentre)
    assert.equal((await bankBalance()) - balanceBefore, -line.net)
    await bank.announceReturns(replies.back(line.no, line.net, 'N-FIRST'))
    assert.deepEqual([await bank.stateOf(line.id), (await bankBalance()) - balanceBefore, await desk.open()], ['returned', -line.net, []])
    const { state, resolution } = await desk.get(exceptionId ?? assert.fail())
    assert.deepEqual([state, resolution], ['resolved', 'returned'])
    await server.job('reconciliation.follow')
    assert.equal((await recon.item(item.id)).state, 'settled')
    await bank.announceReturns(replies.back(line.no, line.net, 'N-SECOND'))
    await desk.settle(await desk.findOnly('second_return'), 'undone')
  })

  for (const resolution of ['returned', 'unit'] as const)
    test(`the notice of a return that people resolved as ${resolution} books nothing more`, async () => {
      const line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
      const balanceBefore = await bankBalance()
      const paid = order(line.no, line.net)
      const [found] = await reportOrders(today(), [paid, { ...paid, serial: `S-${line.no}` }], ['成功', '退回'])
      const { exceptionId } = await server.must('finance', 'reconciliation.toException', recon.target(found ?? assert.fail()), atCentre)
      await desk.settle(await desk.findOnly('stray_return'), resolution)
      const facts = async () => [await bank.stateOf(line.id), (await bankBalance()) - balanceBefore]
      const resolvedFacts = await facts()
      assert.deepEqual(resolvedFacts, [resolution === 'returned' ? 'returned' : 'success', -line.net])
      assert.deepEqual(await bank.announceReturns(replies.back(line.no, line.net, `N1-${line.no}`)), [`N1-${line.no}`])
      assert.deepEqual([await facts(), await desk.open()], [resolvedFacts, []])
      assert.equal((await desk.get(exceptionId ?? assert.fail())).steps.at(-1)?.kind, 'heard')
      if (resolution === 'unit') return
      await bank.announceReturns(replies.back(line.no, line.net, `N2-${line.no}`))
      await desk.settle(await desk.findOnly('second_return'), 'undone')
    })

  test('the notice of a return that people resolved as a contradiction is no second return', async () => {
    const line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    await bank.sendUnsolicited(replies.failed(line.no))
    await desk.settle(await desk.findOnly('contradiction'), 'returned')
    const balanceBefore = await bankBalance()
    await bank.announceReturns(replies.back(line.no, line.net, `N1-${line.no}`))
    assert.deepEqual([await bank.stateOf(line.id), (await bankBalance()) - balanceBefore, await desk.open()], ['returned', 0, []])
  })

  test('two people end the late listing of a payment whose denial was undone, without a booking', async () => {
    const line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    const balanceBefore = await bankBalance()
    const [denied] = await reportOrders(today(), [order(line.no, line.net)], ['失败'])
    await server.must('finance', 'reconciliation.toException', recon.target(denied ?? assert.fail()), atCentre)
    await desk.settle(await desk.findOnly('contradiction'), 'undone')
    const [listed] = await reportOrders(today(), [{ ...order(line.no, line.net), serial: `S-LATER-${line.no}` }])
    const item = listed ?? assert.fail()
    assert.deepEqual([item.state, item.difference, item.treatments], ['open', -line.net, ['return']])
    const reason = '与原付款为同一笔'
    const proposed = await server.must('finance', 'reconciliation.propose', { ...recon.target(item), treatment: 'return', reason }, atCentre)
    const ended = await server.must('centre', 'reconciliation.decide', { ...recon.target(proposed), approve: true }, atCentre)
    assert.deepEqual([ended.state, ended.ending, (await bankBalance()) - balanceBefore], ['settled', 'return', 0])
  })

  test('a payment that our books have on the next day does not become an exception', async () => {
    const day = today()
    server.advance(dayMs)
    const line = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    const [found] = await reportOrders(day, [order(line.no, line.net)])
    const item = found ?? assert.fail()
    assert.deepEqual([item.state, item.ours, item.theirs], ['open', 0, line.net])
    const refusal = await server.call('finance', 'reconciliation.toException', recon.target(item), atCentre)
    assert.deepEqual([refusal.error, await desk.open()], ['bookedOtherDay', []])
    assert.ok(refusal.message.includes(line.no))
    await recon.importStatement(payoutChannelId, 'channel', channelFile(shiftDay(day, 1), [order('NOBODY-9', 100)]))
    const settledItem = await recon.item(item.id)
    assert.deepEqual([settledItem.state, settledItem.ending], ['settled', 'timing'])
  })

  test('a difference stays open unless a resolved exception explains its amount and direction', async () => {
    const denied = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
    await bank.sendUnsolicited(replies.failed(denied.no))
    await desk.settle(await desk.findOnly('contradiction'), 'returned')
    const [unpaid] = await reportOrders(today(), [order(denied.no, denied.net)], ['失败'])
    assert.deepEqual([unpaid?.state, unpaid?.ending], ['settled', 'exception'])
    const late = await bank.sendOneLine((no) => [replies.failed(no)])
    await answerPaid(late.no, late.net)
    await desk.settle(await desk.findOnly('late_success'), 'paid')
    // The bank pays the order that it had denied, and the payee is paid twice.
    const [paidAgain] = await reportOrders(today(), [order(denied.no, denied.net)])
    assert.deepEqual([paidAgain?.state, paidAgain?.ours, paidAgain?.theirs], ['open', 0, denied.net])
    await server.must('finance', 'reconciliation.toException', recon.target(paidAgain ?? assert.fail()), atCentre)
    await desk.settle(await desk.findOnly('late_success'), 'adjustment')
    await bank.announceReturns(replies.back(late.no, late.net, 'N-LATE'))
    assert.equal(await bank.stateOf(late.id), 'returned')
    const [returned] = await reportOrders(today(), [order(late.no, late.net - 10)], ['退回'])
    assert.deepEqual([returned?.state, returned?.kind, returned?.stops], ['open', 'amount', true])
  })
})
