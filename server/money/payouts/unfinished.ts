import { sql } from 'kysely'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

export const unfinishedCounters = {
  exceptions: (ctx, owner) => selectFigure(ctx, sql`from payout_exception where ${ownerCondition(owner)} and state <> 'resolved'`),
  async payouts(ctx, { channelId }) {
    // Waits for transactions that add orders of the channel. Their foreign key holds a `key share` lock on it.
    await ctx.run`select from channel where id = ${channelId} for update`
    return selectFigure(ctx, sql`from payout_attempt where channel_id = ${channelId} and state in ('created', 'sent', 'processing', 'unknown', 'held')`)
  },
} satisfies Partial<UnfinishedCounters>
