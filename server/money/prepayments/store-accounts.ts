import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageRows, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { lineOfUnit } from '#/server/money/lines/public.ts'
import { isUnclaimed } from '#/server/money/prepayments/store-credits.ts'

const maxAccounts = 2000

export interface AccountRow extends Row<'centre', 'account_name' | 'account_no' | 'account_bank'> {
  unit_id: number
  unit_name: string
  centre_id: number
  centre_name: string
  mode: Mode
  available: number
  frozen: number
  refunding: number
  unclaimed: number
  limit_fen: number
  is_low: boolean
  virtual_account_no: string
  is_balanced: boolean
  balanced_to: string | null
}

// Compares an account's balance with the sum of its entries. The schema guarantees an unbroken chain of balances from
// zero, so only the first and last entry are read.
function matchesEntries(account: 'available' | 'frozen' | 'refund') {
  const id = sql.ref(`${account}.id`)
  return sql<boolean>`coalesce((select entry.balance_after_fen - entry.amount_fen from ledger_entry entry where entry.account_id = ${id} order by entry.journal_id, entry.line limit 1), 0) = 0
    and coalesce((select entry.balance_after_fen from ledger_entry entry where entry.account_id = ${id} order by entry.journal_id desc, entry.line desc limit 1), 0)
      = coalesce(${sql.ref(`${account}.balance_fen`)}, 0)`
}

/**
 * Returns the accounts in the caller's scope: the bank account for transfers, whether each balance equals its entries,
 * and the last reconciled day of the centre.
 */
export async function accounts(ctx: Context, { unitId, isLow = false }: { unitId?: number | undefined; isLow?: boolean | undefined }): Promise<AccountRow[]> {
  const unitCondition = unitId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`setting.unit_id = ${unitId}`
  const isLowBalance = sql<boolean>`(setting.is_active and coalesce(available.balance_fen < coalesce(own.limit_fen, setting.low_balance_fen), false))`
  return ctx.rows<AccountRow>`
    select setting.unit_id, unit.name as unit_name, setting.centre_id, centre.name as centre_name, setting.mode, coalesce(available.balance_fen, 0) as available,
      coalesce(frozen.balance_fen, 0) as frozen, coalesce(refund.balance_fen, 0) as refunding, coalesce(waiting.fen, 0) as unclaimed, coalesce(own.limit_fen, setting.low_balance_fen) as limit_fen, ${isLowBalance} as is_low, centre.account_name, centre.account_no, centre.account_bank, setting.virtual_account_no,
      ${matchesEntries('available')} and ${matchesEntries('frozen')} and ${matchesEntries('refund')} as is_balanced, app.balanced_to(setting.centre_id, setting.mode)::text as balanced_to
    from app.unit_terms(${ctx.now}::timestamptz) setting join unit on unit.id = setting.unit_id join centre on centre.id = setting.centre_id
      left join account available on available.unit_id = setting.unit_id and available.centre_id = setting.centre_id and available.mode = setting.mode
        and available.kind = 'unit_available'
      left join account frozen on frozen.unit_id = setting.unit_id and frozen.centre_id = setting.centre_id and frozen.mode = setting.mode and frozen.kind = 'unit_frozen'
      left join account refund on refund.unit_id = setting.unit_id and refund.centre_id = setting.centre_id and refund.mode = setting.mode and refund.kind = 'unit_refund'
      left join balance_limit own on own.unit_id = setting.unit_id and own.centre_id = setting.centre_id and own.mode = setting.mode
      left join lateral (select sum(credit.amount_fen)::bigint as fen from bank_credit credit where credit.centre_id = setting.centre_id and credit.mode = setting.mode
        and ${isUnclaimed} and credit.unit_id = setting.unit_id) waiting on true
    where ${unitCondition} and ${isLow ? isLowBalance : sql`true`} and ${inScope(ctx.scope, 'setting', { mode: true })} order by setting.unit_id, setting.centre_id, setting.mode desc limit ${maxAccounts}`
}

export interface MovementRow extends Row<'ledger_journal', 'at' | 'kind' | 'ref_type' | 'ref_id' | 'ref_no' | 'mode' | 'memo'> {
  journal_id: number
  unit_name: string
  mode: Mode
  available: number
  frozen: number
  available_after: number
  frozen_after: number
  refunding: number
  /** The batch of the money and, for a payment, the payee. */
  batch_id: Row<'payment_batch'>['id'] | null
  batch_no: Row<'payment_batch'>['no'] | null
  payee_name: Row<'payment_line'>['name'] | null
}

export interface HistoryFilter {
  readonly unitId?: number | undefined
  readonly centreId?: number | undefined
  readonly mode?: Mode | undefined
  readonly kind?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly after?: number | undefined
  readonly size: number
}

const monthOfJournal = sql`date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date`

type BalanceName = 'available' | 'frozen'

function lastBalance(balance: BalanceName, when: RawBuilder<SqlBool>) {
  return sql<number>`(select entry.balance_after_fen from ledger_entry entry where entry.account_id = ${sql.ref(`${balance}.id`)} and entry.journal_id < journal.id and ${when}
    order by entry.journal_id desc, entry.line desc limit 1)`
}

// Returns the balance after a journal. If the journal did not change the account, the balance is that of the last
// earlier entry. Reads the journal's own month first, because that partition nearly always has an entry.
function balanceAfter(balance: BalanceName) {
  // `between`, not `=`: with equality the primary key also gives the order. A planner that expects few accounts would
  // then read the whole month for an account without entries.
  const lastBalanceInMonth = lastBalance(balance, sql<SqlBool>`entry.month between ${monthOfJournal} and ${monthOfJournal}`)
  const lastBalanceBefore = lastBalance(balance, sql<SqlBool>`entry.month < ${monthOfJournal}`)
  return sql<number>`coalesce(${sql.ref(`moved.${balance}_after`)}, ${lastBalanceInMonth}, ${lastBalanceBefore}, 0)`
}

function joinAccount(balance: BalanceName | 'refund') {
  return sql`left join account ${sql.ref(balance)} on ${sql.ref(`${balance}.centre_id`)} = journal.centre_id and ${sql.ref(`${balance}.mode`)} = journal.mode
    and ${sql.ref(`${balance}.unit_id`)} = journal.unit_id and ${sql.ref(`${balance}.kind`)} = ${sql.lit(`unit_${balance}`)}`
}

/** Returns the journals that changed the units' available or frozen money, newest first. */
export async function accountMovements(ctx: Context, filter: HistoryFilter): Promise<{ rows: MovementRow[]; next: number | null }> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'journal', { mode: true }), sql<SqlBool>`journal.unit_id is not null`]
  if (filter.unitId) parts.push(sql<SqlBool>`journal.unit_id = ${filter.unitId}`)
  if (filter.centreId) parts.push(sql<SqlBool>`journal.centre_id = ${filter.centreId}`)
  if (filter.mode) parts.push(sql<SqlBool>`journal.mode = ${filter.mode}`)
  if (filter.kind) parts.push(sql<SqlBool>`journal.kind = ${filter.kind}`)
  // All kinds except payments share an index.
  if (filter.kind && filter.kind !== 'payment') parts.push(sql<SqlBool>`journal.kind <> 'payment'`)
  parts.push(...withinDays(sql`journal.at`, filter))
  const listing: Listing = {
    table: sql`ledger_journal journal`,
    where: allOf(parts),
    id: sql`journal.id`,
    // A date filter uses the index on time, so the rows are ordered by time.
    order: filter.from || filter.to ? { by: [sql`journal.at`] } : undefined,
    places: filter.unitId ? null : placesInScope(ctx, 'journal', { mode: true, unit: true }),
  }
  const selection = sql<MovementRow & { id: number }>`
    select journal.id, journal.id as journal_id, journal.at, journal.kind, journal.ref_type, journal.ref_id, journal.ref_no, unit.name as unit_name, journal.mode,
      journal.memo, moved.available, moved.frozen, moved.refunding, ${balanceAfter('available')} as available_after, ${balanceAfter('frozen')} as frozen_after,
      batch.id as batch_id, batch.no as batch_no, line.name as payee_name
    from ledger_journal journal join unit on unit.id = journal.unit_id ${joinAccount('available')} ${joinAccount('frozen')} ${joinAccount('refund')}
      left join lateral ${lineOfUnit({ id: sql`journal.ref_id`, unit: sql`journal.unit_id`, until: monthOfJournal, when: sql`journal.ref_type = 'line'` })} line on true
      left join payment_batch batch on batch.id = case when journal.ref_type = 'batch' then journal.ref_id else line.batch_id end
      cross join lateral (
        select coalesce(sum(entry.amount_fen) filter (where entry.account_id = available.id), 0)::bigint as available,
          coalesce(sum(entry.amount_fen) filter (where entry.account_id = frozen.id), 0)::bigint as frozen,
          coalesce(sum(entry.amount_fen) filter (where entry.account_id = refund.id), 0)::bigint as refunding,
          (array_agg(entry.balance_after_fen order by entry.line desc) filter (where entry.account_id = available.id))[1] as available_after,
          (array_agg(entry.balance_after_fen order by entry.line desc) filter (where entry.account_id = frozen.id))[1] as frozen_after
        from ledger_entry entry where entry.month = ${monthOfJournal} and entry.journal_id = journal.id) moved`
  return pageRows(ctx, listing, { page: 1, size: filter.size, after: filter.after }, selection)
}
