import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('pending work and tasks', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const { specials, ordinary } = demoPeople()
  const person = (at: number) => {
    const owner = ordinary.filter((each) => each.entity === null)[at]
    assert.ok(owner)
    return owner
  }

  const db = () => server.running.kernel.database.kysely
  /** Returns the pending work at the person's current place. */
  const waitingHere = async (who: string, at?: { centre: number; mode: number }) =>
    (await server.must(who, 'tasks.waiting', {}, at)).flatMap(({ place, ...each }) => (place === null || place.isHere ? [each] : []))
  const waitingByKind = async (who: string, at?: { centre: number; mode: number }) => new Map((await waitingHere(who, at)).map((each) => [each.kind, each]))
  // Leaves out the demo's orders, reconciliation, reports and custody, which other tests cover.
  const kinds = async (who: string, at?: { centre: number; mode: number }) =>
    [...(await waitingByKind(who, at)).keys()].filter((kind) => !/^(order|recon|platform|custody)/.test(kind))

  test('the pending work of a new demo is accounts, registrations and obligations', async () => {
    for (const username of ['maker', 'checker', 'payer', 'operator', 'partner']) assert.deepEqual(await kinds(username), [])
    for (const username of ['auditor', 'finance']) assert.deepEqual(await kinds(username, atCentre), [])
    // The demo starts with two accounts under review and businesses in progress, one of them late.
    assert.deepEqual(
      (await waitingHere('centre', atCentre)).filter(({ kind }) => !/^(order|platform|custody)/.test(kind)).map(({ kind, path }) => [kind, path]),
      [
        ['accounts', '/user/dwEmployeeCheck?state=pending'],
        ['registrations', '/user/userYzList?view=entities&states=editing,registering,bank,tax,cancelling'],
        ['obligations', '/tax/taxCalendar?duty=overdue&kinds=annualReport,vat,incomeTax,incomeAnnual,serviceFee'],
      ],
    )
  })

  test('a batch is pending for each role in turn, with a link to the list that contains it', async () => {
    const batch = await scenario.submit(await scenario.draft([{ person: person(0), yuan: '1000.00' }]))
    const messages = (await waitingByKind('checker')).get('check')
    assert.deepEqual(messages, { kind: 'check', count: 1, amount: batch.cost, path: '/zf/zfPtList?states=checking', oldestAt: batch.submittedAt })
    assert.deepEqual(await kinds('maker'), [])
    const checkedBatch = await scenario.check(batch)
    assert.deepEqual(await kinds('checker'), [])
    assert.equal((await waitingByKind('auditor', atCentre)).get('audit')?.path, '/zf/zfPtListpt?tab=auditing&short=no')
    assert.deepEqual(await kinds('auditor', { centre: 2, mode: 1 }), [])
    const payableBatch = await scenario.audit(checkedBatch)
    assert.deepEqual(await kinds('auditor', atCentre), [])
    assert.equal((await waitingByKind('payer')).get('pay')?.path, '/zf/zfPtList?states=payable')
    assert.deepEqual(await kinds('unit2'), [])
    await scenario.pay(payableBatch)
    assert.deepEqual(await kinds('payer'), [])
    await server.settle()
  })

  test('failed lines, returns, top-ups and new payees are pending for the people responsible', async () => {
    assert.ok(specials.nameMismatch && specials.bounces)
    const { id } = await scenario.createPaidBatch([
      { person: person(1), yuan: '100.00' },
      { person: specials.nameMismatch, yuan: '200.00' },
      { person: specials.bounces, yuan: '300.00' },
    ])
    await server.settle()
    const [, mismatch, bounced] = await scenario.lines(id)
    assert.deepEqual(await kinds('maker'), ['failed'])
    assert.equal((await waitingByKind('maker')).get('failed')?.amount, mismatch?.cost, 'the failed lines, not the whole batch')
    server.advance(2 * 86_400_000)
    await server.settle(3)
    assert.deepEqual(await kinds('maker'), ['failed', 'returned'])
    assert.equal((await waitingByKind('maker')).get('failed')?.amount, mismatch?.cost)
    assert.equal((await waitingByKind('maker')).get('returned')?.amount, bounced?.cost)
    assert.equal((await waitingByKind('centre', atCentre)).get('returned')?.path, '/zf/zfPtListpt?tab=returned&states=partial,failed')
    const topup = { centreId: 2, mode: 2 as const, amount: '88.00', payerName: '星河互娱科技有限公司', payerAccount: '622200001111', bankSerial: 'W00000001' }
    await server.must('maker', 'prepayments.submit', topup)
    const confirmTask = (await waitingByKind('finance', atCentre)).get('confirm')
    const { rows: topups } = await server.must('finance', 'prepayments.list', { states: ['submitted'] }, atCentre)
    assert.deepEqual(confirmTask, {
      kind: 'confirm',
      count: 1,
      amount: 8800,
      path: '/imprest/yufukuan?states=submitted,matched',
      oldestAt: topups[0]?.submittedAt,
    })
    assert.deepEqual(await kinds('finance', { centre: 2, mode: 1 }), [])
    assert.ok(!(await kinds('maker')).includes('confirm'))
    await sql`insert into candidate (centre_id, unit_id, name, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, problems, state,
        submitted_by, submitted_at)
      values (2, 1, '新人', '', 'X', '', '', '', '', '{unknown}', 'open', 5, '2026-01-02T03:04:05Z')`.execute(db())
    assert.deepEqual((await waitingByKind('auditor', atCentre)).get('candidates'), {
      kind: 'candidates',
      count: 1,
      amount: 0,
      path: '/datacheck/datacheck?state=open',
      oldestAt: '2026-01-02T03:04:05.000Z',
    })
    assert.deepEqual(await kinds('centre', { centre: 5, mode: 2 }), [])
  })

  test('pending work at a person’s other centres and modes is listed with centre and mode', async () => {
    const places = async (who: string, at: { centre: number; mode: number }, kind: string) =>
      (await server.must(who, 'tasks.waiting', {}, at)).filter((row) => row.kind === kind).map(({ count, amount, place }) => [count, amount, place])
    const otherModePlace = { centreId: 2, mode: 2, isHere: false }
    // The top-up of 88 yuan in mode 2 comes from the previous test.
    assert.deepEqual(await places('finance', { centre: 2, mode: 1 }, 'confirm'), [[1, 8800, otherModePlace]])
    assert.deepEqual(await places('finance', atCentre, 'confirm'), [[1, 8800, { ...otherModePlace, isHere: true }]])
    assert.deepEqual(await places('centre', { centre: 5, mode: 2 }, 'confirm'), [[1, 8800, otherModePlace]])
    assert.deepEqual(await places('centre', { centre: 5, mode: 2 }, 'candidates'), [[1, 0, { ...otherModePlace, mode: null }]])
    assert.deepEqual(await places('finance03', { centre: 3, mode: 2 }, 'confirm'), [])
    assert.deepEqual(await places('platform', atCentre, 'confirm'), [[1, 8800, null]])
    // The director works at centre 5 only in mode 2 and must not see mode 1.
    await sql`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, state, submitted_by, submitted_at)
      select 'OTHER' || mode, 5, 1, mode, 100, '他处', '1', 'OTHER' || mode, 'submitted', 5, now() from unnest('{1,2}'::smallint[]) mode`.execute(db())
    assert.deepEqual(await places('centre', atCentre, 'confirm'), [
      [1, 8800, { ...otherModePlace, isHere: true }],
      [1, 100, { centreId: 5, mode: 2, isHere: false }],
    ])
    assert.deepEqual(await places('finance', atCentre, 'confirm'), [[1, 8800, { ...otherModePlace, isHere: true }]])
    await sql`delete from topup where no like 'OTHER%'`.execute(db())
  })

  test('at another place, only staff of the batch’s centre and mode learn where the batch is', async () => {
    const batch = await scenario.draft([{ person: person(4), yuan: '10.00' }])
    const askWaiting = async (who: string, at?: { centre: number; mode: number }) => {
      const answer = await server.call(who, 'payments.get', { id: batch.id }, at)
      return { error: answer.error, message: answer.message, place: 'place' in answer ? answer.place : undefined }
    }
    const messages = await askWaiting('auditor', { centre: 2, mode: 1 })
    assert.deepEqual([messages.error, messages.place], ['other_place', { centreId: 2, mode: 2 }])
    assert.match(messages.message, /总包分包/)
    assert.deepEqual((await askWaiting('centre', { centre: 5, mode: 2 })).place, { centreId: 2, mode: 2 })
    const missingBatch = { error: 'notFound', message: '批次不存在', place: undefined }
    assert.deepEqual(await askWaiting('auditor03', { centre: 3, mode: 2 }), missingBatch)
    assert.deepEqual(await askWaiting('unit2'), missingBatch)
    await server.must('maker', 'payments.cancel', { ...scenario.target(batch), reason: '测试' })
  })

  test('the age of pending work is that of its oldest item, and null if one time is unknown', async () => {
    const oldestCheck = async () => (await waitingByKind('checker')).get('check')?.oldestAt
    const first = await scenario.submit(await scenario.draft([{ person: person(5), yuan: '10.00' }]))
    server.advance(3_600_000)
    const second = await scenario.submit(await scenario.draft([{ person: person(6), yuan: '10.00' }]))
    assert.ok(first.submittedAt && second.submittedAt && first.submittedAt < second.submittedAt)
    assert.equal(await oldestCheck(), first.submittedAt)
    const recalculated = async (id: number) => db().updateTable('payment_batch').set({ state_reason: 'recalculated' }).where('id', '=', id).execute()
    await recalculated(second.id)
    assert.equal(await oldestCheck(), null, 'new figures sent the second batch back at an unknown time')
    for (const batch of [first, second]) await server.must('maker', 'payments.withdraw', { ...scenario.target(batch) })
    assert.equal((await waitingByKind('maker')).get('fix')?.oldestAt, null, 'a return to the maker has no recorded time')
    for (const { id } of [first, second]) await db().updateTable('payment_batch').set({ state: 'cancelled' }).where('id', '=', id).execute()
  })

  test('a batch short of money waits for a top-up, not for an audit', async () => {
    const batch = await scenario.submit(await scenario.draft([{ person: person(2), yuan: '10.00' }]))
    await db().updateTable('payment_batch').set({ state: 'auditing', is_insufficient: true }).where('id', '=', batch.id).execute()
    assert.deepEqual(await kinds('payer'), ['topup'])
    assert.ok(!(await kinds('auditor', atCentre)).includes('audit'))
    await db().updateTable('payment_batch').set({ state: 'cancelled' }).where('id', '=', batch.id).execute()
  })

  test('a task is visible only to its owner', async () => {
    const { taskId } = await server.must('maker', 'vouchers.zip', {})
    assert.equal((await server.must('maker', 'tasks.list', {}))[0]?.id, taskId)
    assert.equal((await server.call('payer', 'tasks.get', { id: taskId })).error, 'notFound')
    assert.deepEqual(await server.must('payer', 'tasks.list', {}), [])
    assert.equal((await server.call('platform', 'tasks.get', { id: taskId })).error, 'notFound')
  })

  test('an identity dispute is pending for the centre until it is decided or withdrawn', async () => {
    const raise = () => server.must('operator', 'disputes.raise', { unitId: 1, statement: '我不认识该单位' })
    const first = await raise()
    assert.deepEqual((await waitingByKind('centre', atCentre)).get('disputes'), {
      kind: 'disputes',
      count: 1,
      amount: 0,
      path: '/user/userYzPtList?disputes=open',
      oldestAt: (await db().selectFrom('identity_dispute').select('created_at').where('id', '=', first.id).executeTakeFirstOrThrow()).created_at.toISOString(),
    })
    assert.ok(!(await kinds('centre', { centre: 5, mode: 2 })).includes('disputes'))
    for (const username of ['maker', 'operator', 'finance']) assert.ok(!(await kinds(username)).includes('disputes'), username)
    await server.must('operator', 'disputes.withdraw', { disputeId: first.id })
    assert.ok(!(await kinds('centre', atCentre)).includes('disputes'))
    const { id } = await raise()
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const file = { filename: '核实.png', mediaType: 'image/png', bytes: png }
    const resolution = { disputeId: id, decision: 'keep', resolution: '本人确认', file } as const
    for (const username of ['centre', 'auditor']) await server.must(username, 'disputes.resolve', resolution, atCentre)
    assert.ok(!(await kinds('centre', atCentre)).includes('disputes'))
  })
})
