import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Fen, fen } from '#/domain/base/money.ts'
import { checkInvariants, invariants } from '#/server/app/invariants.ts'
import { trailInvariants } from '#/server/desk/audit/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postJournals } from '#/server/money/ledger/journals.ts'
import { balances, bankBalance, freezeBatch, type LineMoney, postLines, postTopup, unfreezeBatch } from '#/server/money/ledger/public.ts'
import { countStatements } from '#/server/tests/statements-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const owner = { centreId: 3, mode: 1, unitId: 3 } as const

function line(id: number, cost: number): LineMoney {
  const parts = { net: fen(cost - 60), vat: fen(10), surcharge: fen(5), iit: fen(15), fee: fen(30), cost: fen(cost) }
  return { id, no: `L${id}`, ...owner, ...parts }
}

describe('ledger', () => {
  let server: TestServer
  let startBalances: { available: Fen; frozen: Fen }
  const db = () => server.running.kernel.database.kysely
  const runInContext = <T>(work: (ctx: Context) => Promise<T>) => jobContext(server.running.kernel, () => false).run('test', work)
  const currentBalances = () => runInContext((ctx) => balances(ctx, owner))

  before(async () => {
    server = await startTestServer()
    startBalances = await currentBalances()
  })
  after(() => server.close())

  test('a repeated top-up is posted once', async () => {
    const topup = { id: 900_001, no: 'CZ1', ...owner, amount: fen(10_000) }
    await runInContext((ctx) => postTopup(ctx, topup))
    await runInContext((ctx) => postTopup(ctx, topup))
    assert.deepEqual(await currentBalances(), { available: startBalances.available + 10_000, frozen: startBalances.frozen })
  })

  test('twenty concurrent postings of a top-up post it once', async () => {
    const balancesBefore = await currentBalances()
    const topup = { id: 900_002, no: 'CZ2', ...owner, amount: fen(777) }
    await Promise.all(Array.from({ length: 20 }, () => runInContext((ctx) => postTopup(ctx, topup))))
    assert.equal((await currentBalances()).available, balancesBefore.available + 777)
  })

  test('one call can move the money of several units', async () => {
    const secondOwner = { ...owner, unitId: 4 } as const
    const balancesOfBoth = () => runInContext(async (ctx) => [await balances(ctx, owner), await balances(ctx, secondOwner)])
    const unitsBefore = await balancesOfBoth()
    const deposit = (of: typeof owner | typeof secondOwner, amount: number) => ({
      kind: 'topup' as const,
      owner: of,
      refType: 'topup' as const,
      refId: 900_003,
      refNo: 'CZ3',
      idemKey: `test:several:${of.unitId}`,
      postings: [
        { account: 'unit_available', amount: fen(amount) },
        { account: 'bank', amount: fen(-amount) },
      ] as const,
    })
    assert.equal(await runInContext((ctx) => postJournals(ctx, [deposit(owner, 500), deposit(secondOwner, 700)])), 2)
    assert.deepEqual(
      (await balancesOfBoth()).map(({ available }, at) => available - (unitsBefore[at]?.available ?? 0)),
      [500, 700],
    )
  })

  test('reserved money is paid, released and returned once per line', async () => {
    const balancesBefore = await currentBalances()
    const batch = { id: 900_010, no: 'PC1', ...owner, cost: fen(3000) }
    assert.equal(await runInContext((ctx) => freezeBatch(ctx, batch)), 0)
    assert.deepEqual(await currentBalances(), { available: balancesBefore.available - 3000, frozen: balancesBefore.frozen + 3000 })
    const [paid, failed, bounced] = [line(900_011, 1000), line(900_012, 1000), line(900_013, 1000)]
    const lineOutcomes = [
      { line: paid, end: 'paid' },
      { line: failed, end: 'released' },
      { line: bounced, end: 'paid' },
    ] as const
    assert.equal(await runInContext((ctx) => postLines(ctx, lineOutcomes)), 3)
    assert.equal(await runInContext((ctx) => postLines(ctx, lineOutcomes)), 0)
    assert.equal(await runInContext((ctx) => postLines(ctx, [{ line: bounced, end: 'returned' }])), 1)
    assert.equal(await runInContext((ctx) => postLines(ctx, [{ line: bounced, end: 'returned' }])), 0)
    assert.deepEqual(await currentBalances(), { available: balancesBefore.available - 1000, frozen: balancesBefore.frozen })
    const reversal = await sql<{
      key: string
    }>`select earlier.idem_key as key from ledger_journal journal join ledger_journal earlier on earlier.id = journal.reverses
      where journal.idem_key = 'line:900013:returned'`.execute(db())
    assert.equal(reversal.rows[0]?.key, 'line:900013:paid')
  })

  test('a released batch can be reserved again', async () => {
    const balancesBefore = await currentBalances()
    const batch = { id: 900_020, no: 'PC2', ...owner, cost: fen(500) }
    for (let round = 0; round < 3; round++) {
      await runInContext((ctx) => freezeBatch(ctx, batch))
      assert.equal((await currentBalances()).frozen, balancesBefore.frozen + 500)
      await runInContext((ctx) => unfreezeBatch(ctx, batch))
      await runInContext((ctx) => unfreezeBatch(ctx, batch))
      assert.deepEqual(await currentBalances(), balancesBefore)
    }
  })

  test('a reservation above the available money returns the shortfall and moves nothing', async () => {
    const balancesBefore = await currentBalances()
    const shortfallFen = await runInContext((ctx) => freezeBatch(ctx, { id: 900_030, no: 'PC3', ...owner, cost: fen(balancesBefore.available + 1) }))
    assert.equal(shortfallFen, 1)
    assert.deepEqual(await currentBalances(), balancesBefore)
    const excessiveFreeze = {
      kind: 'freeze',
      owner,
      refType: 'batch',
      refId: 900_031,
      refNo: 'PC4',
      idemKey: 'batch:900031:freeze',
      postings: [
        { account: 'unit_available', amount: fen(-balancesBefore.available - 5) },
        { account: 'unit_frozen', amount: fen(balancesBefore.available + 5) },
      ],
    } as const
    await assert.rejects(
      runInContext((ctx) => postJournals(ctx, [excessiveFreeze])),
      { error: 'insufficient' },
    )
    assert.deepEqual(await currentBalances(), balancesBefore)
  })

  test('a hundred concurrent batches reserve no more than the available money (INV-04)', async () => {
    const balancesBefore = await currentBalances()
    const cost = fen(Math.floor(balancesBefore.available / 50))
    const shortfalls = await Promise.all(
      Array.from({ length: 100 }, (_, index) => runInContext((ctx) => freezeBatch(ctx, { id: 901_000 + index, no: `PC${index}`, ...owner, cost }))),
    )
    assert.equal(shortfalls.filter((each) => each === 0).length, 50)
    assert.ok((await currentBalances()).available >= 0)
  })

  test('posting a thousand paid or failed lines takes as many statements as posting two', async () => {
    const statementsFor = (first: number, count: number) =>
      countStatements(server, 'test', (ctx) =>
        postLines(
          ctx,
          Array.from({ length: count }, (_, at) => ({ line: line(first + at, 100), end: at % 2 === 0 ? ('paid' as const) : ('released' as const) })),
        ),
      )
    await runInContext((ctx) => postTopup(ctx, { id: 910_000, no: 'CZ6', ...owner, amount: fen(100_400) }))
    await runInContext((ctx) => freezeBatch(ctx, { id: 910_000, no: 'PC5', ...owner, cost: fen(100_400) }))
    // The first posting may open accounts.
    await statementsFor(910_000, 2)
    const balancesBefore = await currentBalances()
    const statementsForTwo = await statementsFor(910_002, 2)
    assert.ok(statementsForTwo > 0)
    assert.equal(await statementsFor(910_004, 1000), statementsForTwo)
    const balancesAfter = await currentBalances()
    assert.deepEqual(balancesAfter, { available: balancesBefore.available + 50_100, frozen: balancesBefore.frozen - 100_200 })
  })

  test('the database refuses a journal that does not sum to zero', async () => {
    const unbalancedJournal = {
      kind: 'topup',
      owner,
      refType: 'topup',
      refId: 1,
      refNo: 'x',
      idemKey: 'test:crooked',
      postings: [
        { account: 'unit_available', amount: fen(100) },
        { account: 'bank', amount: fen(-99) },
      ],
    } as const
    await assert.rejects(
      runInContext((ctx) => postJournals(ctx, [unbalancedJournal])),
      /does not balance/,
    )
  })

  test('a journal without entries is refused at commit', async () => {
    await assert.rejects(
      runInContext(
        (ctx) =>
          ctx.run`insert into ledger_journal (kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, entries, at)
          values ('topup', 'topup', 1, 'x', 'test:empty', 2, 2, 2, ${ctx.now})`,
      ),
      /has no entries/,
    )
  })

  test('entries without journal or account, of another month, or added later are refused', async () => {
    const { rows: newest } = await sql<{ id: number }>`select max(id) as id from ledger_journal where kind = 'payment'`.execute(db())
    const last = newest[0]?.id
    const copy = (change: { journal?: unknown; month?: unknown; line?: unknown; account?: unknown; unit?: unknown }) =>
      runInContext(
        (ctx) =>
          ctx.run`insert into ledger_entry (month, journal_id, line, centre_id, unit_id, account_id, amount_fen, balance_after_fen)
          select ${change.month ?? sql`entry.month`}, ${change.journal ?? sql`entry.journal_id`}, ${change.line ?? sql`entry.line`}, entry.centre_id,
            ${change.unit ?? sql`entry.unit_id`}, ${change.account ?? sql`entry.account_id`}, entry.amount_fen, account.balance_fen + entry.amount_fen
          from ledger_entry entry join account on account.id = entry.account_id where entry.journal_id = ${last}`,
      )
    await assert.rejects(copy({}), { code: '23505' })
    await assert.rejects(copy({ line: sql`entry.line + 100` }), /does not balance/)
    await assert.rejects(copy({ month: sql`(entry.month - interval '1 month')::date` }), /does not balance/)
    await assert.rejects(copy({ journal: 900_000_000 }), /does not balance/)
    const insertJournal = async (how: { centre?: number; account?: number; unit?: number }) =>
      runInContext(async (ctx) => {
        const rows = await ctx.rows<{ id: number }>`insert into ledger_journal (kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, unit_id, entries, at)
          select kind, ref_type, ref_id, ref_no, 'test:again', ${how.centre ?? sql`centre_id`}, mode, unit_id, entries, at from ledger_journal where id = ${last}
          returning id`
        await ctx.run`insert into ledger_entry (month, journal_id, line, centre_id, unit_id, account_id, amount_fen, balance_after_fen)
          select entry.month, ${rows[0]?.id}, entry.line, entry.centre_id, ${how.unit ?? sql`entry.unit_id`}, ${how.account ?? sql`entry.account_id`}, entry.amount_fen, 0
          from ledger_entry entry where entry.journal_id = ${last}`
      })
    await assert.rejects(insertJournal({ account: 900_000_000 }), /without its account/)
    await assert.rejects(insertJournal({ unit: 900_000_000 }), /without its account/)
    await assert.rejects(insertJournal({ centre: 900_000_000 }), /without its centre or unit/)
    await assert.rejects(sql`delete from account where id = (select max(id) from account)`.execute(db()), /append-only/)
  })

  test('journals and entries are append-only', async () => {
    const firstEntry = sql`(select min(journal_id) from ledger_entry)`
    await assert.rejects(sql`update ledger_entry set amount_fen = amount_fen + 1 where journal_id = ${firstEntry}`.execute(db()), /append-only/)
    await assert.rejects(sql`delete from ledger_entry where journal_id = ${firstEntry}`.execute(db()), /append-only/)
    await assert.rejects(sql`truncate ledger_journal cascade`.execute(db()), /append-only/)
    await assert.rejects(sql`update ledger_journal set memo = 'x' where id = ${firstEntry}`.execute(db()), /append-only/)
  })

  test('the program cannot change account balances directly', async () => {
    await assert.rejects(
      runInContext((ctx) => ctx.run`update account set balance_fen = 0`),
      /permission denied/,
    )
  })

  test('a payment above the reserved funds is refused and moves nothing', async () => {
    const balancesBefore = await currentBalances()
    await assert.rejects(
      runInContext((ctx) => postLines(ctx, [{ line: line(900_040, balancesBefore.frozen + 1), end: 'paid' }])),
      /more would leave account \d+ than was set aside/,
    )
    assert.deepEqual(await currentBalances(), balancesBefore)
  })

  test('the centre’s bank balance grows with each top-up in both modes', async () => {
    const bank = () => runInContext((ctx) => bankBalance(ctx, owner.centreId))
    const bankBefore = await bank()
    await runInContext((ctx) => postTopup(ctx, { id: 900_050, no: 'CZ3', ...owner, amount: fen(300) }))
    await runInContext((ctx) => postTopup(ctx, { id: 900_051, no: 'CZ4', ...owner, mode: 2, amount: fen(500) }))
    assert.equal((await bank()) - bankBefore, 800)
  })

  test('a journal keeps its reference, memo, key and the journal that it reverses', async () => {
    await runInContext((ctx) => postTopup(ctx, { id: 900_052, no: 'CZ5', ...owner, amount: fen(1), memo: '补记' }))
    const batch = { id: 900_060, no: 'PC6', ...owner, cost: fen(5) }
    for (let round = 0; round < 2; round++) {
      await runInContext((ctx) => freezeBatch(ctx, batch))
      await runInContext((ctx) => unfreezeBatch(ctx, batch, '退回'))
    }
    const { rows } = await sql<
      Record<string, unknown>
    >`select journal.kind, journal.ref_type, journal.ref_no, journal.idem_key, journal.memo, earlier.idem_key as reverses
      from ledger_journal journal left join ledger_journal earlier on earlier.id = journal.reverses
      where journal.ref_id in (900052, 900060) order by journal.id`.execute(db())
    assert.deepEqual(
      rows.map((row) => Object.values(row)),
      [
        ['topup', 'topup', 'CZ5', 'topup:900052', '补记', null],
        ['freeze', 'batch', 'PC6', 'batch:900060:freeze', '', null],
        ['unfreeze', 'batch', 'PC6', 'batch:900060:unfreeze', '退回', 'batch:900060:freeze'],
        ['freeze', 'batch', 'PC6', 'batch:900060:freeze:2', '', null],
        ['unfreeze', 'batch', 'PC6', 'batch:900060:unfreeze:2', '退回', 'batch:900060:freeze:2'],
      ],
    )
  })

  test('every invariant has a unique name and title', () => {
    const allInvariants = invariants
    assert.ok(allInvariants.every(({ name, title }) => /^INV-\d{2}$/.test(name) && title.length > 20))
    for (const key of ['name', 'title'] as const) assert.equal(new Set(allInvariants.map((finding) => finding[key])).size, allInvariants.length)
  })

  test('the checks report a changed balance and the chain and number of a changed log row', async () => {
    const isNamed = (name: string) => (finding: { name: string }) => finding.name === name
    await server.must('maker', 'payments.create', { orderId: 12 })
    assert.equal((await checkInvariants(db(), trailInvariants)).length, 0)
    await sql`alter table audit_log disable trigger audit_log_append_only`.execute(db())
    const row = await sql<{ chain: number; seq: number }>`select chain, seq from audit_log order by at desc, seq desc limit 1`.execute(db())
    await sql`update audit_log set ip = '6.6.6.6' where chain = ${row.rows[0]?.chain} and seq = ${row.rows[0]?.seq}`.execute(db())
    await sql`alter table audit_log enable trigger audit_log_append_only`.execute(db())
    const [trail] = await checkInvariants(db(), trailInvariants)
    assert.deepEqual(trail?.offenders, [`chain ${row.rows[0]?.chain} row ${row.rows[0]?.seq}`])
    await sql`update account set balance_fen = balance_fen + 1 where kind = 'bank' and centre_id = 3`.execute(db())
    const violations = await checkInvariants(db())
    assert.ok(violations.some(isNamed('INV-02')) && violations.some(isNamed('INV-03')))
  })
})
