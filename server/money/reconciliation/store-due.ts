import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns the number of open differences of a day and its channel's name. */
export async function countOpenDifferences(ctx: Context, dayId: number): Promise<{ count: number; channel: string }> {
  return (
    (await ctx.row<{ count: number; channel: string }>`select channel.name as channel,
      (select count(*)::int from recon_item where day_id = kept.id and state = 'open') as count
    from recon_day kept join channel on channel.id = kept.channel_id where kept.id = ${dayId}`) ?? { count: 0, channel: '' }
  )
}

interface MissingRow extends Omit<Row<'recon_day', 'id' | 'centre_id' | 'day' | 'refusal' | 'refusal_values'>, 'refusal_values'> {
  channel: string
  refusal_values: Values
}

/** Returns earlier days with missing files and no notification yet, and marks them as notified. */
export async function claimDaysWithoutFiles(ctx: Context, before: string): Promise<MissingRow[]> {
  const rows = await ctx.rows<MissingRow>`update recon_day kept set told_missing = true from channel
    where channel.id = kept.channel_id and kept.state = 'waiting' and not kept.told_missing and kept.day < ${before}::date
    returning kept.id, kept.centre_id, kept.day::text as day, kept.refusal, kept.refusal_values, channel.name as channel`
  return rows.sort((a, b) => a.id - b.id)
}

/** Returns due differences whose owners were not notified yet, and marks them as notified. */
export async function claimDueDifferences(ctx: Context, today: string): Promise<Row<'recon_item', 'id' | 'owner_id'>[]> {
  const rows = await ctx.rows<Row<'recon_item', 'id' | 'owner_id'>>`update recon_item set told_due = true
    where state in ('open', 'waiting', 'hung', 'exception') and not told_due and due_on <= ${today}::date and owner_id is not null returning id, owner_id`
  return rows.sort((a, b) => a.id - b.id)
}
