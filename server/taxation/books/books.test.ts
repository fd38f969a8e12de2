import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { accountKinds } from '#/domain/money/posting.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const

describe('books of account', () => {
  const server = testServer({ demoSize: 'full' })
  let month: string
  const db = () => server.running.kernel.database.kysely
  before(async () => {
    month = monthOf(server.running.kernel.clock.now())
  })

  /** Returns the ledger's figures of a kind, computed from single entries. */
  const ledger = async (where: string, from: string, to: string) => {
    const { rows } = await sql
      .raw<{ kind: string; opening: number; debit: number; credit: number }>(
        `select account.kind, coalesce(sum(amount_fen) filter (where month < '${monthStart(from)}'), 0)::bigint as opening,
          coalesce(sum(-amount_fen) filter (where amount_fen < 0 and month between '${monthStart(from)}' and '${monthStart(to)}'), 0)::bigint as debit,
          coalesce(sum(amount_fen) filter (where amount_fen > 0 and month between '${monthStart(from)}' and '${monthStart(to)}'), 0)::bigint as credit
        from account left join ledger_entry entry on entry.account_id = account.id where ${where} group by 1`,
      )
      .execute(db())
    return new Map(rows.map((row) => [row.kind, row]))
  }

  for (const monthsBack of [0, 1, 4])
    test(`the trial balance from ${monthsBack} months back equals the ledger and its columns balance`, async () => {
      const [from, to] = [shiftMonth(month, -monthsBack), monthsBack === 4 ? shiftMonth(month, -2) : month]
      for (const [who, where, at] of [
        ['platform', 'true', {}],
        ['centre', 'account.centre_id = 2 and account.mode = 2', atCentre],
      ] as const) {
        const { rows, totals } = await server.must(who, 'books.balances', { from, to }, at)
        const ledgerSums = await ledger(where, from, to)
        assert.deepEqual(
          rows.map(({ account }) => account),
          accountKinds.filter((kind) => ledgerSums.has(kind)),
        )
        for (const row of rows) {
          const accountRow = ledgerSums.get(row.account) ?? assert.fail(row.account)
          assert.deepEqual(
            [row.openingCredit - row.openingDebit, row.debit, row.credit],
            [accountRow.opening, accountRow.debit, accountRow.credit],
            `${who} ${row.account}`,
          )
          assert.equal(row.closingCredit - row.closingDebit, accountRow.opening - accountRow.debit + accountRow.credit, row.account)
        }
        assert.ok(totals.debit > 0, who)
        assert.deepEqual([totals.openingDebit, totals.debit, totals.closingDebit], [totals.openingCredit, totals.credit, totals.closingCredit], who)
      }
    })

  test('the closing balances of the units’ accounts equal the figures of the dashboard', async () => {
    const { rows } = await server.must('centre', 'books.balances', { from: month, to: month }, atCentre)
    const { cards } = await server.must('centre', 'dashboard.figures', {}, atCentre)
    for (const [account, key] of [
      ['unit_available', 'available'],
      ['unit_frozen', 'frozen'],
    ] as const)
      assert.equal(rows.find((row) => row.account === account)?.closingCredit, cards.find((card) => card.key === key)?.amount, key)
  })

  test('running balances of an account ledger lead from the opening to the closing balance', async () => {
    const balancePeriod = { from: shiftMonth(month, -2), to: month }
    const { rows: kinds } = await server.must('centre', 'books.balances', balancePeriod, atCentre)
    for (const { account } of kinds.filter((row) => row.debit + row.credit > 0)) {
      const { rows: accounts } = await server.must('centre', 'books.accounts', { ...balancePeriod, account }, atCentre)
      const row = accounts.find((each) => each.debit + each.credit > 0) ?? assert.fail(account)
      let balance = row.openingCredit - row.openingDebit
      let entryTotal = 0
      let lastTime = ''
      let after: number | undefined
      for (;;) {
        const page = await server.must('centre', 'books.entries', { accountId: row.accountId, ...balancePeriod, size: 50, after }, atCentre)
        for (const entry of page.rows) {
          assert.ok(entry.at >= lastTime, `${account} ${entry.journalId} ${entry.at} after ${lastTime}`)
          lastTime = entry.at
          balance += entry.credit - entry.debit
          assert.equal(entry.balance, Math.abs(balance), `${account} ${entry.journalId}`)
          assert.equal(entry.direction, balance === 0 ? 'even' : balance < 0 ? 'debit' : 'credit')
        }
        entryTotal += page.rows.length
        if (entryTotal <= 10_000) assert.ok(page.count >= entryTotal)
        if (page.next === null) break
        after = page.next
      }
      assert.equal(balance, row.closingCredit - row.closingDebit, account)
    }
  })

  test('the page before an entry shows the entries before it in the same order', async () => {
    const accountPeriod = { from: shiftMonth(month, -2), to: month }
    const { rows } = await server.must('centre', 'books.accounts', { ...accountPeriod, account: 'bank' }, atCentre)
    const accountId = rows[0]?.accountId ?? assert.fail()
    const first = await server.must('centre', 'books.entries', { accountId, ...accountPeriod, size: 20 }, atCentre)
    const second = await server.must('centre', 'books.entries', { accountId, ...accountPeriod, size: 20, after: first.next ?? assert.fail() }, atCentre)
    const backwardPage = await server.must('centre', 'books.entries', { accountId, ...accountPeriod, size: 20, before: second.rows[0]?.key }, atCentre)
    assert.deepEqual(backwardPage.rows, first.rows)
    const pageByNumber = await server.must('centre', 'books.entries', { accountId, ...accountPeriod, size: 20, page: 2 }, atCentre)
    assert.deepEqual(pageByNumber.rows, second.rows)
  })

  test('an entry of a payment links to its batch, and an entry of a top-up to the prepayments', async () => {
    const pagePeriod = { from: shiftMonth(month, -2), to: month }
    const { rows } = await server.must('centre', 'books.accounts', { ...pagePeriod, account: 'bank' }, atCentre)
    const { rows: entries } = await server.must(
      'centre',
      'books.entries',
      { accountId: rows[0]?.accountId ?? assert.fail(), ...pagePeriod, size: 200 },
      atCentre,
    )
    const payment = entries.find(({ kind }) => kind === 'payment') ?? assert.fail('no payment')
    const topup = entries.find(({ kind }) => kind === 'topup') ?? assert.fail('no top-up')
    assert.match(payment.path ?? '', /^\/zf\/batch\/\d+\?line=\d+$/)
    assert.match(topup.path ?? '', /^\/imprest\/yufukuan\?keyword=/)
  })

  test('a centre can neither see nor export accounts of another centre', async () => {
    const { rows: all } = await server.must('platform', 'books.accounts', { from: month, to: month, size: 200 })
    const { rows: accountRows, count } = await server.must('centre', 'books.accounts', { from: month, to: month, size: 200 }, atCentre)
    const foreignAccount = all.find(({ accountId }) => !accountRows.some((each) => each.accountId === accountId)) ?? assert.fail('one centre only')
    assert.equal(count, accountRows.length)
    assert.equal(
      (await server.call('centre', 'books.entries', { accountId: foreignAccount.accountId, from: month, to: month }, atCentre)).error,
      'accountNotFound',
    )
    assert.equal(
      (await server.call('centre', 'books.exportEntries', { accountId: foreignAccount.accountId, from: month, to: month }, atCentre)).error,
      'accountNotFound',
    )
    const { rows } = await server.must('centre', 'books.balances', { from: month, to: month, centreId: 1 }, atCentre)
    assert.deepEqual(rows, [])
  })

  test('units, operators and partners cannot open the books', async () => {
    for (const who of ['unit1', 'operator', 'partner'] as const)
      assert.equal((await server.call(who, 'books.balances', { from: month, to: month })).error, 'forbidden', who)
  })

  test('a period that ends before it begins is refused', async () => {
    assert.equal((await server.call('platform', 'books.balances', { from: month, to: shiftMonth(month, -1) })).error, 'periodReversed')
  })

  test('exports of balances and of entries contain their columns and are recorded in the log', async () => {
    const exportPeriod = { from: shiftMonth(month, -2), to: month }
    const { fileId } = await server.must('centre', 'books.exportBalances', exportPeriod, atCentre)
    const balanceTexts = await textsOf(await server.running.kernel.store.read(fileId))
    assert.match(balanceTexts, /期末贷方/)
    const { rows } = await server.must('centre', 'books.accounts', { ...exportPeriod, account: 'tax_iit' }, atCentre)
    const exportAnswer = await server.must('centre', 'books.exportEntries', { accountId: rows[0]?.accountId ?? assert.fail(), ...exportPeriod }, atCentre)
    assert.equal(exportAnswer.taskId, null)
    assert.match(await textsOf(await server.running.kernel.store.read(exportAnswer.fileId ?? assert.fail())), /摘要/)
    const exportEntries = await sql<{ action: string }>`select action from audit_log where action like 'books.export%' order by id`.execute(db())
    assert.deepEqual(
      exportEntries.rows.map(({ action }) => action),
      ['books.exportBalances', 'books.exportEntries'],
    )
  })
})
