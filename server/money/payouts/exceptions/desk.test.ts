import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { exceptionKindNames, exceptionStateNames, resolutionNames, stopScopeNames } from '#/api/money/payout-exceptions.texts.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import { type BankScript, bankScenario, claimWithoutSending, exceptionScenario, payoutChannelId, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const { paid, accepted, absent, back } = replies

describe('resolution of exceptions', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  const db = () => server.running.kernel.database.kysely
  /** Returns the number of dispatch requests since the last call. */
  const countDispatches = async () => (await sql`delete from pgboss.job where name = 'payouts.dispatch' returning id`.execute(db())).rows.length

  before(async () => {
    server = await startTestServer()
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

  test('an accepted order reported as absent stays open until a late payment settles it', async () => {
    const balanceBefore = await bank.act.balance()
    const line = await bank.sendOneLine((no) => [accepted(no)])
    server.advance(25 * hourMs)
    await bank.queryLater((no) => [absent(no)])
    server.advance(30 * dayMs)
    await bank.queryLater((no) => [absent(no)])
    const batch = await bank.act.get(line.id)
    assert.deepEqual([await bank.stateOf(line.id), batch.state, (await bank.act.balance()).frozen], ['processing', 'paying', balanceBefore.frozen + line.cost])
    assert.equal((await server.call('maker', 'payments.resend', bank.act.target(batch))).error, 'wrongState')
    const exception = await desk.findOnly('absent')
    assert.deepEqual([exception.stops, exception.suspense, exception.ways], ['channel', 0, ['paid', 'failed']])
    await desk.propose(exception, 'failed')
    server.advance(dayMs)
    await bank.queryLater((no) => [paid(no, line.net)])
    assert.equal(await bank.stateOf(line.id), 'success')
    const closedException = await desk.get(exception.id)
    assert.deepEqual([closedException.state, closedException.steps.at(-1)?.kind, closedException.steps.at(-1)?.byName], ['resolved', 'closed', ''])
    assert.deepEqual((await desk.trail(closedException.id)).at(-1), ['payouts.results', { no: closedException.no, to: 'resolved' }])
    const lateDecision = await server.call(
      'centre',
      'payouts.decideException',
      { id: closedException.id, version: closedException.version, approve: true },
      atCentre,
    )
    assert.equal(lateDecision.error, 'exceptionDecided')
  })

  test('an unanswered order fails only by people’s decision, and a later payment is an exception', async () => {
    const balanceBefore = await bank.act.balance()
    const line = await bank.sendOneLine(() => [])
    await bank.queryLater(() => [])
    assert.deepEqual(await desk.open(), [])
    server.advance(dayMs)
    await bank.queryLater(() => [])
    const exception = await desk.findOnly('overdue')
    assert.deepEqual([exception.stops, await bank.stateOf(line.id), (await bank.act.balance()).frozen], ['none', 'unknown', balanceBefore.frozen + line.cost])
    await bank.queryLater((no) => [absent(no)])
    await countDispatches()
    await desk.settle(exception, 'failed')
    assert.equal(await countDispatches(), 0)
    assert.deepEqual([await bank.stateOf(line.id), await bank.act.balance()], ['failed', balanceBefore])
    assert.equal((await server.must('maker', 'payments.resend', bank.act.target(await bank.act.get(line.id)))).lineCount, 1)
    // The bank pays after all. The payment is booked, and the batch that repeats the line is not paid again.
    await bank.sendUnsolicited(paid(line.no, line.net))
    const lateSuccess = await desk.findOnly('late_success')
    assert.deepEqual(lateSuccess.ways, ['undone', 'unit', 'adjustment'])
    await desk.settle(lateSuccess, 'adjustment')
  })

  const newestMessage = async (who: string) => {
    const [row] = (await server.must(who, 'messages.list', {}, atCentre)).rows
    return [row?.kind, row?.path, row?.values]
  }
  const decide = (who: string, { id, version }: { id: number; version: number }, approve: boolean, reason = '') =>
    server.call(who, 'payouts.decideException', { id, version, approve, reason }, atCentre)
  /** Sends a line for which the bank pays one fen less. Returns its exception and our net amount. */
  const createWrongAmount = async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net - 1)])
    return { line, exception: await desk.findOnly('wrong_amount') }
  }

  test('an open exception is a pending task and a message of its centre', async () => {
    const { exception } = await createWrongAmount()
    const task = (await server.must('finance', 'tasks.waiting', {}, atCentre)).find((each) => each.kind === 'bankExceptions')
    assert.deepEqual([task?.count, task?.path], [1, '/zf/zfycList?states=open'])
    const message = ['payoutException', '/zf/zfycList', { no: exception.no, count: 1 }]
    for (const who of ['finance', 'centre']) assert.deepEqual(await newestMessage(who), message, who)
    await desk.settle(exception, 'as_ordered')
  })

  test('units neither see nor resolve an exception, and other centres do not see it', async () => {
    const { exception } = await createWrongAmount()
    for (const who of ['maker', 'payer', 'unit2']) {
      assert.equal((await server.call(who, 'payouts.exceptions', {})).error, 'forbidden')
      assert.equal((await server.call(who, 'payouts.proposeException', desk.proposal(exception, 'paid'))).error, 'forbidden')
    }
    // A user of both centres is referred to the centre of the exception.
    assert.equal((await server.call('centre', 'payouts.exception', { id: exception.id }, { centre: 5, mode: 2 })).error, 'other_place')
    assert.equal((await server.call('finance03', 'payouts.exception', { id: exception.id }, { centre: 3, mode: 2 })).error, 'exceptionNotFound')
    await desk.settle(exception, 'as_ordered')
  })

  test('a proposal needs a real document, a possible resolution and the current version', async () => {
    const { exception } = await createWrongAmount()
    const invalidProposal = { ...desk.proposal(exception, 'paid'), file: { filename: 'x.pdf', mediaType: 'application/pdf', bytes: Buffer.from('MZ') } }
    assert.notEqual((await server.call('finance', 'payouts.proposeException', invalidProposal, atCentre)).code, 1)
    assert.equal((await server.call('finance', 'payouts.proposeException', desk.proposal(exception, 'unit'), atCentre)).error, 'wayGone')
    await server.must('centre', 'payouts.proposeException', desk.proposal(exception, 'paid'), atCentre)
    assert.equal((await server.call('finance', 'payouts.proposeException', desk.proposal(exception, 'as_ordered'), atCentre)).error, 'exceptionChanged')
    const { id, version } = exception
    assert.equal((await server.call('finance', 'payouts.takeException', { id, version }, atCentre)).error, 'exceptionChanged')
    assert.equal((await decide('platform', await desk.get(id), false, '材料不足')).code, 1)
    await desk.settle(await desk.get(id), 'as_ordered')
  })

  test('the list’s filters match the exception’s values and exclude it for other values', async () => {
    const { exception } = await createWrongAmount()
    await server.must('centre', 'payouts.proposeException', desk.proposal(exception, 'as_ordered'), atCentre)
    const proposedException = await desk.get(exception.id)
    const listedIds = async (who: string, filter: object) =>
      (await server.must(who, 'payouts.exceptions', { states: ['open', 'proposed'], size: 200, ...filter }, atCentre)).rows.map((row) => row.id)
    assert.deepEqual([await listedIds('centre', { mine: 'yes' }), await listedIds('finance', { mine: 'yes' })], [[exception.id], []])
    const { no, requestNo: order, batchNo: batch } = proposedException
    const [day, channelId] = [dayOf(new Date(proposedException.openedAt)), payoutChannelId]
    const matchingFilters = [
      {},
      { keyword: no },
      { keyword: order },
      { keyword: batch },
      { stops: 'channel' },
      { unitId: 1 },
      { centreId: 2 },
      { channelId },
      { from: day, to: day },
    ]
    for (const filter of matchingFilters) assert.deepEqual(await listedIds('finance', filter), [exception.id], JSON.stringify(filter))
    const [dayBefore, dayAfter] = [shiftDay(day, -1), shiftDay(day, 1)]
    const others = [{ keyword: no.slice(0, -1) }, { keyword: order.slice(1) }, { stops: 'unit' }, { unitId: 2 }, { centreId: 5 }, { channelId: 5 }]
    for (const filter of [...others, { to: dayBefore }, { from: dayAfter }, { olderThan: 3 }, { kinds: ['overdue'] }])
      assert.deepEqual(await listedIds('finance', filter), [], JSON.stringify(filter))
    assert.equal((await decide('platform', proposedException, true)).code, 1)
  })

  test('a proposal that another person declines reopens the exception', async () => {
    const { exception } = await createWrongAmount()
    await server.must('centre', 'payouts.proposeException', desk.proposal(exception, 'paid'), atCentre)
    const proposedException = await desk.get(exception.id)
    assert.equal((await decide('centre', proposedException, true)).error, 'ownProposal')
    assert.equal((await decide('finance', proposedException, true)).error, 'forbidden')
    assert.equal((await decide('platform', proposedException, false)).error, 'declineReason')
    assert.equal((await decide('platform', proposedException, false, '材料不足')).code, 1)
    assert.equal((await decide('platform', proposedException, true)).error, 'notProposed')
    const declinedException = await desk.get(exception.id)
    assert.deepEqual(
      declinedException.steps.map((step) => step.kind),
      ['opened', 'proposed', 'declined'],
    )
    const decliner = declinedException.steps.at(-1)?.byName
    assert.deepEqual(await newestMessage('centre'), ['payoutExceptionDeclined', '/zf/zfycList', { no: exception.no, name: decliner, reason: '材料不足' }])
    const settledException = await desk.settle(declinedException, 'as_ordered')
    const proposer = settledException.steps.findLast((step) => step.kind === 'proposed')?.byName
    assert.deepEqual(await newestMessage('centre'), ['payoutExceptionProposed', '/zf/zfycList?states=proposed', { no: exception.no, name: proposer }])
    const [{ no }, kind, reason] = [exception, 'wrong_amount', '已与银行核对流水']
    assert.deepEqual((await desk.trail(exception.id)).slice(1), [
      ['payouts.proposeException', { no, kind, resolution: 'paid', reason }],
      ['payouts.decideException', { no, kind, to: 'open', reason: '材料不足' }],
      ['payouts.proposeException', { no, kind, resolution: 'as_ordered', reason }],
      ['payouts.decideException', { no, kind, to: 'resolved', resolution: 'as_ordered', suspense: exception.suspense }],
    ])
    assert.equal(settledException.steps.at(-1)?.reason, reason)
  })

  test('resolving a wrong amount as ordered reverses its suspense booking', async () => {
    const { line, exception } = await createWrongAmount()
    assert.equal(exception.suspense, -(line.net - 1))
    const settledException = await desk.settle(exception, 'as_ordered')
    assert.deepEqual(
      settledException.entries.map((entry) => [entry.account, entry.debit, entry.credit]),
      [
        ['bank', 0, line.net - 1],
        ['suspense', line.net - 1, 0],
        ['suspense', 0, line.net - 1],
        ['bank', line.net - 1, 0],
      ],
    )
    assert.match(settledException.answer, /"amount"/)
  })

  test('the exported workbook has the data and the three amounts of each exception', async () => {
    const { line, exception } = await createWrongAmount()
    const { no } = exception
    const settledException = await desk.settle(exception, 'as_ordered')
    const { fileId } = await server.must('finance', 'payouts.exportExceptions', { keyword: no }, atCentre)
    const texts = ['异常编号', '类型', '状态', '负责人', '单位', '通道', '指令号', '批次', '影响', '处理方案', '发现时间', '处理时间']
    const columns = [...texts, '我方金额', '对方金额', '挂账金额'].map((heading) => ({ key: heading, headings: [heading], required: true }))
    const sheet = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.ok(sheet.ok)
    const { ownerName, unitName, channelName, requestNo, batchNo } = settledException
    const kinds = [exceptionKindNames.wrong_amount.zh, exceptionStateNames.resolved.zh]
    const ends = [stopScopeNames.channel.zh, resolutionNames.as_ordered.zh]
    assert.deepEqual(
      sheet.rows.map(({ cells }) => texts.slice(0, -2).map((heading) => cells[heading]?.text)),
      [
        [no, ...kinds, ownerName, unitName, channelName, requestNo, batchNo, ...ends],
        ['合计', ...texts.slice(1, -2).map(() => '')],
      ],
    )
    const [row] = sheet.rows
    assert.deepEqual(
      ['我方金额', '对方金额', '挂账金额'].map((heading) => Math.round(Number(row?.cells[heading]?.text) * 100)),
      [line.net, line.net - 1, -(line.net - 1)],
    )
    for (const heading of texts.slice(-2)) assert.match(row?.cells[heading]?.text ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('a person who edited the batch cannot decide on its exception', async () => {
    const { line, exception } = await createWrongAmount()
    await sql`insert into batch_deed (batch_id, user_id, deed, centre_id, unit_id, first_at)
      select ${line.id}, app_user.id, 'edit', 2, 1, now() from app_user where username = 'platform'`.execute(db())
    await desk.propose(exception, 'as_ordered')
    const proposedException = await desk.get(exception.id)
    assert.equal((await decide('platform', proposedException, true)).error, 'ownBatch')
    assert.equal((await decide('centre', proposedException, true)).code, 1)
  })

  test('sending stops while an exception is open and resumes when the last one is resolved', async () => {
    // Simulates a server that stopped between marking a line as sent and sending it.
    const strandedBatch = await bank.act.createPaidBatch(bank.nextPayees(1))
    await claimWithoutSending(bank.job(), 10)
    const waitingBatch = await bank.act.createPaidBatch(bank.nextPayees(1))
    const first = await bank.act.createPaidBatch(bank.nextPayees(1))
    const sentNumbers: string[] = []
    const { no: firstNo } = await bank.lineOf(first.id)
    await bank.job().run('test', (ctx) => applyResponses(ctx, payoutChannelId, [paid('STRANGE-1', 1), paid('STRANGE-2', 2)], 'query'))
    const payScript: BankScript = {
      send: ({ requestNo, amount }) => {
        sentNumbers.push(requestNo)
        return [paid(requestNo, amount)]
      },
    }
    await bank.send(payScript)
    const [one, two] = await desk.open()
    assert.ok(one && two)
    const [reported] = (await server.must('finance', 'messages.list', {}, atCentre)).rows
    assert.deepEqual([reported?.kind, reported?.values.count], ['payoutException', 2])
    await desk.settle(one, 'undone')
    await bank.send(payScript)
    await bank.queryLater((no) => [absent(no)], payScript.send)
    assert.deepEqual([sentNumbers, await bank.stateOf(strandedBatch.id)], [[], 'sent'])
    const { version } = await desk.get(two.id)
    await server.must('finance', 'payouts.takeException', { id: two.id, version }, atCentre)
    const takenException = await desk.get(two.id)
    assert.deepEqual(
      [takenException.state, takenException.ownerName, takenException.steps.at(-1)?.kind],
      ['open', takenException.steps.at(-1)?.byName, 'taken'],
    )
    assert.deepEqual((await desk.trail(two.id)).at(-1), ['payouts.takeException', { no: two.no, kind: 'unknown_number', owner: takenException.ownerName }])
    await countDispatches()
    await desk.settle(await desk.findOnly('unknown_number'), 'undone')
    assert.equal(await countDispatches(), 1)
    await bank.send(payScript)
    await bank.queryLater((no) => [absent(no)], payScript.send)
    assert.deepEqual(sentNumbers.sort(), [(await bank.lineOf(strandedBatch.id)).no, (await bank.lineOf(waitingBatch.id)).no, firstNo].sort())
  })

  test('the data of an exception are immutable, and so is its resolution', async () => {
    const line = await bank.sendOneLine((no, net) => [paid(no, net)])
    await bank.announceReturns(back(line.no, line.net, 'F1'))
    const expectImmutable = (statement: string) => assert.rejects(sql.raw(statement).execute(db()), /cannot change|append-only/)
    await expectImmutable(`update payout_exception set suspense_fen = 0 where suspense_fen <> 0`)
    await expectImmutable(`update payout_exception set state = 'open', resolved_at = null where state = 'resolved'`)
    await expectImmutable(`delete from payout_exception_step`)
    await expectImmutable(`delete from payout_exception`)
    await expectImmutable(`update payout_notice set amount_fen = 1`)
  })
})
