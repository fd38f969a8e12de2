import assert from 'node:assert/strict'
import { createHmac, randomBytes, sign } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { addChannel, setChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { type BankOrder, freePort, type SimulatedBank, type SimulatedMerchant, settingsFor, startBank } from '#/server/money/payouts/channels/http-testing.ts'
import { channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { importReturns, queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { exceptionScenario } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('channel over HTTP', () => {
  let server: TestServer
  let bank: SimulatedBank
  let merchant: SimulatedMerchant
  let act: ReturnType<typeof paymentScenario>
  let siteUrl = ''
  let channelId = 0
  const logLines: string[] = []
  const people = demoPeople().ordinary
  let next = 0

  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const createOpener = () => channelOpener(job())
  const nextPayments = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ person: people[next++ % people.length] ?? assert.fail(), yuan: `${100 + at}.00` }))
  const addMerchantChannel = async (of: SimulatedMerchant, more: Record<string, string> = {}) => {
    const settings = { ...settingsFor(bank, of), ...more }
    const centre = await addChannel(server, { centreId: 2, name: `模拟银行 ${of.merchantNo}`, kind: 'http', settings })
    return centre.channels.at(-1)?.id ?? assert.fail()
  }
  const setUnitChannel = (id: number) => sql`update unit_setting_version set channel_ids = array[${id}::bigint] where setting_id = 12`.execute(db())
  /** Runs the server's background work until the batch has ended or nothing changes. */
  const runUntilDone = async (batchId: number, rounds = 8) => {
    for (let round = 0; round < rounds; round++) {
      await sendQueuedOrders(job(), createOpener())
      await queryDueOrders(job(), createOpener())
      await importReturns(job(), createOpener())
      if ((await act.get(batchId)).openCount === 0) return
      await sleep(150)
      server.advance(61_000)
    }
  }
  /** Polls for an event from the other process. */
  const waitUntil = async (what: string, holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 200; tries++) {
      if (await holds()) return
      await sleep(50)
    }
    assert.fail(`it never came: ${what}`)
  }
  const statesOf = async (batchId: number) => Object.fromEntries((await act.lines(batchId)).map((line) => [line.requestNo ?? '', line.state]))
  const ordersOf = async (batchId: number): Promise<Map<string, BankOrder>> => {
    const requestNos = new Set(Object.keys(await statesOf(batchId)))
    return new Map((await bank.book()).filter(({ requestNo }) => requestNos.has(requestNo)).map((order) => [order.requestNo, order]))
  }
  /** Asserts that the bank paid each line at most once, with our amount, and nothing unknown to us. */
  const expectSameOrders = async (batchId: number) => {
    const bankOrders = await ordersOf(batchId)
    for (const line of await act.lines(batchId)) {
      const order = bankOrders.get(line.requestNo ?? '')
      assert.ok((order?.executed ?? 0) <= 1, `${line.requestNo} was paid ${order?.executed} times`)
      if (line.state === 'success') assert.deepEqual([order?.paid, order?.status], [line.net, 'SUCCESS'], line.requestNo ?? '')
      if (line.state === 'returned') assert.equal(order?.status, 'RETURNED')
      if (line.state === 'failed') assert.equal(order?.executed ?? 0, 0, line.requestNo ?? '')
    }
  }

  before(async () => {
    const port = await freePort()
    siteUrl = `http://127.0.0.1:${port}`
    bank = await startBank()
    merchant = await bank.merchant('M1001')
    const note = (fields: object, message: string) => void logLines.push(`${message} ${JSON.stringify(fields)}`)
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.0/8', SITE_URL: siteUrl }, log: { info: note, warn: note, error: note } })
    await server.running.server.listen({ host: '127.0.0.1', port })
    act = paymentScenario(server)
    channelId = await addMerchantChannel(merchant)
    await setUnitChannel(channelId)
  })
  after(async () => {
    await server?.close()
    await bank?.stop()
  })

  test('under sixteen kinds of bank faults no line is paid twice or with a wrong amount', async () => {
    const recipes = [
      'wrongName',
      'slow',
      'lost',
      'later',
      'doneThen500',
      'doneThenCut',
      'duplicateNotice',
      'noticeOnly',
      'forgedNotice',
      'unsigned',
      'busy',
      'redirect',
      'huge',
      'limit',
      'returning',
      'returnFirst',
    ]
    const plannedPayments = nextPayments(people.length)
    await bank.tell({ slowMs: 1500, recipes: Object.fromEntries(recipes.map((recipe, at) => [plannedPayments[at]?.person.cardNo, recipe])) })
    const batch = await act.createPaidBatch(plannedPayments)
    await runUntilDone(batch.id)
    await bank.tell({ runLateEvents: true })
    await waitUntil(
      'results that are only reported',
      async () => (await db().selectFrom('channel_notice').select('id').where('applied_at', 'is', null).execute()).length > 0,
    )
    await runUntilDone(batch.id)
    const heldLines = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.equal(heldLines.length, 1, JSON.stringify(heldLines.map(({ name, failReason }) => [name, failReason])))
    await server.must('maker', 'payouts.retryHeld', { lineIds: heldLines.map((line) => line.id) })
    await runUntilDone(batch.id)
    await waitUntil('the returns', async () => {
      await importReturns(job(), createOpener())
      return Object.values(await statesOf(batch.id)).filter((state) => state === 'returned').length === 2
    })
    const bankOrders = await ordersOf(batch.id)
    const states = await statesOf(batch.id)
    const ordersByRecipe = Object.groupBy([...bankOrders.values()], ({ recipe }) => recipe)
    for (const recipe of recipes) {
      const order = ordersByRecipe[recipe]?.at(-1) ?? assert.fail(recipe)
      const expected = recipe === 'wrongName' || recipe === 'lost' ? 'failed' : recipe.startsWith('return') ? 'returned' : 'success'
      assert.equal(states[order.requestNo], expected, recipe)
    }
    assert.equal(Object.values(states).filter((state) => state === 'success').length, people.length - 4)
    await expectSameOrders(batch.id)
    assert.deepEqual(await checkInvariants(db()), [])
    assert.deepEqual(await exceptionScenario(server).open(), [])
    const order = ordersByRecipe.paid?.[0] ?? assert.fail()
    const payee = plannedPayments.find(({ person }) => person.cardNo === order.cardNo)?.person ?? assert.fail()
    assert.deepEqual(
      [order.payeeName, order.idNo, order.mobile, order.bankName, order.payerAccount, order.currency],
      [payee.name, payee.idNumber, payee.mobile, payee.bankName, merchant.payerAccount, 'CNY'],
    )
  })

  test('wrong amounts or currencies and lost orders stay open until people settle their exceptions', async () => {
    const plannedPayments = nextPayments(6)
    const recipes = ['short', 'otherCurrency', 'otherMerchant', 'hangs', 'wrongNotice'] as const
    await bank.tell({ recipes: Object.fromEntries(recipes.map((recipe, at) => [plannedPayments[at]?.person.cardNo, recipe])) })
    const batch = await act.createPaidBatch(plannedPayments)
    await runUntilDone(batch.id, 3)
    await waitUntil('the notice of a wrong amount', async () => {
      await importReturns(job(), createOpener())
      return (await exceptionScenario(server).open()).filter(({ kind }) => kind === 'wrong_amount').length === 2
    })
    const stateOf = async (recipe: string) => {
      const at = recipes.indexOf(recipe as (typeof recipes)[number])
      return (await act.lines(batch.id)).find((line) => line.name === plannedPayments[at]?.person.name)?.state
    }
    for (const recipe of recipes) assert.ok(['sent', 'unknown'].includes((await stateOf(recipe)) ?? ''), recipe)
    assert.deepEqual(await checkInvariants(db()), [])
    server.advance(dayMs)
    await queryDueOrders(job(), createOpener())
    const desk = exceptionScenario(server)
    const kinds = (await desk.open()).map(({ kind }) => kind).sort()
    assert.deepEqual(kinds, ['absent', 'unreadable', 'unreadable', 'wrong_amount', 'wrong_amount'])
    for (const row of await desk.open()) {
      const { ways } = await desk.get(row.id)
      await desk.settle(row, row.kind === 'absent' ? 'failed' : ways.includes('paid') ? 'paid' : 'noted')
    }
    await runUntilDone(batch.id, 2)
    assert.equal((await act.get(batch.id)).openCount, 0)
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a channel closed by its answer or a maintenance window receives no orders', async () => {
    const countQueued = async (id: number) => (await server.must('payer', 'payouts.progress', { batchId: id })).queued
    await bank.tell({ maintenance: 600, recipes: {} })
    const first = await act.createPaidBatch(nextPayments(5))
    await sendQueuedOrders(job(), createOpener())
    assert.equal(await countQueued(first.id), 5)
    const { waits_until } = await db().selectFrom('channel').select('waits_until').where('id', '=', channelId).executeTakeFirstOrThrow()
    assert.ok(waits_until && waits_until > server.running.kernel.clock.now())
    await bank.tell({ maintenance: 0 })
    await sendQueuedOrders(job(), createOpener())
    assert.equal(await countQueued(first.id), 5, 'the channel stated when it opens again')
    server.advance(601_000)
    await runUntilDone(first.id)
    assert.equal((await act.get(first.id)).state, 'paid')
    for (const order of (await ordersOf(first.id)).values()) assert.deepEqual([order.placed, order.executed], [1, 1])
    await expectSameOrders(first.id)
    const chinaTime = (after: number) => new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000 + after).toISOString().slice(11, 16)
    const set = { channelId, name: '模拟银行', isActive: true, isPaused: false }
    await setChannel(server, { ...set, settings: { maintenance: `${chinaTime(-600_000)}-${chinaTime(600_000)}` } })
    const second = await act.createPaidBatch(nextPayments(2))
    await runUntilDone(second.id, 3)
    assert.equal(await countQueued(second.id), 2)
    assert.equal((await ordersOf(second.id)).size, 0, 'the bank receives nothing')
    server.advance(601_000)
    await runUntilDone(second.id)
    assert.equal((await act.get(second.id)).state, 'paid')
    await setChannel(server, { ...set, settings: { maintenance: '' } })
  })

  test('a hanging bank delays no other channel and is paused for a while', async () => {
    const slowMerchant = await addMerchantChannel(await bank.merchant('M2001'), { perSecond: '50' })
    await bank.tell({ hang: true })
    const unansweredBatch = await act.createPaidBatch(nextPayments(12))
    await setUnitChannel(2)
    const otherBatch = await act.createPaidBatch(nextPayments(2))
    await server.job('payouts.look')
    await server.job('payouts.dispatch')
    await waitUntil('payments of the other channel', async () => (await act.get(otherBatch.id)).openCount === 0)
    await waitUntil('the bank being left alone', async () => {
      const row = await db().selectFrom('channel').select('waits_until').where('id', '=', channelId).executeTakeFirst()
      return (row?.waits_until ?? new Date(0)) > server.running.kernel.clock.now()
    })
    await waitUntil('its lines being put back', async () => !Object.values(await statesOf(unansweredBatch.id)).includes('sent'))
    const states = Object.groupBy(Object.values(await statesOf(unansweredBatch.id)), (state) => state)
    assert.ok((states.unknown?.length ?? 0) > 0 && (states.unknown?.length ?? 0) + (states.queued?.length ?? 0) === 12, JSON.stringify(states))
    await bank.tell({ hang: false })
    server.advance(61_000)
    await runUntilDone(unansweredBatch.id, 3)
    await expectSameOrders(unansweredBatch.id)
    // After a day, people settle the orders that the bank never received.
    server.advance(dayMs)
    await queryDueOrders(job(), createOpener())
    for (const row of await exceptionScenario(server).open()) await exceptionScenario(server).settle(row, 'failed')
    assert.equal((await act.get(unansweredBatch.id)).openCount, 0)
    await setUnitChannel(slowMerchant)
    const third = await act.createPaidBatch(nextPayments(3))
    await runUntilDone(third.id)
    assert.equal((await act.get(third.id)).state, 'paid')
    await expectSameOrders(third.id)
    await setUnitChannel(channelId)
  })

  test('lines stay unknown until changed keys and a wrong clock are corrected', async () => {
    const merchantBefore = await bank.merchant('M1001')
    await bank.tell({ changeKeys: 'M1001' })
    const batch = await act.createPaidBatch(nextPayments(3))
    await sendQueuedOrders(job(), createOpener())
    assert.deepEqual([...new Set(Object.values(await statesOf(batch.id)))], ['unknown'])
    const merchantNow = await bank.merchant('M1001')
    assert.notEqual(merchantNow.bankOpen, merchantBefore.bankOpen)
    const set = { channelId, name: '模拟银行', isActive: true, isPaused: false, why: '更换银行' }
    assert.equal((await server.call('platform', 'centres.setChannel', { ...set, settings: { merchantNo: 'M2001' } })).error, 'channelBusy')
    await setChannel(server, { ...set, settings: { theirKey: `${merchantBefore.bankOpen}${merchantNow.bankOpen}` } })
    await bank.tell({ skew: 600 })
    server.advance(61_000)
    await queryDueOrders(job(), createOpener())
    assert.deepEqual([...new Set(Object.values(await statesOf(batch.id)))], ['unknown'])
    await bank.tell({ skew: 0 })
    await runUntilDone(batch.id)
    assert.equal((await act.get(batch.id)).state, 'paid')
    for (const order of (await ordersOf(batch.id)).values()) assert.equal(order.executed, 1)
    await expectSameOrders(batch.id)
  })

  test('the bank’s receipts, balance and daily file are fetched and stored', async () => {
    await server.job('payouts.receipts')
    const { rows } = await server.must('maker', 'vouchers.list', { size: 200 })
    const channelRows = rows.filter((row) => row.isFromChannel)
    assert.ok(channelRows.length > 20)
    const { fileId } = await server.must('maker', 'vouchers.pdf', { id: channelRows[0]?.id ?? 0 })
    const storedFile = await db().selectFrom('stored_file').select(['sha256', 'purpose']).where('id', '=', fileId).executeTakeFirstOrThrow()
    assert.match(storedFile.sha256, /^[0-9a-f]{64}$/)
    const [ours] = rows.filter((row) => row.kind === 'payment' && !row.isFromChannel)
    assert.ok(ours, 'those of another channel are drawn here')
    await server.job('payouts.balances')
    const row = (await server.must('centre', 'payouts.console', {}, { centre: 2, mode: 2 })).find((payout) => payout.channelId === channelId)
    const paidByBank = (await bank.book()).reduce((sum, order) => sum + (order.status === 'SUCCESS' ? order.paid : 0), 0)
    assert.equal(row?.channelBalance, 100_000_000_000 - paidByBank)
    server.advance(dayMs)
    await server.job('payouts.dailyFiles')
    await server.job('payouts.dailyFiles')
    const files = await server.must('centre', 'payouts.channelFiles', { channelId }, { centre: 2, mode: 2 })
    assert.ok(files.length >= 1)
    const bytes = await server.running.kernel.store.read(files[0]?.fileId ?? '')
    assert.match(Buffer.from(bytes).toString(), /我方请求号/)
  })

  test('an order that the bank has not paid can be cancelled, and cancelling a paid one is refused', async () => {
    const plannedPayments = nextPayments(2)
    await bank.tell({ recipes: { [plannedPayments[0]?.person.cardNo ?? '']: 'noticeOnly' } })
    const batch = await act.createPaidBatch(plannedPayments)
    await sendQueuedOrders(job(), createOpener())
    const lines = await act.lines(batch.id)
    const waitingLine = lines.find((line) => line.state === 'processing') ?? assert.fail()
    assert.equal((await server.call('maker', 'payouts.cancelSent', { lineId: lines.find((line) => line.state === 'success')?.id ?? 0 })).error, 'notUnderWay')
    const { state } = await server.must('maker', 'payouts.cancelSent', { lineId: waitingLine.id })
    assert.equal(state, 'failed')
    await expectSameOrders(batch.id)
    assert.equal((await ordersOf(batch.id)).get(waitingLine.requestNo ?? '')?.status, 'CANCELLED')
  })

  describe('notices', () => {
    interface PostOptions {
      readonly to?: number
      readonly by?: SimulatedMerchant
      readonly at?: number
      readonly path?: string
      readonly signature?: string
      readonly body?: string
    }
    const postNotice = async (content: object, { to = channelId, by, at = Date.now(), path, signature, body = JSON.stringify(content) }: PostOptions = {}) => {
      const sender = by ?? (await bank.merchant('M1001'))
      const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(8).toString('hex')]
      const text = Buffer.from(`notice\nPOST\n${path ?? `/callbacks/channels/${to}`}\n${timestamp}\n${nonce}\n${body}`)
      const digest = sender.algorithm === 'RSA-SHA256' ? sign('RSA-SHA256', text, sender.bankKey) : createHmac('sha256', sender.bankKey).update(text).digest()
      const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature ?? digest.toString('base64') }
      const answer = await fetch(`${siteUrl}/callbacks/channels/${to}`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { message?: string }).message ?? 'OK']
    }
    const result = (noticeNo: string, more: object = {}) => ({
      noticeNo,
      type: 'RESULT',
      merchantNo: 'M1001',
      order: { merchantNo: 'M1001', requestNo: 'PC9', status: 'SUCCESS', amount: 100, currency: 'CNY', reference: 'X', ...more },
    })
    const countStored = async () => (await db().selectFrom('channel_notice').select('id').execute()).length

    test('forged, stale, misaddressed and malformed notices are not stored, and no key is logged', async () => {
      const countBefore = await countStored()
      const secondMerchant = await addMerchantChannel(await bank.merchant('M1002'))
      const minuteMs = 60_000
      assert.deepEqual(await postNotice(result('A1'), { signature: randomBytes(256).toString('base64') }), [401, 'signature'])
      assert.deepEqual(await postNotice(result('A1'), { signature: '' }), [400, 'form'])
      assert.deepEqual(await postNotice(result('A1'), { by: await bank.merchant('M1002') }), [401, 'signature'])
      assert.deepEqual(await postNotice(result('A1'), { at: Date.now() - 6 * minuteMs }), [401, 'clock'])
      assert.deepEqual(await postNotice(result('A1'), { at: Date.now() + 6 * minuteMs }), [401, 'clock'])
      assert.deepEqual(await postNotice(result('A1'), { path: `/callbacks/channels/${secondMerchant}` }), [401, 'signature'], 'meant for another address')
      assert.deepEqual(await postNotice(result('A1'), { to: secondMerchant, by: await bank.merchant('M1002') }), [403, 'merchant'])
      assert.deepEqual(await postNotice(result('A1'), { to: 2 }), [404, 'unknown'], 'a channel that sends no notices')
      assert.deepEqual(await postNotice(result('A1'), { to: 999_999 }), [404, 'unknown'])
      assert.deepEqual(await postNotice(result('')), [400, 'form'])
      assert.deepEqual(await postNotice({}, { body: '{' }), [403, 'merchant'])
      const longNotice = await fetch(`${siteUrl}/callbacks/channels/${channelId}`, {
        method: 'POST',
        body: 'x'.repeat(70_000),
        headers: { 'content-type': 'text/plain' },
      })
      assert.equal(longNotice.status, 413)
      assert.equal(await countStored(), countBefore)
      const refusals = logLines.filter((line) => line.startsWith('a notice of a channel was refused'))
      assert.ok(refusals.length >= 10)
      const secrets = [merchant.merchantKey, merchant.bankKey].map((key) => key.split('\n')[1] ?? '')
      for (const line of logLines) for (const secret of secrets) assert.ok(!line.includes(secret))
    })

    test('a notice number counts once: a repeat is confirmed, and different content is refused', async () => {
      assert.deepEqual(await postNotice(result('B1', { status: 'ACCEPTED' })), [200, 'OK'])
      const countBefore = await countStored()
      assert.deepEqual(await postNotice(result('B1', { status: 'ACCEPTED' })), [200, 'OK'])
      assert.deepEqual(await postNotice(result('B1')), [409, 'used'])
      assert.equal(await countStored(), countBefore)
    })

    test('a payment under an unknown number is booked and becomes an exception', async () => {
      assert.deepEqual(await postNotice(result('C1', { requestNo: 'PCX-unknown', amount: 12_300 })), [200, 'OK'])
      await server.job('payouts.notices')
      const exception = await exceptionScenario(server).findOnly('unknown_number')
      assert.equal(exception.requestNo, 'PCX-unknown')
      await exceptionScenario(server).settle(exception, 'adjustment')
      assert.deepEqual(await checkInvariants(db()), [])
    })

    test('result notices do not reverse a success, and a repeated return notice reverses it once', async () => {
      const batch = await act.createPaidBatch(nextPayments(1))
      await runUntilDone(batch.id)
      const [line] = await act.lines(batch.id)
      assert.equal(line?.state, 'success')
      const orderFields = { requestNo: line?.requestNo, amount: line?.net }
      for (const [no, status] of [
        ['D1', 'ACCEPTED'],
        ['D2', 'REFUSED'],
        ['D3', 'SUCCESS'],
      ] as const)
        await postNotice(result(no, { ...orderFields, status }))
      await server.job('payouts.notices')
      assert.deepEqual(Object.values(await statesOf(batch.id)), ['success'])
      assert.deepEqual(await exceptionScenario(server).open(), [])
      const returnNotice = { ...result('D4', { ...orderFields, status: 'RETURNED' }), type: 'RETURN', returnNo: 'RT-D' }
      await postNotice(returnNotice)
      // The bank sends the same return under another notice number.
      await postNotice({ ...returnNotice, noticeNo: 'D5' })
      await server.job('payouts.notices')
      await server.job('payouts.notices')
      assert.deepEqual(Object.values(await statesOf(batch.id)), ['returned'])
      assert.deepEqual(await exceptionScenario(server).open(), [])
      assert.deepEqual(await checkInvariants(db()), [])
    })
  })
})
