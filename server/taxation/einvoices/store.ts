import { sql } from 'kysely'
import type { ExchangeKind } from '#/domain/taxation/einvoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type ChannelRow = Row<'einvoice_channel'> & { set_name: string }

/** Returns the channel of a centre in the caller's scope; undefined for manual issuing. */
export async function find(ctx: Context, centreId: number, isLocked = false): Promise<ChannelRow | undefined> {
  return ctx.row<ChannelRow>`select channel.*, coalesce((select name from app_user where id = channel.set_by), '') as set_name
    from einvoice_channel channel where channel.centre_id = ${centreId} ${isLocked ? sql`for no key update of channel` : sql``}`
}

/**
 * Prevents a change of a centre's provider until the transaction ends. A transaction that adds an order needs this
 * lock.
 */
export const lockProvider = (ctx: Context, centreId: number): Promise<void> => ctx.run`select from einvoice_channel where centre_id = ${centreId} for key share`

/** Returns a centre in the caller's scope. */
export async function centre(ctx: Context, centreId: number): Promise<Row<'centre', 'id' | 'name'> | undefined> {
  if (!ctx.scope.all && !ctx.scope.centreIds.includes(centreId)) return undefined
  return ctx.db.selectFrom('centre').select(['id', 'name']).where('id', '=', centreId).executeTakeFirst()
}

/** Adds the row of a centre, with manual issuing until a change is approved. Returns its id. */
export async function insertChannel(ctx: Context, centreId: number): Promise<number> {
  const { id } = await ctx.db
    .insertInto('einvoice_channel')
    .values({ centre_id: centreId, kind: 'manual', set_by: ctx.actor.userId, set_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Switches a centre to manual issuing. */
export async function switchToManualIssuing(ctx: Context, centreId: number): Promise<void> {
  const noTestResult = { tested_at: null, test_result: null, quota_fen: null, quota_at: null }
  await ctx.db
    .updateTable('einvoice_channel')
    .set({ kind: 'manual', settings_sealed: '', set_by: ctx.actor.userId, set_at: ctx.now, ...noTestResult, version: sql`version + 1` })
    .where('centre_id', '=', centreId)
    .execute()
}

export async function recordTest(ctx: Context, centreId: number, result: string): Promise<void> {
  await ctx.db.updateTable('einvoice_channel').set({ tested_at: ctx.now, test_result: result }).where('centre_id', '=', centreId).execute()
}

export async function recordQuota(ctx: Context, centreId: number, quota: number): Promise<void> {
  await ctx.db.updateTable('einvoice_channel').set({ quota_fen: quota, quota_at: ctx.now }).where('centre_id', '=', centreId).execute()
}

/** One request to a channel, with its outcome. */
export interface ChannelExchange {
  readonly centreId: number
  readonly kind: string
  readonly what: ExchangeKind
  readonly requestNo: string
  readonly at: Date
  readonly byId: number | null
  readonly asked: string
  readonly answered: string
  readonly result: string
  readonly tookMs: number
}

export async function addExchanges(ctx: Context, of: readonly ChannelExchange[]): Promise<void> {
  if (of.length === 0) return
  await ctx.db
    .insertInto('einvoice_exchange')
    .values(
      of.map((each) => ({
        centre_id: each.centreId,
        kind: each.kind,
        what: each.what,
        request_no: each.requestNo,
        at: each.at,
        by_id: each.byId,
        asked_digest: each.asked,
        answered_digest: each.answered,
        result: each.result.slice(0, 120),
        took_ms: each.tookMs,
      })),
    )
    .execute()
}

export interface ExchangeRow extends Row<'einvoice_exchange'> {
  what: ExchangeKind
  by_name: string | null
}

/** Returns the exchanges under these order numbers, newest first. */
export async function exchangesOf(ctx: Context, requestNos: readonly string[], limit: number): Promise<ExchangeRow[]> {
  return ctx.rows<ExchangeRow>`select said.*, app_user.name as by_name from einvoice_exchange said left join app_user on app_user.id = said.by_id
    where said.request_no = any(${[...requestNos]}::text[]) order by said.id desc limit ${limit}`
}

/**
 * Counts the orders that prevent a change of the channel: another provider would not know them and would receive them
 * again. Doubtful orders do not prevent a change to manual issuing, because staff settle them.
 */
export async function countUnsettledOrders(ctx: Context, of: { centreId: number } | { channelId: number }, becomes: string): Promise<number> {
  const channelCondition = 'centreId' in of ? sql`channel.centre_id = ${of.centreId}` : sql`channel.id = ${of.channelId}`
  // Waits for transactions that add orders and hold the provider lock.
  await ctx.run`select from einvoice_channel channel where ${channelCondition} for update`
  const rows = await ctx.rows<{ count: number }>`select count(*) as count from invoice_order command join einvoice_channel channel using (centre_id)
    where ${channelCondition} and command.settled_at is null and (command.state <> 'doubted' or ${becomes} <> 'manual')`
  return rows[0]?.count ?? 0
}

export type ChannelListRow = Row<'einvoice_channel', 'centre_id' | 'kind' | 'quota_fen' | 'quota_at'> & { centre_name: string }

const maxChannels = 50

/** Returns the channels of the centres in the caller's scope. */
export async function listChannels(ctx: Context): Promise<ChannelListRow[]> {
  return ctx.rows<ChannelListRow>`select channel.centre_id, channel.kind, channel.quota_fen, channel.quota_at, centre.name as centre_name
    from einvoice_channel channel join centre on centre.id = channel.centre_id where channel.kind <> 'manual' order by channel.centre_id limit ${maxChannels}`
}
