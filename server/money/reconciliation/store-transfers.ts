import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { expectedTransfers, isTransferBooked, lockTransfers, type TransferReference } from '#/server/money/ledger/public.ts'
import { beginDays } from '#/server/money/reconciliation/store-files.ts'
import { type DayToMatch, isDecidedOnClosedDay, isGivenDay, isNotExplainedElsewhere } from '#/server/money/reconciliation/store-match.ts'

// Registered transfers that no statement shows, and rows of statements whose transfer was released.

type ClosedDay = Row<'recon_day', 'channel_id' | 'centre_id' | 'day'>

/** Holds for a transfer without a row on the statements of the centre's accounts, on whichever day. */
const isAbsent = sql<SqlBool>`not exists (select from channel account join recon_row row on row.channel_id = account.id and row.source = 'bank'
    and app.reference_key(row.serial) = app.reference_key(transfer.serial) and row.direction = transfer.direction and transfer.amount_fen in (row.amount_fen, row.registered_fen)
  where account.centre_id = transfer.centre_id)`

/** Holds for a transfer that is a difference already. Automatically settled ones can be absent again. */
const isDifference = sql<SqlBool>`exists (select from recon_item item where item.is_registered and item.centre_id = transfer.centre_id
  and item.key = transfer.serial and item.direction = transfer.direction and item.ending is distinct from 'matched')`

/**
 * Selects the day on which an absent transfer is a difference: the first open day of the centre since its payment for
 * which an account has a statement or expects its files. Days that still expect files come first.
 */
const dayOfAbsence = sql`select kept.id, kept.channel_id, kept.day, kept.state from recon_day kept
  where kept.centre_id = transfer.centre_id and kept.day >= transfer.paid_on and kept.state <> 'closed' and (kept.state = 'waiting'
    or exists (select from recon_file file where file.channel_id = kept.channel_id and file.source = 'bank' and file.state = 'read'
      and file.first_day <= kept.day and file.last_day >= kept.day))
  order by kept.day, kept.state desc, kept.channel_id limit 1`

/**
 * Opens a difference for each registered transfer that no statement shows, if it belongs to this matched day. Returns the
 * number of new ones.
 */
export async function addAbsentTransfers(ctx: Context, day: DayToMatch): Promise<number> {
  const absent = (columns: RawBuilder<unknown>) => sql`select ${columns} from ${expectedTransfers} transfer cross join lateral (${dayOfAbsence}) kept
    where transfer.centre_id = ${day.centre_id} and transfer.paid_on <= ${day.day}::date and kept.day = ${day.day}::date and kept.state = 'matched'
      and ${isAbsent} and not ${isDifference}`
  // Days of two accounts that are matched at once wait here, so each transfer is a difference of one of them.
  await lockTransfers(ctx, day.centre_id, absent(sql`transfer.serial`))
  const row = await ctx.row<{ added: number }>`with absent as (${absent(sql`transfer.direction, transfer.serial, transfer.ref_no,
      case transfer.direction when 'out' then transfer.amount_fen else -transfer.amount_fen end as ours`)}),
    again as (
      update recon_item item set state = 'open', ending = null, settled_at = null, ours_fen = absent.ours, theirs_fen = 0, memo = absent.ref_no, seen_at = ${ctx.now},
        version = item.version + 1
      from absent where item.day_id = ${day.id} and item.is_registered and item.ending = 'matched' and item.key = absent.serial and item.direction = absent.direction
      returning item.id, item.key, item.direction),
    added as (
      insert into recon_item (day_id, channel_id, centre_id, side, kind, direction, key, part, serial, memo, ours_fen, theirs_fen, is_registered, found_at, seen_at)
      select ${day.id}::bigint, ${day.channel_id}::bigint, ${day.centre_id}::bigint, 'bank', 'short', direction, serial,
        (select coalesce(max(part), 0) + 1 from recon_item item where item.day_id = ${day.id} and item.side = 'bank' and item.direction = absent.direction and item.key = absent.serial),
        serial, ref_no, ours, 0, true, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from absent where not exists (select from again where again.key = absent.serial and again.direction = absent.direction) order by serial, direction
      returning id),
    found as (select id from again union all select id from added),
    noted as (insert into recon_step (day_id, item_id, centre_id, kind, at)
      select ${day.id}::bigint, id, ${day.centre_id}::bigint, 'found', ${ctx.now}::timestamptz from found order by id)
    select count(*)::int as added from found`
  return row?.added ?? 0
}

/** Settles differences of registered transfers that a statement shows now, on whichever day, or whose record released them. */
export const settleAbsentTransfers = (ctx: Context, centreId: number | null): Promise<void> => ctx.run`with met as (
      update recon_item item set state = 'settled', ending = 'matched', theirs_fen = ours_fen, settled_at = ${ctx.now}, version = version + 1
      where item.is_registered and item.state in ('open', 'waiting') and ${centreId === null ? sql`true` : sql`item.centre_id = ${centreId}`}
        and not exists (select from ${expectedTransfers} transfer where transfer.centre_id = item.centre_id and transfer.serial = item.key
          and transfer.direction = item.direction and transfer.amount_fen = abs(item.ours_fen) and ${isAbsent})
      returning item.id, item.day_id, item.centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, treatment, at) select day_id, id, centre_id, 'settled', 'matched', ${ctx.now} from met order by id`

// The partial indexes of the rows with a transfer serve this condition.
const hasTransfer = sql<SqlBool>`(row.is_registered or row.registered_fen is not null)`
const isTransferReleased = sql<SqlBool>`not ${isTransferBooked({ centre: sql`row.centre_id`, direction: sql`row.direction`, serial: sql`row.serial`, amount: sql`coalesce(row.registered_fen, row.amount_fen)` })}`
/** Holds for a row with another amount than its transfer, which explains the exact row. */
const isExplainedElsewhere = sql<SqlBool>`(row.registered_fen is not null and not ${isNotExplainedElsewhere({ table: 'row', key: 'serial' })})`
/** Holds for a row that has lost its transfer. */
const isReleased = sql<SqlBool>`(${hasTransfer} and (${isTransferReleased} or ${isExplainedElsewhere}) and not ${isDecidedOnClosedDay('row')})`

/**
 * Returns the open days with an absent transfer that is no difference yet, or with a row that has lost its transfer; of one
 * day, if given.
 */
export async function daysOfTransfers(
  ctx: Context,
  one: Row<'recon_day', 'id' | 'channel_id' | 'centre_id' | 'day'> | null = null,
): Promise<Row<'recon_day', 'channel_id' | 'day'>[]> {
  // The planner cannot derive these bounds from the day, because that comes from a lateral query.
  const transfersOfDay = one ? sql<SqlBool>`transfer.centre_id = ${one.centre_id} and transfer.paid_on <= ${one.day}::date` : sql<SqlBool>`true`
  const isGiven = isGivenDay(one?.id ?? null)
  return ctx.rows<Row<'recon_day', 'channel_id' | 'day'>>`
    select kept.channel_id, kept.day::text as day from ${expectedTransfers} transfer cross join lateral (${dayOfAbsence}) kept
      where ${transfersOfDay} and ${isGiven} and kept.state = 'matched' and ${isAbsent} and not ${isDifference}
    union select kept.channel_id, kept.day::text from recon_row row join recon_day kept on kept.channel_id = row.channel_id and kept.day = row.day
      where row.source = 'bank' and ${isGiven} and kept.state <> 'closed' and ${isReleased}
    order by day, channel_id`
}

/**
 * Returns the closed day on which people decided the difference between a transfer and its row. Locks the days of the row,
 * so that they cannot be closed before the transaction ends.
 */
export async function closedDayWithDecision(ctx: Context, { centreId, direction, serial }: TransferReference): Promise<string | undefined> {
  const rowsWithDay = sql`from channel account join recon_row row on row.channel_id = account.id and row.source = 'bank' and row.direction = ${direction}
      and app.reference_key(row.serial) = app.reference_key(${serial}) and row.registered_fen is not null
    join recon_day kept on kept.channel_id = row.channel_id and kept.day = row.day where account.centre_id = ${centreId}`
  await ctx.run`select ${rowsWithDay} order by kept.id for no key update of kept`
  const row = await ctx.row<Row<'recon_day', 'day'>>`select kept.day::text as day ${rowsWithDay} and ${isDecidedOnClosedDay('row')}
    order by kept.day limit 1`
  return row?.day
}

/** Returns the closed days with a row whose transfer was released or explains another row. */
export async function closedDaysOfReleased(ctx: Context): Promise<ClosedDay[]> {
  return ctx.rows<ClosedDay>`select distinct kept.channel_id, kept.centre_id, kept.day::text as day
    from recon_row row join recon_day kept on kept.channel_id = row.channel_id and kept.day = row.day
    where kept.state = 'closed' and ${isReleased} order by day, channel_id`
}

/**
 * Moves the rows of a closed day that have lost their transfer to the next open day, as rows of a late file. Returns that
 * day.
 */
export async function moveReleasedRows(ctx: Context, { channel_id: channelId, centre_id: centreId, day }: ClosedDay): Promise<string> {
  // Waits for a concurrent closing of the next day, so that closed figures stay unchanged.
  const open = await ctx.row<Row<'recon_day', 'day'>>`select day::text as day from recon_day
    where channel_id = ${channelId} and day > ${day}::date and state <> 'closed' order by day limit 1 for no key update`
  const last = await ctx.row<Row<'recon_day', 'day'>>`select (max(day) + 1)::text as day from recon_day where channel_id = ${channelId}`
  const next = open?.day ?? last?.day ?? day
  await beginDays(ctx, channelId, centreId, [next])
  // The whole row is a difference of the other day, which replaces the difference between the amounts. That one has its
  // amounts until the closed day is opened and matched again.
  await ctx.run`with moved as (update recon_row row set day = ${next}::date, is_registered = false, registered_fen = null from recon_day kept
      where kept.channel_id = ${channelId} and kept.day = ${day}::date and row.channel_id = kept.channel_id and row.day = kept.day and ${isReleased}
      returning row.serial, row.direction, kept.id as day_id),
    met as (update recon_item item set state = 'settled', ending = 'matched', settled_at = ${ctx.now}, version = item.version + 1 from moved
      where item.day_id = moved.day_id and item.side = 'bank' and item.kind = 'amount' and item.key = moved.serial and item.direction = moved.direction
        and item.state in ('open', 'waiting') returning item.id, item.day_id, item.centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, treatment, at) select day_id, id, centre_id, 'settled', 'matched', ${ctx.now} from met order by id`
  return next
}

/** Locks the transfers that rows of a day show with another amount. */
export async function lockTransfersOfDay(ctx: Context, { channel_id, centre_id, day }: ClosedDay): Promise<void> {
  await lockTransfers(ctx, centre_id, sql`select serial from recon_row where channel_id = ${channel_id} and day = ${day}::date and registered_fen is not null`)
}
