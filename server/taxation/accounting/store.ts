import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { AccountingVoucherKind, MappingState, OmissionReason, VoucherAccount } from '#/domain/taxation/accounting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { journals } from '#/server/money/ledger/public.ts'
import { batchHeads } from '#/server/money/payments/public.ts'

/** The books of a centre in one mode. */
export interface BooksPlace {
  readonly centreId: number
  readonly mode: Mode
}

// The books belong to the centre, so users limited to units see none.
const centreCondition = (ctx: Context, table: string): Expression<SqlBool> =>
  ctx.scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(ctx.scope, table, { mode: true })

/** Books in the caller's scope, with the month of their first journal. */
export interface CentreBooksRow extends Row<'acct_issue', 'centre_id' | 'mode'> {
  centre_name: string
  mode: Mode
  since: string
}

export async function booksInScope(ctx: Context, one?: BooksPlace): Promise<CentreBooksRow[]> {
  const placeCondition = one ? sql`and place.centre_id = ${one.centreId} and place.mode = ${one.mode}` : sql``
  return ctx.rows<CentreBooksRow>`select place.centre_id, place.centre_name, place.mode, to_char(first.at at time zone 'Asia/Shanghai', 'YYYY-MM') as since
    from (select centre.id as centre_id, centre.name as centre_name, mode.mode from centre cross join (values (1::smallint), (2::smallint)) mode(mode)) place
      cross join lateral (select min(at) as at from ${journals} journal where centre_id = place.centre_id and mode = place.mode) first
    where first.at is not null and ${centreCondition(ctx, 'place')} ${placeCondition} order by place.centre_id, place.mode`
}

export interface IssuedMonth extends Row<'acct_issue', 'centre_id' | 'mode' | 'month' | 'debit_fen' | 'made_at'> {
  editions: number
  vouchers: number
  maker: string
}

export async function issuedMonths(ctx: Context): Promise<IssuedMonth[]> {
  return ctx.rows<IssuedMonth>`select issue.centre_id, issue.mode, issue.month, max(issue.edition) as editions, sum(issue.voucher_count)::int as vouchers,
      sum(issue.debit_fen)::bigint as debit_fen, (array_agg(app_user.name order by issue.edition desc))[1] as maker, max(issue.made_at) as made_at
    from acct_issue issue join app_user on app_user.id = issue.made_by where ${centreCondition(ctx, 'issue')} group by issue.centre_id, issue.mode, issue.month`
}

export interface VoucherIssueRow extends Row<'acct_issue'>, Row<'acct_mapping', 'first_month'> {
  made_by_name: string
}

/** Returns the editions of a month, oldest first. */
export async function voucherIssuesOf(ctx: Context, { centreId, mode }: BooksPlace, month: string): Promise<VoucherIssueRow[]> {
  return ctx.rows<VoucherIssueRow>`select issue.*, app_user.name as made_by_name, mapping.first_month from acct_issue issue
      join app_user on app_user.id = issue.made_by join acct_mapping mapping on mapping.id = issue.mapping_id
    where issue.centre_id = ${centreId} and issue.mode = ${mode} and issue.month = ${month} order by issue.edition`
}

/** Locks the voucher numbers of a centre until the transaction ends, so that they are consecutive. */
export const lockBooks = (ctx: Context, { centreId }: BooksPlace): Promise<void> =>
  ctx.run`select pg_advisory_xact_lock(7120270, hashint8(${centreId}::bigint))`

/** The movements of a month by kind of journal, account and unit, with the part contained in vouchers. */
export interface MonthMovementRow extends Row<'acct_voucher_line', 'account' | 'of_unit' | 'debit_fen' | 'credit_fen'>, Row<'acct_voucher', 'kind'> {
  kind: AccountingVoucherKind
  account: VoucherAccount
  issued_debit_fen: number
  issued_credit_fen: number
  journals: number
}

const issueCondition = ({ centreId, mode }: BooksPlace, month: string) => sql`issue.centre_id = ${centreId} and issue.mode = ${mode} and issue.month = ${month}`

/**
 * Returns the movements of a month by kind, account and unit. Uses one statement, so that all figures belong to one
 * snapshot.
 */
export async function movementsIn(ctx: Context, place: BooksPlace, month: string): Promise<MonthMovementRow[]> {
  const [from, to] = [monthStart(month), monthStart(shiftMonth(month, 1))]
  return ctx.rows<MonthMovementRow>`with journal as (select id from ${journals} journal
        where journal.centre_id = ${place.centreId} and journal.mode = ${place.mode}
          and journal.at >= ${startOfDay(from)} and journal.at < ${startOfDay(to)}),
      moved as (select kind, account, of_unit, debit_fen, credit_fen from app.book_moves(${place.centreId}, ${place.mode}::smallint, ${from}::date)),
      issued as (select voucher.kind, line.account, line.of_unit, sum(line.debit_fen)::bigint as debit_fen, sum(line.credit_fen)::bigint as credit_fen
        from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id join acct_voucher_line line on line.voucher_id = voucher.id
        where ${issueCondition(place, month)} group by 1, 2, 3)
    select moved.kind, moved.account, moved.of_unit, moved.debit_fen, moved.credit_fen, coalesce(issued.debit_fen, 0)::bigint as issued_debit_fen,
      coalesce(issued.credit_fen, 0)::bigint as issued_credit_fen, (select count(*) from journal) as journals
    from moved left join issued on issued.kind = moved.kind and issued.account = moved.account and issued.of_unit is not distinct from moved.of_unit
    order by moved.kind, moved.account, moved.of_unit`
}

export interface VoucherRow
  extends Row<'acct_voucher', 'id' | 'kind' | 'word' | 'no' | 'left_out' | 'debit_fen' | 'centre_id' | 'month'>,
    Row<'acct_issue', 'edition' | 'mapping_id'> {
  kind: AccountingVoucherKind
  left_out: OmissionReason
  preparer: string
}

const voucherRows = (
  where: RawBuilder<unknown>,
) => sql<VoucherRow>`select voucher.id, voucher.kind, voucher.word, voucher.no, voucher.left_out, voucher.debit_fen, voucher.centre_id,
    voucher.month, issue.edition, issue.mapping_id, app_user.name as preparer
  from acct_voucher voucher join acct_issue issue on issue.id = voucher.issue_id join app_user on app_user.id = issue.made_by where ${where} order by issue.edition, voucher.no nulls last, voucher.id`

export async function vouchersOf(ctx: Context, place: BooksPlace, month: string, edition?: number): Promise<VoucherRow[]> {
  const editionCondition = edition === undefined ? sql`` : sql`and issue.edition = ${edition}`
  return (await voucherRows(sql`${issueCondition(place, month)} ${editionCondition}`).execute(ctx.db)).rows
}

export async function findVoucher(ctx: Context, id: number): Promise<VoucherRow | undefined> {
  return (await voucherRows(sql`voucher.id = ${id} and ${centreCondition(ctx, 'issue')}`).execute(ctx.db)).rows[0]
}

export interface VoucherLineRow extends Row<'acct_voucher_line', 'voucher_id' | 'account' | 'of_unit' | 'debit_fen' | 'credit_fen'> {
  account: VoucherAccount
}

export async function voucherLinesOf(ctx: Context, voucherIds: readonly number[]): Promise<VoucherLineRow[]> {
  return ctx.rows<VoucherLineRow>`select voucher_id, account, of_unit, debit_fen, credit_fen from acct_voucher_line where voucher_id = any(${[...voucherIds]}::bigint[])
    order by voucher_id, account, of_unit`
}

/** Returns code and name of units for auxiliary accounting. */
export async function unitsOf(ctx: Context, ids: readonly number[]): Promise<Map<number, Row<'unit', 'id' | 'code' | 'name'>>> {
  const rows = await ctx.rows<Row<'unit', 'id' | 'code' | 'name'>>`select id, code, name from unit where id = any(${[...new Set(ids)]}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the next free voucher number of a month. */
export async function nextVoucherNo(ctx: Context, { centreId }: BooksPlace, month: string): Promise<number> {
  const row = await ctx.row<{
    next: number
  }>`select coalesce(max(no), 0) + 1 as next from acct_voucher where centre_id = ${centreId} and month = ${month}`
  return row?.next ?? 1
}

export interface NewVoucher extends Pick<VoucherRow, 'kind' | 'word' | 'no' | 'left_out'> {
  readonly lines: readonly Omit<VoucherLineRow, 'voucher_id'>[]
}

type NewIssue = Pick<Row<'acct_issue'>, 'edition' | 'mapping_id' | 'journal_count' | 'sha256'>

/** Inserts the vouchers of a month. Vouchers can never be changed. */
export async function addIssue(ctx: Context, { centreId, mode }: BooksPlace, month: string, issue: NewIssue, vouchers: readonly NewVoucher[]): Promise<number> {
  const debitOf = (voucher: NewVoucher) => voucher.lines.reduce((sum, line) => sum + line.debit_fen, 0)
  const values = {
    ...issue,
    centre_id: centreId,
    mode,
    month,
    voucher_count: vouchers.filter(({ no }) => no !== null).length,
    debit_fen: vouchers.reduce((sum, voucher) => sum + debitOf(voucher), 0),
    made_by: ctx.actor.userId,
    made_at: ctx.now,
  }
  const { id } = await ctx.db.insertInto('acct_issue').values(values).returning('id').executeTakeFirstOrThrow()
  const rows = vouchers.map((voucher) => ({
    issue_id: id,
    centre_id: centreId,
    month,
    kind: voucher.kind,
    word: voucher.word,
    no: voucher.no,
    left_out: voucher.left_out,
    debit_fen: debitOf(voucher),
  }))
  const insertedVouchers = await ctx.db.insertInto('acct_voucher').values(rows).returning(['id', 'kind']).execute()
  const idOf = new Map(insertedVouchers.map((row) => [row.kind, row.id]))
  const lines = vouchers.flatMap(({ kind, lines: of }) => of.map((line) => ({ ...line, of_unit: line.of_unit ?? 0, voucher_id: idOf.get(kind) ?? 0 })))
  const types = { voucher_id: 'bigint', account: 'text', of_unit: 'bigint', debit_fen: 'bigint', credit_fen: 'bigint' } as const
  await ctx.run`insert into acct_voucher_line (voucher_id, centre_id, account, of_unit, debit_fen, credit_fen)
    select voucher_id, ${centreId}::bigint, account, nullif(coalesce(of_unit, 0), 0), coalesce(debit_fen, 0), coalesce(credit_fen, 0) from ${rowsFrom('fresh', types, lines)}`
  return id
}

export interface MappingRecord extends Row<'acct_mapping'> {
  state: MappingState
  made_by_name: string
  checked_by_name: string | null
}

const mappingQuery = (where: RawBuilder<unknown>) => sql<MappingRecord>`select mapping.*, maker.name as made_by_name, checker.name as checked_by_name
  from acct_mapping mapping join app_user maker on maker.id = mapping.made_by left join app_user checker on checker.id = mapping.checked_by
  where ${where}`

/** Returns the versions of a mapping, newest first. */
export async function mappingsOf(ctx: Context, { centreId, mode }: BooksPlace): Promise<MappingRecord[]> {
  const where = sql`mapping.centre_id = ${centreId} and mapping.mode = ${mode} and ${centreCondition(ctx, 'mapping')} order by mapping.first_month desc, mapping.id desc limit 100`
  return (await mappingQuery(where).execute(ctx.db)).rows
}

export async function findMapping(ctx: Context, id: number, isLocked = false): Promise<MappingRecord | undefined> {
  const where = sql`mapping.id = ${id} and ${centreCondition(ctx, 'mapping')}`
  if (isLocked) await ctx.run`select from acct_mapping mapping where ${where} for no key update`
  return (await mappingQuery(where).execute(ctx.db)).rows[0]
}

export async function mappingForMonth(ctx: Context, { centreId, mode }: BooksPlace, month: string): Promise<MappingRecord | undefined> {
  const where = sql`mapping.centre_id = ${centreId} and mapping.mode = ${mode} and mapping.state = 'active' and mapping.first_month <= ${month}
    order by mapping.first_month desc, mapping.id desc limit 1`
  return (await mappingQuery(where).execute(ctx.db)).rows[0]
}

export interface MappingRowRecord extends Row<'acct_mapping_row'> {
  account: VoucherAccount
}

export const mappingRowsOf = (ctx: Context, mappingIds: readonly number[]): Promise<MappingRowRecord[]> =>
  ctx.rows<MappingRowRecord>`select * from acct_mapping_row where mapping_id = any(${[...mappingIds]}::bigint[]) order by mapping_id, account`

type NewMapping = Pick<MappingRecord, 'first_month' | 'word'>

export async function addMapping(
  ctx: Context,
  { centreId, mode }: BooksPlace,
  mapping: NewMapping,
  rows: readonly Pick<MappingRowRecord, 'account' | 'code' | 'name' | 'by_unit'>[],
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('acct_mapping')
    .values({ ...mapping, centre_id: centreId, mode, made_by: ctx.actor.userId, made_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('acct_mapping_row')
    .values(rows.map((row) => ({ ...row, mapping_id: id, centre_id: centreId })))
    .execute()
  return id
}

export async function decideMapping(ctx: Context, id: number, state: MappingState, reason: string): Promise<void> {
  await ctx.db
    .updateTable('acct_mapping')
    .set((table) => ({ state, reason, checked_by: ctx.actor.userId, checked_at: ctx.now, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * A centre's sales of a month in the books, with its invoices and red letters of that month and the discounts among
 * these. A discount reduces the sale without a movement of money (0107).
 */
export interface SalesRow {
  discount: number
  discount_price: number
  discount_vat: number
  sales: number
  price: number
  vat: number
  invoiced: number
  invoiced_price: number
  invoiced_vat: number
}

export async function salesIn(ctx: Context, { centreId, mode }: BooksPlace, month: string): Promise<SalesRow> {
  const [from, to] = [monthStart(month), monthStart(shiftMonth(month, 1))]
  const salesQuery = (at: RawBuilder<unknown>, sign: 1 | -1) => sql`select ${sign}::integer * app.sales_of(line.mode, line.cost_fen, line.fee_fen) as sales,
      ${sign}::integer * app.sales_net(app.sales_of(line.mode, line.cost_fen, line.fee_fen), batch.policy_version) as price
    from payment_line line join ${batchHeads} batch on batch.id = line.batch_id where line.centre_id = ${centreId} and line.mode = ${mode}
      and line.booked_at is not null and ${at} >= ${startOfDay(from)} and ${at} < ${startOfDay(to)}`
  const scopeFilter = sql`asked.centre_id = ${centreId} and asked.mode = ${mode} and asked.issuer = 'centre'`
  const zeroSales = { sales: 0, price: 0, vat: 0, invoiced: 0, invoiced_price: 0, invoiced_vat: 0, discount: 0, discount_price: 0, discount_vat: 0 }
  const isIssued = sql`paper.issued_on >= ${from}::date and paper.issued_on < ${to}::date`
  const rows = await ctx.rows<SalesRow>`select coalesce(sold.sales, 0)::bigint as sales, coalesce(sold.price, 0)::bigint as price,
      coalesce(sold.sales - sold.price, 0)::bigint as vat, coalesce(papers.total, 0)::bigint as invoiced, coalesce(papers.price, 0)::bigint as invoiced_price,
      coalesce(papers.tax, 0)::bigint as invoiced_vat, coalesce(lower.total, 0)::bigint as discount, coalesce(lower.price, 0)::bigint as discount_price,
      coalesce(lower.tax, 0)::bigint as discount_vat
    from (select sum(sales) as sales, sum(price) as price from (${salesQuery(sql`line.booked_at`, 1)} union all ${salesQuery(sql`line.returned_at`, -1)}) moved) sold
      cross join (select sum(total) as total, sum(price) as price, sum(tax) as tax from (
        select paper.total_fen as total, paper.price_fen as price, paper.tax_fen as tax from invoice paper join invoice_application asked on asked.id = paper.application_id
          where ${scopeFilter} and paper.number is not null and ${isIssued}
        union all
        select -paper.amount_fen, -paper.price_fen, -paper.tax_fen from red_letter paper join invoice_application asked on asked.id = paper.application_id
          where ${scopeFilter} and paper.is_issued and ${isIssued}) paper) papers
      cross join (select sum(paper.amount_fen) as total, sum(paper.price_fen) as price, sum(paper.tax_fen) as tax
        from red_letter paper join invoice_application asked on asked.id = paper.application_id
        where ${scopeFilter} and paper.is_issued and paper.reason = 'discount' and ${isIssued}) lower`
  return rows[0] ?? zeroSales
}
