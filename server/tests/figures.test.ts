import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dateTimeOf, dayOf, monthOf } from '#/domain/base/period.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { expectFiguresOfRows, type RequestPlace } from '#/server/tests/figures-testing.ts'
import { startTestServer, testServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

const centre2Places: readonly RequestPlace[] = [
  { centre: 2, mode: 2 },
  { centre: 2, mode: 1 },
]

/** Demo users, each with the places where they work. */
const people: readonly (readonly [who: string, at: readonly RequestPlace[]])[] = [
  ['platform', [undefined]],
  ['operation', [undefined]],
  ['centre', [...centre2Places, { centre: 5, mode: 2 }]],
  ['auditor', centre2Places],
  ['finance', centre2Places],
  ['salesman', centre2Places],
  ['marketer', centre2Places],
  ['unit1', [undefined]],
  ['maker', [undefined]],
  ['checker', [undefined]],
  ['payer', [undefined]],
  ['unit2', [undefined]],
  ['operator', [undefined]],
  ['partner', [undefined]],
]

describe('figures and the lists that they link to', () => {
  const server = testServer({ demoSize: 'full' })

  for (const [who, places] of people) {
    test(`every figure shown to ${who} equals the rows of its list`, async () => {
      for (const at of places) assert.ok((await expectFiguresOfRows(server, who, at)) > 0)
    })

    test(`each pending task of ${who} counts the rows of its list`, async () => {
      for (const at of places) await expectTaskLists(server, who, at)
    })
  }

  test('tasks to check count only work of others and equal their lists', async () => {
    const db = server.running.kernel.database.kysely
    const [own, other] = [sql`(select id from app_user where username = 'centre')`, sql`(select id from app_user where username = 'finance')`]
    const countsOf = async (): Promise<Record<string, number>> => {
      const tasksHere = (await server.must('centre', 'tasks.waiting', {}, atCentre)).filter(({ place }) => place?.isHere)
      return Object.fromEntries(tasksHere.filter(({ kind }) => ['reconToCheck', 'taxToConfirm'].includes(kind)).map(({ kind, count }) => [kind, count]))
    }
    const countsBefore = await countsOf()
    await sql`update recon_item set state = 'proposed', proposal = 'book', proposed_by = case when recon_item.id % 2 = 0 then ${own} else ${other} end, owner_id = ${other}, due_on = day.day + 9
      from recon_day day where day.id = recon_item.day_id and recon_item.state = 'open'`.execute(db)
    await sql`insert into tax_declaration (centre_id, month, state, closed_by, closed_at, due_on)
      values (2, '2024-01', 'closed', ${own}, now(), '2024-02-20'), (2, '2024-02', 'closed', ${other}, now(), '2024-03-15')`.execute(db)
    const proposals = await sql<{ own: number; others: number }>`select count(*) filter (where proposed_by = ${own})::int as own,
        count(*) filter (where proposed_by = ${other})::int as others from recon_item where state = 'proposed' and centre_id = 2`.execute(db)
    const { own: ownCount, others: othersCount } = proposals.rows[0] ?? assert.fail()
    assert.ok(ownCount > 0 && othersCount > 0)
    assert.deepEqual(await countsOf(), { reconToCheck: othersCount, taxToConfirm: (countsBefore.taxToConfirm ?? 0) + 1 })
    await expectFiguresOfRows(server, 'centre', atCentre)
  })

  test('task counts match their lists, and tasks for a second person omit own proposals', async () => {
    const db = server.running.kernel.database.kysely
    const [own, other] = [sql`(select id from app_user where username = 'centre')`, sql`(select id from app_user where username = 'finance')`]
    const bothPeople = sql`(values ('own', ${own}), ('other', ${other})) of(whose, by_id)`
    const today = dayOf(server.running.kernel.clock.now())
    const kindsOfTwoPeople = ['adjustments', 'refundsToPay', 'refundFailures', 'toConfirm']
    const counts = async (): Promise<Record<string, number>> => {
      const tasksHere = (await server.must('centre', 'tasks.waiting', {}, atCentre)).filter(
        ({ kind, place }) => place?.isHere && kindsOfTwoPeople.includes(kind),
      )
      return Object.fromEntries(tasksHere.map(({ kind, count }) => [kind, count]))
    }
    const countsBefore = await counts()
    await sql`insert into balance_adjustment (no, centre_id, unit_id, mode, amount_fen, reason, file_id, proposed_by, proposed_at)
      select 'TZ-' || whose, 2, 1, 2, 100, '补差', (select id from stored_file limit 1), by_id, now() from ${bothPeople}`.execute(db)
    await sql`insert into refund (no, centre_id, unit_id, mode, amount_fen, payee_name, payee_account, reason, state, applied_by, applied_at, decided_by, decided_at)
      select 'TK-' || whose, 2, 1, 2, 100, '甲', '6222', '余款退回', 'approved', (select id from app_user where username = 'unit1'), now(), by_id, now() from ${bothPeople}`.execute(
      db,
    )
    await sql`insert into refund (no, centre_id, unit_id, mode, amount_fen, payee_name, payee_account, reason, state, applied_by, applied_at, decided_by, decided_at, paid_by, paid_at)
      select 'TF-' || whose, 2, 1, 2, 100, '甲', '6222', '余款退回', 'failing', (select id from app_user where username = 'unit1'), now(),
        (select id from app_user where username = 'platform'), now(), by_id, now() from ${bothPeople}`.execute(db)
    await sql`insert into payout_exception (no, kind, fact, channel_id, centre_id, mode, request_no, notice_id, suspense_fen, stops, answer, opened_at, state, resolution, proposed_by)
      select 'YC-' || whose, 'unknown_number', whose, (select min(id) from channel where centre_id = 2), 2, 2, 'X' || whose, '', -100, 'unit', '', now(), 'proposed', 'noted', by_id
      from ${bothPeople}`.execute(db)
    await sql`insert into balance_limit (unit_id, centre_id, mode, limit_fen, set_by, set_at) select 1, 2, 2, 900000000000, ${own}, now()
      on conflict on constraint balance_limit_once do update set limit_fen = excluded.limit_fen`.execute(db)
    // The correction of a reported quarter is a task too.
    const quarter = (await server.must('finance', 'platformreports.quarters', {}, atCentre)).find(({ report }) => report !== null)?.quarter ?? assert.fail()
    await server.must('finance', 'platformreports.generate', { centreId: 2, quarter, reason: '更正一笔退回' }, atCentre)
    // One day with late files, and yesterday, whose files are due at ten.
    await sql`insert into recon_day (channel_id, centre_id, day) select id, 2, day from (select min(id) as id from channel where centre_id = 2) channel
      cross join (values (${today}::date - 60), (${today}::date - 1)) late(day) on conflict do nothing`.execute(db)
    const seenKinds = new Set<string>()
    for (const [who, places] of people) for (const at of places) for (const kind of await expectTaskLists(server, who, at)) seenKinds.add(kind)
    for (const kind of ['adjustments', 'refundsToPay', 'refundFailures', 'toConfirm', 'lowBalances', 'platformQuarters', 'reconFiles'])
      assert.ok(seenKinds.has(kind), kind)
    assert.deepEqual(
      await counts(),
      {
        ...countsBefore,
        ...Object.fromEntries(kindsOfTwoPeople.map((kind) => [kind, (countsBefore[kind] ?? 0) + 1])),
      },
      'one more of each, not the own one',
    )
  })

  test('the dashboard of a salesman or marketer shows only the commission figure', async () => {
    for (const who of ['salesman', 'marketer']) {
      const { cards } = await server.must(who, 'dashboard.figures', {}, atCentre)
      assert.deepEqual(
        cards.map(({ key }) => key),
        ['commission'],
      )
    }
  })

  test('the unit page, dashboard and partner lists show the same monthly amount of a unit', async () => {
    const unit = (await server.must('platform', 'units.get', { id: 1 })).monthNet
    const [card] = (await server.must('maker', 'dashboard.figures', {})).cards.filter(({ key }) => key === 'paidThisMonth')
    const ownUnit = (await server.must('partner', 'dashboard.ownUnits', {})).find((row) => row.unitId === 1)
    const partnerUnit = (await server.must('platform', 'partners.units', { id: 1 })).rows.find((row) => row.id === 1)
    assert.ok(unit > 0)
    assert.deepEqual([card?.amount, ownUnit?.net, partnerUnit?.monthNet], [unit, unit, unit])
  })

  test('the account history shows batch and balance changes of payments and reservations', async () => {
    const { rows } = await server.must('maker', 'prepayments.history', { kind: 'payment', size: 200 })
    assert.ok(rows.length > 0)
    for (const row of rows) {
      assert.ok(row.batchId !== null && row.batchNo !== null && row.payeeName !== null)
      assert.ok(row.available === 0 && row.frozen < 0, 'a payment takes what was set aside')
    }
    const freezeHistory = await server.must('maker', 'prepayments.history', { kind: 'freeze', size: 200 })
    assert.ok(freezeHistory.rows.length > 0)
    for (const row of freezeHistory.rows) assert.ok(row.batchNo === row.refNo && row.frozen > 0 && row.available === -row.frozen)
  })
})

test('a manual payment registered late counts in the month of its bank slip', async () => {
  const server = await startTestServer()
  try {
    const [act, now] = [paymentScenario(server), () => server.running.kernel.clock.now()]
    const { channels } = await addChannel(server, { centreId: 2, name: '线下付款', kind: 'offline' })
    await sql`update unit_setting_version set channel_ids = array[${channels.find(({ kind }) => kind === 'offline')?.id}::bigint]`.execute(
      server.running.kernel.database.kysely,
    )
    const person = demoPeople().ordinary[0] ?? assert.fail()
    const { id } = await act.createPaidBatch([{ person, yuan: '100.00' }])
    await server.settle(1)
    server.advance(60_000)
    const paidAt = now()
    server.advance(45 * 86_400_000)
    // The past month's totals are computed once before the payment is registered.
    const months = async () => (await server.must('maker', 'dashboard.figures', {})).months
    assert.ok((await months()).every(({ amount }) => amount === 0))
    const line = (await act.lines(id))[0] ?? assert.fail()
    const slip = { filename: '回单.pdf', mediaType: 'application/pdf', bytes: pdfPage('回单') }
    const slipInput = { lineId: line.id, serial: 'YH00000001', paidAt: dateTimeOf(paidAt), result: 'success' as const, reason: '', slip, amount: line.net }
    await server.must('finance', 'payouts.registerLine', slipInput, atCentre)
    assert.deepEqual(
      (await months()).filter(({ amount }) => amount > 0).map(({ month, amount }) => [month, amount]),
      [[monthOf(paidAt), line.net]],
    )
    assert.notEqual(dayOf(paidAt).slice(0, 7), monthOf(now()))
    for (const [who, at] of [
      ['maker', undefined],
      ['centre', atCentre],
      ['platform', undefined],
    ] as const)
      await expectFiguresOfRows(server, who, at)
  } finally {
    await server.close()
  }
})
