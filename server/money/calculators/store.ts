import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A centre with its rate of a day. */
export type CentreRow = Row<'centre', 'id' | 'name' | 'city_rate_ppm'>

/** Returns the centre that manages the operator's record, with its rate of urban construction tax on a day. */
export async function centreOf(ctx: Context, operatorId: number, day: string): Promise<CentreRow> {
  const rows = await ctx.rows<CentreRow>`select centre.id, centre.name, app.city_rate(centre, ${day}::date) as city_rate_ppm
    from operator join centre on centre.id = operator.centre_id where operator.id = ${operatorId}`
  const [row] = rows
  if (!row) throw new Error(`operator ${operatorId} has no centre`)
  return row
}

/** Returns a centre's rates of urban construction tax on the first day of each month of a year, by month. */
export async function cityRatesOf(ctx: Context, centreId: number, year: number): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.rows<{ month: string; rate_ppm: number }>`
    select to_char(first, 'YYYY-MM') as month, app.city_rate(centre, first) as rate_ppm
    from centre, lateral (select make_date(${year}::int, at, 1) as first from generate_series(1, 12) at) months
    where centre.id = ${centreId}`
  return new Map(rows.map((row) => [row.month, row.rate_ppm]))
}
