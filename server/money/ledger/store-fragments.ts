import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AccountKind } from '#/domain/money/posting.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Journals, entries and balances for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Journals without their entries: what was booked, for which row, and when. */
export const journals = sql`(select id, kind, ref_type, ref_id, ref_no, idem_key, reverses, centre_id, unit_id, mode, at from ledger_journal)`

/**
 * Entries with their journal and account. Entries are partitioned by the month of the journal in Shanghai, and the
 * join names it, so that only the partitions of the requested journals are read.
 */
export const bookings = sql`(
  select journal.id, journal.kind, journal.ref_type, journal.ref_id, journal.ref_no, journal.idem_key, journal.memo,
    journal.centre_id, journal.unit_id, journal.mode, journal.at, entry.month, entry.unit_id as entry_unit_id, entry.amount_fen, account.kind as account
  from ledger_journal journal
    join ledger_entry entry on entry.journal_id = journal.id and entry.month = date_trunc('month', journal.at at time zone 'Asia/Shanghai')::date
    join account on account.id = entry.account_id)`

/** Selects the accounts of a kind with their balances. */
export const accountsOfKind = (kind: AccountKind) => sql`(select id, centre_id, unit_id, mode, balance_fen from account where kind = ${sql.lit(kind)})`

/** The unit and the centre of each account. */
export const accountPlaces = sql`(select id, unit_id, centre_id from account)`

/** Returns the balance of a unit's account in fen; null if it was never used. */
export const unitBalance = (kind: AccountKind, of: { readonly unit: Column; readonly centre: Column; readonly mode: Column }) =>
  sql<number | null>`(select account.balance_fen from account where account.kind = ${sql.lit(kind)} and account.unit_id = ${of.unit}
    and account.centre_id = ${of.centre} and account.mode = ${of.mode})`

/** Returns whether the ledger contains a journal for a row. */
export const isBooked = (refType: string, refId: Column) =>
  sql<SqlBool>`exists (select from ledger_journal journal where journal.ref_type = ${sql.lit(refType)} and journal.ref_id = ${refId})`

interface TransferColumns {
  readonly centre: Column
  /** Money that came in or went out; in either direction without it. */
  readonly direction?: Column
  readonly serial: Column
  readonly amount?: Column
}

// Reconciliation finds manual payments by the slip of the channel, and compares them with their order.
const transferConditions = ({
  centre,
  direction,
  serial,
  amount,
}: TransferColumns) => sql`transfer.centre_id = ${centre} and app.reference_key(transfer.serial) = app.reference_key(${serial})
  and transfer.ref_type <> 'payout_slip'
  and ${direction ? sql`transfer.direction = ${direction}` : sql`true`} and ${amount ? sql`transfer.amount_fen = ${amount}` : sql`true`}`

/** Returns whether a record other than a manual payment registered a transfer of the bank. */
export const isTransferRegistered = (of: TransferColumns) => sql<SqlBool>`exists (select from bank_transfer transfer where ${transferConditions(of)})`

/** Returns whether a registered transfer of the bank is booked. */
export const isTransferBooked = (of: TransferColumns) =>
  sql<SqlBool>`exists (select from bank_transfer transfer where transfer.is_booked and not transfer.is_void and ${transferConditions(of)})`

/** Selects the booked transfer of the bank with this reference: its amount and its record. */
export const bookedTransferOf = (of: TransferColumns) =>
  sql`(select transfer.amount_fen, transfer.ref_type, transfer.ref_id, transfer.ref_no from bank_transfer transfer where transfer.is_booked and not transfer.is_void and ${transferConditions(of)}
    order by transfer.id desc limit 1)`

/**
 * Returns the mode in which the record of a transfer is booked; null if its journals have another reference. The return of
 * a payment has the mode of the payment. Taxes and clearings exist only in mode 2.
 */
export const modeOfRecord = ({ use, id }: { readonly use: Column; readonly id: Column }) =>
  sql<Mode | null>`case when starts_with(${use}, 'tax_') then 2 when ${use} is not null then (select min(journal.mode)
    from (select coalesce(sent.ref_type, ${use}) as ref_type, coalesce(sent.ref_id, ${id}) as ref_id from (values (1)) given
        left join (transfer_return back join bank_transfer sent on sent.id = back.transfer_id) on ${use} = 'transfer_return' and back.id = ${id}) record
      join ledger_journal journal on journal.ref_type = record.ref_type and journal.ref_id = record.ref_id) end`

/** The bank's return of a transfer, as the database returns it in JSON. */
export interface TransferReturnJson extends Row<'transfer_return', 'serial' | 'reason'> {
  readonly isConfirmed: boolean
  readonly returnedOn: string
  readonly fileId: string
  readonly sentFileId: string
  readonly enteredBy: string
  readonly isOwn: boolean
}

/** Selects the returns of a record's transfers that were not declined, oldest first, as JSON. Only the centre sees them. */
export const transferReturnsOf = (ctx: Context, use: string, id: Column) => sql<TransferReturnJson[]>`(select coalesce(json_agg(json_build_object(
    'isConfirmed', back.state = 'confirmed', 'returnedOn', back.returned_on, 'serial', back.serial, 'reason', back.reason, 'fileId', back.file_id,
    'sentFileId', back.sent_file_id, 'enteredBy', maker.name, 'isOwn', back.created_by = any (app.hands_of(${ctx.actor.userId}))) order by back.id), '[]')
  from bank_transfer sent join transfer_return back on back.transfer_id = sent.id join app_user maker on maker.id = back.created_by
  where sent.ref_type = ${sql.lit(use)} and sent.ref_id = ${id} and back.state <> 'declined')`

/** Returns whether the return of a record's transfer waits for a confirmation that the caller may give. */
export const isReturnForCaller = (ctx: Context, use: string, id: Column) => sql<SqlBool>`exists (select from bank_transfer sent
  join transfer_return back on back.transfer_id = sent.id
  where sent.ref_type = ${sql.lit(use)} and sent.ref_id = ${id} and back.state = 'pending' and not back.created_by = any (app.hands_of(${ctx.actor.userId})))`

/** Bank references of centres, in the form in which they are compared, with the record that has each. */
export const registeredReferences = sql`(select centre_id, direction, app.reference_key(serial) as reference, ref_type, ref_id from bank_transfer)`

/** Registered transfers that are booked and should be on a bank statement, with the day of their payment. */
export const expectedTransfers = sql`(select centre_id, direction, serial, amount_fen, ref_no, paid_on from bank_transfer where is_booked and not is_void and paid_on is not null)`

/** Locks a centre's registered transfers with these references, in any spelling, until the transaction ends. */
export async function lockTransfers(ctx: Context, centreId: number, serials: RawBuilder<unknown>): Promise<void> {
  await ctx.run`select from bank_transfer transfer where transfer.centre_id = ${centreId}
    and app.reference_key(transfer.serial) in (select app.reference_key(known.serial) from (${serials}) as known(serial))
    order by transfer.id for no key update`
}

/** Returns the available and frozen balances of units in the caller's scope, in fen. */
export async function balancesInScope(ctx: Context): Promise<{ available: number; frozen: number }> {
  return (
    (await ctx.row<{ available: number; frozen: number }>`
    select coalesce(sum(balance_fen) filter (where kind = 'unit_available'), 0)::bigint as available,
      coalesce(sum(balance_fen) filter (where kind = 'unit_frozen'), 0)::bigint as frozen
    from account where unit_id is not null and ${inScope(ctx.scope, 'account', { mode: true })}`) ?? { available: 0, frozen: 0 }
  )
}

/** Returns the id of the newest journal; zero without one. Ids are assigned before commit. */
export const newestJournalId = sql<number>`(select coalesce(max(id), 0) from ledger_journal)`
