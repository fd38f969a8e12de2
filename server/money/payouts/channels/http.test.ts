import assert from 'node:assert/strict'
import { createHmac, randomBytes, sign } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { addChannel, setChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { type BankOrder, freePort, type SimulatedBank, type SimulatedMerchant, settingsFor, startBank } from '#/server/money/payouts/channels/http-testing.ts'
import { channelsOf } from '#/server/money/payouts/channels/registry.ts'
import { importReturns, queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { exceptionsOf } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('channel over HTTP', () => {
  let server: TestServer
  let bank: SimulatedBank
  let merchant: SimulatedMerchant
  let act: ReturnType<typeof paymentScenario>
  let site = ''
  let channelId = 0
  const logged: string[] = []
  const people = demoPeople().ordinary
  let next = 0

  const db = () => server.running.kernel.database.kysely
  const job = () => jobContext(server.running.kernel, () => false)
  const open = () => channelsOf(job())
  const owing = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ person: people[next++ % people.length] ?? assert.fail(), yuan: `${100 + at}.00` }))
  const add = async (of: SimulatedMerchant, more: Record<string, string> = {}) => {
    const settings = { ...settingsFor(bank, of), ...more }
    const centre = await addChannel(server, { centreId: 2, name: `模拟银行 ${of.merchantNo}`, kind: 'http', settings })
    return centre.channels.at(-1)?.id ?? assert.fail()
  }
  const payThrough = (id: number) => sql`update unit_setting_version set channel_ids = array[${id}::bigint] where setting_id = 12`.execute(db())
  /** Runs the server's background work until the batch has ended or nothing changes. */
  const work = async (batchId: number, rounds = 8) => {
    for (let round = 0; round < rounds; round++) {
      await sendQueuedOrders(job(), open())
      await queryDueOrders(job(), open())
      await importReturns(job(), open())
      if ((await act.get(batchId)).openCount === 0) return
      await sleep(150)
      server.advance(61_000)
    }
  }
  /** Polls for an event from the other process. */
  const until = async (what: string, holds: () => Promise<boolean>) => {
    for (let tries = 0; tries < 200; tries++) {
      if (await holds()) return
      await sleep(50)
    }
    assert.fail(`it never came: ${what}`)
  }
  const statesOf = async (batchId: number) => Object.fromEntries((await act.lines(batchId)).map((line) => [line.requestNo ?? '', line.state]))
  const bookOf = async (batchId: number): Promise<Map<string, BankOrder>> => {
    const requestNos = new Set(Object.keys(await statesOf(batchId)))
    return new Map((await bank.book()).filter(({ requestNo }) => requestNos.has(requestNo)).map((order) => [order.requestNo, order]))
  }
  /** Asserts that the bank paid each line at most once, with our amount, and nothing unknown to us. */
  const compare = async (batchId: number) => {
    const book = await bookOf(batchId)
    for (const line of await act.lines(batchId)) {
      const order = book.get(line.requestNo ?? '')
      assert.ok((order?.executed ?? 0) <= 1, `${line.requestNo} was paid ${order?.executed} times`)
      if (line.state === 'success') assert.deepEqual([order?.paid, order?.status], [line.net, 'SUCCESS'], line.requestNo ?? '')
      if (line.state === 'returned') assert.equal(order?.status, 'RETURNED')
      if (line.state === 'failed') assert.equal(order?.executed ?? 0, 0, line.requestNo ?? '')
    }
  }

  before(async () => {
    const port = await freePort()
    site = `http://127.0.0.1:${port}`
    bank = await startBank()
    merchant = await bank.merchant('M1001')
    const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.0/8', SITE_URL: site }, log: { info: note, warn: note, error: note } })
    await server.running.server.listen({ host: '127.0.0.1', port })
    act = paymentScenario(server)
    channelId = await add(merchant)
    await payThrough(channelId)
  })
  after(async () => {
    await server?.close()
    await bank?.stop()
  })

  test('despite all bank faults each payee is paid once with the exact amount', async () => {
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
    const owed = owing(people.length)
    await bank.tell({ slowMs: 1500, recipes: Object.fromEntries(recipes.map((recipe, at) => [owed[at]?.person.cardNo, recipe])) })
    const batch = await act.paid(owed)
    await work(batch.id)
    await bank.tell({ runLateEvents: true })
    await until(
      'results that are only reported',
      async () => (await db().selectFrom('channel_notice').select('id').where('applied_at', 'is', null).execute()).length > 0,
    )
    await work(batch.id)
    const held = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    assert.equal(held.length, 1, JSON.stringify(held.map(({ name, failReason }) => [name, failReason])))
    await server.must('maker', 'payouts.retryHeld', { lineIds: held.map((line) => line.id) })
    await work(batch.id)
    await until('the returns', async () => {
      await importReturns(job(), open())
      return Object.values(await statesOf(batch.id)).filter((state) => state === 'returned').length === 2
    })
    const book = await bookOf(batch.id)
    const states = await statesOf(batch.id)
    const counted = Object.groupBy([...book.values()], ({ recipe }) => recipe)
    for (const recipe of recipes) {
      const order = counted[recipe]?.at(-1) ?? assert.fail(recipe)
      const expected = recipe === 'wrongName' || recipe === 'lost' ? 'failed' : recipe.startsWith('return') ? 'returned' : 'success'
      assert.equal(states[order.requestNo], expected, recipe)
    }
    assert.equal(Object.values(states).filter((state) => state === 'success').length, people.length - 4)
    await compare(batch.id)
    assert.deepEqual(await checkInvariants(db()), [])
    assert.deepEqual(await exceptionsOf(server).open(), [])
    const order = counted.paid?.[0] ?? assert.fail()
    const payee = owed.find(({ person }) => person.cardNo === order.cardNo)?.person ?? assert.fail()
    assert.deepEqual(
      [order.payeeName, order.idNo, order.mobile, order.bankName, order.payerAccount, order.currency],
      [payee.name, payee.idNumber, payee.mobile, payee.bankName, merchant.payerAccount, 'CNY'],
    )
  })

  test('wrong amounts, currencies and lost orders are neither success nor failure', async () => {
    const owed = owing(6)
    const recipes = ['short', 'otherCurrency', 'otherMerchant', 'hangs', 'wrongNotice'] as const
    await bank.tell({ recipes: Object.fromEntries(recipes.map((recipe, at) => [owed[at]?.person.cardNo, recipe])) })
    const batch = await act.paid(owed)
    await work(batch.id, 3)
    await until('the notice of a wrong amount', async () => {
      await importReturns(job(), open())
      return (await exceptionsOf(server).open()).filter(({ kind }) => kind === 'wrong_amount').length === 2
    })
    const stateOf = async (recipe: string) => {
      const at = recipes.indexOf(recipe as (typeof recipes)[number])
      return (await act.lines(batch.id)).find((line) => line.name === owed[at]?.person.name)?.state
    }
    for (const recipe of recipes) assert.ok(['sent', 'unknown'].includes((await stateOf(recipe)) ?? ''), recipe)
    assert.deepEqual(await checkInvariants(db()), [])
    server.advance(dayMs)
    await queryDueOrders(job(), open())
    const desk = exceptionsOf(server)
    const kinds = (await desk.open()).map(({ kind }) => kind).sort()
    assert.deepEqual(kinds, ['absent', 'unreadable', 'unreadable', 'wrong_amount', 'wrong_amount'])
    for (const row of await desk.open()) {
      const { ways } = await desk.get(row.id)
      await desk.settle(row, row.kind === 'absent' ? 'failed' : ways.includes('paid') ? 'paid' : 'noted')
    }
    await work(batch.id, 2)
    assert.equal((await act.get(batch.id)).openCount, 0)
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a channel closed by its answer or a maintenance window receives no orders', async () => {
    const queued = async (id: number) => (await server.must('payer', 'payouts.progress', { batchId: id })).queued
    await bank.tell({ maintenance: 600, recipes: {} })
    const first = await act.paid(owing(5))
    await sendQueuedOrders(job(), open())
    assert.equal(await queued(first.id), 5)
    const { waits_until } = await db().selectFrom('channel').select('waits_until').where('id', '=', channelId).executeTakeFirstOrThrow()
    assert.ok(waits_until && waits_until > server.running.kernel.clock.now())
    await bank.tell({ maintenance: 0 })
    await sendQueuedOrders(job(), open())
    assert.equal(await queued(first.id), 5, 'the channel stated when it opens again')
    server.advance(601_000)
    await work(first.id)
    assert.equal((await act.get(first.id)).state, 'paid')
    for (const order of (await bookOf(first.id)).values()) assert.deepEqual([order.placed, order.executed], [1, 1])
    await compare(first.id)
    const china = (after: number) => new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000 + after).toISOString().slice(11, 16)
    const set = { channelId, name: '模拟银行', isActive: true, isPaused: false }
    await setChannel(server, { ...set, settings: { maintenance: `${china(-600_000)}-${china(600_000)}` } })
    const second = await act.paid(owing(2))
    await work(second.id, 3)
    assert.equal(await queued(second.id), 2)
    assert.equal((await bookOf(second.id)).size, 0, 'the bank receives nothing')
    server.advance(601_000)
    await work(second.id)
    assert.equal((await act.get(second.id)).state, 'paid')
    await setChannel(server, { ...set, settings: { maintenance: '' } })
  })

  test('a hanging bank delays no other channel and is paused for a while', async () => {
    const slowMerchant = await add(await bank.merchant('M2001'), { perSecond: '50' })
    await bank.tell({ hang: true })
    const unansweredBatch = await act.paid(owing(12))
    await payThrough(2)
    const quick = await act.paid(owing(2))
    await server.job('payouts.look')
    await server.job('payouts.dispatch')
    await until('payments of the other channel', async () => (await act.get(quick.id)).openCount === 0)
    await until('the bank being left alone', async () => {
      const row = await db().selectFrom('channel').select('waits_until').where('id', '=', channelId).executeTakeFirst()
      return (row?.waits_until ?? new Date(0)) > server.running.kernel.clock.now()
    })
    await until('its lines being put back', async () => !Object.values(await statesOf(unansweredBatch.id)).includes('sent'))
    const states = Object.groupBy(Object.values(await statesOf(unansweredBatch.id)), (state) => state)
    assert.ok((states.unknown?.length ?? 0) > 0 && (states.unknown?.length ?? 0) + (states.queued?.length ?? 0) === 12, JSON.stringify(states))
    await bank.tell({ hang: false })
    server.advance(61_000)
    await work(unansweredBatch.id, 3)
    await compare(unansweredBatch.id)
    // After a day, people settle the orders that the bank never received.
    server.advance(dayMs)
    await queryDueOrders(job(), open())
    for (const row of await exceptionsOf(server).open()) await exceptionsOf(server).settle(row, 'failed')
    assert.equal((await act.get(unansweredBatch.id)).openCount, 0)
    await payThrough(slowMerchant)
    const third = await act.paid(owing(3))
    await work(third.id)
    assert.equal((await act.get(third.id)).state, 'paid')
    await compare(third.id)
    await payThrough(channelId)
  })

  test('changed keys or a wrong clock leave lines unknown until they are corrected', async () => {
    const before = await bank.merchant('M1001')
    await bank.tell({ changeKeys: 'M1001' })
    const batch = await act.paid(owing(3))
    await sendQueuedOrders(job(), open())
    assert.deepEqual([...new Set(Object.values(await statesOf(batch.id)))], ['unknown'])
    const now = await bank.merchant('M1001')
    assert.notEqual(now.bankOpen, before.bankOpen)
    const set = { channelId, name: '模拟银行', isActive: true, isPaused: false, why: '更换银行' }
    assert.equal((await server.call('platform', 'centres.setChannel', { ...set, settings: { merchantNo: 'M2001' } })).error, 'channelBusy')
    await setChannel(server, { ...set, settings: { theirKey: `${before.bankOpen}${now.bankOpen}` } })
    await bank.tell({ skew: 600 })
    server.advance(61_000)
    await queryDueOrders(job(), open())
    assert.deepEqual([...new Set(Object.values(await statesOf(batch.id)))], ['unknown'])
    await bank.tell({ skew: 0 })
    await work(batch.id)
    assert.equal((await act.get(batch.id)).state, 'paid')
    for (const order of (await bookOf(batch.id)).values()) assert.equal(order.executed, 1)
    await compare(batch.id)
  })

  test('receipts, balance and daily file of the bank are stored unchanged', async () => {
    await server.job('payouts.receipts')
    const { rows } = await server.must('maker', 'vouchers.list', { size: 200 })
    const channelRows = rows.filter((row) => row.isFromChannel)
    assert.ok(channelRows.length > 20)
    const { fileId } = await server.must('maker', 'vouchers.pdf', { id: channelRows[0]?.id ?? 0 })
    const stored = await db().selectFrom('stored_file').select(['sha256', 'purpose']).where('id', '=', fileId).executeTakeFirstOrThrow()
    assert.match(stored.sha256, /^[0-9a-f]{64}$/)
    const [ours] = rows.filter((row) => row.kind === 'payment' && !row.isFromChannel)
    assert.ok(ours, 'those of another channel are drawn here')
    await server.job('payouts.balances')
    const row = (await server.must('centre', 'payouts.console', {}, { centre: 2, mode: 2 })).find((payout) => payout.channelId === channelId)
    const paid = (await bank.book()).reduce((sum, order) => sum + (order.status === 'SUCCESS' ? order.paid : 0), 0)
    assert.equal(row?.channelBalance, 100_000_000_000 - paid)
    server.advance(dayMs)
    await server.job('payouts.dailyFiles')
    await server.job('payouts.dailyFiles')
    const files = await server.must('centre', 'payouts.channelFiles', { channelId }, { centre: 2, mode: 2 })
    assert.ok(files.length >= 1)
    const bytes = await server.running.kernel.store.read(files[0]?.fileId ?? '')
    assert.match(Buffer.from(bytes).toString(), /我方请求号/)
  })

  test('only an order that was not passed on yet can be cancelled', async () => {
    const owed = owing(2)
    await bank.tell({ recipes: { [owed[0]?.person.cardNo ?? '']: 'noticeOnly' } })
    const batch = await act.paid(owed)
    await sendQueuedOrders(job(), open())
    const lines = await act.lines(batch.id)
    const waiting = lines.find((line) => line.state === 'processing') ?? assert.fail()
    assert.equal((await server.call('maker', 'payouts.cancelSent', { lineId: lines.find((line) => line.state === 'success')?.id ?? 0 })).error, 'notUnderWay')
    const { state } = await server.must('maker', 'payouts.cancelSent', { lineId: waiting.id })
    assert.equal(state, 'failed')
    await compare(batch.id)
    assert.equal((await bookOf(batch.id)).get(waiting.requestNo ?? '')?.status, 'CANCELLED')
  })

  describe('notices', () => {
    interface Posted {
      readonly to?: number
      readonly by?: SimulatedMerchant
      readonly at?: number
      readonly path?: string
      readonly signature?: string
      readonly body?: string
    }
    const post = async (content: object, { to = channelId, by, at = Date.now(), path, signature, body = JSON.stringify(content) }: Posted = {}) => {
      const who = by ?? (await bank.merchant('M1001'))
      const [timestamp, nonce] = [String(Math.floor(at / 1000)), randomBytes(8).toString('hex')]
      const text = Buffer.from(`notice\nPOST\n${path ?? `/callbacks/channels/${to}`}\n${timestamp}\n${nonce}\n${body}`)
      const digest = who.algorithm === 'RSA-SHA256' ? sign('RSA-SHA256', text, who.bankKey) : createHmac('sha256', who.bankKey).update(text).digest()
      const headers = { 'content-type': 'application/json', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature ?? digest.toString('base64') }
      const answer = await fetch(`${site}/callbacks/channels/${to}`, { method: 'POST', headers, body })
      return [answer.status, ((await answer.json()) as { message?: string }).message ?? 'OK']
    }
    const result = (noticeNo: string, more: object = {}) => ({
      noticeNo,
      type: 'RESULT',
      merchantNo: 'M1001',
      order: { merchantNo: 'M1001', requestNo: 'PC9', status: 'SUCCESS', amount: 100, currency: 'CNY', reference: 'X', ...more },
    })
    const stored = async () => (await db().selectFrom('channel_notice').select('id').execute()).length

    test('forged, stale, misaddressed and malformed notices are refused and not stored', async () => {
      const count = await stored()
      const secondMerchant = await add(await bank.merchant('M1002'))
      const minutes = 60_000
      assert.deepEqual(await post(result('A1'), { signature: randomBytes(256).toString('base64') }), [401, 'signature'])
      assert.deepEqual(await post(result('A1'), { signature: '' }), [400, 'form'])
      assert.deepEqual(await post(result('A1'), { by: await bank.merchant('M1002') }), [401, 'signature'])
      assert.deepEqual(await post(result('A1'), { at: Date.now() - 6 * minutes }), [401, 'clock'])
      assert.deepEqual(await post(result('A1'), { at: Date.now() + 6 * minutes }), [401, 'clock'])
      assert.deepEqual(await post(result('A1'), { path: `/callbacks/channels/${secondMerchant}` }), [401, 'signature'], 'meant for another address')
      assert.deepEqual(await post(result('A1'), { to: secondMerchant, by: await bank.merchant('M1002') }), [403, 'merchant'])
      assert.deepEqual(await post(result('A1'), { to: 2 }), [404, 'unknown'], 'a channel that sends no notices')
      assert.deepEqual(await post(result('A1'), { to: 999_999 }), [404, 'unknown'])
      assert.deepEqual(await post(result('')), [400, 'form'])
      assert.deepEqual(await post({}, { body: '{' }), [403, 'merchant'])
      const long = await fetch(`${site}/callbacks/channels/${channelId}`, {
        method: 'POST',
        body: 'x'.repeat(70_000),
        headers: { 'content-type': 'text/plain' },
      })
      assert.equal(long.status, 413)
      assert.equal(await stored(), count)
      const refusals = logged.filter((line) => line.startsWith('a notice of a channel was refused'))
      assert.ok(refusals.length >= 10)
      const secrets = [merchant.merchantKey, merchant.bankKey].map((key) => key.split('\n')[1] ?? '')
      for (const line of logged) for (const secret of secrets) assert.ok(!line.includes(secret))
    })

    test('a notice number counts once: a repeat is confirmed, different content is refused', async () => {
      assert.deepEqual(await post(result('B1', { status: 'ACCEPTED' })), [200, 'OK'])
      const count = await stored()
      assert.deepEqual(await post(result('B1', { status: 'ACCEPTED' })), [200, 'OK'])
      assert.deepEqual(await post(result('B1')), [409, 'used'])
      assert.equal(await stored(), count)
    })

    test('a payment under an unknown number is booked and becomes an exception', async () => {
      assert.deepEqual(await post(result('C1', { requestNo: 'PCX-unknown', amount: 12_300 })), [200, 'OK'])
      await server.job('payouts.notices')
      const exception = await exceptionsOf(server).only('unknown_number')
      assert.equal(exception.requestNo, 'PCX-unknown')
      await exceptionsOf(server).settle(exception, 'adjustment')
      assert.deepEqual(await checkInvariants(db()), [])
    })

    test('only a return notice reverses a success', async () => {
      const batch = await act.paid(owing(1))
      await work(batch.id)
      const [line] = await act.lines(batch.id)
      assert.equal(line?.state, 'success')
      const about = { requestNo: line?.requestNo, amount: line?.net }
      for (const [no, status] of [
        ['D1', 'ACCEPTED'],
        ['D2', 'REFUSED'],
        ['D3', 'SUCCESS'],
      ] as const)
        await post(result(no, { ...about, status }))
      await server.job('payouts.notices')
      assert.deepEqual(Object.values(await statesOf(batch.id)), ['success'])
      assert.deepEqual(await exceptionsOf(server).open(), [])
      const back = { ...result('D4', { ...about, status: 'RETURNED' }), type: 'RETURN', returnNo: 'RT-D' }
      await post(back)
      // The bank sends the same return under another notice number.
      await post({ ...back, noticeNo: 'D5' })
      await server.job('payouts.notices')
      await server.job('payouts.notices')
      assert.deepEqual(Object.values(await statesOf(batch.id)), ['returned'])
      assert.deepEqual(await exceptionsOf(server).open(), [])
      assert.deepEqual(await checkInvariants(db()), [])
    })
  })
})
