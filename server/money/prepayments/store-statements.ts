import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type StatementState = 'issued' | 'confirmed' | 'disputed'

/** The accounts of one centre in one mode. */
export interface StatementBooks {
  readonly centreId: number
  readonly mode: Mode
}

export interface IssuedStatement extends Row<'balance_statement', 'id' | 'unit_id' | 'closing_available_fen' | 'closing_aside_fen'> {
  centre_name: string
}

/** Returns the centres and modes with missing statements of a month. */
export async function booksWithoutStatement(ctx: Context, month: string): Promise<StatementBooks[]> {
  const rows = await ctx.rows<Row<'account', 'centre_id'> & { mode: Mode }>`select distinct account.centre_id, account.mode from account
    where account.kind = 'unit_available' and ${hadAccountIn(month)}
      and not exists (select from balance_statement known where known.unit_id = account.unit_id and known.centre_id = account.centre_id and known.mode = account.mode
        and known.month = ${monthStart(month)}::date) order by account.centre_id, account.mode`
  return rows.map((row) => ({ centreId: row.centre_id, mode: row.mode }))
}

// Selects the units with an account in the month. A unit whose first entry is later had no account yet.
function hadAccountIn(month: string) {
  return sql<SqlBool>`exists (select from ledger_entry entry where entry.account_id = account.id and entry.month <= ${monthStart(month)}::date)`
}

/**
 * Issues the missing statements of a month in one query. The closing balance is the current one minus later movements.
 * The opening balance is the closing one minus the month's movements.
 */
export async function issueStatements(ctx: Context, { centreId, mode }: StatementBooks, month: string): Promise<IssuedStatement[]> {
  const first = monthStart(month)
  return ctx.rows<IssuedStatement>`
    with funds as (
      select account.unit_id, account.id, account.kind = 'unit_available' as is_available, account.balance_fen
      from account where account.centre_id = ${centreId} and account.mode = ${mode} and account.unit_id is not null),
    due as (
      select distinct account.unit_id from account where account.centre_id = ${centreId} and account.mode = ${mode} and account.kind = 'unit_available' and ${hadAccountIn(month)}
        and not exists (select from balance_statement known where known.unit_id = account.unit_id and known.centre_id = ${centreId} and known.mode = ${mode} and known.month = ${first}::date)),
    later as (
      select entry.account_id, sum(entry.amount_fen) as fen from ledger_entry entry
      where entry.month > ${first}::date and entry.centre_id = ${centreId} and entry.unit_id is not null group by entry.account_id),
    ended as (
      select funds.unit_id, sum(funds.balance_fen - coalesce(later.fen, 0)) filter (where funds.is_available) as available,
        coalesce(sum(funds.balance_fen - coalesce(later.fen, 0)) filter (where not funds.is_available), 0) as aside
      from funds left join later on later.account_id = funds.id group by funds.unit_id),
    moved as (
      select journal.unit_id, count(distinct journal.id) filter (where account.unit_id is not null) as journals,
        sum(entry.amount_fen) filter (where account.kind = 'unit_available') as available, sum(entry.amount_fen) filter (where account.kind in ('unit_frozen', 'unit_refund')) as aside,
        sum(entry.amount_fen) filter (where account.unit_id is not null and journal.kind = 'topup') as topup,
        -sum(entry.amount_fen) filter (where account.kind = 'bank' and journal.kind = 'payment') as payment,
        -sum(entry.amount_fen) filter (where account.kind = 'fee_income' and journal.kind = 'payment') as fee,
        -sum(entry.amount_fen) filter (where account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit') and journal.kind = 'payment') as tax,
        sum(entry.amount_fen) filter (where account.unit_id is not null and journal.kind = 'return') as returned,
        sum(entry.amount_fen) filter (where account.unit_id is not null and journal.kind = 'refund') as refund,
        sum(entry.amount_fen) filter (where account.unit_id is not null and journal.ref_type = 'adjustment') as adjustment,
        sum(entry.amount_fen) filter (where account.unit_id is not null and journal.kind in ('opening', 'suspense', 'adjustment') and journal.ref_type <> 'adjustment') as other
      from ledger_entry entry join ledger_journal journal on journal.id = entry.journal_id join account on account.id = entry.account_id
      where entry.month = ${first}::date and entry.centre_id = ${centreId} and journal.mode = ${mode} and journal.unit_id is not null group by journal.unit_id)
    insert into balance_statement (no, centre_id, unit_id, mode, month, opening_available_fen, opening_aside_fen, topup_fen, payment_fen, fee_fen, tax_fen, return_fen, refund_fen,
      adjustment_fen, other_fen, closing_available_fen, closing_aside_fen, journal_count, issued_at)
    select 'DZ' || to_char(${first}::date, 'YYYYMM') || lpad(${centreId}::text, greatest(2, length(${centreId}::text)), '0') || ${String(mode)} || '-' || due.unit_id, ${centreId}, due.unit_id, ${mode},
      ${first}::date, ended.available - coalesce(moved.available, 0), ended.aside - coalesce(moved.aside, 0), coalesce(moved.topup, 0), coalesce(moved.payment, 0),
      coalesce(moved.fee, 0), coalesce(moved.tax, 0), coalesce(moved.returned, 0), coalesce(moved.refund, 0), coalesce(moved.adjustment, 0), coalesce(moved.other, 0),
      ended.available, ended.aside, coalesce(moved.journals, 0), ${ctx.now}
    from due join ended on ended.unit_id = due.unit_id left join moved on moved.unit_id = due.unit_id
    on conflict (unit_id, centre_id, mode, month) do nothing
    returning id, unit_id, closing_available_fen, closing_aside_fen, (select name from centre where centre.id = ${centreId}) as centre_name`
}

export interface StatementRow extends Row<'balance_statement'>, LegalEntity {
  mode: Mode
  state: StatementState
  month_text: string
  unit_name: string
  unit_code: string
  centre_name: string
  decider: string | null
}

export type StatementFilter = FilterOf<Modules['prepayments']['statements']>

const selectStatements = sql`select statement.*, to_char(statement.month, 'YYYY-MM') as month_text, unit.name as unit_name, unit.credit_code as unit_code, centre.name as centre_name, ${legalEntityColumns}, decider.name as decider
  from balance_statement statement join unit on unit.id = statement.unit_id join centre on centre.id = statement.centre_id left join app_user decider on decider.id = statement.decided_by`

/** Returns a page of statements, newest month first. */
export async function list(ctx: Context, filter: StatementFilter, page: PageRequest): Promise<{ rows: StatementRow[]; count: number; next: number | null }> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'statement', { mode: true })]
  if (filter.statementId) parts.push(sql<SqlBool>`statement.id = ${filter.statementId}`)
  if (filter.states?.length) parts.push(sql<SqlBool>`statement.state = any(${[...filter.states]}::text[])`)
  if (filter.month) parts.push(sql<SqlBool>`statement.month = ${monthStart(filter.month)}::date`)
  if (filter.unitId) parts.push(sql<SqlBool>`statement.unit_id = ${filter.unitId}`)
  const listing: Listing = {
    table: sql`balance_statement statement`,
    where: allOf(parts),
    id: sql`statement.id`,
    order: { by: [sql`statement.month`] },
    places: filter.unitId ? null : placesInScope(ctx, 'statement', { mode: true, unit: true }),
  }
  return pageOf(ctx, listing, page, sql<StatementRow>`${selectStatements}`)
}

/** Returns a statement in the caller's scope. */
export async function find(ctx: Context, id: number): Promise<StatementRow | undefined> {
  const scopeCondition = inScope(ctx.scope, 'statement', { mode: true })
  return await ctx.row<StatementRow>`${selectStatements} where statement.id = ${id} and ${scopeCondition}`
}

/** Locks and returns a statement in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<StatementRow | undefined> {
  await ctx.run`select id from balance_statement where id = ${id} for no key update`
  return find(ctx, id)
}

/** The change of a statement by the unit's decision or the centre's answer. */
export type StatementChange = { readonly state: StatementState } & Partial<Pick<Row<'balance_statement'>, 'reason' | 'answer'>>

export async function updateStatement(ctx: Context, id: number, change: StatementChange, by: 'decided' | 'answered'): Promise<void> {
  const actorColumns = by === 'decided' ? { decided_by: ctx.actor.userId, decided_at: ctx.now } : { answered_by: ctx.actor.userId, answered_at: ctx.now }
  await ctx.db
    .updateTable('balance_statement')
    .set({ ...change, ...actorColumns, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Returns the first and last day of a statement's month, for the account history. */
export function monthBounds(month: string): { from: string; to: string } {
  const next = Date.parse(`${monthStart(shiftMonth(month, 1))}T00:00:00Z`)
  return { from: monthStart(month), to: new Date(next - 86_400_000).toISOString().slice(0, 10) }
}
