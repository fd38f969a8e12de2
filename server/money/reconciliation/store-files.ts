import { sql } from 'kysely'
import type { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import type { AdjacentDayBalances, ReconSource, StatementBalances } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Refusal } from '#/server/kernel/request/refusal.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { endFetching, setFileOutcome } from '#/server/money/payouts/public.ts'
import type { FileRow, ParsedFile } from '#/server/money/reconciliation/reading.ts'

/** A channel of a centre in the caller's scope. */
export type CentreChannel = Row<'channel', 'id' | 'centre_id' | 'name' | 'kind'>

/** Returns the channels of the caller's centres. */
export const channels = (ctx: Context): Promise<CentreChannel[]> =>
  ctx.rows<CentreChannel>`select id, centre_id, name, kind from channel where ${inScope({ ...ctx.scope, unitIds: [] }, 'channel')} order by centre_id, id`

/**
 * Returns the name and import time of an earlier file of this channel and source with the same bytes. A null `day`
 * matches any day.
 */
export async function findDuplicateFile(
  ctx: Context,
  channelId: number,
  source: ReconSource,
  { sha256, day }: { readonly sha256: string; readonly day: string | null },
): Promise<Row<'recon_file', 'name' | 'added_at'> | undefined> {
  return ctx.db
    .selectFrom('recon_file')
    .select(['name', 'added_at'])
    .where('channel_id', '=', channelId)
    .where('source', '=', source)
    .where('sha256', '=', sha256)
    .where((of) => (day === null ? of.lit(true) : of('first_day', '=', day)))
    .executeTakeFirst()
}

/** A row whose amount differs from an earlier file. */
interface ChangedRow extends Row<'recon_row', 'serial'> {
  readonly before: number
  readonly now: number
}

/** The driver sends an array of values in one message, so large files are queried in parts. */
const maxRowsPerQuery = 20_000

/** Counts the rows imported with earlier files, and returns one whose amount differs from them. */
export async function compareStoredRows(
  ctx: Context,
  channelId: number,
  source: ReconSource,
  rows: readonly FileRow[],
): Promise<{ count: number; changed: ChangedRow | null }> {
  let [count, changed]: [number, ChangedRow | null] = [0, null]
  for (let at = 0; at < rows.length; at += maxRowsPerQuery) {
    const rowsOfQuery = rows.slice(at, at + maxRowsPerQuery)
    const result = await ctx.row<{ count: number; changed: ChangedRow | null }>`
      select count(*)::int as count, (array_agg(json_build_object('serial', row.serial, 'before', row.amount_fen, 'now', fresh.amount)) filter (where row.amount_fen <> fresh.amount))[1] as changed
      from unnest(${rowsOfQuery.map((row) => row.serial)}::text[], ${rowsOfQuery.map((row) => row.direction)}::text[], ${rowsOfQuery.map((row) => row.amount)}::bigint[]) as fresh(serial, direction, amount)
        join recon_row row on row.channel_id = ${channelId} and row.source = ${source} and row.serial = fresh.serial and row.direction = fresh.direction`
    count += result?.count ?? 0
    changed ??= result?.changed ?? null
  }
  return { count, changed }
}

type StatedBalances = StatementBalances & Row<'recon_day', 'day'> & { readonly place: keyof AdjacentDayBalances }

/** Returns the statements before and after the days of a new one. */
export async function neighbouringStatements(
  ctx: Context,
  channelId: number,
  { firstDay, lastDay }: Pick<ParsedFile, 'firstDay' | 'lastDay'>,
): Promise<AdjacentDayBalances> {
  const bankStatements = sql`from recon_file where channel_id = ${channelId} and source = 'bank'`
  const rows = await ctx.rows<StatedBalances>`
    (select 'before' as place, last_day::text as day, opening_fen as opening, closing_fen as closing ${bankStatements} and last_day < ${firstDay}::date order by last_day desc, id desc limit 1)
    union all (select 'after', first_day::text, opening_fen, closing_fen ${bankStatements} and first_day > ${lastDay}::date order by first_day, id limit 1)
    union all (select 'sharing', first_day::text, opening_fen, closing_fen ${bankStatements} and first_day <= ${lastDay}::date and last_day >= ${firstDay}::date order by id)`
  const rowsAtPlace = (place: keyof AdjacentDayBalances) => rows.filter((row) => row.place === place)
  return { before: rowsAtPlace('before')[0] ?? null, after: rowsAtPlace('after')[0] ?? null, sharing: rowsAtPlace('sharing') }
}

/** Adds a file whose rows are not imported yet. Returns null after a concurrent upload of the same file. */
export async function addFile(
  ctx: Context,
  channel: Pick<CentreChannel, 'id' | 'centre_id'>,
  file: Omit<ParsedFile, 'rows' | 'skipped'> & {
    readonly source: ReconSource
    readonly fileId: string
    readonly name: string
    readonly rowCount: number
    readonly givenDay: string | null
    readonly by: number | null
  },
): Promise<number | null> {
  const row = await ctx.row<
    Row<'recon_file', 'id'>
  >`insert into recon_file (channel_id, centre_id, source, file_id, name, sha256, given_day, first_day, last_day, row_count, opening_fen, closing_fen,
      added_by, added_at)
    values (${channel.id}, ${channel.centre_id}, ${file.source}, ${file.fileId}, ${file.name}, ${file.sha256}, ${file.givenDay}::date, ${file.firstDay}::date, ${file.lastDay}::date,
      ${file.rowCount}, ${file.opening}, ${file.closing}, ${file.by}, ${ctx.now}) on conflict do nothing returning id`
  return row?.id ?? null
}

export interface LockedFile
  extends Row<
    'recon_file',
    'id' | 'source' | 'channel_id' | 'centre_id' | 'file_id' | 'given_day' | 'first_day' | 'last_day' | 'done_count' | 'row_count' | 'state'
  > {
  source: ReconSource
}

export async function lockFile(ctx: Context, id: number): Promise<LockedFile | undefined> {
  return ctx.row<LockedFile>`select id, channel_id, centre_id, source, file_id, given_day::text as given_day, first_day::text as first_day, last_day::text as last_day, done_count,
    row_count, state from recon_file where id = ${id} for no key update`
}

/** Inserts rows of a file and skips those already imported. Rows of a closed day go to the next open day. */
export async function addRows(ctx: Context, file: LockedFile, rows: readonly FileRow[], done: number): Promise<void> {
  const column = <K extends keyof FileRow>(key: K) => rows.map((row) => row[key])
  // Waits for a concurrent closing of these days, so that closed figures stay unchanged.
  await ctx.run`select id from recon_day where channel_id = ${file.channel_id} and day = any(${[...new Set(column('day'))]}::date[]) order by day for share`
  const insertResult =
    await ctx.affected`insert into recon_row (file_id, channel_id, centre_id, source, day, on_day, direction, serial, request_no, amount_fen, fee_fen, line_id, line_month, memo)
    select ${file.id}::bigint, ${file.channel_id}::bigint, ${file.centre_id}::bigint, ${file.source},
      case when closed.id is null then fresh.day else coalesce(
        (select min(later.day) from recon_day later where later.channel_id = ${file.channel_id} and later.day > fresh.day and later.state <> 'closed'),
        (select max(last.day) + 1 from recon_day last where last.channel_id = ${file.channel_id})) end,
      fresh.day, fresh.direction, fresh.serial, fresh.request_no, fresh.amount, fresh.fee, attempt.line_id, attempt.month, fresh.memo
    from unnest(${column('day')}::date[], ${column('direction')}::text[], ${column('serial')}::text[], ${column('requestNo')}::text[], ${column('amount')}::bigint[],
        ${column('fee')}::bigint[], ${column('memo')}::text[]) as fresh(day, direction, serial, request_no, amount, fee, memo)
      left join recon_day closed on closed.channel_id = ${file.channel_id} and closed.day = fresh.day and closed.state = 'closed'
      left join payout_attempt attempt on ${file.source === 'channel'} and attempt.request_no = fresh.request_no and attempt.channel_id = ${file.channel_id}
    on conflict do nothing`
  const skipped = rows.length - insertResult
  await ctx.run`update recon_file set done_count = ${done}, skipped_count = skipped_count + ${skipped} where id = ${file.id}`
}

/** Completes the import of a file. Returns the days of its rows and creates the missing ones. */
export async function finishFile(ctx: Context, file: LockedFile): Promise<string[]> {
  await ctx.run`update recon_file set state = 'read' where id = ${file.id}`
  const rows = await ctx.rows<Row<'recon_day', 'day'>>`select day::text as day from recon_row where file_id = ${file.id}
    union select day::text from generate_series(${file.first_day}::date, ${file.last_day}::date, '1 day') day(day)
      where exists (select from recon_day known where known.channel_id = ${file.channel_id} and known.day = day::date and known.state <> 'closed')
    union select first_day::text from recon_file where id = ${file.id} and row_count = 0 order by 1`
  const days = rows.map((row) => row.day)
  await beginDays(ctx, file.channel_id, file.centre_id, days)
  if (file.source === 'channel') await endRefusals(ctx, file)
  return days
}

/** Clears the refusals of the days of an imported channel file. The channel is not asked for these days again. */
async function endRefusals(ctx: Context, file: LockedFile): Promise<void> {
  const isDayOfFile = sql`(day between ${file.first_day}::date and ${file.last_day}::date or day in (select day from recon_row where file_id = ${file.id}))`
  await ctx.run`update recon_day set refusal = '', refusal_values = '{}' where channel_id = ${file.channel_id} and refusal <> '' and ${isDayOfFile}`
  const rows = await ctx.rows<Row<'channel_file', 'day'>>`select distinct day::text as day from channel_file
    where channel_id = ${file.channel_id} and outcome = 'refused' and ${isDayOfFile}`
  await endFetching(
    ctx,
    file.channel_id,
    rows.map(({ day }) => day),
  )
}

// A file with these refusals repeats imported rows, so it changes nothing on a day that has its file.
const duplicateRefusals: readonly string[] = ['fileTwice', 'rowsTwice'] satisfies (keyof typeof reconRefusals)[]

/** Stores the reason of a refusal with the fetched file. If its day waits for a file, stores it there too. */
export async function refuseFetchedFile(ctx: Context, file: FetchedFile, refusal: Pick<Refusal, 'error' | 'values'>): Promise<void> {
  const { error, values } = refusal
  const isNewRefusal = !duplicateRefusals.includes(error)
  const updateCount = await ctx.affected`update recon_day set refusal = ${error}, refusal_values = ${JSON.stringify(values)}::jsonb, version = version + 1
    where channel_id = ${file.channel_id} and day = ${file.day}::date and state <> 'closed' and (${isNewRefusal} or 'channel' = any(missing))`
  const isDayWaiting = updateCount > 0
  await setFileOutcome(ctx, file.id, isDayWaiting ? 'refused' : isNewRefusal ? 'ended' : 'taken', isNewRefusal || isDayWaiting ? refusal : {})
}

/** Creates days to match. Skips existing ones. */
export async function beginDays(ctx: Context, channelId: number, centreId: number, days: readonly string[]): Promise<void> {
  await ctx.run`insert into recon_day (channel_id, centre_id, day) select ${channelId}, ${centreId}, day from unnest(${[...days]}::date[]) day order by day
    on conflict (channel_id, day) do nothing`
}

/** Returns the past days of this range on which a channel moved money and that do not exist yet. */
export async function daysToBegin(ctx: Context, first: string, today: string): Promise<Row<'recon_day', 'channel_id' | 'centre_id' | 'day'>[]> {
  return ctx.rows<Row<'recon_day', 'channel_id' | 'centre_id' | 'day'>>`select channel.id as channel_id, channel.centre_id, span.day::date::text as day
    from channel cross join generate_series(${first}::date, ${today}::date - 1, '1 day') span(day)
    where not exists (select from recon_day known where known.channel_id = channel.id and known.day = span.day::date)
      and exists (select from payout_attempt attempt where attempt.channel_id = channel.id and attempt.state in ('success', 'returned')
        and attempt.finished_at >= span.day::date::timestamp at time zone 'Asia/Shanghai' and attempt.finished_at < (span.day::date + 1)::timestamp at time zone 'Asia/Shanghai')
    order by channel.id, span.day`
}

export type FetchedFile = Row<'channel_file', 'id' | 'channel_id' | 'centre_id' | 'day' | 'file_id' | 'name'>

export async function findFetchedFile(ctx: Context, id: number): Promise<FetchedFile | undefined> {
  return ctx.db.selectFrom('channel_file').select(['id', 'channel_id', 'centre_id', 'day', 'file_id', 'name']).where('id', '=', id).executeTakeFirst()
}
