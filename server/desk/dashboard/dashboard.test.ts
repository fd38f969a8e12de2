import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { type CardFigure, differingFigures, openFigureList } from '#/server/desk/dashboard/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { type TestServer, testServer } from '#/server/tests/testing.ts'

type CallPlace = { centre: number; mode: number }

const cardsOf = async (server: TestServer, who: string, at?: CallPlace) => (await server.must(who, 'dashboard.figures', {}, at)).cards
const keysOf = (cards: readonly CardFigure[]) => cards.map((card) => card.key)

describe('dashboard with a year of data', () => {
  const server = testServer({ demoSize: 'full' })

  const db = () => server.running.kernel.database.kysely
  const monthTotals = async (where: string, value: number) => {
    const month = monthOf(server.running.kernel.clock.now())
    const result = await sql<{ amount: number; count: number }>`select coalesce(sum(net_fen), 0)::bigint as amount, count(*) as count from payment_line
      where state = 'success' and to_char(finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') = ${month} and ${sql.ref(where)} = ${value}`.execute(db())
    return result.rows[0] ?? assert.fail()
  }
  const cardOf = async (who: string, key: CardFigure['key'], at?: CallPlace) =>
    (await cardsOf(server, who, at)).find((card) => card.key === key) ?? assert.fail(key)

  const expectedCards: readonly [string, CallPlace | undefined, readonly CardFigure['key'][]][] = [
    ['maker', undefined, ['available', 'frozen', 'paidThisMonth', 'checking', 'paying', 'failed', 'claims']],
    ['unit2', undefined, ['available', 'frozen', 'paidThisMonth', 'checking', 'paying', 'failed', 'claims', 'invoiceQuota', 'toSign']],
    ['auditor', atCentre, ['auditing', 'paying', 'held', 'unknown', 'returned', 'candidates']],
    [
      'centre',
      atCentre,
      [
        'paidThisMonth',
        'available',
        'frozen',
        'auditing',
        'paying',
        'held',
        'unknown',
        'returned',
        'topups',
        'unclaimed',
        'differences',
        'custody',
        'toIssue',
        'redDue',
        'taxDue',
        'filingsOverdue',
        'candidates',
        'accounts',
      ],
    ],
    [
      'platform',
      undefined,
      [
        'paidThisMonth',
        'available',
        'frozen',
        'auditing',
        'paying',
        'held',
        'unknown',
        'returned',
        'topups',
        'unclaimed',
        'differences',
        'custody',
        'toIssue',
        'redDue',
        'taxDue',
        'filingsOverdue',
        'candidates',
        'accounts',
      ],
    ],
    [
      'finance',
      atCentre,
      [
        'paidThisMonth',
        'available',
        'frozen',
        'auditing',
        'paying',
        'held',
        'unknown',
        'returned',
        'topups',
        'unclaimed',
        'differences',
        'custody',
        'toIssue',
        'redDue',
        'taxDue',
        'filingsOverdue',
      ],
    ],
    ['operator', undefined, ['income', 'withheld', 'received', 'signatures']],
    ['partner', undefined, ['paidThisMonth', 'commission', 'bills', 'units']],
  ]
  for (const [who, at, keys] of expectedCards) {
    test(`each figure that ${who} sees equals a list that ${who} may open`, async () => {
      const cards = await cardsOf(server, who, at)
      assert.deepEqual(keysOf(cards), keys)
      assert.deepEqual(await differingFigures(server, who, cards, at), [])
    })
  }

  test('units, centres, the platform, operators and partners have figures above zero', async () => {
    for (const [who, key, at] of [
      ['maker', 'paidThisMonth', undefined],
      ['centre', 'auditing', atCentre],
      ['platform', 'returned', undefined],
      ['centre', 'accounts', atCentre],
      ['centre', 'unclaimed', atCentre],
      ['operator', 'income', undefined],
      ['partner', 'commission', undefined],
    ] as const) {
      const card = await cardOf(who, key, at)
      assert.ok((card.amount ?? card.count ?? 0) > 0, `${who} ${key}`)
    }
  })

  test('the dashboard and the list of units show the same net amount of the month', async () => {
    for (const [who, at] of [
      ['centre', atCentre],
      ['platform', undefined],
    ] as const) {
      const { totals } = await server.must(who, 'units.list', {}, at)
      assert.equal((await cardOf(who, 'paidThisMonth', at)).amount, totals?.monthNet, who)
    }
  })

  test('amounts include only payments and balances in the viewer’s scope', async () => {
    for (const [who, unitId] of [
      ['maker', 1],
      ['unit2', 2],
    ] as const) {
      const { amount, count } = await monthTotals('unit_id', unitId)
      const card = await cardOf(who, 'paidThisMonth')
      assert.deepEqual([card.amount, card.count], [amount, count])
      const funds = await sql<{
        fen: number
      }>`select sum(balance_fen)::bigint as fen from account where unit_id = ${unitId} and kind = 'unit_available'`.execute(db())
      assert.equal((await cardOf(who, 'available')).amount, funds.rows[0]?.fen)
    }
    const centreAmounts = await Promise.all([2, 3, 5].map(async (centreId) => (await monthTotals('centre_id', centreId)).amount))
    assert.equal(
      (await cardOf('platform', 'paidThisMonth')).amount,
      centreAmounts.reduce((sum, each) => sum + each, 0),
    )
    let centre2Count = 0
    for (const mode of [1, 2]) centre2Count += (await cardOf('centre', 'paidThisMonth', { centre: 2, mode })).amount ?? 0
    assert.equal(centre2Count, centreAmounts[0])
  })

  test('a centre’s ranking lists its units by amount with a link to their receipts', async () => {
    const { rows, total } = await server.must('centre', 'dashboard.ranking', {}, atCentre)
    assert.ok(rows.length > 1)
    assert.deepEqual(
      rows.map((row) => row.amount),
      rows.map((row) => row.amount).sort((a, b) => b - a),
    )
    assert.equal(total, (await cardOf('centre', 'paidThisMonth', atCentre)).amount)
    const unitSettings = await sql<{ unit_id: number }>`select distinct unit_id from unit_setting where centre_id = 2 and mode = 2`.execute(db())
    for (const row of rows) assert.ok(unitSettings.rows.some((each) => each.unit_id === row.unitId))
    assert.deepEqual(
      await differingFigures(
        server,
        'centre',
        rows.map(({ amount, count, path }) => ({ key: 'paidThisMonth', amount, count, path })),
        atCentre,
      ),
      [],
    )
    assert.deepEqual((await server.must('maker', 'dashboard.ranking', {})).rows, [])
  })

  test('the comparison of centres adds up to the total and is visible only to the platform', async () => {
    const centres = await server.must('platform', 'dashboard.centres', {})
    assert.deepEqual(
      centres.map((centre) => centre.centreId).sort((a, b) => a - b),
      [2, 3, 5],
    )
    const sum = (of: (row: (typeof centres)[number]) => number) => centres.reduce((total, row) => total + of(row), 0)
    assert.equal(
      sum((row) => row.amount),
      (await cardOf('platform', 'paidThisMonth')).amount,
    )
    for (const key of ['auditing', 'paying', 'returned'] as const) {
      assert.equal(
        sum((row) => row[key]),
        (await cardOf('platform', key)).count,
      )
    }
    for (const row of centres) {
      const paidCard: CardFigure = { key: 'paidThisMonth', amount: row.amount, count: row.count, path: row.paidPath ?? '' }
      const auditingCard: CardFigure = { key: 'auditing', amount: null, count: row.auditing, path: `${row.batchPath}&tab=auditing` }
      assert.deepEqual(await differingFigures(server, 'platform', [paidCard, auditingCard]), [])
    }
    assert.deepEqual(await server.must('centre', 'dashboard.centres', {}, atCentre), [])
  })

  test('a partner sees totals of its units but no payees', async () => {
    const units = await server.must('partner', 'dashboard.ownUnits', {})
    const ownUnitIds = await sql<{ id: number }>`select id from unit where partner_id = 1 order by id`.execute(db())
    assert.deepEqual(
      units
        .filter((unit) => unit.isOwn)
        .map((unit) => unit.unitId)
        .sort((a, b) => a - b),
      ownUnitIds.rows.map((row) => row.id),
    )
    // The demo has a commission agreement for some of the partner's units, but not for the first one.
    for (const unit of units) assert.equal(unit.why === null, unit.commission !== 0, unit.unitName)
    const first = units.find((unit) => unit.unitId === 1)
    assert.ok(first && first.net > 0)
    assert.deepEqual([first.commission, first.why], [0, 'noRule'])
    await sql`insert into split_rule (centre_id, unit_id, party_type, party_id, method, floor_rate_ppm, effective_from, state, created_at)
      select centre_id, 1, 'partner', 1, 'difference', 900000, '2020-01-01', 'approved', now() from unit_setting where unit_id = 1 limit 1`.execute(db())
    assert.equal((await server.must('partner', 'dashboard.ownUnits', {})).find((unit) => unit.unitId === 1)?.why, 'noMargin')
    const commissionRows = await sql<{ fen: number }>`select sum(amount_fen)::bigint as fen from commission_item where party_type = 'partner' and party_id = 1
      and to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM') = ${monthOf(server.running.kernel.clock.now())}`.execute(db())
    assert.equal((await cardOf('partner', 'commission')).amount, commissionRows.rows[0]?.fen)
    const names = await sql<{ name: string }>`select distinct name from payment_line`.execute(db())
    const messages = JSON.stringify([units, await server.must('partner', 'dashboard.figures', {})])
    assert.ok(names.rows.length > 100)
    assert.deepEqual(
      names.rows.filter(({ name }) => messages.includes(name)),
      [],
    )
    await db()
      .insertInto('partner')
      .values({ id: 902, code: 'HB902', name: '另一家', credit_code: null, is_active: true, created_at: new Date(0) })
      .execute()
    await db().updateTable('app_user').set({ partner_id: 902 }).where('username', '=', 'partner').execute()
    assert.deepEqual(await server.must('partner', 'dashboard.ownUnits', {}), [])
    const partnerCards = await cardsOf(server, 'partner')
    assert.ok(partnerCards.length > 0 && partnerCards.every((card) => (card.amount ?? card.count) === 0))
  })

  test('a partner’s list of units and an operator’s list of receipts are empty for other users', async () => {
    for (const who of ['maker', 'platform', 'operator']) assert.deepEqual(await server.must(who, 'dashboard.ownUnits', {}), [])
    for (const who of ['maker', 'platform', 'partner']) assert.equal((await server.must(who, 'dashboard.receipts', {})).count, 0)
  })

  test('an operator sees only their own receipts of the year, which add up to the totals', async () => {
    const { rows, count, totals } = await server.must('operator', 'dashboard.receipts', { size: 200 })
    const lines = await sql<{ no: string }>`select no from payment_line where operator_id = (select operator_id from app_user where username = 'operator')
      and state = 'success' and extract(year from finished_at at time zone 'Asia/Shanghai') = ${Number(monthOf(server.running.kernel.clock.now()).slice(0, 4))}`.execute(
      db(),
    )
    assert.deepEqual(rows.map((row) => row.no).sort(), lines.rows.map((row) => row.no).sort())
    assert.equal(rows.length, count)
    for (const key of ['gross', 'tax', 'fee', 'net'] as const) {
      assert.equal(
        rows.reduce((sum, row) => sum + row[key], 0),
        totals[key],
      )
    }
  })
})

describe('dashboard by month', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const { specials, ordinary } = demoPeople()
  const person = (at: number) => ordinary.filter((each) => each.entity === null)[at] ?? assert.fail()

  const db = () => server.running.kernel.database.kysely
  const thisMonth = () => monthOf(server.running.kernel.clock.now())
  const months = async (who: string, at?: CallPlace) =>
    (await server.must(who, 'dashboard.figures', {}, at)).months.map(({ month, amount, count }) => ({ month, amount, count }))

  test('a person paid twice counts once as payee of the month, for viewers in scope only', async () => {
    await scenario.createPaidBatch([
      { person: person(0), yuan: '1000.00' },
      { person: person(1), yuan: '100.00' },
    ])
    await scenario.createPaidBatch([{ person: person(0), yuan: '500.00' }])
    await server.settle()
    const lines = await sql<{ amount: number; people: number; count: number }>`select sum(net_fen)::bigint as amount, count(distinct operator_id) as people,
      count(*) as count from payment_line where unit_id = 1 and state = 'success'`.execute(db())
    const { amount, people, count } = lines.rows[0] ?? assert.fail()
    assert.deepEqual([people, count], [2, 3])
    for (const [who, at] of [
      ['maker', undefined],
      ['centre', atCentre],
      ['platform', undefined],
    ] as const) {
      const all = await months(who, at)
      assert.equal(all.length, 12)
      assert.deepEqual(all.at(-1), { month: thisMonth(), amount, count: people })
      assert.equal(all[0]?.month, shiftMonth(thisMonth(), -11))
    }
    for (const [who, at] of [
      ['unit2', undefined],
      ['centre', { centre: 2, mode: 1 }],
      ['centre', { centre: 5, mode: 2 }],
    ] as const) {
      assert.equal((await months(who, at)).at(-1)?.amount, 0)
      assert.equal((await cardsOf(server, who, at)).find((card) => card.key === 'paidThisMonth')?.amount, 0)
    }
  })

  test('an operator sees only payments to themselves', async () => {
    assert.equal((await cardsOf(server, 'operator')).find((card) => card.key === 'received')?.amount, 0)
    await db()
      .updateTable('app_user')
      .set({ operator_id: person(0).id })
      .where('username', '=', 'operator')
      .execute()
    const sums = await sql<{ net: number; gross: number; tax: number }>`select sum(net_fen)::bigint as net, sum(gross_fen)::bigint as gross,
      sum(vat_fen + surcharge_fen + iit_fen)::bigint as tax from payment_line where operator_id = ${person(0).id} and state = 'success'`.execute(db())
    const { net, gross, tax } = sums.rows[0] ?? assert.fail()
    const cards = await cardsOf(server, 'operator')
    assert.deepEqual(
      cards.map((card) => [card.key, card.amount]),
      [
        ['income', gross],
        ['withheld', tax],
        ['received', net],
        ['signatures', null],
      ],
    )
    assert.deepEqual((await months('operator')).at(-1), { month: thisMonth(), amount: net, count: 2 })
    const [record, ...earlier] = await server.must('operator', 'dashboard.taxRecord', {})
    assert.deepEqual([record?.month, record?.gross, record?.tax, record?.net, record?.count, earlier.length], [thisMonth(), gross, tax, net, 2, 0])
    assert.equal((record?.vat ?? 0) + (record?.surcharge ?? 0) + (record?.incomeTax ?? 0), tax)
    assert.deepEqual(await server.must('partner', 'dashboard.taxRecord', {}), [])
  })

  test('only the payee can download a payment’s receipt', async () => {
    const [payment] = (await server.must('operator', 'dashboard.receipts', {})).rows
    assert.ok(payment)
    const { fileId } = await server.must('operator', 'vouchers.own', { lineId: payment.id })
    assert.equal((await server.call('operator', 'files.link', { fileId })).code, 1)
    assert.equal((await server.call('unit1', 'files.link', { fileId })).error, 'file_not_found')
    const foreignLines = await sql<{ id: number }>`select id from payment_line where operator_id <> ${person(0).id} and state = 'success' limit 1`.execute(db())
    assert.equal((await server.call('operator', 'vouchers.own', { lineId: foreignLines.rows[0]?.id ?? 0 })).error, 'notFound')
    assert.equal((await server.call('unit1', 'vouchers.own', { lineId: payment.id })).error, 'notFound')
  })

  test('a submitted batch is counted at once', async () => {
    const before = (await cardsOf(server, 'checker')).find((card) => card.key === 'checking') ?? assert.fail()
    const batch = await scenario.submit(await scenario.draft([{ person: person(2), yuan: '77.00' }]))
    const after = (await cardsOf(server, 'checker')).find((card) => card.key === 'checking') ?? assert.fail()
    assert.deepEqual([after.count, after.amount], [(before.count ?? 0) + 1, (before.amount ?? 0) + batch.cost])
    assert.deepEqual(await openFigureList(server, 'checker', after), { count: after.count, amount: after.amount })
  })

  test('past months are computed once per viewer, and again after a returned payment', async () => {
    const month = thisMonth()
    assert.ok(specials.bounces)
    const returnedBatch = await scenario.createPaidBatch([{ person: specials.bounces, yuan: '400.00' }])
    await server.settle()
    const monthOfViewer = async (who: string, at?: CallPlace) => (await months(who, at)).find((each) => each.month === month)
    const before = await monthOfViewer('maker')
    server.advance(45 * 86_400_000)
    assert.deepEqual(await monthOfViewer('maker'), before)
    assert.deepEqual(await monthOfViewer('maker'), before)
    assert.deepEqual(await monthOfViewer('centre', atCentre), before)
    const storedRows = await sql`select viewer from paid_month where month = ${month} group by viewer`.execute(db())
    assert.ok(storedRows.rows.length >= 2)
    assert.equal((await monthOfViewer('unit2'))?.amount, 0)
    await server.settle(3)
    const [line] = await scenario.lines(returnedBatch.id)
    assert.equal(line?.state, 'returned')
    const after = await monthOfViewer('maker')
    assert.equal(after?.amount, (before?.amount ?? 0) - (line?.net ?? 0))
    assert.deepEqual(await monthOfViewer('centre', atCentre), after)
  })
})
