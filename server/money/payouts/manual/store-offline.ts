import { type RawBuilder, sql } from 'kysely'
import type { OfflineResult } from '#/domain/money/offline.ts'
import type { ChannelKindName } from '#/domain/organisations/payout-channel.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type FileFacts, filesFor } from '#/server/kernel/files/store-files.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type LockedLine, lockedLineQuery } from '#/server/money/payouts/store.ts'

export interface OfflineBatch extends Row<'payment_batch', 'id' | 'no' | 'month' | 'unit_id' | 'centre_id' | 'mode' | 'channel_id' | 'paid_at'> {
  mode: Mode
  channel_kind: ChannelKindName
  /** Whether the caller took part in making the batch, with this or another account. */
  is_own_work: boolean
}

/** Returns a batch in the caller's scope, with its channel. */
export async function findBatch(ctx: Context, id: number): Promise<OfflineBatch | undefined> {
  return ctx.row<OfflineBatch>`select batch.id, batch.no, batch.month, batch.unit_id, batch.centre_id, batch.mode, batch.channel_id, channel.kind as channel_kind, batch.paid_at,
      exists (select from batch_deed where batch_id = batch.id and user_id = any(app.hands_of(${ctx.actor.userId}))) as is_own_work
    from payment_batch batch join channel on channel.id = batch.channel_id where batch.id = ${id} and ${inScope(ctx.scope, 'batch', { mode: true })}`
}

/** Returns the batch and number of a sent line in the caller's scope. */
export async function findLine(ctx: Context, id: number): Promise<{ no: string; batch_id: number } | undefined> {
  return ctx.row<Row<'payment_line', 'no' | 'batch_id'>>`select line.no, line.batch_id
    from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
    where attempt.line_id = ${id} and ${inScope(ctx.scope, 'line', { mode: true })} limit 1`
}

/** A line that waits for the bank's slip, as shown in the sheet. */
export type WaitingLineRow = Row<'payment_line', 'no' | 'name' | 'bank_name' | 'card_no_sealed' | 'net_fen'>

/** Returns the lines of a batch that wait for the bank's slip, in batch order. */
export async function waitingLinesOf(ctx: Context, batch: OfflineBatch): Promise<WaitingLineRow[]> {
  return ctx.rows<WaitingLineRow>`select no, name, bank_name, card_no_sealed, net_fen from payment_line
    where month = ${batch.month} and batch_id = ${batch.id} and state in ('sent', 'processing') order by seq`
}

/** A line with its latest attempt and the time it succeeded. */
export interface LineWithSuccess extends LockedLine {
  succeeded_at: Date | null
}

const newestAttempt = sql`not exists (select from payout_attempt later where later.line_id = attempt.line_id and later.attempt_no > attempt.attempt_no)`

function linesCondition(batch: OfflineBatch, nos: readonly string[]): RawBuilder<unknown> {
  return sql`where line.month = ${batch.month} and line.batch_id = ${batch.id} and line.no = any(${[...nos]}::text[]) and ${newestAttempt} order by line.id`
}

async function withSuccessTimes(ctx: Context, lines: readonly LockedLine[]): Promise<LineWithSuccess[]> {
  const rows = await ctx.rows<Row<'payout_slip', 'attempt_id' | 'happened_at'>>`select attempt_id, happened_at from payout_slip
    where result = 'success' and attempt_id = any(${lines.map((line) => line.attempt_id)}::bigint[])`
  const successTimeByAttempt = new Map(rows.map((row) => [row.attempt_id, row.happened_at]))
  return lines.map((line) => ({ ...line, succeeded_at: successTimeByAttempt.get(line.attempt_id) ?? null }))
}

export async function linesByNo(ctx: Context, batch: OfflineBatch, nos: readonly string[]): Promise<LineWithSuccess[]> {
  const rows = await ctx.rows<LockedLine>`select ${lockedLineQuery} ${linesCondition(batch, nos)}`
  return withSuccessTimes(ctx, rows)
}

/**
 * Locks and returns the lines, ordered by id. If two callers register one line, the second reads the result of the
 * first.
 */
export async function lockLinesByNo(ctx: Context, batch: OfflineBatch, nos: readonly string[]): Promise<LineWithSuccess[]> {
  const rows = await ctx.rows<LockedLine>`select ${lockedLineQuery} ${linesCondition(batch, nos)} for update of line, attempt`
  return withSuccessTimes(ctx, rows)
}

/** Returns which of these upper-case serials the channel has registered or reported before. */
export async function usedSerials(ctx: Context, channelId: number, serials: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<{ serial: string }>`select upper(serial) as serial from payout_slip
    where channel_id = ${channelId} and upper(serial) = any(${[...serials]}::text[])
    union select upper(serial) from payout_report where state = 'waiting' and channel_id = ${channelId} and upper(serial) = any(${[...serials]}::text[])`
  return new Set(rows.map((row) => row.serial))
}

/** Returns the slips that the caller uploaded for this batch, in the given order. */
export const slipsOf = (ctx: Context, batch: OfflineBatch, ids: readonly string[]): Promise<{ fileId: string; name: string }[]> => ctx.rows<
  Pick<FileFacts, 'name'> & { fileId: string }
>`select file.id as "fileId", file.name from unnest(${[...ids]}::uuid[]) with ordinality requested(id, place)
      join ${filesFor('payout_slip')} file on file.id = requested.id
    where file.created_by = ${ctx.actor.userId} and file.centre_id = ${batch.centre_id} and file.unit_id = ${batch.unit_id}
      and (file.expires_at is null or file.expires_at > ${ctx.now}) order by requested.place`

export interface SlipRow {
  readonly attempt_id: number
  readonly line_id: number
  readonly result: OfflineResult
  readonly serial: string
  readonly happened_at: Date
  readonly reason: string
  readonly file_id: string | null
  readonly file_name: string
}

/** A slip with the people who registered and confirmed it. */
export interface NewSlip extends SlipRow {
  readonly registered_by: number
  readonly registered_at: Date
  readonly confirmed_by: number | null
}

/** Inserts the registered results in one statement. */
export async function addSlips(ctx: Context, batch: OfflineBatch, rows: readonly NewSlip[]): Promise<void> {
  await ctx.run`insert into payout_slip (attempt_id, line_id, channel_id, centre_id, unit_id, result, serial, happened_at, reason, file_id, file_name, registered_by, registered_at,
      confirmed_by)
    select attempt_id, line_id, ${batch.channel_id}, ${batch.centre_id}, ${batch.unit_id}, result, serial, happened_at, reason, file_id, file_name,
      registered_by, registered_at, confirmed_by
    from json_to_recordset(${JSON.stringify(rows)}::json) as slip(attempt_id bigint, line_id bigint, result text, serial text, happened_at timestamptz, reason text,
      file_id uuid, file_name text, registered_by bigint, registered_at timestamptz, confirmed_by bigint) order by line_id`
}

export interface RegisteredSlip extends Row<'payout_slip', 'result' | 'serial' | 'happened_at' | 'reason' | 'file_id' | 'file_name' | 'registered_at'> {
  result: OfflineResult
  registered_by: string
  confirmer: string
}

/** Returns the registered results of a line in the caller’s scope, oldest first. */
export async function registeredSlips(ctx: Context, lineId: number): Promise<RegisteredSlip[]> {
  return ctx.rows<RegisteredSlip>`select slip.result, slip.serial, slip.happened_at, slip.reason, slip.file_id, slip.file_name,
      coalesce((select name from app_user where id = slip.registered_by), '') as registered_by, slip.registered_at,
      coalesce((select name from app_user where id = slip.confirmed_by), '') as confirmer
    from payout_slip slip where slip.line_id = ${lineId} and ${inScope(ctx.scope, 'slip')} order by slip.id`
}
