import type { Modules } from '#/api/modules.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages, permissionsOfPage } from '#/api/pages.ts'
import { bookRefusals } from '#/api/taxation/books.texts.ts'
import { fen, sumOf } from '#/domain/base/money.ts'
import { accountKinds } from '#/domain/money/posting.ts'
import { balanceDirectionOf, debitAndCreditOf, entryKey } from '#/domain/taxation/books.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { accountOf, type EntryWithBalance, exportEntries, withBalances } from '#/server/taxation/books/export.ts'
import { type BalanceFigures, balanceColumns, balanceFigures } from '#/server/taxation/books/sheet.ts'
import * as store from '#/server/taxation/books/store.ts'

function expectPeriod({ from, to }: store.MonthRange): void {
  if (from > to) refuse(bookRefusals, 'periodReversed')
}

/** The page that shows the source of an entry, with its query. */
const sourcePageByRefType: Readonly<Record<string, readonly [page: PageKey, query: (row: store.EntryRow) => string]>> = {
  topup: ['yufukuan', (row) => `?keyword=${encodeURIComponent(row.ref_no)}`],
  refund: ['yufukuan', (row) => `?pane=refunds&keyword=${encodeURIComponent(row.ref_no)}`],
  adjustment: ['yufukuan', () => '?pane=adjustments'],
  bank_credit: ['yufukuan', (row) => `?pane=credits&keyword=${encodeURIComponent(row.ref_no)}`],
  payout_exception: ['zfycList', (row) => `?open=${row.ref_id}`],
  commission_bill: ['hzhbBjbusiness', (row) => `?open=${row.ref_id}`],
  recon_item: ['zfdzList', () => '?pane=items'],
  tax_entry: ['taxListWtdz', (row) => (row.declaration_id === null ? '' : `?open=${row.declaration_id}`)],
  tax_credit_move: ['taxListWtdz', () => '?tab=credits'],
  opening: ['openingList', () => '?pane=balances'],
}

function pathOf(ctx: Context, row: store.EntryRow): string | null {
  if (row.batch_id !== null) return `/zf/batch/${row.batch_id}${row.ref_type === 'line' ? `?line=${row.ref_id}` : ''}`
  const source = sourcePageByRefType[row.ref_type]
  if (!source || !permissionsOfPage(source[0]).some((key) => ctx.actor.may(key))) return null
  return `${pages[source[0]].path}${source[1](row)}`
}

function present(ctx: Context, row: EntryWithBalance) {
  const { balance } = row
  const balanceSides = debitAndCreditOf(balance)
  return {
    key: entryKey(row.journal_id, row.line),
    journalId: row.journal_id,
    at: row.at.toISOString(),
    kind: row.kind,
    memo: row.memo,
    refNo: row.ref_no,
    path: pathOf(ctx, row),
    ...debitAndCreditOf(fen(row.amount_fen)),
    direction: balanceDirectionOf(balance),
    balance: balance < 0 ? balanceSides.debit : balanceSides.credit,
  }
}

const presentAccount = (row: store.AccountRow) => ({
  accountId: row.id,
  account: row.kind,
  centreName: row.centre_name,
  mode: row.mode,
  unitName: row.unit_name ?? '',
  ...balanceFigures(row),
})

/** Returns the rows of the trial balance in the order of the chart. */
async function balanceRows(ctx: Context, filter: store.BookFilter) {
  expectPeriod(filter)
  const balances = await store.balances(ctx, filter)
  return accountKinds.flatMap((account) => {
    const row = balances.find(({ kind }) => kind === account)
    return row ? [{ account, accounts: row.accounts, accountId: row.accounts === 1 ? row.account_id : null, ...balanceFigures(row) }] : []
  })
}

function totalsOf(rows: readonly BalanceFigures[]): BalanceFigures {
  const sum = (key: keyof BalanceFigures) => sumOf(rows, (row) => row[key])
  return {
    openingDebit: sum('openingDebit'),
    openingCredit: sum('openingCredit'),
    debit: sum('debit'),
    credit: sum('credit'),
    closingDebit: sum('closingDebit'),
    closingCredit: sum('closingCredit'),
  }
}

export const books: Implementation<Modules['books']> = {
  places: (ctx) => store.centresWithJournals(ctx),

  async balances(ctx, filter) {
    const rows = await balanceRows(ctx, filter)
    return { rows, totals: totalsOf(rows) }
  },

  async accounts(ctx, { page, size, ...filter }) {
    expectPeriod(filter)
    const rows = await store.accounts(ctx, filter, { page, size })
    return { rows: rows.map(presentAccount), count: rows[0]?.all_count ?? 0 }
  },

  async entries(ctx, { page, size, after, before, ...filter }) {
    expectPeriod(filter)
    const account = await accountOf(ctx, filter)
    const { rows, next } = await store.entries(ctx, filter, { page, size, after, before })
    const [first] = rows
    const openingBalance = account.opening_fen + (first ? await store.balanceBefore(ctx, filter, first) : 0)
    const count = await store.entryCount(ctx, filter)
    return { rows: withBalances(rows, openingBalance).map((row) => present(ctx, row)), next, count, account: presentAccount(account) }
  },

  async exportBalances(ctx, filter) {
    const { from, to } = filter
    const name = `${translate(pageTitles.trialBalance, ctx.language)}_${from === to ? from : `${from}_${to}`}`
    const readBalanceList = async () => ({ name, language: ctx.language, filter, columns: balanceColumns, rows: await balanceRows(ctx, filter) })
    const { fileId } = await storeExport(ctx, filter, readBalanceList, { centreId: ctx.scope.centreId })
    return { fileId }
  },

  async exportEntries(ctx, filter) {
    expectPeriod(filter)
    return exportEntries(ctx, filter)
  },
}
