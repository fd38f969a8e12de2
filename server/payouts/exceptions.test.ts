import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/db/demo/load.ts'
import { type Fen, fen } from '#/domain/money.ts'
import type { ExceptionKind, Resolution } from '#/domain/payout-exception.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { checkInvariants } from '#/server/ledger/invariants.ts'
import { postJournals } from '#/server/ledger/public.ts'
import { atCentre, story } from '#/server/payments/testing.ts'
import { applyAnswers } from '#/server/payouts/answers.ts'
import type { ChannelAnswer, ReturnNotice } from '#/server/payouts/channel.ts'
import { askDue, sendQueued, takeReturns } from '#/server/payouts/dispatch.ts'
import { exceptionsOf, type Script, scripted } from '#/server/payouts/testing.ts'
import { startTest, type TestServer } from '#/server/testing.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const channelId = 2
const otherChannelId = 5
const { ordinary, specials } = demoPeople()

const paid = (requestNo: string, amount: number): ChannelAnswer => ({ requestNo, kind: 'success', reference: `B${requestNo}`, amount: fen(amount) })
const failed = (requestNo: string): ChannelAnswer => ({ requestNo, kind: 'failed', code: 'card_invalid', reason: '账户状态异常' })
const accepted = (requestNo: string): ChannelAnswer => ({ requestNo, kind: 'accepted', reference: `B${requestNo}` })
const absent = (requestNo: string): ChannelAnswer => ({ requestNo, kind: 'absent' })

describe('what the bank did is always booked', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  let desk: ReturnType<typeof exceptionsOf>
  let next = 0
  const logged: string[] = []
  const job = () => jobContext(server.running.kernel, () => false)
  const db = () => server.running.kernel.database.kysely
  const anybody = () => {
    const person = ordinary[next++ % ordinary.length]
    if (!person) throw new Error('the demo has nobody')
    return person
  }
  const owing = (count: number) => Array.from({ length: count }, () => ({ person: anybody(), yuan: '100.00' }))
  const send = (script: Script) => sendQueued(job(), scripted(script))
  const ask = async (query: Script['query']) => {
    server.advance(hourMs)
    await askDue(job(), scripted({ ...(query && { query }) }))
  }
  const tell = async (...notices: ReturnNotice[]) => {
    const bank = scripted({ notices })
    await takeReturns(job(), bank)
    return bank.acknowledged
  }
  /** The channel speaks of an order that nobody asked about, in its answer to a question about another. */
  const volunteer = async (...answers: ChannelAnswer[]) => {
    const batch = await act.paid(owing(1))
    let isTold = false
    await send({
      send: ({ requestNo, amount }) => {
        const first = isTold ? [] : answers
        isTold = true
        return [paid(requestNo, amount), ...first]
      },
    })
    return batch
  }
  /** A batch of one, sent, with what the bank answered. */
  const sent = async (answer: (requestNo: string, net: Fen) => ChannelAnswer[]) => {
    const batch = await act.paid(owing(1))
    await send({ send: ({ requestNo, amount }) => answer(requestNo, amount) })
    return { id: batch.id, cost: batch.cost, ...(await lineOf(batch.id)) }
  }
  const lineOf = async (batchId: number) => {
    const [line] = await act.lines(batchId)
    assert.ok(line?.requestNo)
    return { lineId: line.id, state: line.state, net: line.net, no: line.requestNo }
  }
  const stateOf = async (batchId: number) => (await lineOf(batchId)).state
  const back = (no: string, amount: number, notifyId: string): ReturnNotice => ({
    channelId,
    notifyId,
    requestNo: no,
    amount: fen(amount),
    reason: '账户已销户',
  })
  const accounts = async () => {
    const rows = await db()
      .selectFrom('account')
      .select(['kind', 'balance_fen'])
      .where('centre_id', '=', 2)
      .where('mode', '=', 2)
      .where('unit_id', 'is', null)
      .execute()
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance_fen ?? 0
    return { bank: of('bank'), suspense: of('suspense'), adjustment: of('adjustment') }
  }

  before(async () => {
    const log = { info: () => undefined, warn: () => undefined, error: (_: object, message: string) => void logged.push(message) }
    server = await startTest({ log })
    act = story(server)
    desk = exceptionsOf(server)
  })
  beforeEach(async () => {
    assert.deepEqual(await desk.open(), [])
  })
  after(async () => {
    assert.deepEqual(await checkInvariants(db()), [])
    await server.close()
  })

  test('paid after it had failed: on suspense at once, no re-send, settled as paid with tax and receipt', async () => {
    const before = await act.balance()
    const line = await sent((no) => [failed(no)])
    assert.deepEqual(await act.balance(), before)
    const bankBefore = await accounts()
    const other = await volunteer(paid(line.no, line.net), paid(line.no, line.net))
    const { net: othersNet } = await lineOf(other.id)
    const booked = await accounts()
    assert.deepEqual([booked.bank - bankBefore.bank - othersNet, booked.suspense], [line.net, -line.net])
    const exception = await desk.only('late_success')
    assert.deepEqual([exception.suspense, exception.stops, exception.ours, exception.theirs], [-line.net, 'channel', line.net, line.net])
    assert.equal((await server.call('maker', 'payments.resend', act.target(await act.get(line.id)))).error, 'exceptionOpen')
    const afterwards = await desk.settle(exception, 'paid')
    assert.equal(afterwards.state, 'resolved')
    assert.deepEqual([await stateOf(line.id), (await act.get(line.id)).state], ['success', 'paid'])
    assert.deepEqual(await accounts(), { ...booked, suspense: 0 })
    assert.deepEqual(await act.balance(), { available: before.available - line.cost - other.cost, frozen: before.frozen })
    const receipt = await db().selectFrom('voucher').select('bank_serial').where('line_id', '=', line.lineId).executeTakeFirstOrThrow()
    assert.equal(receipt.bank_serial, `B${line.no}`)
    const reserved = await sql<{ count: number }>`select count(*) as count from tax_reservation where line_id = ${line.lineId}`.execute(db())
    assert.equal(reserved.rows[0]?.count, 1)
  })

  test('paid after it was given up: charged to the unit, which sees it in the money trail of the batch', async () => {
    const batch = await act.paid([{ person: specials.held ?? anybody(), yuan: '100.00' }])
    await send({ send: ({ requestNo }) => [{ requestNo, kind: 'held', code: 'limit', reason: '限额' }] })
    const { lineId, no, net } = await lineOf(batch.id)
    await server.must('maker', 'payouts.cancelHeld', { lineIds: [lineId] })
    await volunteer(paid(no, net))
    const before = await act.balance()
    await desk.settle(await desk.only('late_success'), 'unit')
    assert.equal(await stateOf(batch.id), 'cancelled')
    assert.deepEqual(await act.balance(), { available: before.available - net, frozen: before.frozen })
    assert.equal((await accounts()).suspense, 0)
    const trail = await server.must('maker', 'payments.money', { id: batch.id })
    assert.deepEqual(
      trail.filter((row) => row.kind === 'adjustment').map((row) => [row.available, row.memo]),
      [[-net, '已与银行核对流水']],
    )
  })

  test('an earlier number is paid while the next one waits: the line is held, neither repeated nor given up, and paid once', async () => {
    const batch = await act.paid(owing(1))
    await send({ send: ({ requestNo }) => [{ requestNo, kind: 'held', code: 'limit', reason: '限额' }] })
    const { lineId, no, net } = await lineOf(batch.id)
    await server.must('maker', 'payouts.retryHeld', { lineIds: [lineId] })
    await job().run('test', (ctx) => applyAnswers(ctx, channelId, [paid(no, net)], 'query'))
    assert.equal(await stateOf(batch.id), 'held')
    for (const name of ['payouts.retryHeld', 'payouts.cancelHeld'] as const)
      assert.equal((await server.call('maker', name, { lineIds: [lineId] })).error, 'exceptionOpen')
    await desk.settle(await desk.only('late_success'), 'paid')
    assert.equal(await stateOf(batch.id), 'success')
    const attempts = await db().selectFrom('payout_attempt').select('state').where('line_id', '=', lineId).orderBy('attempt_no').execute()
    assert.deepEqual(
      attempts.map((each) => each.state),
      ['success', 'cancelled'],
    )
  })

  test('another amount: all of it on suspense, the line waits for people whatever the channel says next', async () => {
    const before = await accounts()
    const line = await sent((no, net) => [paid(no, net - 1)])
    assert.deepEqual([line.state, (await accounts()).suspense - before.suspense], ['unknown', -(line.net - 1)])
    await ask((no) => [failed(no)])
    assert.equal(await stateOf(line.id), 'unknown')
    const exception = await desk.only('wrong_amount')
    assert.deepEqual(exception.ways, ['paid', 'as_ordered', 'undone'])
    await desk.settle(exception, 'paid')
    assert.equal(await stateOf(line.id), 'success')
    const afterwards = await accounts()
    assert.deepEqual([afterwards.bank - before.bank, afterwards.suspense, afterwards.adjustment - before.adjustment], [line.net - 1, 0, 1])

    const second = await sent((no, net) => [paid(no, net + 500)])
    await desk.settle(await desk.only('wrong_amount'), 'as_ordered')
    assert.equal((await accounts()).bank - afterwards.bank, second.net)
    const third = await sent((no, net) => [paid(no, net - 7)])
    await desk.settle(await desk.only('wrong_amount'), 'undone')
    assert.equal(await stateOf(third.id), 'failed')
    assert.deepEqual(await accounts(), { ...afterwards, bank: afterwards.bank + second.net })
  })

  test('a success and a second success of another amount: the difference waits', async () => {
    const line = await sent((no, net) => [paid(no, net), paid(no, net + 30)])
    assert.equal(line.state, 'success')
    const exception = await desk.only('wrong_amount')
    assert.deepEqual([exception.suspense, exception.ways], [-30, ['undone', 'unit', 'adjustment']])
    await desk.settle(exception, 'adjustment')
  })

  test('failed after it was paid: nothing moves, people decide', async () => {
    const line = await sent((no, net) => [paid(no, net), failed(no)])
    const exception = await desk.only('contradiction')
    assert.deepEqual([line.state, exception.suspense, exception.ways], ['success', 0, ['returned', 'noted']])
    const before = await act.balance()
    await desk.settle(exception, 'returned')
    assert.equal(await stateOf(line.id), 'returned')
    assert.equal((await act.balance()).available, before.available + line.cost)
  })

  test('more was set aside for nobody than is there: the unit waits, the line is not stuck', async () => {
    const batch = await act.paid(owing(2))
    const { frozen } = await act.balance()
    const owner = { centreId: 2, mode: 2, unitId: 1 } as const
    const unfreeze = (amount: number, key: string) =>
      job().run('test', (ctx) =>
        postJournals(ctx, [
          {
            kind: 'unfreeze',
            owner,
            refType: 'topup',
            refId: 1,
            refNo: 'fault',
            idemKey: key,
            postings: [
              { account: 'unit_frozen', amount: fen(-amount) },
              { account: 'unit_available', amount: fen(amount) },
            ],
          },
        ]),
      )
    // A fault of ours: less is set aside than the two lines cost.
    await unfreeze(frozen - batch.cost + 1, 'fault:1')
    await send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
    const exception = await desk.only('not_booked')
    assert.deepEqual([exception.stops, exception.suspense], ['unit', -(exception.ours ?? 0)])
    assert.deepEqual((await act.lines(batch.id)).map((line) => line.state).sort(), ['success', 'unknown'])
    const next = await act.payable(owing(1))
    assert.equal((await server.must('payer', 'payments.get', { id: next.id })).may.pay?.includes('暂停出款'), true)
    assert.equal((await server.call('payer', 'payments.pay', act.payment(next))).error, 'payoutsStopped')
    await desk.settle(exception, 'paid')
    assert.equal((await act.get(batch.id)).state, 'paid')
    assert.equal((await act.pay(await act.get(next.id))).state, 'paying')
    await send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
  })

  test('numbers that the channel was never given: kept at its centre; an order of another channel is not its to speak of', async () => {
    const before = await accounts()
    const line = await sent(() => [])
    await volunteer(paid('NOBODY-1', 4200), paid('NOBODY-1', 4200), failed('NOBODY-2'))
    await job().run('test', (ctx) => applyAnswers(ctx, otherChannelId, [paid(line.no, line.net)], 'query'))
    assert.equal(await stateOf(line.id), 'unknown')
    assert.equal((await desk.only('unknown_number')).suspense, -4200)
    // The channel takes one back: it is over, on record; told again, nothing.
    for (let times = 0; times < 2; times++) assert.deepEqual(await tell(back('NOBODY-1', 4200, 'U1')), ['U1'])
    assert.deepEqual([await desk.open(), (await accounts()).suspense], [[], before.suspense])
    const there = { centre: 5, mode: 2 } as const
    const [foreign] = (await server.must('centre', 'payouts.exceptions', { states: ['open'] }, there)).rows
    assert.deepEqual([foreign?.kind, foreign?.requestNo, foreign?.suspense, foreign?.batchId], ['unknown_number', line.no, -line.net, null])
    await server.must('centre', 'payouts.proposeException', desk.proposal(foreign ?? { id: 0, version: 0 }, 'undone'), there)
    const { id, version } = await server.must('platform', 'payouts.exception', { id: foreign?.id ?? 0 })
    await server.must('platform', 'payouts.decideException', { id, version, approve: true })
    await ask((no) => [paid(no, line.net)])
    assert.equal(await stateOf(line.id), 'success')
    assert.deepEqual(await tell(back('NOBODY-3', 100, 'U2')), ['U2'])
    await desk.settle(await desk.only('unknown_number'), 'adjustment')
  })

  test('returns: another amount, a second one, one without a payment, one under a used identifier', async () => {
    const script: readonly { kind: ExceptionKind; ways: Resolution[]; way: Resolution; tell: () => Promise<unknown> }[] = [
      {
        kind: 'return_amount',
        ways: ['returned', 'undone', 'unit', 'adjustment'],
        way: 'returned',
        tell: async () => {
          const line = await sent((no, net) => [paid(no, net)])
          await tell(back(line.no, line.net - 5, 'R1'))
          assert.equal(await stateOf(line.id), 'success')
        },
      },
      {
        kind: 'second_return',
        ways: ['undone', 'unit', 'adjustment'],
        way: 'unit',
        tell: async () => {
          const line = await sent((no, net) => [paid(no, net)])
          assert.deepEqual(await tell(back(line.no, line.net, 'R2'), back(line.no, line.net, 'R3')), ['R2', 'R3'])
          assert.equal(await stateOf(line.id), 'returned')
        },
      },
      {
        kind: 'stray_return',
        ways: ['undone', 'unit', 'adjustment'],
        way: 'undone',
        tell: async () => {
          const line = await sent((no) => [failed(no)])
          await tell(back(line.no, line.net, 'R4'))
        },
      },
      {
        kind: 'used_notice',
        ways: ['returned', 'undone', 'unit', 'adjustment'],
        way: 'returned',
        tell: async () => {
          const line = await sent((no, net) => [paid(no, net)])
          await tell(back(line.no, line.net, 'R2'))
          assert.equal(await stateOf(line.id), 'success')
        },
      },
    ]
    for (const { kind, ways, way, tell: happen } of script) {
      await happen()
      const exception = await desk.only(kind)
      assert.deepEqual([exception.ways, (await accounts()).suspense > 0], [ways, true], kind)
      await desk.settle(exception, way)
      assert.equal((await accounts()).suspense, 0, kind)
    }
    assert.deepEqual(await tell(back('whatever', 1, 'R1')), ['R1'])
    await desk.settle(await desk.only('used_notice'), 'adjustment')
  })

  test('a poisoned notice or answer keeps nobody waiting, and is on record', async () => {
    const batch = await act.paid(owing(4))
    await send({ send: ({ requestNo, amount }) => [paid(requestNo, amount)] })
    const lines = (await act.lines(batch.id)).map((line) => ({ no: line.requestNo ?? '', net: line.net }))
    const [a, b, c, d] = lines
    assert.ok(a && b && c && d)
    const poison = [
      { ...back(a.no, a.net, 'P1'), reason: `\0${'长'.repeat(1_000_000)}\ud800` },
      { ...back(b.no, b.net, 'P2\0'), reason: 'x' },
      { ...back(b.no, b.net, '\ud800'), reason: 'x' },
      { ...back(b.no, b.net, 'P3'), amount: Number.NaN as Fen },
      { ...back(`${b.no}\0`, b.net, 'P4') },
      null as unknown as ReturnNotice,
      { ...back(c.no, c.net, 'P1') },
      { ...back(d.no, d.net, 'P5') },
    ].filter((notice) => notice !== null)
    const settled = await tell(...poison)
    assert.ok(settled.includes('P1') && settled.includes('P5') && settled.includes('P2\0'))
    assert.deepEqual(
      (await act.lines(batch.id)).map((line) => line.state),
      ['returned', 'success', 'success', 'returned'],
    )
    const open = await desk.open()
    assert.deepEqual(open.map((row) => row.kind).sort(), ['unreadable', 'unreadable', 'unreadable', 'unreadable', 'used_notice'])
    for (const row of open) await desk.settle(row, row.kind === 'unreadable' ? 'noted' : 'undone')

    const next = await act.paid(owing(3))
    const strange = [{ requestNo: 7 }, null, { requestNo: '\0', kind: 'success' }] as unknown as ChannelAnswer[]
    let count = 0
    await send({
      send: ({ requestNo, amount }) => {
        count++
        if (count === 1) return [...strange, { requestNo, kind: 'success', reference: '\ud800\0', amount: -1 } as unknown as ChannelAnswer]
        return [{ ...paid(requestNo, amount), reference: `\0\ud800${'x'.repeat(100_000)}` } as ChannelAnswer]
      },
    })
    assert.deepEqual((await act.lines(next.id)).map((line) => line.state).sort(), ['sent', 'success', 'success'])
    assert.equal((await desk.only('unreadable')).stops, 'none')
    await ask((no) => [paid(no, lines[0]?.net ?? 0)])
    assert.deepEqual([(await act.get(next.id)).state, await desk.open()], ['paid', []])
  })

  test('an order that was accepted and is not known any more is never failed, whatever the time; a later word ends it', async () => {
    const before = await act.balance()
    const line = await sent((no) => [accepted(no)])
    server.advance(25 * hourMs)
    await ask((no) => [absent(no)])
    server.advance(30 * dayMs)
    await ask((no) => [absent(no)])
    const batch = await act.get(line.id)
    assert.deepEqual([await stateOf(line.id), batch.state, (await act.balance()).frozen], ['processing', 'paying', before.frozen + line.cost])
    assert.equal((await server.call('maker', 'payments.resend', act.target(batch))).error, 'wrongState')
    const exception = await desk.only('absent')
    assert.deepEqual([exception.stops, exception.suspense, exception.ways], ['channel', 0, ['paid', 'failed']])
    await desk.propose(exception, 'failed')
    server.advance(dayMs)
    await ask((no) => [paid(no, line.net)])
    assert.equal(await stateOf(line.id), 'success')
    const closed = await desk.get(exception.id)
    assert.deepEqual([closed.state, closed.steps.at(-1)?.kind, closed.steps.at(-1)?.byName], ['resolved', 'closed', ''])
    const late = await server.call('centre', 'payouts.decideException', { id: closed.id, version: closed.version, approve: true }, atCentre)
    assert.equal(late.error, 'exceptionDecided')
  })

  test('no word for a day is a matter for people: nothing is freed or sent again until they have decided', async () => {
    const before = await act.balance()
    const line = await sent(() => [])
    await ask(() => [])
    assert.deepEqual(await desk.open(), [])
    server.advance(dayMs)
    await ask(() => [])
    const exception = await desk.only('overdue')
    assert.deepEqual([exception.stops, await stateOf(line.id), (await act.balance()).frozen], ['none', 'unknown', before.frozen + line.cost])
    await ask((no) => [absent(no)])
    await desk.settle(exception, 'failed')
    assert.deepEqual([await stateOf(line.id), await act.balance()], ['failed', before])
    assert.equal((await server.must('maker', 'payments.resend', act.target(await act.get(line.id)))).lineCount, 1)
    // The money goes out after all: it is not lost, and the batch that repeats it is not paid twice over.
    await volunteer(paid(line.no, line.net))
    const late = await desk.only('late_success')
    assert.deepEqual(late.ways, ['undone', 'unit', 'adjustment'])
    await desk.settle(late, 'adjustment')
  })

  test('two people, of whom neither had a part in the batch, with a paper and for a reason', async () => {
    const line = await sent((no, net) => [paid(no, net - 1)])
    const exception = await desk.only('wrong_amount')
    const told = async (who: string, kind: string) => (await server.must(who, 'tasks.waiting', {}, atCentre)).find((each) => each.kind === kind)
    assert.deepEqual([(await told('finance', 'bankExceptions'))?.count, (await told('finance', 'bankExceptions'))?.path], [1, '/zf/zfycList?states=open'])
    assert.ok((await server.must('finance', 'messages.list', {}, atCentre)).rows.some((row) => row.kind === 'payoutException'))
    for (const who of ['maker', 'payer', 'unit2']) {
      assert.equal((await server.call(who, 'payouts.exceptions', {})).error, 'forbidden')
      assert.equal((await server.call(who, 'payouts.proposeException', desk.proposal(exception, 'paid'))).error, 'forbidden')
    }
    assert.equal((await server.call('centre', 'payouts.exception', { id: exception.id }, { centre: 5, mode: 2 })).error, 'exceptionNotFound')
    const bare = { ...desk.proposal(exception, 'paid'), file: { filename: 'x.pdf', mediaType: 'application/pdf', bytes: Buffer.from('MZ') } }
    assert.notEqual((await server.call('finance', 'payouts.proposeException', bare, atCentre)).code, 1)
    assert.equal((await server.call('finance', 'payouts.proposeException', desk.proposal(exception, 'unit'), atCentre)).error, 'wayGone')
    await server.must('centre', 'payouts.proposeException', desk.proposal(exception, 'paid'), atCentre)
    const proposed = await desk.get(exception.id)
    const decide = (who: string, approve: boolean, reason = '') =>
      server.call(who, 'payouts.decideException', { id: proposed.id, version: proposed.version, approve, reason }, atCentre)
    assert.equal((await decide('centre', true)).error, 'ownProposal')
    assert.equal((await decide('finance', true)).error, 'forbidden')
    await sql`update payment_batch set auditor_id = (select id from app_user where username = 'platform') where id = ${line.id}`.execute(db())
    assert.equal((await decide('platform', true)).error, 'ownBatch')
    await sql`update payment_batch set auditor_id = (select id from app_user where username = 'auditor') where id = ${line.id}`.execute(db())
    assert.equal((await decide('platform', false)).error, 'declineReason')
    assert.equal((await decide('platform', false, '材料不足')).code, 1)
    assert.equal((await decide('platform', true)).error, 'notProposed')
    const declined = await desk.get(exception.id)
    assert.deepEqual(
      declined.steps.map((step) => step.kind),
      ['opened', 'proposed', 'declined'],
    )
    const whole = await desk.settle(declined, 'as_ordered')
    assert.deepEqual(
      whole.entries.map((entry) => [entry.account, entry.amount]),
      [
        ['bank', line.net - 1],
        ['suspense', -(line.net - 1)],
        ['suspense', line.net - 1],
        ['bank', -(line.net - 1)],
      ],
    )
    assert.match(whole.answer, /"amount"/)
    const { fileId } = await server.must('finance', 'payouts.exportExceptions', { kinds: ['wrong_amount'] }, atCentre)
    assert.ok(fileId)
  })

  test('what is stopped starts again when the last exception is resolved, and nothing is sent meanwhile', async () => {
    const waiting = await act.paid(owing(1))
    const first = await act.paid(owing(1))
    const seen: string[] = []
    const { no: firstNo } = await lineOf(first.id)
    await job().run('test', (ctx) => applyAnswers(ctx, channelId, [paid('STRANGE-1', 1), paid('STRANGE-2', 2)], 'query'))
    const take: Script = {
      send: ({ requestNo, amount }) => {
        seen.push(requestNo)
        return [paid(requestNo, amount)]
      },
    }
    await send(take)
    const [one, two] = await desk.open()
    assert.ok(one && two)
    await desk.settle(one, 'undone')
    await send(take)
    assert.deepEqual(seen, [])
    const { version } = await desk.get(two.id)
    await server.must('finance', 'payouts.takeException', { id: two.id, version }, atCentre)
    await desk.settle(await desk.only('unknown_number'), 'undone')
    await send(take)
    assert.deepEqual(seen.sort(), [(await lineOf(waiting.id)).no, firstNo].sort())
  })

  test('the facts of an exception cannot be changed, nor one that is resolved', async () => {
    const role = (statement: string) => assert.rejects(sql.raw(statement).execute(db()), /do not change|append-only/)
    await role(`update payout_exception set suspense_fen = 0 where suspense_fen <> 0`)
    await role(`update payout_exception set state = 'open', resolved_at = null where state = 'resolved'`)
    await role(`delete from payout_exception_step`)
    await role(`delete from payout_exception`)
    await role(`update payout_notice set amount_fen = 1`)
  })
})
