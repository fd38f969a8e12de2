import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { noticeChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Refusal } from '#/server/kernel/request/refusal.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// A channel that may receive notices.

export interface NoticeChannel extends Row<'channel', 'centre_id' | 'settings_sealed'> {
  channel_id: Row<'channel'>['id']
  channel_kind: Row<'channel'>['kind']
}

/** Returns a channel of a kind that sends notices, even if it is closed for new payments. */
export async function findNoticeChannel(ctx: Context, id: number): Promise<NoticeChannel | undefined> {
  return ctx.db
    .selectFrom('channel')
    .select(['id as channel_id', 'kind as channel_kind', 'settings_sealed', 'centre_id'])
    .where('id', '=', id)
    .where('kind', 'in', noticeChannelKinds)
    .executeTakeFirst()
}

export type NoticeRow = Row<'channel_notice', 'notice_no' | 'content'>

/** Stores a received notice. Returns whether its number is new, a repeat, or used for other content. */
export async function storeNotice(
  ctx: Context,
  channel: NoticeChannel,
  notice: { readonly noticeNo: string; readonly sha256: string; readonly content: object },
): Promise<'new' | 'repeated' | 'used'> {
  const insertCount = await ctx.affected`insert into channel_notice (channel_id, centre_id, notice_no, sha256, content, received_at)
    values (${channel.channel_id}, ${channel.centre_id}, ${notice.noticeNo}, ${notice.sha256}, ${JSON.stringify(notice.content)}::jsonb, ${ctx.now})
    on conflict (channel_id, notice_no) do nothing`
  if (insertCount > 0) return 'new'
  const row = await ctx.db
    .selectFrom('channel_notice')
    .select('sha256')
    .where('channel_id', '=', channel.channel_id)
    .where('notice_no', '=', notice.noticeNo)
    .executeTakeFirst()
  return row?.sha256 === notice.sha256 ? 'repeated' : 'used'
}

/** Returns the unapplied notices of a channel, oldest first. */
export async function waitingNotices(ctx: Context, channelId: number, limit: number): Promise<NoticeRow[]> {
  return ctx.db
    .selectFrom('channel_notice')
    .select(['notice_no', 'content'])
    .where('channel_id', '=', channelId)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function markNoticesApplied(ctx: Context, channelId: number, noticeNos: readonly string[]): Promise<void> {
  await ctx.run`update channel_notice set applied_at = ${ctx.now}
    where channel_id = ${channelId} and notice_no = any(${[...noticeNos]}::text[]) and applied_at is null`
}

/** Sets the time before which the channel sends nothing. */
export async function setPauseEnd(ctx: Context, channelId: number, until: Date): Promise<void> {
  await ctx.db.updateTable('channel').set({ waits_until: until }).where('id', '=', channelId).execute()
}

/** Stores the balance that a channel reports, in fen. */
export async function setBalance(ctx: Context, channelId: number, balance: number): Promise<void> {
  await ctx.db.updateTable('channel').set({ balance_fen: balance, balance_at: ctx.now }).where('id', '=', channelId).execute()
}

export type ActiveChannel = NoticeChannel

export async function activeChannels(ctx: Context, kinds: readonly string[]): Promise<ActiveChannel[]> {
  return ctx.db
    .selectFrom('channel')
    .select(['id as channel_id', 'kind as channel_kind', 'settings_sealed', 'centre_id'])
    .where('is_active', '=', true)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
}

// A refused file is requested again after a pause that doubles up to half a day.
const firstPauseSeconds = 1800
const longestPauseSeconds = 43_200
/** A refused file is requested again for this number of past days. */
const refusedDaysBack = 31

/**
 * Returns the days whose file to request, with the attempt number: days with sent orders but no file yet, and days
 * whose last refusal is old enough.
 */
export async function daysToFetch(ctx: Context, channelId: number, days: readonly string[]): Promise<Row<'channel_file', 'day' | 'attempt'>[]> {
  const pauseInterval = sql`make_interval(secs => least(${firstPauseSeconds} * power(2, last.attempt - 1), ${longestPauseSeconds}))`
  return ctx.rows<Row<'channel_file', 'day' | 'attempt'>>`select requested.day::text as day, (coalesce(last.attempt, 0) + 1)::int as attempt
    from (select unnest(${[...days]}::date[]) as day union select file.day from channel_file file
        where file.channel_id = ${channelId} and file.outcome = 'refused' and file.day > ${shiftDay(dayOf(ctx.now), -refusedDaysBack)}::date) requested
      left join lateral (select file.attempt, file.outcome, file.fetched_at from channel_file file where file.channel_id = ${channelId} and file.day = requested.day
        order by file.attempt desc limit 1) last on true
    where case when last.attempt is null then exists (select from payout_attempt attempt where attempt.channel_id = ${channelId}
          and attempt.sent_at >= (requested.day::text || 'T00:00:00+08:00')::timestamptz
          and attempt.sent_at < (requested.day::text || 'T00:00:00+08:00')::timestamptz + interval '1 day')
        else last.outcome = 'refused' and last.fetched_at + ${pauseInterval} <= ${ctx.now}::timestamptz end
    order by requested.day`
}

export const setFileOutcome = (
  ctx: Context,
  id: number,
  outcome: 'taken' | 'refused' | 'ended',
  { error = '', values = {} }: Partial<Pick<Refusal, 'error' | 'values'>> = {},
): Promise<void> =>
  ctx.run`update channel_file set outcome = ${outcome}, refusal = ${error}, refusal_values = ${JSON.stringify(values)}::jsonb where id = ${id}`

/** Ends the requests for the files of these days, because an accepted file exists or the day is closed. */
export const endFetching = (ctx: Context, channelId: number, days: readonly string[]): Promise<void> =>
  ctx.run`update channel_file set outcome = 'ended' where channel_id = ${channelId} and day = any(${[...days]}::date[]) and outcome = 'refused'`

/** Stores a file of a day. Returns null if another server already stored one. */
export async function addFile(
  ctx: Context,
  channel: ActiveChannel,
  file: { readonly day: string; readonly attempt: number; readonly fileId: string; readonly name: string; readonly sha256: string },
): Promise<number | null> {
  const insertResult = await ctx.row<
    Row<'channel_file', 'id'>
  >`insert into channel_file (channel_id, centre_id, day, attempt, file_id, name, sha256, fetched_at)
    values (${channel.channel_id}, ${channel.centre_id}, ${file.day}, ${file.attempt}, ${file.fileId}, ${file.name}, ${file.sha256}, ${ctx.now}) on conflict do nothing
    returning id`
  return insertResult?.id ?? null
}
