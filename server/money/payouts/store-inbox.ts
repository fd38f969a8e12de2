import { sql } from 'kysely'
import { noticeKinds } from '#/domain/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// What channels tell by themselves, and when they are closed.

/** A channel that notices may come for. */
export interface ListeningChannel extends Row<'channel', 'centre_id' | 'settings_sealed'> {
  channel_id: Row<'channel'>['id']
  channel_kind: Row<'channel'>['kind']
}

/** A channel of a kind that sends notices, by id; also one that pays nothing new any more. */
export async function listening(ctx: Context, id: number): Promise<ListeningChannel | undefined> {
  return ctx.db
    .selectFrom('channel')
    .select(['id as channel_id', 'kind as channel_kind', 'settings_sealed', 'centre_id'])
    .where('id', '=', id)
    .where('kind', 'in', noticeKinds)
    .executeTakeFirst()
}

/** A notice as it is kept. */
export type NoticeRow = Row<'channel_notice', 'notice_no' | 'content'>

/** Keeps a notice that came in; tells whether its number is new, was told before, or was used for something else. */
export async function keepNotice(
  ctx: Context,
  channel: ListeningChannel,
  notice: { readonly noticeNo: string; readonly sha256: string; readonly content: object },
): Promise<'new' | 'repeated' | 'used'> {
  const added = await sql`insert into channel_notice (channel_id, centre_id, notice_no, sha256, content, received_at)
    values (${channel.channel_id}, ${channel.centre_id}, ${notice.noticeNo}, ${notice.sha256}, ${JSON.stringify(notice.content)}::jsonb, ${ctx.now})
    on conflict (channel_id, notice_no) do nothing`.execute(ctx.db)
  if ((added.numAffectedRows ?? 0n) > 0n) return 'new'
  const known = await ctx.db
    .selectFrom('channel_notice')
    .select('sha256')
    .where('channel_id', '=', channel.channel_id)
    .where('notice_no', '=', notice.noticeNo)
    .executeTakeFirst()
  return known?.sha256 === notice.sha256 ? 'repeated' : 'used'
}

/** Notices of a channel that nobody has applied, oldest first. */
export async function waitingNotices(ctx: Context, channelId: number, most: number): Promise<NoticeRow[]> {
  return ctx.db
    .selectFrom('channel_notice')
    .select(['notice_no', 'content'])
    .where('channel_id', '=', channelId)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Marks notices as applied. */
export async function setApplied(ctx: Context, channelId: number, noticeNos: readonly string[]): Promise<void> {
  await sql`update channel_notice set applied_at = ${ctx.now}
    where channel_id = ${channelId} and notice_no = any(${[...noticeNos]}::text[]) and applied_at is null`.execute(ctx.db)
}

/** Nothing is sent through a channel before this moment. */
export async function setWaits(ctx: Context, channelId: number, until: Date): Promise<void> {
  await ctx.db.updateTable('channel').set({ waits_until: until }).where('id', '=', channelId).execute()
}

/** What stands on the account of a channel, as it says. */
export async function setBalance(ctx: Context, channelId: number, balance: number): Promise<void> {
  await ctx.db.updateTable('channel').set({ balance_fen: balance, balance_at: ctx.now }).where('id', '=', channelId).execute()
}

/** A channel with whose it is. */
export type UsedChannel = ListeningChannel

/** The channels in use of these kinds. */
export async function inUse(ctx: Context, kinds: readonly string[]): Promise<UsedChannel[]> {
  return ctx.db
    .selectFrom('channel')
    .select(['id as channel_id', 'kind as channel_kind', 'settings_sealed', 'centre_id'])
    .where('is_active', '=', true)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
}

/** Which of these days of a channel have no file yet. */
export async function daysWithoutFile(ctx: Context, channelId: number, days: readonly string[]): Promise<string[]> {
  const result = await sql<Row<'channel_file', 'day'>>`select day::text as day from unnest(${[...days]}::date[]) as wanted(day)
    where not exists (select from channel_file file where file.channel_id = ${channelId} and file.day = wanted.day)
      and exists (select from payout_attempt attempt where attempt.channel_id = ${channelId} and attempt.sent_at >= (wanted.day::text || 'T00:00:00+08:00')::timestamptz
        and attempt.sent_at < (wanted.day::text || 'T00:00:00+08:00')::timestamptz + interval '1 day')
    order by wanted.day`.execute(ctx.db)
  return result.rows.map(({ day }) => day)
}

/** Remembers the file of a day; null where another server was first. */
export async function addFile(
  ctx: Context,
  channel: UsedChannel,
  file: { readonly day: string; readonly fileId: string; readonly name: string; readonly sha256: string },
): Promise<number | null> {
  const added = await sql<Row<'channel_file', 'id'>>`insert into channel_file (channel_id, centre_id, day, file_id, name, sha256, fetched_at)
    values (${channel.channel_id}, ${channel.centre_id}, ${file.day}, ${file.fileId}, ${file.name}, ${file.sha256}, ${ctx.now}) on conflict do nothing
    returning id`.execute(ctx.db)
  return added.rows[0]?.id ?? null
}
