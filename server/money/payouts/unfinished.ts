import { sql } from 'kysely'
import { figureOf, type Unfinished } from '#/server/kernel/unfinished.ts'

export const unfinished = {
  payouts: (ctx, { channelId }) =>
    figureOf(ctx, sql`from payout_attempt where channel_id = ${channelId} and state in ('created', 'sent', 'processing', 'unknown', 'held')`),
} satisfies Partial<Unfinished>
