import type { Context } from '#/server/kernel/context.ts'

/** Returns the first day that has no stored sums; from then on movements are read from the lines. */
export async function loadFirstLiveDay(ctx: Context): Promise<string> {
  const rows = await ctx.rows<{ first: string | null }>`select (max(month) + interval '1 month')::date::text as first from report_month`
  return rows[0]?.first ?? '1970-01-01'
}
