import { sql } from 'kysely'
import { monthOf, monthStart } from '#/domain/base/period.ts'
import type { AccountKind } from '#/domain/money/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The key of an account; a null unit means the centre's own. */
export interface AccountKey extends Row<'account', 'centre_id' | 'mode' | 'kind' | 'unit_id'> {
  readonly mode: Mode
  readonly kind: AccountKind
}

export interface AccountRow extends AccountKey, Row<'account', 'id' | 'balance_fen'> {}

const accountRecord = sql.raw('requested(centre_id bigint, mode smallint, kind text, unit_id bigint)')

/** Locks accounts in id order and returns them, or returns none while one is missing. */
async function lockExistingAccounts(ctx: Context, requestedKeys: string): Promise<AccountRow[]> {
  const requestedAccounts = (account: string) => sql`account ${sql.ref(account)} join json_to_recordset(${requestedKeys}::json) as ${accountRecord}
    on ${sql.ref(account)}.centre_id = requested.centre_id and ${sql.ref(account)}.mode = requested.mode
      and ${sql.ref(account)}.kind = requested.kind and ${sql.ref(account)}.unit_id is not distinct from requested.unit_id`
  const areAllOpen = sql`(select count(*) from ${requestedAccounts('every')}) = json_array_length(${requestedKeys}::json)`
  // A lock that waited returns the row as of the statement's start, so a second statement reads the balances.
  const [lockedIds, accounts] = await Promise.all([
    sql`select one.id from ${requestedAccounts('one')} where ${areAllOpen} order by one.id for no key update of one`.execute(ctx.db),
    sql<AccountRow>`select one.id, one.centre_id, one.mode, one.kind, one.unit_id, one.balance_fen from ${requestedAccounts('one')}`.execute(ctx.db),
  ])
  // The second statement may see accounts that were opened since, and these are not locked.
  return lockedIds.rows.length === accounts.rows.length ? accounts.rows : []
}

/**
 * Opens missing accounts and locks all of them in id order until the transaction ends, so that two postings never
 * deadlock. For the same reason, accounts are opened while none is locked.
 */
export async function lockAccounts(ctx: Context, keys: readonly AccountKey[]): Promise<AccountRow[]> {
  const requestedKeys = JSON.stringify(keys)
  const openAccounts = await lockExistingAccounts(ctx, requestedKeys)
  if (openAccounts.length === keys.length) return openAccounts
  await ctx.run`insert into account (centre_id, mode, kind, unit_id) select centre_id, mode, kind, unit_id from json_to_recordset(${requestedKeys}::json) as ${accountRecord}
    order by centre_id, mode, kind, unit_id on conflict do nothing`
  return lockExistingAccounts(ctx, requestedKeys)
}

export async function postedKeys(ctx: Context, keys: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'ledger_journal', 'idem_key'>>`select idem_key from ledger_journal where idem_key = any(${[...keys]}::text[])`
  return new Set(rows.map((row) => row.idem_key))
}

export interface JournalRow {
  readonly kind: string
  readonly ref_type: string
  readonly ref_id: number
  readonly ref_no: string
  readonly idem_key: string
  readonly centre_id: number
  readonly mode: Mode
  readonly unit_id: number | null
  readonly entries: number
  readonly reverses_key: string | null
  readonly memo: string
  readonly at: Date
}

export interface EntryRow {
  readonly key: string
  readonly line: number
  readonly account_id: number
  readonly fen: number
}

/**
 * Inserts journals and then all entries in one statement, each with the balance after it, continuing from the locked
 * balances.
 */
export async function insertJournals(ctx: Context, journals: readonly JournalRow[], entries: readonly EntryRow[]): Promise<void> {
  const added = await ctx.rows<{ id: number; idem_key: string; at: Date }>`
    insert into ledger_journal (kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, unit_id, entries, reverses, memo, at)
    select kind, ref_type, ref_id, ref_no, idem_key, centre_id, mode, unit_id, entries,
      (select earlier.id from ledger_journal earlier where earlier.idem_key = fresh.reverses_key), memo, at
    from json_to_recordset(${JSON.stringify(journals)}::json) as fresh(kind text, ref_type text, ref_id bigint, ref_no text, idem_key text, centre_id bigint,
      mode smallint, unit_id bigint, entries smallint, reverses_key text, memo text, at timestamptz)
    returning id, idem_key, at`
  const headByKey = new Map(added.map(({ idem_key, id, at }) => [idem_key, { journal_id: id, month: monthStart(monthOf(at)) }]))
  const rows = entries.map(({ key, ...entry }) => ({ ...headByKey.get(key), ...entry }))
  await ctx.run`insert into ledger_entry (month, journal_id, line, centre_id, unit_id, account_id, amount_fen, balance_after_fen)
    select month, journal_id, line, account.centre_id, account.unit_id, account_id, fen,
      account.balance_fen + sum(fen) over (partition by account_id order by journal_id, line rows unbounded preceding)
    from json_to_recordset(${JSON.stringify(rows)}::json) as fresh(month date, journal_id bigint, line smallint, account_id bigint, fen bigint)
      join account on account.id = account_id`
}

export async function balancesOf(ctx: Context, of: { unitId: number; centreId: number; mode: Mode }): Promise<{ available: number; frozen: number }> {
  const rows = await ctx.db
    .selectFrom('account')
    .select(['kind', 'balance_fen'])
    .where('unit_id', '=', of.unitId)
    .where('centre_id', '=', of.centreId)
    .where('mode', '=', of.mode)
    .execute()
  const balance = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance_fen ?? 0
  return { available: balance('unit_available'), frozen: balance('unit_frozen') }
}

/** Money of a centre's units in a mode, in fen: available, reserved for payments, and reserved for refunds. */
export interface UnitMoneyRow extends Row<'account', 'centre_id'> {
  readonly available: number
  readonly frozen: number
  readonly refunding: number
}

export async function unitMoney(ctx: Context, mode: Mode): Promise<UnitMoneyRow[]> {
  return ctx.rows<UnitMoneyRow>`select centre_id, coalesce(sum(balance_fen) filter (where kind = 'unit_available'), 0)::bigint as available,
      coalesce(sum(balance_fen) filter (where kind = 'unit_frozen'), 0)::bigint as frozen,
      coalesce(sum(balance_fen) filter (where kind = 'unit_refund'), 0)::bigint as refunding
    from account where unit_id is not null and mode = ${mode} group by centre_id`
}

/** Returns how often this batch was reserved, and the amount and key of the last reservation. */
export async function freezeHistoryOf(ctx: Context, batchId: number): Promise<{ times: number; last: { idem_key: string; fen: number } | null }> {
  const rows = await ctx.rows<Row<'ledger_journal', 'idem_key'> & { fen: number }>`
    select journal.idem_key, sum(entry.amount_fen)::bigint as fen
    from ledger_journal journal
      join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
      join account on account.id = entry.account_id and account.kind = 'unit_frozen'
    where journal.ref_type = 'batch' and journal.ref_id = ${batchId} and journal.kind = 'freeze'
    group by journal.id order by journal.id`
  return { times: rows.length, last: rows.at(-1) ?? null }
}

/**
 * One journal of a batch or its lines: the change of the unit's two balances and their values after it (null: not
 * touched).
 */
export interface BatchMovement {
  journal_id: number
  at: Date
  kind: string
  ref_type: 'batch' | 'line' | 'payout_exception'
  ref_id: number
  ref_no: string
  memo: string
  available: number
  frozen: number
  available_after: number | null
  frozen_after: number | null
}

/** Returns the ids of exceptions of a batch, by which the journals refer to them. */
export async function exceptionIdsOfBatch(ctx: Context, batchId: number): Promise<number[]> {
  const rows = await ctx.db.selectFrom('payout_exception').select('id').where('batch_id', '=', batchId).execute()
  return rows.map((row) => row.id)
}

/** Returns the journals of a batch, its lines and these exceptions, oldest first. */
export async function movementsOfBatch(ctx: Context, batch: { id: number; month: string }, exceptionIds: readonly number[]): Promise<BatchMovement[]> {
  return ctx.rows<BatchMovement>`
    with own as (
      select * from ledger_journal where ref_type = 'batch' and ref_id = ${batch.id}
      union all
      select journal.* from payment_line line join ledger_journal journal on journal.ref_type = 'line' and journal.ref_id = line.id
      where line.month = ${batch.month} and line.batch_id = ${batch.id}
      union all
      select * from ledger_journal where ref_type = 'payout_exception' and ref_id = any(${[...exceptionIds]}::bigint[]))
    select own.id as journal_id, own.at, own.kind, own.ref_type, own.ref_id, own.ref_no, own.memo,
      coalesce(sum(entry.amount_fen) filter (where account.kind = 'unit_available'), 0)::bigint as available,
      coalesce(sum(entry.amount_fen) filter (where account.kind = 'unit_frozen'), 0)::bigint as frozen,
      max(entry.balance_after_fen) filter (where account.kind = 'unit_available') as available_after,
      max(entry.balance_after_fen) filter (where account.kind = 'unit_frozen') as frozen_after
    from own join ledger_entry entry on entry.journal_id = own.id and entry.month = date_trunc('month', own.at at time zone 'Asia/Shanghai')::date
      join account on account.id = entry.account_id and account.unit_id is not null
    group by own.id, own.at, own.kind, own.ref_type, own.ref_id, own.ref_no, own.memo order by own.id`
}

export interface ExceptionEntry extends Row<'ledger_journal', 'at' | 'kind' | 'memo'> {
  journal_id: number
  account: AccountKind
  fen: number
}

/** Returns the entries of an exception, oldest journal first. */
export async function entriesOfException(ctx: Context, exceptionId: number): Promise<ExceptionEntry[]> {
  return ctx.rows<ExceptionEntry>`select journal.id as journal_id, journal.at, journal.kind, journal.memo, account.kind as account, entry.amount_fen as fen
    from ledger_journal journal join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
      join account on account.id = entry.account_id
    where journal.ref_type = 'payout_exception' and journal.ref_id = ${exceptionId} order by journal.id, entry.line`
}

/** Returns the centre's debit balance at the bank in fen, both modes together. */
export async function bankBalance(ctx: Context, centreId: number): Promise<number> {
  const row = await ctx.row<{ held: number }>`select coalesce(-sum(balance_fen), 0)::bigint as held from account
    where centre_id = ${centreId} and kind = 'bank'`
  return row?.held ?? 0
}

/** Returns which of these units have journals here, ignoring reversed openings. */
export async function unitsWithJournals(ctx: Context, of: { centreId: number; mode: Mode }, unitIds: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.rows<Row<'unit_setting', 'unit_id'>>`select unit.unit_id from unnest(${[...unitIds]}::bigint[]) unit(unit_id)
    where exists (select from ledger_journal journal where journal.unit_id = unit.unit_id and journal.centre_id = ${of.centreId} and journal.mode = ${of.mode}
      and (journal.kind <> 'opening' or (journal.reverses is null and not exists (select from ledger_journal back where back.reverses = journal.id))))`
  return new Set(rows.map((row) => row.unit_id))
}

export interface FirstPaymentRow extends Row<'ledger_journal', 'ref_no' | 'at'> {
  unit_name: string
  count: number
}

/**
 * Returns the first payment or reservation of these units since the opening, ignoring batches that were released
 * entirely.
 */
export async function firstPaymentSince(
  ctx: Context,
  of: { centreId: number; mode: Mode; openingId: number },
  unitIds: readonly number[],
): Promise<FirstPaymentRow | undefined> {
  return ctx.row<FirstPaymentRow>`select journal.ref_no, journal.at, unit.name as unit_name, count(*) over () as count
    from ledger_journal journal join unit on unit.id = journal.unit_id
    where journal.unit_id = any(${[...unitIds]}::bigint[]) and journal.centre_id = ${of.centreId} and journal.mode = ${of.mode}
      and journal.kind in ('freeze', 'payment')
      and journal.id > (select max(id) from ledger_journal opening where opening.ref_type = 'opening' and opening.ref_id = ${of.openingId})
      and not exists (select from ledger_journal back where back.reverses = journal.id)
    order by journal.id limit 1`
}
