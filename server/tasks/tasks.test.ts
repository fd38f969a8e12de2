import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/db/demo/load.ts'
import { monthOf, shiftMonth } from '#/domain/period.ts'
import { atCentre, story } from '#/server/payments/testing.ts'
import { startTest, type TestServer } from '#/server/testing.ts'

describe('what waits, tasks and the figures of the dashboard', () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  const { specials, ordinary } = demoPeople()
  const person = (at: number) => {
    const found = ordinary.filter((each) => each.entity === null)[at]
    assert.ok(found)
    return found
  }
  before(async () => {
    server = await startTest()
    act = story(server)
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const waiting = async (who: string, at?: { centre: number; mode: number }) =>
    new Map((await server.must(who, 'tasks.waiting', {}, at)).map((each) => [each.kind, each]))
  const kinds = async (who: string, at?: { centre: number; mode: number }) => [...(await waiting(who, at)).keys()]
  const figures = (who: string, at?: { centre: number; mode: number }) => server.must(who, 'tasks.figures', {}, at)
  const card = async (who: string, key: string, at?: { centre: number; mode: number }) => {
    const found = (await figures(who, at)).cards.find((each) => each.key === key)
    assert.ok(found, key)
    return found.amount ?? found.count
  }

  test('nothing waits at first', async () => {
    for (const who of ['maker', 'checker', 'payer', 'operator', 'partner']) assert.deepEqual(await kinds(who), [])
    for (const who of ['auditor', 'finance', 'centre']) assert.deepEqual(await kinds(who, atCentre), [])
  })

  test('a batch waits for one after the other, each told to those who can act, with the page that lists it', async () => {
    const batch = await act.submit(await act.draft([{ person: person(0), yuan: '1000.00' }]))
    const told = (await waiting('checker')).get('check')
    assert.deepEqual(told, { kind: 'check', count: 1, amount: batch.cost, path: '/zf/zfPtList?states=checking' })
    assert.deepEqual(await kinds('maker'), [])
    const checked = await act.check(batch)
    assert.deepEqual(await kinds('checker'), [])
    assert.equal((await waiting('auditor', atCentre)).get('audit')?.path, '/zf/zfPtListpt?tab=auditing')
    assert.deepEqual(await kinds('auditor', { centre: 2, mode: 1 }), [])
    const payable = await act.audit(checked)
    assert.deepEqual(await kinds('auditor', atCentre), [])
    assert.equal((await waiting('payer')).get('pay')?.path, '/zf/zfPtList?states=payable')
    assert.deepEqual(await kinds('unit2'), [])
    await act.pay(payable)
    assert.deepEqual(await kinds('payer'), [])
    await server.settle()
  })

  test('lines that failed, lines that came back, top-ups and unknown people wait for those they concern', async () => {
    assert.ok(specials.nameMismatch && specials.bounces)
    await act.paid([
      { person: person(1), yuan: '100.00' },
      { person: specials.nameMismatch, yuan: '200.00' },
      { person: specials.bounces, yuan: '300.00' },
    ])
    await server.settle()
    assert.deepEqual(await kinds('maker'), ['failed'])
    server.advance(2 * 86_400_000)
    await server.settle(3)
    assert.deepEqual(await kinds('maker'), ['failed', 'returned'])
    assert.equal((await waiting('centre', atCentre)).get('returned')?.path, '/zf/zfPtListpt?tab=returned')
    const topup = { centreId: 2, mode: 2 as const, amount: '88.00', payerName: '星河互娱科技有限公司', payerAccount: '622200001111', bankSerial: 'W00000001' }
    await server.must('maker', 'prepayments.submit', topup)
    const confirm = (await waiting('finance', atCentre)).get('confirm')
    assert.deepEqual(confirm, { kind: 'confirm', count: 1, amount: 8800, path: '/imprest/yufukuan?states=submitted,matched' })
    assert.deepEqual(await kinds('finance', { centre: 2, mode: 1 }), [])
    assert.ok(!(await kinds('maker')).includes('confirm'))
    await sql`insert into candidate (centre_id, unit_id, name, id_number_sealed, id_number_index, mobile_sealed, mobile_index, card_no_sealed, card_no_index, problems, state,
        submitted_by, submitted_at)
      values (2, 1, '新人', '', 'X', '', '', '', '', '{unknown}', 'open', 5, now())`.execute(db())
    assert.deepEqual((await waiting('auditor', atCentre)).get('candidates'), {
      kind: 'candidates',
      count: 1,
      amount: 0,
      path: '/datacheck/datacheck?state=open',
    })
    assert.deepEqual(await kinds('centre', { centre: 5, mode: 2 }), [])
  })

  test('a batch short of money waits for a top-up, not for an audit', async () => {
    const batch = await act.submit(await act.draft([{ person: person(2), yuan: '10.00' }]))
    await db().updateTable('payment_batch').set({ state: 'auditing', is_insufficient: true }).where('id', '=', batch.id).execute()
    assert.deepEqual(await kinds('payer'), ['topup'])
    assert.ok(!(await kinds('auditor', atCentre)).includes('audit'))
    await db().updateTable('payment_batch').set({ state: 'cancelled' }).where('id', '=', batch.id).execute()
  })

  test('the figures are those of the lists and of the ledger', async () => {
    const lines = await sql<{ paid: number; people: number; tax: number }>`select sum(net_fen)::bigint as paid, count(distinct operator_id) as people,
      sum(vat_fen + surcharge_fen + iit_fen)::bigint as tax from payment_line where unit_id = 1 and state = 'success'`.execute(db())
    const { paid, people, tax } = lines.rows[0] ?? assert.fail()
    assert.ok(paid > 0)
    for (const [who, at] of [
      ['maker', undefined],
      ['centre', atCentre],
      ['platform', undefined],
    ] as const) {
      assert.equal(await card(who, 'paidThisMonth', at), paid)
      assert.equal(await card(who, 'payeesThisMonth', at), people)
      assert.equal(await card(who, 'taxThisMonth', at), tax)
      assert.equal(await card(who, 'unknown', at), 0)
    }
    const purses = await server.must('maker', 'prepayments.accounts', {})
    assert.equal(
      await card('maker', 'available'),
      purses.reduce((sum, each) => sum + each.available, 0),
    )
    for (const [who, at] of [
      ['unit2', undefined],
      ['centre', { centre: 2, mode: 1 }],
      ['centre', { centre: 5, mode: 2 }],
    ] as const)
      assert.equal(await card(who, 'paidThisMonth', at), 0)
    const { months } = await figures('maker')
    assert.equal(months.length, 12)
    assert.deepEqual(months.at(-1), { month: monthOf(server.running.kernel.clock.now()), paid, payees: people })
  })

  test('everybody sees only cards that lead somewhere they may go', async () => {
    const keys = async (who: string, at?: { centre: number; mode: number }) => (await figures(who, at)).cards.map((each) => each.key)
    assert.deepEqual(await keys('maker'), ['available', 'frozen', 'paidThisMonth', 'payeesThisMonth', 'taxThisMonth', 'unknown'])
    assert.deepEqual(await keys('auditor', atCentre), ['paidThisMonth', 'payeesThisMonth', 'taxThisMonth', 'unknown'])
    assert.deepEqual(await keys('operator'), ['paidThisMonth', 'taxThisMonth'])
    assert.ok((await figures('operator')).cards.every((each) => each.path === '/dashboard'))
  })

  test('an operator sees what arrived on the own account, and nothing of others', async () => {
    assert.equal(await card('operator', 'paidThisMonth'), 0)
    await db()
      .updateTable('app_user')
      .set({ operator_id: person(0).id })
      .where('username', '=', 'operator')
      .execute()
    const own = await sql<{
      net: number
    }>`select sum(net_fen)::bigint as net from payment_line where operator_id = ${person(0).id} and state = 'success'`.execute(db())
    assert.ok(own.rows[0] && own.rows[0].net > 0)
    assert.equal(await card('operator', 'paidThisMonth'), own.rows[0].net)
  })

  test('past months are counted once per viewer, and anew when money of theirs comes back', async () => {
    const thisMonth = monthOf(server.running.kernel.clock.now())
    assert.ok(specials.bounces)
    const late = await act.paid([{ person: specials.bounces, yuan: '400.00' }])
    await server.settle()
    const before = (await figures('maker')).months.at(-1)
    server.advance(45 * 86_400_000)
    const month = async (who: string, at?: { centre: number; mode: number }) => (await figures(who, at)).months.find((each) => each.month === thisMonth)
    assert.deepEqual(await month('maker'), before)
    assert.deepEqual(await month('maker'), before)
    assert.deepEqual(await month('centre', atCentre), before)
    const kept = await sql<{
      viewer: string
      count: number
    }>`select viewer, count(*) as count from paid_month where month = ${thisMonth} group by viewer`.execute(db())
    assert.ok(kept.rows.length >= 2)
    assert.equal((await month('unit2'))?.paid, 0)
    await server.settle(3)
    const [line] = await act.lines(late.id)
    assert.equal(line?.state, 'returned')
    const after = await month('maker')
    assert.equal(after?.paid, (before?.paid ?? 0) - (line?.net ?? 0))
    assert.deepEqual(await month('centre', atCentre), after)
    assert.equal((await figures('maker')).months[0]?.month, shiftMonth(monthOf(server.running.kernel.clock.now()), -11))
  })

  test('a task is its owner’s alone', async () => {
    const { taskId } = await server.must('maker', 'vouchers.zip', {})
    assert.equal((await server.must('maker', 'tasks.list', {}))[0]?.id, taskId)
    assert.equal((await server.call('payer', 'tasks.get', { id: taskId })).error, 'notFound')
    assert.deepEqual(await server.must('payer', 'tasks.list', {}), [])
    assert.equal((await server.call('platform', 'tasks.get', { id: taskId })).error, 'notFound')
  })
})
