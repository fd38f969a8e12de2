import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import { reconSettleDays } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookedTransferOf, isTransferBooked, isTransferRegistered, lockTransfers } from '#/server/money/ledger/public.ts'
import { paymentsByOrder } from '#/server/money/payouts/public.ts'

// A day to match. Matching takes a fixed number of statements per day, regardless of its rows.

export interface DayToMatch extends Row<'recon_day', 'id' | 'channel_id' | 'centre_id' | 'day' | 'state'>, Row<'channel', 'kind'> {}

const dayBounds = (day: string) => ({
  from: sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`,
  to: sql`((${day}::date + 1)::timestamp at time zone 'Asia/Shanghai')`,
})

/** Selects the payments and returns of a day in our books, or of all days, by order number. */
export function ourMovementsOf(channelId: number, day: string | null): RawBuilder<unknown> {
  const isOfDay = (column: RawBuilder<unknown>) => {
    if (day === null) return sql`true`
    const { from, to } = dayBounds(day)
    return sql`${column} >= ${from} and ${column} < ${to}`
  }
  return sql`select attempt.request_no as key, 'out' as direction, attempt.amount_fen as fen, attempt.id as attempt_id from payout_attempt attempt
      where attempt.channel_id = ${channelId} and ${isOfDay(sql`attempt.finished_at`)} and attempt.state in ('success', 'returned')
    union all
    select attempt.request_no, 'in', attempt.amount_fen, attempt.id from payout_event event
      join payout_attempt attempt on attempt.line_id = event.line_id and attempt.state = 'returned' and attempt.channel_id = ${channelId}
      where event.to_state = 'returned' and ${isOfDay(sql`event.at`)}`
}

// Bank statements identify payments by serial. This join finds our order number in the row of the channel file or slip
// with the same serial.
const numberBySerial = sql`left join recon_row named on named.channel_id = row.channel_id and named.source = 'channel' and named.serial = row.serial
      and named.direction = row.direction and named.request_no <> ''
    left join lateral (select attempt.request_no from payout_slip slip join payout_attempt attempt on attempt.id = slip.attempt_id
      where named.request_no is null and row.request_no = '' and slip.channel_id = row.channel_id and upper(slip.serial) = app.reference_key(row.serial)
        and slip.result = case row.direction when 'out' then 'success' else 'returned' end) slip on true`

function reportedMovementsOf(day: DayToMatch, source: ReconSource): RawBuilder<unknown> {
  const isBank = source === 'bank'
  const number = isBank
    ? sql`coalesce(nullif(row.request_no, ''), named.request_no, slip.request_no, row.serial)`
    : sql`coalesce(nullif(row.request_no, ''), row.serial)`
  return sql`select ${number} as key, row.direction, sum(row.amount_fen)::bigint as fen, min(row.serial) as serial, min(row.memo) as memo
    from recon_row row ${isBank ? numberBySerial : sql``}
    where row.channel_id = ${day.channel_id} and row.day = ${day.day}::date and row.source = ${source} and row.direction <> 'none' and not row.is_topup and not row.is_registered
    group by 1, 2`
}

const signedAmount = (table: string) =>
  sql`case ${sql.ref(`${table}.direction`)} when 'out' then ${sql.ref(`${table}.fen`)} else -${sql.ref(`${table}.fen`)} end`

/** Locks a day until the transaction ends and returns it. */
export async function lockDay(ctx: Context, channelId: number, day: string): Promise<DayToMatch | undefined> {
  return ctx.row<DayToMatch>`select recon_day.id, recon_day.channel_id, recon_day.centre_id, recon_day.day::text as day, recon_day.state, channel.kind
    from recon_day join channel on channel.id = recon_day.channel_id
    where recon_day.channel_id = ${channelId} and recon_day.day = ${day}::date for no key update of recon_day`
}

/** Returns the sources with a complete file of a day, and the name of a file still being imported. */
export async function filesOf(ctx: Context, day: DayToMatch): Promise<{ there: ReconSource[]; reading: string | null; needsBank: boolean }> {
  const [row] = await ctx.rows<{ there: ReconSource[] | null; reading: string | null } & Row<'recon_rule', 'needs_bank'>>`
    select array_agg(distinct source) filter (where state = 'read') as there, min(name) filter (where state = 'reading') as reading,
      coalesce((select needs_bank from recon_rule where centre_id = ${day.centre_id}), true) as needs_bank
    from recon_file where channel_id = ${day.channel_id} and first_day <= ${day.day}::date and last_day >= ${day.day}::date`
  return { there: row?.there ?? [], reading: row?.reading ?? null, needsBank: row?.needs_bank ?? true }
}

const isBankRowOfDay = (day: DayToMatch) =>
  sql`row.channel_id = ${day.channel_id} and row.source = 'bank' and row.day = ${day.day}::date and row.direction <> 'none'`

/**
 * Holds for a row of a closed day with another amount than its transfer, if people decided the difference. The row and its
 * transfer stay there until the day is reopened.
 */
export function isDecidedOnClosedDay(table: 'row' | 'other'): RawBuilder<SqlBool> {
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`(${ref('registered_fen')} is not null and exists (select from recon_day closed join recon_item decided on decided.day_id = closed.id
    where closed.channel_id = ${ref('channel_id')} and closed.day = ${ref('day')} and closed.state = 'closed' and decided.side = 'bank' and decided.kind = 'amount'
      and decided.key = ${ref('serial')} and decided.direction = ${ref('direction')} and decided.state not in ('open', 'waiting')
      and coalesce(decided.ending not in ('matched', 'timing'), true)))`
}

/**
 * Holds for the key of a row or difference whose record does not explain another row of the centre's accounts. Two banks
 * may use one reference for different transfers. A row of another amount gives way to an exact one, unless its difference
 * is decided on a closed day.
 */
export function isNotExplainedElsewhere({ table, key }: { readonly table: 'row' | 'item'; readonly key: 'serial' | 'key' }): RawBuilder<SqlBool> {
  const ref = (column: string) => sql.ref(`${table}.${column}`)
  return sql<SqlBool>`not exists (select from channel account join recon_row other on other.channel_id = account.id and other.source = 'bank'
      and app.reference_key(other.serial) = app.reference_key(${ref(key)}) and other.direction = ${ref('direction')}
      and (other.channel_id, other.serial) <> (${ref('channel_id')}, ${ref(key)}) and (other.is_topup or other.is_registered or ${isDecidedOnClosedDay('other')})
    where account.centre_id = ${ref('centre_id')})`
}

const keyOfRow = { direction: sql`row.direction`, serial: sql`row.serial` }
const transferOfRow = { ...keyOfRow, amount: sql`row.amount_fen` }
/** Holds for the row of a bank statement with the reference of a difference. */
export const isRowOfItem = sql<SqlBool>`row.channel_id = item.channel_id and row.source = 'bank' and row.serial = item.key and row.direction = item.direction`

/**
 * Holds for a difference that the slip of a manual payment or return identifies. The slip was registered after its day
 * was matched, which will find the order by the slip.
 */
export const isOfSlip = sql<SqlBool>`exists (select from payout_slip slip where slip.channel_id = item.channel_id and upper(slip.serial) = app.reference_key(item.key)
  and slip.result = case item.direction when 'out' then 'success' else 'returned' end)`

/** Holds for a row whose whole amount differences have booked. No transfer explains it too. */
const isBooked = sql<SqlBool>`coalesce((select abs(sum(case when item.ending in ('charge', 'interest', 'book') then item.ours_fen - item.theirs_fen else item.suspense_fen end))
  from recon_item item where item.channel_id = row.channel_id and item.side = 'bank' and item.key = row.serial and item.direction = row.direction
    and not item.is_registered) = row.amount_fen, false)`

/**
 * Marks the rows of a statement that top-ups and other registered transfers book. They are no differences. Each record
 * explains one row of the centre's accounts.
 */
export async function markKnownRows(ctx: Context, day: DayToMatch): Promise<void> {
  // Days of two accounts that are matched at once wait here, so the second one sees the rows that the first one marks.
  await ctx.run`select from bank_credit credit where credit.centre_id = ${day.centre_id} and credit.serial in (select row.serial from recon_row row where ${isBankRowOfDay(day)})
    order by credit.id for no key update`
  await lockTransfers(ctx, day.centre_id, sql`select row.serial from recon_row row where ${isBankRowOfDay(day)}`)
  const isOnlyRow = isNotExplainedElsewhere({ table: 'row', key: 'serial' })
  await ctx.run`update recon_row row set is_topup = true, registered_fen = null from bank_credit credit
    where ${isBankRowOfDay(day)} and row.direction = 'in' and not row.is_topup
      and credit.centre_id = ${day.centre_id} and credit.serial = row.serial and credit.amount_fen = row.amount_fen and ${isOnlyRow}`
  await ctx.run`with known as (
      select row.id, row.is_registered as before, not row.is_topup and ${isTransferBooked({ ...transferOfRow, centre: sql`${day.centre_id}` })} and ${isOnlyRow} and not ${isBooked} as is_exact
      from recon_row row where ${isBankRowOfDay(day)}),
    placed as (
      select known.id, known.before, row_number() over (partition by app.reference_key(row.serial), row.direction order by known.before desc, row.id) = 1 as is_first
      from known join recon_row row on row.id = known.id where known.is_exact)
    update recon_row row set is_registered = not row.is_registered, registered_fen = null from known left join placed on placed.id = known.id
    where row.id = known.id and known.before <> coalesce(placed.is_first, false)`
  await markOtherAmounts(ctx, day)
}

/** Holds for a row whose whole amount was decided as differences. It stays one. */
export const isDecided = sql<SqlBool>`coalesce((select abs(sum(item.theirs_fen - item.ours_fen)) from recon_item item where item.channel_id = row.channel_id
  and item.side = 'bank' and item.key = row.serial and item.direction = row.direction and not item.is_registered and item.state not in ('open', 'waiting')
  and coalesce(item.ending not in ('matched', 'timing'), true)) = row.amount_fen, false)`

/** Holds for a row whose transfer explains another row of the centre's accounts. */
const isExplainedByOther = sql<SqlBool>`exists (select from channel account join recon_row other on other.channel_id = account.id and other.source = 'bank'
    and app.reference_key(other.serial) = app.reference_key(row.serial) and other.direction = row.direction
    and (other.is_topup or other.is_registered or other.registered_fen is not null)
  where account.centre_id = row.centre_id and other.id <> row.id)`

/**
 * Marks the rows of a statement with the reference of a booked transfer and another amount, for example because the bank
 * deducted a charge. Only the difference of the amounts is then a difference.
 */
const markOtherAmounts = (ctx: Context, day: DayToMatch): Promise<void> => ctx.run`with known as (
      select row.id, row.registered_fen as before, case when ${isNotExplainedElsewhere({ table: 'row', key: 'serial' })} then transfer.amount_fen end as fen,
        row_number() over (partition by app.reference_key(row.serial), row.direction order by row.registered_fen is null, ${isDecided}, row.id) as place
      from recon_row row ${numberBySerial}
        left join lateral ${bookedTransferOf({ ...keyOfRow, centre: sql`${day.centre_id}` })} transfer on not row.is_topup and not row.is_registered
          and row.request_no = '' and named.request_no is null and slip.request_no is null
      where ${isBankRowOfDay(day)} and (transfer.amount_fen is not null or row.registered_fen is not null))
    update recon_row row set registered_fen = known.fen from known
    where row.id = known.id and known.fen is distinct from known.before
      and (known.fen is null or known.place = 1 and not ${isDecided} and not ${isExplainedByOther})`

/** Holds for a difference with the reference of a registered transfer that does not explain another row. */
export const isOfRegisteredTransfer = sql<SqlBool>`(${isTransferRegistered({ centre: sql`item.centre_id`, direction: sql`item.direction`, serial: sql`item.key` })}
  and not exists (select from recon_row row where ${isRowOfItem}
    and ${isExplainedByOther} and not ${isTransferBooked({ ...transferOfRow, centre: sql`row.centre_id` })}))`

/** Selects the registered amounts of the rows of a day that show another amount. */
const otherAmountsOf = (day: DayToMatch) =>
  sql`select row.serial as key, row.direction, row.registered_fen as fen from recon_row row where ${isBankRowOfDay(day)} and row.registered_fen is not null`

/** Holds for a difference that ended without a booking, and whose row a top-up or another record books since. */
const isSettledByRecord = sql<SqlBool>`(item.side = 'bank' and coalesce(item.ending = 'return', false) and exists (select from recon_row row
  where row.channel_id = item.channel_id and row.source = 'bank' and row.direction = item.direction and row.serial = item.key and (row.is_topup or row.is_registered)))`

/**
 * Compares one side with the expected rows and stores the differences. New ones are open, undecided ones follow the
 * files, and resolved ones are settled. A decided difference keeps its amounts, so later rows open a further difference
 * with their own amount. Returns the number of new ones.
 */
export async function compareSide(ctx: Context, day: DayToMatch, side: ReconSource, expected: RawBuilder<unknown>): Promise<number> {
  const row = await ctx.row<{ added: number }>`
    with expected as (${expected}), reported as (${reportedMovementsOf(day, side)}),
    parts as (
      select key, direction, coalesce(sum(theirs_fen - ours_fen) filter (where is_decided), 0) as decided, coalesce(bool_or(is_decided), false) as is_decided,
        coalesce(min(part) filter (where is_undecided), max(part) + 1) as part
      from (select item.*, is_undecided, not is_undecided and not item.is_registered and not ${isSettledByRecord} as is_decided
        from recon_item item cross join lateral (select not item.is_registered and (item.state in ('open', 'waiting') or coalesce(item.ending = 'matched', false))) as known(is_undecided)
        where day_id = ${day.id} and side = ${side}) item group by key, direction),
    sides as (
      select key, direction, coalesce(reported.serial, '') as serial, coalesce(reported.memo, '') as memo, coalesce(parts.part, 1) as part, coalesce(parts.is_decided, false) as is_rest,
        coalesce(${signedAmount('expected')}, 0) as ours, coalesce(${signedAmount('reported')}, 0) as theirs, expected.fen as ours_listed, reported.fen as theirs_listed,
        coalesce(${signedAmount('reported')}, 0) - coalesce(${signedAmount('expected')}, 0) - coalesce(parts.decided, 0) as rest
      from expected full join reported using (key, direction) full join parts using (key, direction)),
    differing as (
      select key, direction, serial, memo, part, ours, theirs, ours_listed is not null as is_ours, theirs_listed is not null as is_theirs, is_rest
      from sides where not is_rest and ours_listed is distinct from theirs_listed
      union all
      select key, direction, serial, memo, part, case when is_more then 0 else -rest end, case when is_more then rest else 0 end, not is_more, is_more, is_rest
      from (select sides.*, (rest > 0) = (direction = 'out') as is_more from sides) sides where is_rest and rest <> 0),
    known as (
      select differing.*, line.attempt_id, line.mode,
        case when is_ours and is_theirs then 'amount' when is_theirs then case when line.attempt_id is not null and not is_rest and ${side === 'channel'} then 'state' else 'long' end
          when exists (select from recon_row row where row.channel_id = ${day.channel_id} and row.request_no = differing.key and row.source = 'channel' and row.direction = 'none')
            and ${side === 'channel'} then 'state' else 'short' end as kind,
        exists (select from recon_row row where row.channel_id = ${day.channel_id} and row.source = 'bank' and row.serial = differing.key
          and row.direction = differing.direction and row.registered_fen is not null and ${side === 'bank'}) as is_of_transfer
      from differing left join ${paymentsByOrder} line on line.request_no = differing.key and line.channel_id = ${day.channel_id}),
    kept as (
      insert into recon_item as item (day_id, channel_id, centre_id, mode, side, kind, direction, key, part, serial, memo, attempt_id, ours_fen, theirs_fen, stops, found_at, seen_at)
      select ${day.id}::bigint, ${day.channel_id}::bigint, ${day.centre_id}::bigint, mode, ${side}, kind, direction, key, part, serial, memo, attempt_id, ours, theirs,
        kind = 'amount' and not is_of_transfer and abs(ours - theirs) > coalesce((select coalesce(stop_above_fen, 9223372036854775807) from recon_rule where centre_id = ${day.centre_id}), 0),
        ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from known order by key, direction
      on conflict (day_id, side, direction, key, part) do update set seen_at = excluded.seen_at, kind = excluded.kind, ours_fen = excluded.ours_fen,
        version = item.version + case when (item.kind, item.ours_fen, item.theirs_fen, item.ending) is distinct from (excluded.kind, excluded.ours_fen, excluded.theirs_fen, null) then 1 else 0 end,
        theirs_fen = excluded.theirs_fen, stops = excluded.stops, state = case when item.ending = 'matched' then 'open' else item.state end, settled_at = null, ending = null
      returning item.id, item.found_at = ${ctx.now}::timestamptz as is_new),
    noted as (insert into recon_step (day_id, item_id, centre_id, kind, at)
      select ${day.id}::bigint, id, ${day.centre_id}::bigint, 'found', ${ctx.now}::timestamptz from kept where is_new order by id)
    select count(*)::int as added from kept where is_new`
  await ctx.run`with met as (update recon_item set state = 'settled', ending = 'matched', theirs_fen = ours_fen, stops = false, settled_at = ${ctx.now}, version = version + 1
      where day_id = ${day.id} and side = ${side} and (state in ('open', 'waiting') or ending = 'matched' and theirs_fen <> ours_fen) and suspense_fen = 0
        and not is_registered and seen_at < ${ctx.now} returning id, day_id, centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, treatment, at) select day_id, id, centre_id, 'settled', 'matched', ${ctx.now} from met order by id`
  return row?.added ?? 0
}

/** Returns the movements expected at the bank: those of the channel file, or for manual channels those of our books. */
export function expectedAtBank(day: DayToMatch, isManual: boolean): RawBuilder<unknown> {
  const movements = isManual ? ourMovementsOf(day.channel_id, day.day) : reportedMovementsOf(day, 'channel')
  return sql`select key, direction, fen from (${movements}) movement union all ${otherAmountsOf(day)}`
}

/** Returns the movements expected on late rows of a day that needs no bank statement. */
export const expectedWithoutStatement = otherAmountsOf

/** Updates the counts and sums of ledger, channel and bank. */
export async function updateDaySums(ctx: Context, day: DayToMatch, missing: readonly ReconSource[]): Promise<void> {
  await ctx.run`update recon_day set state = ${missing.length > 0 ? 'waiting' : 'matched'}, missing = ${[...missing]}::text[], matched_at = ${ctx.now}, version = version + 1,
      ours_count = ours.count, ours_fen = ours.fen, theirs_count = theirs.count, theirs_fen = theirs.fen, bank_count = bank.count, bank_fen = bank.fen,
      topup_count = bank.topups, topup_fen = bank.topup_fen, registered_count = bank.registered, registered_fen = bank.registered_fen
    from (select count(*) as count, coalesce(sum(${signedAmount('own')}), 0)::bigint as fen from (${ourMovementsOf(day.channel_id, day.day)}) own) ours,
      (select count(*) as count, coalesce(sum(${signedAmount('file')}), 0)::bigint as fen from (${reportedMovementsOf(day, 'channel')}) file) theirs,
      (select count(*) filter (where not is_topup and not is_registered) as count, coalesce(sum(fen - known_fen) filter (where not is_topup and not is_registered), 0)::bigint as fen,
          count(*) filter (where is_topup) as topups, coalesce(-sum(fen) filter (where is_topup), 0)::bigint as topup_fen,
          count(*) filter (where is_registered or known_fen <> 0) as registered, coalesce(sum(case when is_registered then fen else known_fen end), 0)::bigint as registered_fen
        from (select is_topup, is_registered, case direction when 'out' then amount_fen else -amount_fen end as fen,
            coalesce(case direction when 'out' then registered_fen else -registered_fen end, 0) as known_fen from recon_row
          where channel_id = ${day.channel_id} and day = ${day.day}::date and source = 'bank' and direction <> 'none') row) bank
    where recon_day.id = ${day.id}`
}

/** Settles pairs of differences of one order that cancel each other on different days of a channel. */
export const settleOffsettingItems = (ctx: Context, channelId: number): Promise<void> => ctx.run`with undecided as (
      select id, day_id, side, direction, key, ours_fen - theirs_fen as gap, row_number() over (partition by side, direction, key, ours_fen - theirs_fen order by id) as turn
      from recon_item where channel_id = ${channelId} and state in ('open', 'waiting') and suspense_fen = 0),
    pair as (
      select a.id as one, b.id as other from undecided a join undecided b using (side, direction, key, turn)
      where a.gap > 0 and b.gap = -a.gap and b.day_id <> a.day_id),
    met as (update recon_item set state = 'settled', ending = 'timing', stops = false, settled_at = ${ctx.now}, version = version + 1
      where id in (select one from pair union select other from pair) returning id, day_id, centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, treatment, at) select day_id, id, centre_id, 'settled', 'timing', ${ctx.now} from met order by id`

// Holds if an exception explains a difference of its order. The difference is the movement in suspense, or a payment
// that the channel denies. Resolving the exception also explains the booking of our amount, on that day or another.
const isExplainedByException = sql<SqlBool>`
  case known.told when 'success' then item.direction = 'out' when 'returned' then item.direction = 'in'
    when 'failed' then item.theirs_fen = 0 and (item.direction = 'out' or known.resolution = 'returned') else false end
  and (known.suspense_fen <> 0 and item.ours_fen - item.theirs_fen = known.suspense_fen
    or known.suspense_fen = 0 and known.told = 'failed' and abs(item.ours_fen) = known.ours_fen
    or known.resolution in ('paid', 'as_ordered', 'returned') and abs(item.ours_fen) = known.ours_fen and (item.theirs_fen = 0 or abs(item.theirs_fen) = known.theirs_fen))`

/**
 * Links differences to the payout exception that explains them, and settles them once it is resolved. An exception
 * explains each movement once. A further difference of its order is another movement of money and stays open.
 */
export async function followExceptions(ctx: Context, channelId: number | null): Promise<void> {
  const channelCondition = channelId === null ? sql`true` : sql`item.channel_id = ${channelId}`
  const dueOn = addWorkingDays(dayOf(ctx.now), reconSettleDays, workingCalendar)
  await ctx.run`with explained as (
      select distinct on (item.id) item.id, known.id as exception_id, item.direction, item.ours_fen - item.theirs_fen as gap
      from recon_item item join payout_exception known on known.channel_id = item.channel_id and known.request_no = item.key
      where ${channelCondition} and item.side = 'channel' and item.state = 'open' and item.suspense_fen = 0
        and (known.state <> 'resolved' or known.resolution not in ('failed', 'noted')) and ${isExplainedByException}
        and not exists (select from recon_item other where other.exception_id = known.id and other.channel_id = item.channel_id and other.key = item.key
          and other.direction = item.direction and other.ours_fen - other.theirs_fen = item.ours_fen - item.theirs_fen)
      order by item.id, known.id desc),
    chosen as (select distinct on (exception_id, direction, gap) id, exception_id from explained order by exception_id, direction, gap, id),
    linked as (
      update recon_item item set exception_id = known.id, state = 'exception', owner_id = coalesce(item.owner_id, known.owner_id), due_on = coalesce(item.due_on, ${dueOn}::date),
        version = item.version + 1
      from chosen join payout_exception known on known.id = chosen.exception_id where item.id = chosen.id and item.state = 'open'
      returning item.id, item.day_id, item.centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, at) select day_id, id, centre_id, 'toException', ${ctx.now} from linked order by id`
  await ctx.run`with met as (
      update recon_item item set state = 'settled', ending = 'exception', stops = false, settled_at = ${ctx.now}, version = item.version + 1 from payout_exception exception
      where ${channelCondition} and item.state = 'exception' and exception.id = item.exception_id and exception.state = 'resolved' returning item.id, item.day_id, item.centre_id)
    insert into recon_step (day_id, item_id, centre_id, kind, treatment, at) select day_id, id, centre_id, 'settled', 'exception', ${ctx.now} from met order by id`
}

/**
 * Returns whether our books have the movement of a difference on another day: over all days the channel and our books
 * agree about the order. Decided differences do not count, unless their exception has booked our amount.
 */
export async function isBookedOnOtherDay(ctx: Context, item: Row<'recon_item', 'channel_id' | 'key' | 'direction'>): Promise<boolean> {
  const row = await ctx.row<{ gap: number }>`select (
      coalesce((select sum(${signedAmount('own')}) from (${ourMovementsOf(item.channel_id, null)}) own where own.key = ${item.key} and own.direction = ${item.direction}), 0)
      - coalesce((select sum(case row.direction when 'out' then row.amount_fen else -row.amount_fen end) from recon_row row
        where row.channel_id = ${item.channel_id} and row.source = 'channel' and row.direction = ${item.direction}
          and (row.request_no = ${item.key} or row.request_no = '' and row.serial = ${item.key})), 0)
      - coalesce((select sum(decided.ours_fen - decided.theirs_fen) from recon_item decided left join payout_exception known on known.id = decided.exception_id
        where decided.channel_id = ${item.channel_id} and decided.key = ${item.key} and decided.side = 'channel' and decided.direction = ${item.direction}
          and (decided.suspense_fen <> 0 or decided.state = 'exception' or decided.ending in ('book', 'return', 'exception'))
          and not coalesce(known.told = 'success' and known.resolution in ('paid', 'as_ordered') or known.told = 'returned' and known.resolution = 'returned', false)), 0)
    )::bigint as gap`
  return row?.gap === 0
}

/** Holds for the given day, or for any day. */
export const isGivenDay = (dayId: number | null) => (dayId === null ? sql<SqlBool>`true` : sql<SqlBool>`kept.id = ${dayId}`)

/** Holds for a difference whose row a booked transfer explains, once its day is matched again. */
const isExplainedByTransfer = sql<SqlBool>`exists (select from recon_row row where ${isRowOfItem} and row.day = kept.day and not row.is_topup and not row.is_registered
  and (${isTransferBooked({ ...transferOfRow, centre: sql`row.centre_id` })} or item.kind = 'long' and row.registered_fen is null and row.request_no = '' and ${isTransferBooked({ ...keyOfRow, centre: sql`row.centre_id` })}
    and not ${isDecided} and not ${isExplainedByOther}))`

/** Holds for a difference whose row a credit explains, once its day is matched again. */
const isExplainedByCredit = sql<SqlBool>`(item.direction = 'in' and exists (select from bank_credit credit join recon_row row on ${isRowOfItem}
    and row.day = kept.day and not row.is_topup and not row.is_registered and row.amount_fen = credit.amount_fen
  where credit.centre_id = item.centre_id and credit.serial = item.key))`

/**
 * Returns the open days with a difference that a credit, a booked transfer or a slip explains since they were matched; of
 * one day, if given.
 */
export async function daysToMatchAgain(ctx: Context, dayId: number | null = null): Promise<Row<'recon_day', 'channel_id' | 'day'>[]> {
  return ctx.rows<Row<'recon_day', 'channel_id' | 'day'>>`
    select distinct kept.channel_id, kept.day::text as day from recon_item item join recon_day kept on kept.id = item.day_id
    where ${isGivenDay(dayId)} and item.state in ('open', 'waiting') and item.side = 'bank' and item.suspense_fen = 0 and not item.is_registered and kept.state <> 'closed' and (item.kind = 'long' and ${isOfSlip}
      or ${isNotExplainedElsewhere({ table: 'item', key: 'key' })} and (${isExplainedByTransfer} or ${isExplainedByCredit}))
    order by day, kept.channel_id`
}
