import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import type { Posting } from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { violationsOf } from '#/server/kernel/declarations/invariant.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { invariants } from '#/server/money/ledger/invariants.ts'
import type { Journal } from '#/server/money/ledger/journals.ts'
import { postJournals } from '#/server/money/ledger/journals.ts'
import * as store from '#/server/money/ledger/store.ts'
import { unfinishedCounters } from '#/server/money/ledger/unfinished.ts'
import { unitBalances } from '#/server/organisations/units/public.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const testOwner = { centreId: 3, mode: 1, unitId: 3 } as const
const batchId = 940_001

// Boundaries of centre, mode, unit and kind in the ledger queries. Each case books in the demo's ledger and is rolled
// back.
describe('boundaries of the ledger queries: journals and accounts', () => {
  let server: TestServer
  let next = 0
  const createJournal = (kind: Journal['kind'], postings: readonly (readonly [Posting['account'], number])[], more: Partial<Journal> = {}): Journal => ({
    kind,
    owner: testOwner,
    refType: 'topup',
    refId: 940_000,
    refNo: 'X',
    idemKey: `boundary:${next++}`,
    postings: postings.map(([account, amount]) => ({ account, amount: fen(amount) })),
    ...more,
  })
  const topupJournal = (amount: number, more: Partial<Journal> = {}) =>
    createJournal(
      'topup',
      [
        ['unit_available', amount],
        ['bank', -amount],
      ],
      more,
    )
  const freezeJournal = (amount: number, more: Partial<Journal> = {}) =>
    createJournal(
      'freeze',
      [
        ['unit_available', -amount],
        ['unit_frozen', amount],
      ],
      { refType: 'batch', refId: batchId, ...more },
    )
  const queryAfterBooking = <R>(journals: readonly Journal[], ask: (ctx: Context) => Promise<R>): Promise<R> =>
    runAndRollBack(server, async (ctx) => {
      for (const each of journals) await postJournals(ctx, [each])
      return ask(ctx)
    })

  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  test('a posting locks its own accounts only', async () => {
    const key = { centre_id: 3, mode: 1, kind: 'unit_available', unit_id: 3 } as const
    const others = [topupJournal(1, { owner: { ...testOwner, mode: 2 } }), freezeJournal(1), topupJournal(1, { owner: { ...testOwner, unitId: 1 } })]
    const lockedAccounts = await queryAfterBooking([topupJournal(5), ...others], (ctx) => store.lockAccounts(ctx, [key]))
    assert.deepEqual(
      lockedAccounts.map(({ centre_id, mode, kind, unit_id }) => ({ centre_id, mode, kind, unit_id })),
      [key],
    )
  })

  test('a batch’s reservation history counts its own reservations, without releases', async () => {
    const releaseJournal = createJournal(
      'unfreeze',
      [
        ['unit_available', 70],
        ['unit_frozen', -70],
      ],
      { refType: 'batch', refId: batchId },
    )
    const others = [freezeJournal(20, { refId: batchId + 1 }), freezeJournal(30, { refType: 'line' })]
    const freezeHistory = await queryAfterBooking([topupJournal(500), freezeJournal(70), releaseJournal, freezeJournal(80), ...others], (ctx) =>
      store.freezeHistoryOf(ctx, batchId),
    )
    assert.deepEqual([freezeHistory.times, freezeHistory.last?.fen], [2, 80])
  })

  test('the money trail of a batch includes its own journals and those of its exceptions', async () => {
    const suspenseJournal = (refId: number) =>
      createJournal(
        'suspense',
        [
          ['suspense', -9],
          ['unit_available', 9],
        ],
        { refType: 'payout_exception', refId },
      )
    const suspenseToBank = createJournal(
      'suspense',
      [
        ['suspense', -4],
        ['bank', 4],
      ],
      { refType: 'payout_exception', refId: 76 },
    )
    const others = [topupJournal(500, { refId: batchId }), freezeJournal(20, { refId: batchId + 1 }), suspenseJournal(78), suspenseToBank]
    const { moves, entries } = await queryAfterBooking([...others, freezeJournal(70), suspenseJournal(77)], async (ctx) => ({
      moves: await store.movementsOfBatch(ctx, { id: batchId, month: '2026-11-01' }, [76, 77]),
      entries: await store.entriesOfException(ctx, 77),
    }))
    assert.deepEqual(
      moves.map((move) => [move.kind, move.available, move.frozen, move.frozen_after !== null]),
      [
        ['freeze', -70, 70, true],
        ['suspense', 9, 0, false],
      ],
    )
    assert.ok((moves[0]?.available_after ?? 0) !== moves[0]?.frozen_after)
    assert.deepEqual(
      entries.map(({ account, fen: amount }) => [account, amount]),
      [
        ['suspense', -9],
        ['unit_available', 9],
      ],
    )
  })

  test('the money trail of a batch includes journals of its own lines only', async () => {
    const { rows } = await sql<{ id: number; month: string; line: number; other: number }>`select batch.id, batch.month::text as month, min(line.id) as line,
        (select min(id) from payment_line where batch_id <> batch.id) as other
      from payment_batch batch join payment_line line on line.batch_id = batch.id group by batch.id order by batch.id limit 1`.execute(
      server.running.kernel.database.kysely,
    )
    const [batch] = rows
    assert.ok(batch)
    const lineJournal = (refId: number, refType: Journal['refType'] = 'line') => freezeJournal(5, { refType, refId })
    const moneyMovements = await queryAfterBooking(
      [topupJournal(500), lineJournal(batch.line), lineJournal(batch.other), lineJournal(batch.line, 'topup')],
      (ctx) => store.movementsOfBatch(ctx, batch, []),
    )
    assert.deepEqual(
      moneyMovements.filter(({ ref_no }) => ref_no === 'X').map(({ ref_type, ref_id }) => [ref_type, ref_id]),
      [['line', batch.line]],
    )
  })

  test('the bank balance counts only the centre’s bank accounts', async () => {
    const bankBalanceAfter = (journals: readonly Journal[]) => queryAfterBooking(journals, (ctx) => store.bankBalance(ctx, 3))
    const balanceBefore = await bankBalanceAfter([])
    assert.equal(await bankBalanceAfter([topupJournal(40), topupJournal(50, { owner: { ...testOwner, centreId: 2, unitId: 1 } })]), balanceBefore + 40)
  })

  test('a unit’s movements count at this centre and mode, except a reversed opening', async () => {
    const place = { centreId: 3, mode: 1 } as const
    const hasMovement = async (...journals: Journal[]) => (await queryAfterBooking(journals, (ctx) => store.unitsWithJournals(ctx, place, [4]))).has(4)
    const secondUnit = { ...testOwner, unitId: 4 }
    const openingJournal = createJournal(
      'opening',
      [
        ['unit_available', 30],
        ['bank', -30],
      ],
      { owner: secondUnit, refType: 'opening', refId: 9, idemKey: 'opening:9:4' },
    )
    const openingReversal = createJournal(
      'opening',
      [
        ['unit_available', -30],
        ['bank', 30],
      ],
      { owner: secondUnit, refType: 'opening', refId: 9, idemKey: 'opening:9:4:undone', reversesKey: 'opening:9:4' },
    )
    assert.deepEqual(
      [
        await hasMovement(),
        await hasMovement(topupJournal(5, { owner: secondUnit })),
        await hasMovement(topupJournal(5, { owner: { ...secondUnit, centreId: 2 } })),
      ],
      [false, true, false],
    )
    assert.deepEqual(
      [
        await hasMovement(topupJournal(5, { owner: { ...secondUnit, mode: 2 } })),
        await hasMovement(openingJournal),
        await hasMovement(openingJournal, openingReversal),
      ],
      [false, true, false],
    )
  })

  test('payments since an opening exclude reversed and earlier journals', async () => {
    const openingJournal = createJournal(
      'opening',
      [
        ['unit_available', 300],
        ['bank', -300],
      ],
      { refType: 'opening', refId: 9 },
    )
    const secondOpening = createJournal(
      'opening',
      [
        ['unit_available', 1],
        ['bank', -1],
      ],
      { refType: 'opening', refId: 10 },
    )
    const payment = createJournal(
      'payment',
      [
        ['unit_frozen', -5],
        ['bank', 5],
      ],
      { refType: 'line', refNo: 'paid' },
    )
    const firstPaymentAfter = async (...journals: Journal[]) =>
      (await queryAfterBooking(journals, (ctx) => store.firstPaymentSince(ctx, { centreId: 3, mode: 1, openingId: 9 }, [3])))?.ref_no
    const reservation = freezeJournal(5, { refNo: 'set aside', idemKey: 'boundary:set' })
    const releaseJournal = createJournal(
      'unfreeze',
      [
        ['unit_available', 5],
        ['unit_frozen', -5],
      ],
      { refType: 'batch', reversesKey: 'boundary:set' },
    )
    assert.deepEqual(
      [
        await firstPaymentAfter(topupJournal(50), reservation, openingJournal),
        await firstPaymentAfter(openingJournal, reservation),
        await firstPaymentAfter(openingJournal, reservation, releaseJournal),
      ],
      [undefined, 'set aside', undefined],
    )
    assert.equal(await firstPaymentAfter(topupJournal(50), freezeJournal(9), openingJournal, payment), 'paid')
    assert.equal(await firstPaymentAfter(openingJournal, topupJournal(5)), undefined)
    assert.equal(await firstPaymentAfter(openingJournal, reservation, secondOpening), 'set aside', 'another opening later does not count')
    assert.equal(
      await firstPaymentAfter(openingJournal, topupJournal(50, { owner: { ...testOwner, mode: 2 } }), freezeJournal(5, { owner: { ...testOwner, mode: 2 } })),
      undefined,
    )
    assert.equal(
      await firstPaymentAfter(
        openingJournal,
        topupJournal(50, { owner: { ...testOwner, centreId: 2 } }),
        freezeJournal(5, { owner: { ...testOwner, centreId: 2 } }),
      ),
      undefined,
    )
  })

  test('a unit’s balances are available and reserved money, without money held for refunds', async () => {
    const kinds = await queryAfterBooking(
      [
        topupJournal(40),
        freezeJournal(15),
        createJournal('refund', [
          ['unit_available', -7],
          ['unit_refund', 7],
        ]),
      ],
      async (ctx) => {
        const rows = await ctx.rows<{
          kind: string
        }>`select kind from ${ask(ctx, unitBalances)} balance where unit_id = 3 and centre_id = 3 and mode = 1 order by kind`
        return rows.map((row) => row.kind)
      },
    )
    assert.deepEqual(kinds, ['unit_available', 'unit_frozen'])
  })

  test('a unit’s money includes the amounts reserved for batches and refunds', async () => {
    const moneyAfter = (journals: readonly Journal[]) => queryAfterBooking(journals, (ctx) => unfinishedCounters.money(ctx, { unitId: 3 }))
    const balanceBefore = await moneyAfter([])
    const refunding = createJournal('refund', [
      ['unit_available', -7],
      ['unit_refund', 7],
    ])
    assert.equal(
      await moneyAfter([topupJournal(40), freezeJournal(15), refunding, topupJournal(9, { owner: { ...testOwner, unitId: 4 } })]),
      balanceBefore + 40,
    )
  })

  test('payments, returns, openings and tax payments move tax accounts, but adjustments do not', async () => {
    const moveTaxAccount = (kind: Journal['kind'], account: Posting['account']) =>
      queryAfterBooking(
        [
          topupJournal(100),
          createJournal(kind, [
            ['unit_available', -10],
            [account, 10],
          ]),
        ],
        async () => 'booked',
      )
    for (const account of ['tax_vat', 'tax_surcharge', 'tax_iit'] as const) {
      await assert.rejects(moveTaxAccount('adjustment', account), /move the tax accounts/, account)
      for (const kind of ['payment', 'return', 'opening', 'tax'] as const) assert.equal(await moveTaxAccount(kind, account), 'booked', `${kind} ${account}`)
    }
    assert.equal(await moveTaxAccount('adjustment', 'fee_income'), 'booked')
  })

  test('a month with an issued statement accepts no journal of its unit, centre and mode', async () => {
    const bookAfterStatement = (at: { unit?: number; centre?: number; mode?: number; month?: string }) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`insert into balance_statement (no, centre_id, unit_id, mode, month, opening_available_fen, opening_aside_fen, topup_fen, payment_fen, fee_fen, tax_fen, return_fen,
            refund_fen, adjustment_fen, other_fen, closing_available_fen, closing_aside_fen, journal_count, issued_at)
          values ('DZ1', ${at.centre ?? 3}, ${at.unit ?? 3}, ${at.mode ?? 1}, ${at.month ?? '2026-10-01'}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, now())`
        await postJournals(ctx, [topupJournal(5, { at: new Date('2026-10-31T23:59:59+08:00') })])
        return 'booked'
      })
    await assert.rejects(bookAfterStatement({}), /has its statement/)
    for (const other of [{ unit: 4 }, { centre: 2 }, { mode: 2 }, { month: '2026-11-01' }, { month: '2026-09-01' }])
      assert.equal(await bookAfterStatement(other), 'booked', JSON.stringify(other))
  })

  test('ledger invariants report tampering when they check all journals or only recent ones', async () => {
    const violatedInvariants = (since: number | null, change = sql`select 1`) =>
      queryAfterBooking([topupJournal(40), freezeJournal(15)], async (ctx) => {
        for (const table of ['account', 'ledger_entry', 'ledger_journal']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
        await change.execute(ctx.db)
        await ctx.run`insert into account (centre_id, mode, kind, unit_id) values (5, 1, 'unit_available', 4)`
        const rows = await ctx.rows<{ id: number }>`select max(id) as id from ledger_journal`
        const recentStart = since === null ? null : { journal: (rows[0]?.id ?? 0) - since, month: '2026-11-01' }
        const brokenNames: string[] = []
        for (const invariant of invariants) if ((await violationsOf(ctx.db, invariant, recentStart)).length > 0) brokenNames.push(invariant.name)
        return brokenNames
      })
    const lastJournalCondition = sql`journal_id = (select max(id) from ledger_journal)`
    for (const journalCount of [null, 1, 2]) {
      assert.deepEqual(await violatedInvariants(journalCount), [])
      assert.deepEqual(await violatedInvariants(journalCount, sql`update ledger_journal set entries = 3 where id = (select max(id) from ledger_journal)`), [
        'INV-01',
      ])
      assert.deepEqual(
        await violatedInvariants(journalCount, sql`update ledger_entry set amount_fen = amount_fen + 1 where line = 1 and ${lastJournalCondition}`),
        ['INV-01', 'INV-03'],
      )
      assert.deepEqual(
        await violatedInvariants(
          journalCount,
          sql`update ledger_entry set balance_after_fen = balance_after_fen + 1 where line = 1 and ${lastJournalCondition}`,
        ),
        ['INV-03'],
      )
      assert.deepEqual(
        await violatedInvariants(journalCount, sql`update account set balance_fen = balance_fen + 1 where kind = 'bank' and centre_id = 3 and mode = 1`),
        ['INV-02', 'INV-03'],
      )
    }
  })
})
