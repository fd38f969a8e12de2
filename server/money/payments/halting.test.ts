import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import { readMigrations } from '#/server/kernel/archive/migrate.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { recallPayee } from '#/server/money/payouts/dispatch/claiming.ts'
import { claimWithoutSending } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

describe('halting, rerouting and copying a batch', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const payeeAmounts = (count: number, yuan = '100.00') => Array.from({ length: count }, (_, at) => ({ person: ordinaryPerson(at), yuan }))
  const get = (id: number) => server.must('finance', 'payments.get', { id }, atCentre)
  const haltRequest = async (id: number, reason = '收款人投诉待核实') => ({ ...act.target((await get(id)) as never), reason })
  const halt = async (id: number, who = 'finance') => server.call(who, 'payments.halt', await haltRequest(id), atCentre)
  const release = async (id: number, who = 'centre') => server.call(who, 'payments.release', await haltRequest(id, '已核实'), atCentre)
  const lineStatesOf = async (id: number) => (await act.lines(id)).map((line) => line.state)
  const reroute = async (id: number, channelId: number) =>
    server.call('finance', 'payments.reroute', { ...(await haltRequest(id, '原通道拥堵')), channelId }, atCentre)

  /** Adds another channel of the same kind to the centre. */
  const addSecondChannel = async () => {
    const { rows } = await sql<{ id: number }>`insert into channel (centre_id, name, kind) values (2, '备用通道', 'sandbox') returning id`.execute(db())
    return rows[0]?.id ?? assert.fail()
  }

  test('a batch is halted once, and no line is sent until another person releases it', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(3))
    assert.equal((await halt(id)).code, 1)
    await server.settle(2)
    assert.deepEqual(await lineStatesOf(id), ['queued', 'queued', 'queued'])
    const { halt: haltView } = await server.must('maker', 'payments.get', { id })
    assert.equal(haltView?.reason, '收款人投诉待核实')
    assert.ok((await server.must('maker', 'messages.list', {})).rows.some((row) => row.kind === 'batchHalted'))
    assert.equal((await halt(id, 'centre')).error, 'alreadyHalted')
    assert.equal((await release(id, 'finance')).error, 'ownHalt')
    const halterId = (await sql<{ by: string }>`select halted_by::text as by from payment_batch where id = ${id}`.execute(db())).rows[0]?.by ?? ''
    const ownRelease = inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': halterId }, (trx) =>
      sql`update payment_batch set halted_at = null, halted_by = null, halt_reason = '' where id = ${id}`.execute(trx),
    )
    await assert.rejects(ownRelease, /a person other than the one who halted the batch/, 'the database itself has the last word')
    const haltAgain = (by: string, as = by) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': as }, (trx) =>
        sql`update payment_batch set halted_at = now(), halted_by = ${by}::bigint, halt_reason = '再停' where id = ${id}`.execute(trx),
      )
    await assert.rejects(haltAgain('1'), /halted once/)
    assert.equal((await release(id)).code, 1)
    assert.equal((await release(id)).error, 'notHalted')
    await assert.rejects(haltAgain('1', halterId), /by the caller/)
    await server.settle(2)
    assert.deepEqual(await lineStatesOf(id), ['success', 'success', 'success'])
    await assert.rejects(haltAgain(halterId), /while it can still send/)
  })

  test('halting needs a reason and the permission, and a draft cannot be halted', async () => {
    const waitingBatch = await act.check(await act.submit(await act.draft(payeeAmounts(1, '110.00'))))
    assert.equal((await server.call('finance', 'payments.halt', { ...(await haltRequest(waitingBatch.id)), reason: 'x' }, atCentre)).error, 'reasonNeeded')
    assert.equal((await server.call('maker', 'payments.halt', await haltRequest(waitingBatch.id))).error, 'forbidden')
    const draft = await act.draft(payeeAmounts(1, '120.00'))
    assert.equal((await halt(draft.id)).error, 'wrongState')
  })

  test('a halted batch is neither audited nor paid', async () => {
    const waitingBatch = await act.check(await act.submit(await act.draft(payeeAmounts(1, '115.00'))))
    assert.equal((await halt(waitingBatch.id)).code, 1)
    const completeChecklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }
    const audit = { ...act.target((await get(waitingBatch.id)) as never), approve: true, checklist: completeChecklist }
    assert.equal((await server.call('auditor', 'payments.audit', audit, atCentre)).error, 'halted')
    assert.equal((await release(waitingBatch.id)).code, 1)
    const payableBatch = await act.audit((await get(waitingBatch.id)) as never)
    assert.equal((await halt(payableBatch.id)).code, 1)
    assert.equal((await server.call('payer', 'payments.pay', act.payment(await act.get(payableBatch.id)))).error, 'halted')
  })

  test('after a halt only lines that were already claimed are sent', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(4, '130.00'))
    const claimedRows = await claimWithoutSending(
      jobContext(server.running.kernel, () => false),
      2,
    )
    assert.equal(claimedRows.length, 2)
    assert.equal((await halt(id)).code, 1)
    assert.deepEqual((await lineStatesOf(id)).toSorted(), ['queued', 'queued', 'sent', 'sent'])
    const [laterRows] = [
      await claimWithoutSending(
        jobContext(server.running.kernel, () => false),
        10,
      ),
    ]
    assert.deepEqual(laterRows, [])
    assert.equal((await release(id)).code, 1)
    await server.settle(3)
  })

  test('no line is sent after a concurrent halt', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(18, '10.00'))
    const job = jobContext(server.running.kernel, () => false)
    const [answer] = await Promise.all([halt(id), claimWithoutSending(job, 3), claimWithoutSending(job, 3), claimWithoutSending(job, 3)])
    assert.equal(answer.code, 1)
    const sentCount = (await lineStatesOf(id)).filter((state) => state === 'sent').length
    for (let round = 0; round < 3; round++) assert.deepEqual(await claimWithoutSending(job, 50), [])
    assert.equal((await lineStatesOf(id)).filter((state) => state === 'sent').length, sentCount)
    assert.equal((await release(id)).code, 1)
    await server.settle(4)
  })

  test('unsent lines are rerouted under new numbers, only to a usable channel', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(3, '140.00'))
    const channel = await addSecondChannel()
    const batches = await sql<{ id: number }>`select channel_id as id from payment_batch where id = ${id}`.execute(db())
    assert.equal((await reroute(id, batches.rows[0]?.id ?? 0)).error, 'sameChannel')
    assert.equal((await reroute(id, 999_999)).error, 'channelUnknown')
    await sql`update channel set is_paused = true, paused_reason = '维护' where id = ${channel}`.execute(db())
    assert.equal((await reroute(id, channel)).error, 'channelClosed')
    await sql`update channel set is_paused = false, paused_reason = '' where id = ${channel}`.execute(db())
    await sql`update channel set kind = 'offline' where id = ${channel}`.execute(db())
    assert.equal((await reroute(id, channel)).error, 'channelOtherWorld')
    await sql`update channel set kind = 'sandbox', single_limit_fen = 100 where id = ${channel}`.execute(db())
    const rerouteAnswer = await reroute(id, channel)
    assert.equal(rerouteAnswer.code, 1, JSON.stringify(rerouteAnswer))
    const attempts = await sql<{
      request_no: string
      state: string
      channel_id: number
    }>`select attempt.request_no, attempt.state, attempt.channel_id from payout_attempt attempt
      join payment_line line on line.month = attempt.month and line.id = attempt.line_id where line.batch_id = ${id} order by attempt.line_id, attempt_no`.execute(
      db(),
    )
    assert.deepEqual(
      attempts.rows.map((row) => [row.request_no.slice(-2), row.state, row.channel_id === channel]),
      [0, 1, 2].flatMap(() => [
        ['R1', 'cancelled', false],
        ['R2', 'created', true],
      ]),
    )
    // The new channel has its own limit.
    await server.settle(1)
    assert.deepEqual(await lineStatesOf(id), ['held', 'held', 'held'])
    await sql`update channel set single_limit_fen = null where id = ${channel}`.execute(db())
    const lineIds = (await act.lines(id)).map((line) => line.id)
    await server.must('maker', 'payouts.retryHeld', { lineIds })
    await server.settle(2)
    assert.deepEqual(await lineStatesOf(id), ['success', 'success', 'success'])
    assert.equal((await reroute(id, batches.rows[0]?.id ?? 0)).error, 'wrongState')
  })

  test('a person who rerouted a batch cannot register its manual payments', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(1, '160.00'))
    const channel = await addSecondChannel()
    await sql`update channel set kind = 'offline' where id = ${channel} or id = (select channel_id from payment_batch where id = ${id})`.execute(db())
    assert.equal((await reroute(id, channel)).code, 1)
    await server.settle(1)
    server.advance(60_000)
    const [line] = await act.lines(id)
    const paidAt = new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const slip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage('slip') }
    const entry = { lineId: line?.id ?? 0, serial: 'YHREROUTED1', paidAt, result: 'success' as const, reason: '', slip, amount: fen(line?.net ?? 0) }
    assert.equal((await server.call('finance', 'payouts.registerLine', entry, atCentre)).error, 'ownWork')
    assert.match((await get(id)).may.register ?? '', /^您为本批次更换过通道/)
    assert.equal((await server.call('centre', 'payouts.registerLine', entry, atCentre)).code, 1)
    await sql`update channel set kind = 'sandbox' where centre_id = 2`.execute(db())
  })

  test('the upgrade bars people who rerouted a batch before from registering its payments', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(1, '170.00'))
    assert.equal((await reroute(id, await addSecondChannel())).code, 1)
    const moverIds = async () =>
      (await db().selectFrom('batch_deed').select('user_id').where('batch_id', '=', id).where('deed', '=', 'reroute').execute()).map((deed) => deed.user_id)
    const before = await moverIds()
    const upgrade = readMigrations().find(({ name }) => name === '0069_second_hands.sql')
    const [statement = ''] = upgrade?.text.match(/insert into batch_deed[^;]*audit_log[^;]*;/) ?? []
    const remove = `alter table batch_deed disable trigger user; delete from batch_deed where deed = 'reroute'; alter table batch_deed enable trigger user`
    await sql.raw(remove).execute(db())
    assert.deepEqual([before.length, await moverIds()], [1, []])
    await sql.raw(statement).execute(db())
    assert.deepEqual(await moverIds(), before)
    await server.settle(1)
  })

  test('concurrent reroute and recall handle each line once without deadlock', async () => {
    const { id } = await act.createPaidBatch(payeeAmounts(8, '15.00'))
    const firstChannelId = (await sql<{ id: number }>`select channel_id as id from payment_batch where id = ${id}`.execute(db())).rows[0]?.id ?? 0
    const channel = await addSecondChannel()
    const frozenPayeeIds = [0, 2, 5].map((at) => ordinaryPerson(at).id)
    const setStatus = (status: number) => sql`update operator set status = ${status} where id = any(${frozenPayeeIds}::bigint[])`.execute(db())
    await setStatus(accountStatus.frozen)
    const job = jobContext(server.running.kernel, () => false)
    const recalls = frozenPayeeIds.map((operatorId) => job.run('payouts.recall', (ctx) => recallPayee(ctx, operatorId, null)))
    const [rerouteAnswer, ...recalledCounts] = await Promise.all([reroute(id, channel), ...recalls])
    assert.deepEqual([rerouteAnswer.code, recalledCounts], [1, [1, 1, 1]])
    assert.equal((await lineStatesOf(id)).filter((state) => state === 'cancelled').length, frozenPayeeIds.length)
    const createdAttempts = await sql<{
      channel_id: number
    }>`select attempt.channel_id from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
      where line.batch_id = ${id} and attempt.state = 'created'`.execute(db())
    assert.deepEqual(
      createdAttempts.rows.map((row) => row.channel_id === channel && row.channel_id !== firstChannelId),
      [true, true, true, true, true],
    )
    await setStatus(accountStatus.active)
    await server.settle(2)
    assert.equal((await lineStatesOf(id)).filter((state) => state === 'success').length, 5)
  })

  test('a paid batch of an active order can be copied, and each line warns of the earlier payment', async () => {
    const source = await act.createPaidBatch(payeeAmounts(3, '150.00'))
    await server.settle(2)
    const copy = await server.must('maker', 'payments.copy', act.target(await act.get(source.id)))
    assert.deepEqual([copy.copyOf, copy.lineCount, copy.gross, copy.makerName], [{ id: source.id, no: source.no }, 3, source.gross, source.makerName])
    const warned = (await server.must('maker', 'lines.list', { batchId: copy.id, size: 10 })).rows
    assert.ok(
      warned.length === 3 && warned.every((line) => line.issues.some((issue) => issue.code === 'W402')),
      'the checks themselves say that the same was paid before',
    )
    assert.equal((await server.call('checker', 'payments.copy', act.target(await act.get(source.id)))).error, 'forbidden')
    assert.equal((await server.call('maker', 'payments.copy', act.target(copy))).error, 'wrongState')
    await sql`update service_order set paused_at = now() where id = 12`.execute(db())
    assert.equal((await server.call('maker', 'payments.copy', act.target(await act.get(source.id)))).error, 'orderPaused')
    await sql`update service_order set paused_at = null where id = 12`.execute(db())
  })
})
