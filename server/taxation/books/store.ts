import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { maxCountedRows, type PageRequest } from '#/domain/base/paging.ts'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { AccountKind } from '#/domain/money/posting.ts'
import type { AccountingVoucherKind } from '#/domain/taxation/accounting.ts'
import { entryKey, parseEntryKey } from '#/domain/taxation/books.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { lineOfCentre } from '#/server/money/lines/public.ts'
import { declarationOfEntry } from '#/server/taxation/periods/public.ts'

export interface MonthRange {
  readonly from: string
  readonly to: string
}

export interface BookFilter extends MonthRange {
  readonly centreId?: number | undefined
  readonly mode?: Mode | undefined
}

// The books belong to the centre, so users limited to units see none.
const centreCondition = (ctx: Context, table: string): Expression<SqlBool> =>
  ctx.scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(ctx.scope, table, { mode: true })

function accountCondition(ctx: Context, { centreId, mode }: BookFilter): RawBuilder<SqlBool> {
  const centreFilter = centreId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`account.centre_id = ${centreId}`
  const modeCondition = mode === undefined ? sql<SqlBool>`true` : sql<SqlBool>`account.mode = ${mode}`
  return sql<SqlBool>`${centreCondition(ctx, 'account')} and ${centreFilter} and ${modeCondition}`
}

/** Returns the centres with journals in the caller's scope, and the month of the first one. */
export async function centresWithJournals(ctx: Context): Promise<{ centres: { id: number; name: string }[]; since: string | null }> {
  const rows = await ctx.rows<Row<'centre', 'id' | 'name'> & { since: string }>`
    select book.centre_id as id, book.centre_name as name, to_char(min(first.at) at time zone 'Asia/Shanghai', 'YYYY-MM') as since
    from (select centre.id as centre_id, centre.name as centre_name, mode.mode from centre cross join (values (1::smallint), (2::smallint)) mode(mode)) book
      cross join lateral (select min(at) as at from ledger_journal where centre_id = book.centre_id and mode = book.mode) first
    where first.at is not null and ${centreCondition(ctx, 'book')} group by 1, 2 order by 1`
  return { centres: rows.map(({ id, name }) => ({ id, name })), since: rows.map(({ since }) => since).sort()[0] ?? null }
}

/**
 * Amounts of the ledger. Credits are positive. The closing balance is the opening balance minus debits plus credits.
 */
export interface BookFigures {
  readonly opening_fen: number
  readonly debit_fen: number
  readonly credit_fen: number
}

// The opening balance is the current one minus all later entries, so the cost grows only with the months since `from`.
const figuresOf = ({ from, to }: MonthRange, which: RawBuilder<unknown>) => sql`own as materialized (${which}),
  moved as (select entry.account_id, sum(entry.amount_fen) as since,
      sum(-entry.amount_fen) filter (where entry.month <= ${monthStart(to)}::date and entry.amount_fen < 0) as debit,
      sum(entry.amount_fen) filter (where entry.month <= ${monthStart(to)}::date and entry.amount_fen > 0) as credit
    from own join ledger_entry entry on entry.account_id = own.id and entry.month >= ${monthStart(from)}::date group by entry.account_id),
  figured as (select own.*, own.balance_fen - coalesce(moved.since, 0) as opening, coalesce(moved.debit, 0) as debit, coalesce(moved.credit, 0) as credit
    from own left join moved on moved.account_id = own.id)`

export interface KindBalanceRow extends BookFigures, Row<'account', 'kind'>, Row<'ledger_entry', 'account_id'> {
  readonly kind: AccountKind
  readonly accounts: number
}

/** Returns the figures by kind of account. */
export async function balances(ctx: Context, filter: BookFilter): Promise<KindBalanceRow[]> {
  const accountQuery = sql`select account.id, account.kind, account.balance_fen from account where ${accountCondition(ctx, filter)}`
  return ctx.rows<KindBalanceRow>`with ${figuresOf(filter, accountQuery)}
    select kind, count(*) as accounts, min(id) as account_id, sum(opening)::bigint as opening_fen, sum(debit)::bigint as debit_fen, sum(credit)::bigint as credit_fen
    from figured group by kind`
}

export interface AccountRow extends BookFigures, Row<'account', 'id' | 'kind' | 'mode'> {
  readonly kind: AccountKind
  readonly mode: Mode
  readonly centre_name: string
  readonly unit_name: string | null
  readonly all_count: number
}

interface AccountFilter extends BookFilter {
  readonly account?: AccountKind | undefined
  readonly accountId?: number | undefined
  readonly keyword?: string | undefined
}

/** Returns one page of single accounts. Sums only the accounts of the page. */
export async function accounts(ctx: Context, filter: AccountFilter, { page, size }: { page: number; size: number }): Promise<AccountRow[]> {
  const { account, accountId, keyword } = filter
  const conditions = [
    accountCondition(ctx, filter),
    account === undefined ? sql<SqlBool>`true` : sql<SqlBool>`account.kind = ${account}`,
    accountId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`account.id = ${accountId}`,
    keyword ? sql<SqlBool>`position(lower(${keyword}) in lower(unit.name)) > 0` : sql<SqlBool>`true`,
  ]
  const pageQuery = sql`select account.id, account.kind, account.mode, account.balance_fen, centre.name as centre_name, unit.name as unit_name,
      count(*) over () as all_count, row_number() over (order by account.centre_id, account.mode, account.kind, unit.name, account.id) as place
    from account join centre on centre.id = account.centre_id left join unit on unit.id = account.unit_id
    where ${allOf(conditions)} order by place limit ${size} offset ${(page - 1) * size}`
  return ctx.rows<AccountRow>`with ${figuresOf(filter, pageQuery)}
    select id, kind, mode, centre_name, unit_name, all_count, opening::bigint as opening_fen, debit::bigint as debit_fen, credit::bigint as credit_fen
    from figured order by place`
}

export interface EntryRow
  extends Row<'ledger_entry', 'month' | 'journal_id' | 'line' | 'amount_fen'>,
    Row<'ledger_journal', 'at' | 'kind' | 'ref_type' | 'ref_id' | 'ref_no' | 'memo'> {
  readonly kind: AccountingVoucherKind
  readonly batch_id: Row<'payment_line'>['batch_id'] | null
  readonly declaration_id: Row<'tax_entry'>['declaration_id'] | null
}

export interface EntryFilter extends MonthRange {
  readonly accountId: number
}

/**
 * Entries of an account with their journals. The condition on the account's books lets the planner read journals in
 * order by `ledger_journal_at`. Entries of an account with few are read by `ledger_entry_account` and sorted.
 */
const entryTables = ({ accountId, from, to }: EntryFilter) => sql`ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
  where entry.account_id = ${accountId} and entry.month between ${monthStart(from)}::date and ${monthStart(to)}::date
    and journal.centre_id = (select centre_id from account where id = ${accountId}) and journal.mode = (select mode from account where id = ${accountId})
    and journal.at >= ${startOfDay(monthStart(from))} and journal.at < ${startOfDay(monthStart(shiftMonth(to, 1)))}`

const bookPosition = sql`(journal.at, journal.id, entry.line)`

/** Returns an entry's position (time, journal and line) from its key in page links. */
function positionOfKey(key: number): RawBuilder<unknown> {
  const { journalId, line } = parseEntryKey(key)
  return sql`((select at from ledger_journal where id = ${journalId}), ${journalId}::bigint, ${line}::smallint)`
}

/**
 * Returns one page of entries by time. A later journal may have an earlier time, so the stored balance after an entry
 * is not its balance in this order.
 */
export async function entries(ctx: Context, filter: EntryFilter, turn: PageRequest): Promise<{ rows: EntryRow[]; next: number | null }> {
  const { page, size, after, before } = turn
  const isBackward = after === undefined && before !== undefined
  const cursorKey = after ?? before
  const cursorCondition = cursorKey === undefined ? sql`true` : sql`${bookPosition} ${isBackward ? sql`<` : sql`>`} ${positionOfKey(cursorKey)}`
  const orderBy = (columns: readonly string[]) => sql.join(columns.map((column) => sql`${sql.ref(column)} ${isBackward ? sql`desc` : sql`asc`}`))
  const rows = await ctx.rows<EntryRow>`with page as materialized (
      select entry.month, entry.journal_id, entry.line, entry.amount_fen, journal.at, journal.kind, journal.ref_type, journal.ref_id, journal.ref_no, journal.memo,
        journal.centre_id
      from ${entryTables(filter)} and ${cursorCondition}
      order by ${orderBy(['journal.at', 'journal.id', 'entry.line'])} limit ${size + 1} offset ${cursorKey === undefined ? (page - 1) * size : 0})
    select page.*, case when page.ref_type = 'batch' then page.ref_id else line.batch_id end as batch_id,
      case when page.ref_type = 'tax_entry' then ${declarationOfEntry(sql`page.ref_id`)} end as declaration_id
    from page
      left join lateral ${lineOfCentre({ id: sql`page.ref_id`, centre: sql`page.centre_id`, until: sql`page.month`, when: sql`page.ref_type = 'line'` })} line on true
    order by ${orderBy(['page.at', 'page.journal_id', 'page.line'])}`
  const pageRows = rows.slice(0, size)
  if (isBackward) pageRows.reverse()
  const last = pageRows.at(-1)
  return { rows: pageRows, next: last && (rows.length > size || isBackward) ? entryKey(last.journal_id, last.line) : null }
}

/** Returns the sum of the period's entries before this one. */
export async function balanceBefore(ctx: Context, filter: EntryFilter, { journal_id, line }: Pick<EntryRow, 'journal_id' | 'line'>): Promise<number> {
  const rows = await ctx.rows<{ fen: number }>`select coalesce(sum(entry.amount_fen), 0)::bigint as fen
    from ${entryTables(filter)} and ${bookPosition} < ${positionOfKey(entryKey(journal_id, line))}`
  return rows[0]?.fen ?? 0
}

/** Returns whether the account belongs to the caller's books. */
export async function isAccountOfCaller(ctx: Context, accountId: number): Promise<boolean> {
  const rows = await ctx.rows`select from account where id = ${accountId} and ${centreCondition(ctx, 'account')}`
  return rows.length > 0
}

/** Counts entries, at most `limit` plus one. */
export async function entryCount(ctx: Context, filter: EntryFilter, limit = maxCountedRows): Promise<number> {
  const rows = await ctx.rows<{ count: number }>`select count(*) as count from (
    select from ledger_entry entry where entry.account_id = ${filter.accountId}
      and entry.month between ${monthStart(filter.from)}::date and ${monthStart(filter.to)}::date limit ${limit + 1}) counted`
  return rows[0]?.count ?? 0
}
